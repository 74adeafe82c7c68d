import Binding
import BindingCollections
import BindingForms
import BindingOperators
import TestSupport
import Testing

/// Fields, rows, the value and a history of it where batches and observers meet, as somebody found who knew the documents only.
@Suite("Forms of values, in an order that nobody had in mind")
@MainActor
struct ValueFormOrderTests {
    private struct Item: Equatable, Identifiable, Sendable {
        let id: Int
        var text = ""
        var count = 1
    }

    private struct Letter: Equatable, Sendable {
        var name = ""
        var age = 30
        var items: [Item] = []
    }

    @MainActor
    private final class Row {
        let form: ValueForm<Item>
        let text: Field<String, String>
        let count: Field<String, Int>

        init(_ form: ValueForm<Item>) {
            self.form = form
            text = form.field(\.text)
            count = form.field(\.count, as: .integer)
        }
    }

    private let bag = DisposeBag()

    @Test("C34: what an observer of the value types into a row that has moved is in the row and in its element")
    func typedIntoMovedRow() {
        let form = ValueForm(Letter(items: [Item(id: 1, count: 2)]))
        let rows = form.rows(\.items) { Row($0) }
        let row = rows.rows[0]
        var isArmed = true
        bag.insert(
            form.content => { (letter: Letter) in
                guard isArmed, letter.items.count == 2 else { return }
                isArmed = false
                row.count.raw = "7"
            })
        batch {
            row.text.raw = "t"
            form.value.items.insert(Item(id: 3), at: 0)
        }
        expectEqual(row.count.raw, "7")
        expectEqual(row.count.value, 7)
        expectEqual(row.form.value.count, 7)
        expectEqual(form.value.items[1], Item(id: 1, text: "t", count: 7))
        row.text.raw = "u"
        expectEqual(form.value.items[1], Item(id: 1, text: "u", count: 7))
    }

    @Test("C34: what is typed into a row that an observer has moved stays as typed", arguments: [false, true])
    func typedAfterMove(hasRule: Bool) throws {
        let form = ValueForm(Letter(items: [Item(id: 1)]))
        let rows = form.rows(\.items) { element in
            let row = Row(element)
            if hasRule { element.rule(row.count) { _ in nil } }
            return row
        }
        var todo = 0
        bag.insert(
            rows => { (_: [Row]) in
                guard todo > 0 else { return }
                todo -= 1
                if todo == 1 { form.value.items.swapAt(0, 1) } else { rows[id: 3]?.count.raw = "05" }
            })
        todo = 2
        form.value.items.insert(Item(id: 3, count: 2), at: 0)
        let row = try #require(rows[id: 3])
        expectEqual(row.count.raw, "05")
        expectEqual(form.value.items, [Item(id: 1), Item(id: 3, count: 5)])
    }

    @Test("C44: a batch of fields is one change of the value")
    func fieldsInBatch() {
        let form = ValueForm(Letter())
        let (name, age) = (form.field(\.name), form.field(\.age, as: .integer))
        var seen: [String] = []
        bag.insert(form.content => { (letter: Letter) in seen.append("\(letter.name) \(letter.age)") })
        seen = []
        batch {
            name.raw = "x"
            age.raw = "31"
        }
        expectEqual(seen, ["x 31"])
        seen = []
        batch {
            name.raw = "y"
            name.raw = "z"
        }
        expectEqual(seen, ["z 31"])
        seen = []
        batch {
            name.value = "y"
            form.value.age = 40
        }
        expectEqual(seen, ["y 40"])
    }

    @Test("C37: a row that comes, is edited and goes within a batch is no step")
    func rowWithinBatch() {
        let form = ValueForm(Letter())
        let rows = form.rows(\.items) { Row($0) }
        let history = UndoHistory(form.content)
        batch {
            form.value.items.append(Item(id: 1))
            rows.rows[0].count.raw = "2"
            form.value.items.removeAll()
        }
        expectEqual(history.undoCount, 0)
        form.value.items.append(Item(id: 1))
        expectEqual(history.undoCount, 1)
        history.undo()
        expectEqual(form.value.items, [])
        expectEqual(history.undoCount, 0)
    }

    @Test("C37: what is set in a row that has gone, and that a view still holds, is no step")
    func typedIntoGoneRow() {
        let form = ValueForm(Letter(items: [Item(id: 3)]))
        let rows = form.rows(\.items) { Row($0) }
        form.reset(to: Letter(items: [Item(id: 4)]))
        form.value.items.insert(Item(id: 3), at: 0)
        let held = rows[id: 3]
        let history = UndoHistory(form.content)
        form.value.items.removeFirst()
        held?.text.raw = "late"
        expectEqual(history.undoCount, 1)
    }

    @Test("a row that comes back is that of its element, whatever has been set in it meanwhile")
    func setWhileGone() {
        let form = ValueForm(Letter())
        let rows = form.rows(\.items) { Row($0) }
        form.value.items = [Item(id: 3)]
        let held = rows[id: 3]
        held?.form.value = Item(id: 9)
        form.value.items = [Item(id: 3), Item(id: 9)]
        #expect(held != nil && rows[id: 3] === held && rows[id: 9] != nil && rows[id: 9] !== held)
        expectEqual(rows.rows.map(\.form.value.id), [3, 9])
    }

    @Test("a batch makes rows for the elements that there are at its end")
    func rowsOfBatch() {
        let form = ValueForm(Letter())
        var made: [Int] = []
        let rows = form.rows(\.items) { element in
            made.append(element.value.id)
            return Row(element)
        }
        batch {
            for id in 1...3 { form.value.items.append(Item(id: id)) }
            form.value.items.removeFirst(2)
        }
        expectEqual(made, [3])
        expectEqual(rows.rows.count, 1)
    }

    @Test("a row that a view still holds comes back with its element", arguments: [false, true])
    func heldRow(isTyped: Bool) {
        let form = ValueForm(Letter())
        let rows = form.rows(\.items) { Row($0) }
        let history = UndoHistory(form.content)
        form.value.items.append(Item(id: 3))
        let held = rows[id: 3]
        if isTyped { held?.text.raw = "t" }
        form.value.items.removeLast()
        expectEqual(held?.form.state.status, .disabled)
        history.undo()
        #expect(held != nil && rows[id: 3] === held)
        expectEqual(held?.form.state.status, .valid)
    }

    @Test("a row that nobody holds is made anew")
    func rowThatNobodyHolds() {
        let form = ValueForm(Letter())
        let rows = form.rows(\.items) { Row($0) }
        form.value.items.append(Item(id: 3))
        weak let gone = rows[id: 3]
        form.value.items.removeLast()
        #expect(gone == nil)
    }

    @Test("C37: what is typed after an undo in a batch is a step", arguments: ["030", "x"])
    func typedAfterUndo(text: String) {
        let form = ValueForm(Letter())
        let age = form.field(\.age, as: .integer)
        let history = UndoHistory(form.content)
        age.raw = "31"
        batch {
            history.undo()
            age.raw = text
        }
        expectEqual(age.raw, text)
        expectEqual(history.undoCount, 1)
        expectEqual(history.redoCount, 0)
        history.undo()
        expectEqual(age.raw, "30")
    }

    @Test(
        "C37: what an observer of an undo types in a batch of its own is no step, and what is typed next goes back to it"
    )
    func typedByObserver() {
        let form = ValueForm(Letter())
        let age = form.field(\.age, as: .integer)
        let history = UndoHistory(form.content)
        age.raw = "31"
        var isArmed = true
        bag.insert(
            form.content => { (letter: Letter) in
                guard isArmed, letter.age == 32 else { return }
                isArmed = false
                history.undo()
                batch { age.raw = "x" }
            })
        form.value.age = 32
        age.raw = "y"
        history.undo()
        expectEqual(age.raw, "x")
    }

    @Test(
        "C34: a part that is set to another value and back ends alike in a batch and outside", arguments: [false, true])
    func awayAndBack(inBatch: Bool) {
        for text in ["x", "030"] {
            let form = ValueForm(Letter())
            let age = form.field(\.age, as: .integer)
            age.raw = text
            let work: @MainActor () -> Void = {
                form.value.age = 31
                form.value.age = 30
            }
            if inBatch { batch(work) } else { work() }
            expectEqual(age.raw, "30")
        }
    }
}
