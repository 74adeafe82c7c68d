import Binding
import BindingForms
import TestSupport
import Testing

@Suite("Forms in rings, shared, and twice")
@MainActor
struct HostileShapesTests {
    @Test("reading the state of a form of 5,000 fields costs what it costs in one of 5")
    func cost() {
        let forms = [5, 5_000].map { Form((0..<$0).map { _ in Field("", [.notEmpty]) }) }
        var shortest: [Duration] = [.seconds(1_000), .seconds(1_000)]
        for _ in 0..<5 {
            for (index, form) in forms.enumerated() {
                let time = ContinuousClock().measure { for _ in 0..<100 { _ = form.state } }
                shortest[index] = min(shortest[index], time)
            }
        }
        // A thousand times if each field is asked.
        #expect(shortest[1] < shortest[0] * 50)
    }

    @Test("a form that is added to itself, or to one of its parts, is reported as a mistake")
    func rings() async {
        // Without assertions it is only printed.
        let end: ExitTest.Condition = Optimization.isOn ? .success : .failure
        let first = await #expect(processExitsWith: end, observing: [\.standardErrorContent]) { @MainActor in
            let form = Form()
            form.add(form)
        }
        #expect(text(first).contains("added to itself"))
        let second = await #expect(processExitsWith: end, observing: [\.standardErrorContent]) { @MainActor in
            let (inner, outer) = (Form(), Form())
            outer.add(Form(inner))
            inner.add(outer)
        }
        #expect(text(second).contains("added to itself"))
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("a field that is a part of a form and of one within it counts once")
    func twiceInOneTree() {
        let name = Field("", [.notEmpty])
        let form = Form(name, Form(name))
        expectEqual(form.fields.count, 1)
        expectEqual(form.currentMessages.count, 1)
        name.value = "Ada"
        #expect(form.state.isValid)
        form.reset()
        #expect(form.state.status == .invalid && !form.state.isDirty)
    }

    @Test("the same row twice counts once, and until both have gone")
    func rowTwice() {
        let row = Field("", [.notEmpty])
        let rows = BehaviorRelay(value: [row, row])
        let form = Form(of: rows) { $0 }
        expectEqual(form.fields.count, 1)
        rows.accept([row])
        expectEqual(form.state.status, .invalid)
        row.value = "x"
        #expect(form.state.isValid)
        rows.accept([])
        row.value = ""
        #expect(form.state.isValid)
        rows.accept([row, row])
        expectEqual(form.state.status, .invalid)
        let others = ["b", "c"].map { Field("", name: $0, [.notEmpty]) }
        rows.accept([row, row] + others + [row])
        expectEqual(form.currentMessages.map(\.field), [row] + others)
        others[0].value = "x"
        expectEqual(form.currentProblems.map(\.field), [row, others[1]])
    }

    @Test("a row's part in two forms, which lose it one after the other")
    func rowInTwoForms() {
        let row = Field("", [.notEmpty])
        let (one, two) = (BehaviorRelay(value: [row]), BehaviorRelay(value: [row]))
        let (first, second) = (Form(of: one) { $0 }, Form(of: two) { $0 })
        one.accept([])
        row.value = "x"
        #expect(first.state.isValid && second.state.isValid)
        row.value = ""
        #expect(first.state.isValid && !second.state.isValid)
    }

    @Test("a form that was disabled and is enabled again leaves disabled what is so by itself")
    func enabledAgain() {
        let hasShipping = BehaviorRelay(value: false)
        let street = Field("", [.notEmpty])
        let shipping = Form(street).enabled(by: hasShipping.asDriver())
        let isSending = BehaviorRelay(value: false)
        let form = Form(Field("Ada"), shipping).enabled(by: isSending.asDriver().map { !$0 })
        #expect(form.state.isValid)
        isSending.accept(true)
        isSending.accept(false)
        #expect(form.state.isValid)
        expectEqual(street.state.status, .disabled)
    }

    @Test("a field that leaves a disabled form, or whose form goes, counts again")
    func leavesDisabled() {
        let row = Field("", [.notEmpty])
        let rows = BehaviorRelay(value: [row])
        let (first, second) = (Form(of: rows) { $0 }, Form(row))
        first.isEnabled = false
        expectEqual(second.state.status, .disabled)
        rows.accept([])
        #expect(first.state.isValid)
        expectEqual(second.state.status, .invalid)
        var third: Form? = Form()
        third?.isEnabled = false
        third?.add(Form(row))
        expectEqual(second.state.status, .disabled)
        expectEqual(third?.state.status, .disabled)
        third = nil
        expectEqual(second.state.status, .invalid)
    }

    @Test("rows are reset also where an observer of the rows does it")
    func resetInRowsObserver() {
        let row = Field("a")
        let rows = BehaviorRelay(value: [row])
        let form = Form(of: rows) { $0 }
        let bag = DisposeBag()
        rows.asDriver().skip(1).drive(onNext: { [weak form] rows in
            if rows.isEmpty { form?.reset() }
        }).disposed(by: bag)
        row.value = "b"
        rows.accept([])
        expectEqual(rows.value, [row])
        expectEqual(row.value, "a")
        #expect(!form.state.isDirty)
    }

    @Test("rows are taken as the first even before the form has been notified of them")
    func pristineInRowsObserver() {
        let rows = BehaviorRelay(value: [Field("a")])
        var form: Form?
        let bag = DisposeBag()
        // Before the form is notified.
        rows.asDriver().skip(1).drive(onNext: { _ in form?.markPristine() }).disposed(by: bag)
        form = Form(of: rows) { $0 }
        rows.modify { $0.append(Field("b")) }
        expectEqual(form?.state.isDirty, false)
        bag.dispose()
    }

    @Test("a rule of the whole for a row stays, and does no harm when the row has gone")
    func rulesOfRows() {
        let total = Field(0)
        let rows = BehaviorRelay<[Field<Int, Int>]>(value: [])
        let form = Form(total, Form(of: rows) { $0 })
        weak var row: Field<Int, Int>?
        do {
            let mine = Field(1)
            rows.accept([mine])
            form.rule(mine, total, on: mine) { $0 > $1 ? "more than the total" : nil }
            row = mine
        }
        expectEqual(form.state.status, .invalid)
        rows.accept([])
        #expect(form.state.isValid)
        // The form keeps the rule, and the rule the row: rules of rows belong in the rows' forms.
        #expect(row != nil)
    }

    @Test("10,000 fields; 1,000 rows one by one")
    func many() {
        let fields = (0..<10_000).map { Field($0, [.in(0...)]) }
        let form = Form(fields)
        for field in fields { field.value = -1 }
        expectEqual(form.state.status, .invalid)
        form.reset()
        #expect(form.state.isValid && !form.state.isDirty)
        form.touchAll()
        #expect(form.state.isTouched)
        let rows = BehaviorRelay<[Field<Int, Int>]>(value: [])
        let (lines, added) = (Form(of: rows) { $0 }, Form())
        for row in fields.prefix(1_000) {
            rows.modify { $0.append(row) }
            added.add(row)
            added.rule(row) { _ in nil }
        }
        lines.markPristine()
        #expect(lines.fields.count == 1_000 && added.fields.count == 1_000)
        for row in fields.prefix(1_000) { row.value = -1 }
        #expect(lines.currentMessages.count == 1_000 && added.currentMessages.count == 1_000)
        #expect(lines.state.isDirty)
    }
}
