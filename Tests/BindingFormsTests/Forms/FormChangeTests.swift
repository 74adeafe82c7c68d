import Binding
import BindingControls
import BindingForms
import BindingTesting
import TestSupport
import Testing

/// C42: what forms and fields say is sent once for each change, at its end.
@MainActor
@Suite("C42: forms in a change")
struct FormChangeTests {
    private let first = Field("", [.given])
    private let second = Field("x", [.given])
    private let start = BehaviorRelay(value: 0)
    private let bag = DisposeBag()

    /// Does something in the middle of a change.
    private func inAChange(_ body: @escaping @MainActor () -> Void) {
        let subscription = start.asDriver().skip(1).drive(onNext: { _ in body() })
        start.modify { $0 += 1 }
        subscription.dispose()
    }

    @Test("a form whose fields change one after the other in one change shows nothing in between, but can be read")
    func formOfTwo() {
        let form = Form(first, second)
        let isValid = DrivenValues(form.isValid)
        let messages = DrivenValues(form.messages.map { $0.map { $0.messages.count } })
        inAChange {
            first.value = "y"
            #expect(form.state.isValid)
            second.value = ""
            #expect(!form.state.isValid)
            #expect(form.firstInvalid === second)
        }
        expectEqual(isValid.elements, [false])
        expectEqual(messages.elements, [[1], [1]])
    }

    @Test("a field that goes back and forth in one change sends nothing")
    func backAndForth() {
        let reports = DrivenValues(second.reports)
        let messages = DrivenValues(second.messageText)
        second.touch()
        inAChange {
            second.value = ""
            #expect(second.currentMessages.count == 1)
            second.value = "x"
        }
        expectEqual(reports.elements.map(\.state.isValid), [true, true])
        expectEqual(messages.elements, [""])
    }

    @Test("what a control edits while the field's own observers are being called is in what the form says")
    func editedMeanwhile() {
        let form = Form(Form(first), second)
        let control = TextField()
        bag.insert(first.bindTwoWay(to: control.rx.text))
        first.asDriver().skip(1)
            .drive(onNext: { text in
                guard text == "a" else { return }
                control.type("")
                #expect(!form.state.isValid)
                #expect(form.firstInvalid === self.first)
                #expect(form.currentProblems.count == 1)
            })
            .disposed(by: bag)
        first.raw = "a"
        expectEqual(first.raw, "")
    }

    @Test("outside of a change it is sent at once")
    func atOnce() {
        let isTouched = DrivenValues(first.isTouched)
        let status = DrivenValues(first.status)
        first.touch()
        expectEqual(isTouched.elements, [false, true])
        first.isEnabled = false
        expectEqual(status.elements, [.invalid, .disabled])
        first.isEnabled = true
        first.reject("no")
        first.value = "y"
        expectEqual(status.elements, [.invalid, .disabled, .invalid, .valid])
    }

    @Test("what an observer does to a form is sent before the setter returns that began the change")
    func inAnObserver() {
        let isValid = DrivenValues(first.isValid)
        first.values.skip(1).drive(onNext: { [second] in second.value = $0 == "y" ? "" : "z" }).disposed(by: bag)
        let both = DrivenValues(Driver.combineLatest(first.isValid, second.isValid) { [$0, $1] })
        first.value = "y"
        expectEqual(isValid.elements, [false, true])
        expectEqual(both.elements, [[false, true], [true, false]])
        first.value = ""
        expectEqual(both.elements, [[false, true], [true, false], [false, true]])
    }

    @Test("conditions that follow from other forms: whatever combines them is sent once")
    func chain() {
        let (one, two) = (Form(first), Form(second))
        let number = BehaviorRelay(value: 0)
        // Made before and after the condition that makes one of its inputs follow from the other.
        let early = DrivenValues(
            Driver.combineLatest(one.isValid, two.status, number.asDriver()) { "\($0) \($1) \($2)" })
        two.enabled(by: Driver.combineLatest(one.isValid, number.asDriver()) { isValid, _ in isValid })
        let late = DrivenValues(
            Driver.combineLatest(one.isValid, two.status, number.asDriver()) { "\($0) \($1) \($2)" })
        number.asDriver().skip(1).drive(onNext: { [first] in first.value = $0.isMultiple(of: 2) ? "" : "y" })
            .disposed(by: bag)
        // The first change finds the order out.
        number.accept(1)
        let counts = (early.elements.count, late.elements.count)
        for next in 2...5 { number.accept(next) }
        let expected = ["false disabled 2", "true valid 3", "false disabled 4", "true valid 5"]
        expectEqual(Array(early.elements[counts.0...]), expected)
        expectEqual(Array(late.elements[counts.1...]), expected)
    }
}
