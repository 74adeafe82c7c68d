import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("C33 Edits that are sent after a pause")
@MainActor
struct DelayedTests {
    let bag = DisposeBag()
    let scheduler = TestScheduler()
    let query = BehaviorRelay(value: "")
    let field = TextField()
    let told = Recorder<String>()

    private func delayed(_ field: TextField? = nil) -> ControlProperty<String> {
        (field ?? self.field).rx.text.delayed(.milliseconds(300), scheduler: scheduler)
    }

    private func bind() {
        bag.insert(query <=> delayed())
        bag.insert(query.skip(1).subscribe(told))
    }

    @Test("C33: after the user has paused")
    func paused() {
        bind()
        field.type("s")
        scheduler.advance(by: 200)
        field.type("sw")
        scheduler.advance(by: 299)
        expectEqual(query.value, "")
        scheduler.advance(by: 1)
        expectEqual(query.value, "sw")
        scheduler.advance(by: 1000)
        expectEqual(told.elements, ["sw"])
        expectEqual(field.writes, [])
    }

    @Test(
        "C33: a value that is set is shown at once, and replaces the edit that is held back", arguments: [false, true])
    func replaced(_ isEcho: Bool) {
        let field = TextField("", reportsWrites: isEcho)
        bag.insert(query <=> delayed(field))
        bag.insert(query.skip(1).subscribe(told))
        field.type("a")
        query.accept("b")
        expectEqual(field.text, "b")
        scheduler.advance(by: 1000)
        expectEqual(told.elements, ["b"])
        expectEqual(field.text, "b")
    }

    @Test("C33: so is the value that the relay had; and what the control shows is not written")
    func sameValue() {
        bind()
        field.type("a")
        query.accept("")
        expectEqual(field.text, "")
        scheduler.advance(by: 1000)
        expectEqual(told.elements, [""])
        field.type("b")
        query.accept("b")
        expectEqual(field.writes, [""])
        scheduler.advance(by: 1000)
        expectEqual(told.elements, ["", "b"])
        // An edit back to the previous value counts as an edit.
        query.accept("c")
        field.type("b")
        scheduler.advance(by: 1000)
        expectEqual(query.value, "b")
    }

    @Test("C33: what the control makes of a value is sent at once", arguments: [false, true])
    func answer(heldBefore: Bool) {
        let field = TextField(maximumLength: 3)
        bag.insert(query <=> delayed(field))
        if heldBefore { field.type("x") }
        query.accept("abcdef")
        expectEqual(field.text, "abc")
        expectEqual(query.value, "abc")
        scheduler.advance(by: 1000)
        expectEqual(query.value, "abc")
    }

    @Test("C33: also of a value that another binding has given it")
    func answerToAnother() {
        let field = TextField(maximumLength: 3)
        let other = BehaviorRelay(value: "")
        bag.insert(query <=> delayed(field), other <=> field.rx.text)
        field.type("x")
        other.accept("abcdef")
        expectEqual(other.value, "abc")
        expectEqual(query.value, "abc")
        scheduler.advance(by: 1000)
        expectEqual(query.value, "abc")
    }

    @Test("C33: two bindings on one control: what is sent after the pause is what it shows by then")
    func twoBindings() {
        let plain = BehaviorRelay(value: "")
        bag.insert(query <=> delayed(), plain <=> field.rx.text)
        field.type("a")
        expectEqual([plain.value, query.value], ["a", ""])
        plain.accept("b")
        scheduler.advance(by: 300)
        expectEqual([plain.value, query.value, field.text], ["b", "b", "b"])
        field.type("c")
        query.accept("d")
        expectEqual([plain.value, field.text], ["d", "d"])
        scheduler.advance(by: 300)
        expectEqual(query.value, "d")
    }

    @Test("C33: what is sent does not depend on other controls, in an edit or dropped in the middle of one")
    func otherControls() {
        let plain = BehaviorRelay(value: "")
        bag.insert(query <=> delayed(), plain <=> field.rx.text)
        var other: TextField? = TextField()
        for text in ["b", "c"] {
            other?.rx.beginEdit()
            field.type("a")
            plain.accept(text)
            scheduler.advance(by: 300)
            expectEqual(query.value, text)
            other = nil
        }
    }

    @Test("C33: an edit whose time comes in the middle of the next one is sent as it was typed")
    func inTheMiddle() {
        bag.insert(query <=> delayed())
        bag.insert(query.skip(1).subscribe(told))
        field.type("a")
        field.rx.beginEdit()
        field.text = ""
        scheduler.advance(by: 300)
        field.type("b")
        field.rx.endEdit()
        scheduler.advance(by: 300)
        expectEqual(told.elements, ["a", "b"])
    }

    @Test("C33: two relays on one property share what it holds back")
    func twoRelays() {
        let property = delayed()
        let other = BehaviorRelay(value: "")
        bag.insert(query <=> property, other <=> property)
        bag.insert(query.skip(1).subscribe(told))
        field.type("a")
        other.accept("b")
        scheduler.advance(by: 1000)
        expectEqual([query.value, other.value, field.text], ["b", "b", "b"])
        field.type("c")
        scheduler.advance(by: 1000)
        expectEqual([query.value, other.value], ["c", "c"])
        expectEqual(told.elements, ["b", "c"])
    }

    @Test("C33, C19: what the view model makes of an edit is shown")
    func viewModel() {
        let query = query
        bind()
        bag.insert(query => { if $0.contains(" ") { query.accept($0.filter { $0 != " " }) } })
        field.type("a b")
        expectEqual(field.text, "a b")
        scheduler.advance(by: 300)
        expectEqual(field.text, "ab")
        expectEqual(told.elements, ["a b", "ab"])
    }

    @Test("C33, C21: each edit is a change of its own, however late")
    func changes() {
        let field = TextField("v", normalize: { $0.hasSuffix("v") ? $0 : $0 + "v" })
        let query = BehaviorRelay(value: "v")
        bag.insert(query <=> delayed(field))
        bag.insert(query.asDriver().skip(1) => { if !$0.hasSuffix("m") { query.accept($0 + "m") } })
        let warnings = collectingWarnings {
            field.type("e")
            scheduler.advance(by: 300)
        }
        expectEqual(warnings.count, 1)
        expectEqual(query.value, "evmvm")
        field.type("f")
        scheduler.advance(by: 300)
        expectEqual(query.value, "fvmvm")
    }

    @Test("C33: a control that cannot be asked: edits that are held back are remembered")
    func unknown() {
        let control = UnknownControl<String>()
        bag.insert(query <=> control.property.delayed(.milliseconds(300), scheduler: scheduler))
        control.values.accept("held at first")
        control.values.accept("a")
        expectEqual(query.value, "")
        query.accept("")
        expectEqual(control.written.elements, ["", ""])
        scheduler.advance(by: 1000)
        expectEqual(query.value, "")
        control.values.accept("b")
        query.accept("b")
        expectEqual(control.written.elements, ["", ""])
        control.values.accept("c")
        scheduler.advance(by: 300)
        expectEqual(query.value, "c")
        query.accept("d")
        expectEqual(control.written.elements, ["", "", "d"])
    }

    @Test("C33: without a pause an edit is sent as soon as the scheduler runs it: by the main scheduler at once")
    func noPause() {
        bag.insert(query <=> field.rx.text.delayed(.zero))
        bag.insert(query.skip(1).subscribe(told))
        field.type("a")
        field.type("b")
        expectEqual(told.elements, ["a", "b"])
        let other = TextField()
        bag.insert(query <=> other.rx.text.delayed(.zero, scheduler: scheduler))
        other.type("c")
        expectEqual(query.value, "b")
        scheduler.advance(by: 0)
        expectEqual(query.value, "c")
        expectEqual(field.text, "c")
    }

    @Test("C33: an edit by code while another is sent waits for its own pause")
    func editDuringTelling() {
        let field = field
        bind()
        bag.insert(query.asDriver() => { if $0 == "a" { field.type("b") } })
        field.type("a")
        scheduler.advance(by: 300)
        expectEqual(query.value, "a")
        scheduler.advance(by: 300)
        expectEqual(query.value, "b")
        expectEqual(told.elements, ["a", "b"])
    }

    @Test("C33: at disposal an edit that is held back is dropped")
    func disposal() {
        bind()
        field.type("a")
        bag.dispose()
        scheduler.advance(by: 1000)
        expectEqual(query.value, "")
    }

    @Test("C33: a control that goes takes no edit with it")
    func deadControl() {
        var field: TextField? = TextField()
        bag.insert(query <=> delayed(field))
        field?.type("a")
        weak let weakField = field
        field = nil
        #expect(weakField == nil)
        scheduler.advance(by: 300)
        expectEqual(query.value, "a")
    }

    @Test("C33: as a source it begins with what the control holds; at the end what is held back is sent")
    func source() {
        let values = PublishSubject<String>()
        let property = ControlProperty(
            values: values, valueSink: Recorder<String>(), sendsInitialValueLater: true)
        let recorder = Recorder<String>()
        bag.insert(property.delayed(.milliseconds(300), scheduler: scheduler).asObservable().subscribe(recorder))
        values.onNext("held")
        expectEqual(recorder.elements, ["held"])
        values.onNext("edit")
        values.onCompleted()
        expectEqual(recorder.events.map(\.element), ["held", "edit", nil])
        #expect(recorder.isCompleted)
        let changed = Recorder<String>()
        bag.insert(delayed().changed.subscribe(changed))
        field.type("a")
        scheduler.advance(by: 300)
        expectEqual(changed.elements, ["a"])
    }

    @Test("C33, C32: converted and delayed in either order", arguments: [false, true])
    func converted(_ isConvertedFirst: Bool) {
        let sentences = Recorder<String?>()
        let age = BehaviorRelay(value: 18)
        let pause = Duration.milliseconds(300)
        let text = field.rx.text
        if isConvertedFirst {
            let property = text.converted(by: .wholeNumber, failures: sentences)
            bag.insert(age <=> property.delayed(pause, scheduler: scheduler))
        } else {
            let property = text.delayed(pause, scheduler: scheduler)
            bag.insert(age <=> property.converted(by: .wholeNumber, failures: sentences))
        }
        field.type("12")
        field.type("12x")
        scheduler.advance(by: 1000)
        expectEqual(age.value, 18)
        expectEqual(sentences.elements.last, "'12x' is no number")
        age.accept(18)
        expectEqual(field.text, "18")
        expectEqual(sentences.elements.last, .some(nil))
        field.type("019")
        age.accept(19)
        scheduler.advance(by: 1000)
        expectEqual(field.text, "019")
        field.type("20")
        age.accept(19)
        expectEqual(field.text, "19")
        scheduler.advance(by: 1000)
        expectEqual(age.value, 19)
        field.type("20")
        scheduler.advance(by: 1000)
        expectEqual(age.value, 20)
    }

    @Test("C33, C21: rings with delayed sides")
    func rings() {
        let other = BehaviorRelay(value: "other")
        let second = TextField("", reportsWrites: true)
        let warnings = collectingWarnings {
            bag.insert(query <=> other, other <=> query)
            bag.insert(query <=> delayed(), other <=> delayed(), other <=> delayed(second), query <=> second.rx.text)
            field.type("a")
            expectEqual([query.value, other.value], ["", ""])
            scheduler.advance(by: 300)
            expectEqual([query.value, other.value, second.text], ["a", "a", "a"])
            second.type("b")
            expectEqual([query.value, other.value, field.text], ["b", "b", "b"])
            scheduler.advance(by: 1000)
            expectEqual([query.value, other.value, field.text, second.text], ["b", "b", "b", "b"])
        }
        #expect(warnings.isEmpty)
    }

    @Test("C33: of a lens: an edit of another part leaves what is held back")
    func lens() {
        struct Search: Equatable {
            var text = ""
            var page = 0
        }
        let search = BehaviorRelay(value: Search())
        bag.insert(search.text <=> delayed())
        field.type("a")
        search.page.value = 2
        expectEqual(field.text, "a")
        scheduler.advance(by: 300)
        expectEqual(search.value, Search(text: "a", page: 2))
    }

    @Test("C13: a timer that fires on another thread, and a subscription from there")
    func elsewhere() async {
        let property = field.rx.text.delayed(.milliseconds(1), scheduler: SerialDispatchQueueScheduler())
        let bag = bag
        let query = query
        onAnotherThread { bag.insert(query.bindTwoWay(to: property)) }
        await mainActorIsFree()
        field.type("a")
        await eventually { query.value == "a" }
    }

    @Test("C10, C11: nothing is left behind, with an edit held back or not", arguments: [false, true], [false, true])
    func leaks(isDisposedOf: Bool, isHeld: Bool) throws {
        try withoutLeaks {
            let scheduler = TestScheduler()
            let query = BehaviorRelay(value: "")
            let field = TextField()
            let bag = DisposeBag()
            let binding = query <=> field.rx.text.delayed(.milliseconds(300), scheduler: scheduler)
            if isDisposedOf { bag.insert(binding) }
            field.type("a")
            if !isHeld { scheduler.advance(by: 300) }
        }
    }
}
