import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import Foundation
import TestSupport
import Testing

/// A form of a value in the middle of a change: what all small programs of forms of values (`SmallValueFormTests`) do not have,
/// or have only in a larger size than is run each time.
@MainActor
@Suite("Forms of values in the middle of a change")
struct ValueFormChangeTests {
    struct Line: Equatable, Identifiable {
        var id: Int
        var count = 1
    }

    struct Order: Equatable {
        var amount = 1
        var note = ""
        var lines: TreeArray<Line> = [Line(id: 1), Line(id: 2)]
    }

    @MainActor
    final class Row {
        let form: ValueForm<Line>
        let count: Field<String, Int>

        init(_ form: ValueForm<Line>) {
            self.form = form
            count = form.field(\.count, as: .integer)
        }
    }

    private let form = ValueForm(Order())
    private let amount: Field<String, Int>
    private let rows: FormRows<TreeArray<Line>, Row>
    private var counts: [Int] { form.value.lines.map(\.count) }
    private var texts: [String] { rows.rows.map(\.count.raw) }

    init() {
        amount = form.field(\.amount, as: .integer)
        rows = form.rows(\.lines) { Row($0) }
    }

    /// Runs something in an observer of the value.
    private func inObserver(_ body: @escaping @MainActor () -> Void) {
        let observer = form.content.note.asDriver().skip(1).drive(onNext: { _ in body() })
        form.value.note += "n"
        observer.dispose()
    }

    @Test("C21: a row follows an element that an observer sets back to what was last delivered")
    func setBackInObserver() {
        let row = rows.rows[0]
        inObserver { [form] in
            form.value.lines[0].count = 7
            row.count.raw = "x"
            form.value.lines[0].count = 1
        }
        expectEqual(row.count.raw, "1")
    }

    @Test("C21: a row follows an element that is set back to what was last delivered")
    func setBack() {
        let row = rows.rows[0]
        batch {
            row.form.value.count = 6
            row.count.raw = "x"
            form.value.lines[0].count = 1
        }
        expectEqual(row.count.raw, "1")
        let saved = form.value
        batch {
            row.count.raw = "7"
            form.value = saved
        }
        expectEqual(row.count.raw, "1")
        inObserver { [form] in
            let saved = form.value
            row.count.raw = "7"
            form.value = saved
        }
        expectEqual(row.count.raw, "1")
        expectEqual(counts, [1, 1])
    }

    @Test("C34: what has been typed into a control is in the value when an observer counts on from it")
    func typed() {
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(amount <=> field.rx.text)
        inObserver { [form] in
            field.type("5")
            form.value.amount += 1
        }
        expectEqual(form.value.amount, 6)
        expectEqual(field.text, "6")
        // In an observer of what is typed, it has yet to be delivered.
        let other = TextField()
        bag.insert(amount <=> other.rx.text)
        var isDone = false
        let observer = amount.asDriver().skip(1)
            .drive(onNext: { [form] _ in
                if isDone { return }
                isDone = true
                other.type("4")
                form.value.amount += 1
            })
        field.type("7")
        observer.dispose()
        expectEqual(form.value.amount, 5)
        expectEqual(field.text, "5")
        let typed = BehaviorRelay(value: "5")
        bag.insert(amount <=> typed)
        let tens = amount.values.skip(1)
            .drive(onNext: { [form] in
                if $0 < 10 { form.value.amount = $0 * 10 }
            })
        typed.accept("7")
        expectEqual(form.value.amount, 70)
        expectEqual(typed.value, "70")
        tens.dispose()
    }

    @Test("C34: a form around a form of a value knows the state of a field whose value is being passed on")
    func stateOutside() {
        let whole = Form(form)
        var states: [Bool] = []
        let observer = form.content.amount.asDriver().skip(1).drive(onNext: { _ in states.append(whole.state.isDirty) })
        amount.raw = "5"
        expectEqual(states, [true])
        observer.dispose()
    }

    @Test("C37: what an observer of its row has made of a text is what a redo restores")
    func redoOfAnswer() {
        let row = rows.rows[0]
        let history = UndoHistory(form.content)
        var isDone = false
        let observer = row.form.content.asDriver().skip(1)
            .drive(onNext: { [form] _ in
                if isDone { return }
                isDone = true
                row.count.raw = "x"
                form.value.lines[0].count = 1
                row.form.value.count += 1
            })
        row.count.raw = "2"
        observer.dispose()
        expectEqual(row.count.raw, "2")
        history.undo()
        expectEqual(row.count.raw, "1")
        history.redo()
        expectEqual(row.count.raw, "2")
    }

    @Test("C37: what a batch has set and taken back can be done again")
    func redoOfABatch() {
        let history = UndoHistory(form.content)
        batch {
            amount.raw = "5"
            history.undo()
            expectEqual(form.value.amount, 1)
        }
        expectEqual(amount.raw, "1")
        history.redo()
        expectEqual(amount.raw, "5")
        expectEqual(form.value.amount, 5)
    }

    @Test("a computation that reads fields and rows in a batch sets nothing, and is right at its end")
    func computed() {
        let row = rows.rows[0]
        let total = DerivedValue { amount.value + row.count.value + row.form.value.count }
        let others = DerivedValue { untracked { row.form.value.count } + amount.value }
        var totals: [Int] = []
        let observer = total.asDriver().drive(onNext: { totals.append($0) })
        batch {
            form.value.lines[0].count = 4
            form.value.amount = 3
            _ = (total.value, others.value)
            expectEqual(row.count.value, 4)
        }
        expectEqual(total.value, 11)
        expectEqual(others.value, 7)
        expectEqual(totals, [3, 11])
        observer.dispose()
    }

    @Test("a row that is removed and comes back in one batch stays the same, also if the rows are read in between")
    func moved() {
        let (first, second) = (rows.rows[0], rows.rows[1])
        second.count.raw = "x"
        form.value.lines.append(Line(id: 3))
        let third = rows.rows[2]
        third.count.raw = "y"
        batch {
            let lines = form.value.lines
            form.value.lines.removeAll()
            #expect(rows.rows.isEmpty)
            form.value.lines = TreeArray(lines.reversed() as [Line])
        }
        expectEqual(rows.rows.map(ObjectIdentifier.init), [third, second, first].map(ObjectIdentifier.init))
        expectEqual(texts, ["y", "x", "1"])
    }

    @Test("a row that a batch has added can be edited there, and one that it removes changes nothing")
    func addedAndRemoved() {
        let first = rows.rows[0]
        batch {
            form.value.lines.append(Line(id: 3))
            rows.rows.last?.count.raw = "9"
            rows[id: 3]?.form.value.count += 1
            form.value.lines.remove(at: 0)
            first.count.raw = "4"
        }
        expectEqual(counts, [1, 10])
        expectEqual(texts, ["1", "10"])
    }

    @Test("a closure that changes the value in place finds fields and rows as they were, and may use them")
    func inPlace() {
        let row = rows.rows[0]
        inObserver { [form, amount, rows] in
            form.content.modify { order in
                order.amount = amount.value + rows.rows.count + row.form.value.count
                order.lines[0].count = 5
                expectEqual(row.count.value, 1)
            }
            expectEqual(row.count.value, 5)
        }
        expectEqual(form.value.amount, 4)
        expectEqual(amount.raw, "4")
        let relay = BehaviorRelay<TreeArray<Line>>(value: [Line(id: 1), Line(id: 2)])
        let selection = Selection<Int>([1])
        let selected = selection.row(in: relay, or: Line(id: 0))
        batch { relay.modify { lines in lines[1].count = selected.value.count + 1 } }
        expectEqual(relay.value.map(\.count), [1, 2])
    }

    @Test(
        "a state that is read where the value is being changed in place takes in no text, which is passed on afterwards"
    )
    func stateInPlace() {
        let other = Form()
        var isDirty = false
        batch {
            form.value.amount = 7
            _ = amount.value
            rows.rows[0].form.value.count = 3
            form.content.modify { order in
                isDirty = form.state.isDirty && !other.state.isDirty
                order.note = rows.rows[0].count.raw + amount.raw
            }
        }
        #expect(isDirty)
        expectEqual(form.value.note, "17")
        expectEqual(form.value.amount, 7)
        expectEqual(counts, [3, 1])
    }

    @Test("C21: an edit of a row whose element is not there does not undo what comes after it")
    func absent() {
        let row = rows.rows[0]
        let saved = form.value.lines
        batch {
            form.value.lines.removeAll()
            row.count.raw = "7"
            form.value.lines = saved
        }
        expectEqual(counts, [1, 1])
        expectEqual(row.count.raw, "1")
        expectEqual(rows[id: 1].map(ObjectIdentifier.init), ObjectIdentifier(row))
        batch {
            form.value.lines.insert(Line(id: 3), at: 0)
            for row in rows.rows { row.count.value += 1 }
        }
        expectEqual(counts, [2, 2, 2])
    }

    @Test("a computation that reads what has been typed and the state passes nothing on")
    func stateInComputation() {
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(amount <=> field.rx.text)
        let text = DerivedValue { "\(form.value.amount)\(form.state.isDirty ? "*" : "")" }
        var seen: [String] = []
        bag.insert(
            amount.asDriver().skip(1).drive(onNext: { _ in _ = text.value }),
            text.asDriver().drive(onNext: { seen.append($0) }))
        field.type("5")
        expectEqual(text.value, "5*")
        expectEqual(seen.last, "5*")
        form.value.amount = 8
        expectEqual(text.value, "8*")
        expectEqual(field.text, "8")
    }

    @Test(
        "C21: a row's field is what another thread has left in its element, however fast that was, and nothing is said to answer"
    )
    func otherThread() async {
        let relay = BehaviorRelay(value: Order())
        let form = ValueForm(of: relay)
        let rows = form.rows(\.lines) { Row($0) }
        let row = rows.rows[1]
        let bag = DisposeBag()
        // Which reads both in the middle of what is delivered.
        bag.insert(
            row.count.values.drive(onNext: { _ in _ = (row.count.raw, row.form.value, form.state) }),
            form.content => { _ in _ = row.count.value })
        let ended = Counter()
        let thread = Thread {
            for _ in 0..<5_000 { relay.modify { $0.lines[1].count += 1 } }
            ended.add()
        }
        thread.start()
        await eventually { ended.value == 1 && row.count.raw == "5001" }
        expectEqual(rows.rows.map(\.form.value.count), [1, 5_001])
    }

    @Test("fields of values that have gone are released, with their bindings and converters")
    func releasedFields() throws {
        try withoutLeaks {
            let form = ValueForm(Order())
            let rows = form.rows(\.lines) { Row($0) }
            for _ in 0..<3 {
                form.value.lines.append(Line(id: 3))
                rows.rows[2].count.raw = "x"
                form.value.lines.removeLast()
            }
        }
        weak var kept: Recorder<Int>?
        do {
            let recorder = Recorder<Int>()
            kept = recorder
            let form = ValueForm(Order())
            let converter = ValueConverter<Int, Int>(
                parse: {
                    recorder.onNext($0)
                    return $0
                }, format: { $0 })
            form.field(\.amount, as: converter).raw = 3
        }
        #expect(kept == nil)
    }

    @Test("rows are released that have gone, also those that a batch has asked for")
    func released() {
        weak var gone: Row?
        batch {
            form.value.lines.append(Line(id: 3))
            gone = rows.rows.last
            form.value.lines.removeLast()
            expectEqual(rows.rows.count, 2)
        }
        #expect(gone == nil)
    }
}
