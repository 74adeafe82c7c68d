import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import TestSupport
import Testing

/// A history has the value that a form edits, and no field.
@MainActor
@Suite("UndoHistory of a form's content")
struct UndoFormContentTests {
    struct Order: Equatable, Sendable {
        struct Line: Equatable, Identifiable, Sendable {
            var id: Int
            var article = ""
            var count = 1
        }

        var customer = ""
        var age = 20
        var note = ""
        var lines: TreeArray<Line> = [Line(id: 1), Line(id: 2)]
    }

    @MainActor
    final class LineModel {
        let article: Field<String, String>
        let count: Field<String, Int>

        init(_ form: ValueForm<Order.Line>) {
            article = form.field(\.article, as: .trimmed)
            count = form.field(\.count, as: .integer, .atLeast(1))
        }
    }

    private let order = BehaviorRelay(value: Order())
    private let form: ValueForm<Order>
    private let customer: Field<String, String>
    private let age: Field<String, Int>
    private let lines: FormRows<TreeArray<Order.Line>, LineModel>
    private let control = TextField()
    private let other = TextField()
    private let bag = DisposeBag()

    init() {
        form = ValueForm(of: order)
        customer = form.field(\.customer, as: .trimmed)
        age = form.field(\.age, as: .integer, .in(18...120))
        lines = form.rows(\.lines) { LineModel($0) }
    }

    /// What a control shows after each undo, until there is nothing to undo.
    private func undoAll(_ history: UndoHistory, _ control: TextField) -> [String] {
        var texts = [control.text]
        while history.undoCount > 0 {
            history.undo()
            texts.append(control.text)
        }
        return texts
    }

    @Test("C37: text that cannot be read is taken back as it was typed, and the value follows")
    func unreadable() {
        let history = UndoHistory(form.content)
        bag.insert(age <=> control.rx.text)
        for text in ["30", "30x", "35"] { control.type(text) }
        expectEqual(history.undoCount, 3)
        history.undo()
        #expect(control.text == "30x" && form.value.age == 30 && !age.state.isValid)
        history.undo()
        #expect(control.text == "30" && form.value.age == 30 && age.state.isValid)
        history.undo()
        #expect(control.text == "20" && form.value.age == 20)
        for _ in 0..<2 { history.redo() }
        #expect(control.text == "30x" && form.value.age == 30)
        history.redo()
        #expect(control.text == "35" && form.value.age == 35 && history.redoCount == 0)
    }

    @Test("C37: what a converter makes of what is typed is no step: a word is one, and shown as it was typed")
    func trimmed() {
        for part: any Undoable in [form.content, order] {
            let history = UndoHistory(part)
            let bag = DisposeBag()
            bag.insert(customer <=> control.rx.text)
            control.append("Ada King ")
            expectEqual(form.value.customer, "Ada King")
            expectEqual(undoAll(history, control), ["Ada King ", "Ada King", "Ada", ""])
            for _ in 0..<3 { history.redo() }
            #expect(control.text == "Ada King " && form.value.customer == "Ada King")
            control.type("")
        }
    }

    @Test("what a field shows once it has been left is no step, and is what comes back")
    func reformatted() {
        let history = UndoHistory(form.content)
        bag.insert(age <=> control.rx.text)
        control.type("0030")
        age.reformat()
        expectEqual(history.undoCount, 1)
        control.type("40")
        expectEqual(undoAll(history, control), ["40", "30", "20"])
    }

    @Test("an undo in a batch takes back what the batch has typed before")
    func inBatch() {
        for parts: [any Undoable] in [[customer, age], [form.content]] {
            let history = UndoHistory(parts)
            age.raw = "30x"
            batch {
                customer.raw = "Ada "
                history.undo()
            }
            expectEqual([customer.raw, form.value.customer, age.raw], ["", "", "30x"])
            expectEqual([history.undoCount, history.redoCount], [1, 1])
            history.undo()
            expectEqual([customer.raw, age.raw], ["", "20"])
        }
    }

    @Test("a transaction in which a row has come, been edited and gone is no step")
    func rowThatComesAndGoes() {
        let history = UndoHistory(form.content)
        let goes = [{ self.form.value.lines.removeLast() }, { self.form.reset() }]
        for go in goes {
            history.begin()
            form.value.lines.append(Order.Line(id: 3))
            lines.rows[2].count.raw = "3x"
            go()
            history.commit()
            expectEqual(history.undoCount, 0)
        }
        history.begin()
        lines.rows[1].count.raw = "3x"
        history.commit()
        form.value.lines.removeLast()
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(lines.rows[1].count.raw, "3x")
        history.undo()
        expectEqual(lines.rows[1].count.raw, "1")
    }

    @Test("what is set in a row that has gone, as by a late answer, is no step, and keeps what can be redone")
    func rowThatHasGone() {
        let history = UndoHistory(form.content)
        let row = lines.rows[0]
        row.count.raw = "3x"
        form.value.lines.remove(at: 0)
        form.value.lines.append(Order.Line(id: 3))
        history.undo()
        expectEqual([history.undoCount, history.redoCount], [2, 1])
        row.article.raw = "Tea"
        expectEqual([history.undoCount, history.redoCount], [2, 1])
        history.undo()
        expectEqual(lines.rows.map { [$0.article.raw, $0.count.raw] }, [["", "3x"], ["", "1"]])
        history.undo()
        expectEqual(lines.rows.map(\.count.raw), ["1", "1"])
        #expect(form.value == Order())
    }

    @Test("what is typed into a row is taken back as it was typed, too")
    func rows() {
        let history = UndoHistory(form.content)
        bag.insert(lines.rows[1].count <=> control.rx.text, lines.rows[1].article <=> other.rx.text)
        for text in ["3", "3x"] { control.type(text) }
        other.append("Tea bag")
        expectEqual(undoAll(history, other), ["Tea bag", "Tea", "", "", ""])
        #expect(control.text == "1" && form.value == Order())
        for _ in 0..<2 { history.redo() }
        #expect(control.text == "3x" && form.value.lines[1].count == 3)
    }

    @Test("a row that an undo brings back shows what was typed into it")
    func rowThatComesBack() {
        let history = UndoHistory(form.content)
        let row = lines.rows[1]
        row.count.raw = "3x"
        form.value.lines.remove(at: 1)
        expectEqual(history.undoCount, 2)
        history.undo()
        #expect(lines.rows.count == 2 && lines.rows[1].count.raw == "3x")
        history.undo()
        #expect(lines.rows[1].count.raw == "1" && form.value == Order())
        history.redo()
        history.redo()
        #expect(lines.rows.count == 1 && history.redoCount == 0)
    }

    @Test("what is set in a row that goes and comes again in one change is a step")
    func rowThatGoesAndComesAgain() {
        let history = UndoHistory(form.content)
        let row = lines.rows[1]
        let start = PublishRelay<Void>()
        bag.insert(
            start.asSignal().emit(onNext: { self.form.value.lines.removeLast() }),
            lines.asDriver().skip(1).drive(onNext: { rows in
                row.count.raw = rows.count < 2 ? "late" : "typed"
                if rows.count < 2 { self.form.value.lines.append(Order.Line(id: 2)) }
            }))
        start.accept(())
        #expect(lines.rows.last === row && form.value == Order())
        expectEqual(history.undoCount, 1)
        history.undo()
        expectEqual(row.count.raw, "1")
    }

    @Test("a row that came after the beginning is the same one when an undo brings it back, with what was typed")
    func laterRowThatComesBack() {
        let history = UndoHistory(form.content)
        form.value.lines.append(Order.Line(id: 3))
        weak let row = lines.rows[2]
        lines.rows[2].count.raw = "3x"
        form.value.lines.removeLast()
        #expect(row != nil && lines.rows.count == 2)
        history.undo()
        #expect(lines.rows[2] === row && row?.count.raw == "3x")
        history.undo()
        #expect(lines.rows[2].count.raw == "1" && history.undoCount == 1)
    }

    @Test("two fields that an event sets are one step, which typing does not continue")
    func severalFields() {
        let history = UndoHistory(form.content)
        let (customer, age) = (customer, age)
        let set = PublishRelay<String>()
        set.asSignal().emit(onNext: {
            customer.raw = $0
            age.raw = $0
        })
        .disposed(by: bag)
        set.accept("a")
        expectEqual(history.undoCount, 1)
        customer.raw = "ab"
        expectEqual(history.undoCount, 2)
        batch {
            customer.raw = "x"
            age.raw = "50"
        }
        expectEqual(history.undoCount, 3)
        form.reset()
        expectEqual(history.undoCount, 4)
        history.undo()
        #expect(customer.raw == "x" && age.raw == "50" && form.value.age == 50)
        for _ in 0..<3 { history.undo() }
        #expect(age.raw == "20" && form.value == Order())
    }

    @Test("what the program sets is taken back to what was typed before")
    func setByCode() {
        let history = UndoHistory(form.content)
        age.raw = "030"
        form.value.age = 40
        expectEqual(age.raw, "40")
        history.undo()
        #expect(age.raw == "030" && form.value.age == 30)
        history.redo()
        #expect(age.raw == "40" && form.value.age == 40)
    }

    @Test("fields of other parts, of other values and of no value are not in the history")
    func otherFields() {
        let inner = ValueForm(Order())
        let innerAge = inner.field(\.age, as: .integer)
        let loose = Field("")
        form.add(inner, loose)
        let history = UndoHistory(form.content)
        let ages = UndoHistory(form.content.age)
        innerAge.raw = "x"
        loose.raw = "x"
        expectEqual(history.undoCount, 0)
        customer.raw = " "
        #expect(history.undoCount == 1 && ages.undoCount == 0)
        age.raw = "x"
        #expect(history.undoCount == 2 && ages.undoCount == 1)
    }

    @Test("a dialog that is cancelled leaves no text behind that cannot be read")
    func cancelled() {
        let history = UndoHistory(form.content)
        history.begin()
        age.raw = "x"
        customer.raw = "Ada "
        history.cancel()
        #expect(age.raw == "20" && customer.raw == "" && age.state.isValid && history.undoCount == 0)
    }

    @Test("what controls of fields hold back is delivered first")
    func heldBack() {
        let history = UndoHistory(form.content)
        bag.insert(age <=> control.rx.text.committed(on: control.rx.editingDidEnd))
        control.type("30x")
        history.undo()
        #expect(control.text == "20" && age.raw == "20" && history.redoCount == 1)
        history.redo()
        expectEqual(control.text, "30x")
    }

    @Test("a history keeps no form alive, and a form no history")
    func lifetime() {
        weak var released: ValueForm<Order>?
        let history: UndoHistory
        do {
            let form = ValueForm(Order())
            let age = form.field(\.age, as: .integer)
            released = form
            history = UndoHistory(form.content)
            age.raw = "x"
            expectEqual(history.undoCount, 1)
        }
        #expect(released == nil)
        weak var gone: UndoHistory?
        do {
            let history = UndoHistory(form.content)
            gone = history
            age.raw = "x"
        }
        #expect(gone == nil)
    }
}
