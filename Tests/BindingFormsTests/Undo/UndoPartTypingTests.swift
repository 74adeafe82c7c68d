import Binding
import BindingCollections
import BindingControls
import BindingOperators
import TestSupport
import Testing

@testable import BindingForms

@Suite("UndoHistory: typing into a part of a structure")
@MainActor
struct UndoPartTypingTests {
    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var title = ""
        var note: String?
        var stars = 0
    }

    let bag = DisposeBag()
    let rows = BehaviorRelay(value: [Row(id: 1), Row(id: 2)])
    let field = TextField()
    let other = TextField()

    /// Types letter by letter at the end.
    private func type(_ letters: String, into field: TextField) {
        for letter in letters { field.type(field.text + String(letter)) }
    }

    private func title(of id: Int) throws -> Lens<String> { try #require(rows.element(id: id)).title }

    @Test("C37: a word that is typed into a row is a step, though the history has all rows")
    func row() throws {
        let history = UndoHistory(rows)
        try bag.insert(title(of: 2) <=> field.rx.text)
        type("Ada King", into: field)
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(rows.value[1].title, "Ada")
        history.undo()
        #expect(rows.value[1].title == "" && field.text == "")
        history.redo()
        history.redo()
        expectEqual(field.text, "Ada King")
        field.type("Ada Kin")
        field.type("Ada Ki")
        expectEqual(history.undoCount, 3)
    }

    @Test("C37: a word that is typed into the row that is selected is a step, of that row")
    func selectedRow() {
        let history = UndoHistory(rows)
        let selection = Selection<Int>(.single)
        let row = selection.row(in: rows, or: Row(id: 0))
        bag.insert(row.title <=> field.rx.text, row.note.or("") <=> other.rx.text)
        selection.select(1)
        type("Ada King", into: field)
        expectEqual(history.undoCount, 2)
        type("x", into: other)
        type("s", into: field)
        expectEqual(history.undoCount, 4)
        history.undo()
        history.undo()
        expectEqual(field.text, "Ada King")
        history.undo()
        #expect(field.text == "Ada" && rows.value[0].title == "Ada")
        history.redo()
        // Where the next letter would be, but in another row.
        rows.modify { $0[1].title = "Ada King" }
        expectEqual(history.undoCount, 3)
        selection.select(2)
        type("d", into: field)
        selection.select(1)
        type("e", into: field)
        expectEqual(history.undoCount, 5)
        expectEqual(rows.value.map(\.title), ["Ada Kinge", "Ada Kingd"])
    }

    @Test("where another text goes on, in another row or another property, a step begins")
    func otherPlaces() throws {
        let history = UndoHistory(rows)
        try bag.insert(title(of: 1) <=> field.rx.text)
        try bag.insert(title(of: 2) <=> other.rx.text)
        let note = TextField()
        try bag.insert(#require(rows.element(id: 1)).note.or("") <=> note.rx.text)
        type("ab", into: field)
        expectEqual(history.undoCount, 1)
        // Where the letter of the other row would be.
        rows.modify { $0[1].title = "ab" }
        expectEqual(history.undoCount, 2)
        type("c", into: other)
        type("cd", into: field)
        type("e", into: note)
        expectEqual(history.undoCount, 5)
        type("fg", into: note)
        expectEqual(history.undoCount, 5)
        expectEqual(rows.value, [Row(id: 1, title: "abcd", note: "efg"), Row(id: 2, title: "abc")])
    }

    @Test("a binding that is made anew for another row does not go on with the word of the one before")
    func rebound() throws {
        let history = UndoHistory(rows)
        for number in 0..<20 {
            let bag = DisposeBag()
            try bag.insert(title(of: number % 2 + 1) <=> field.rx.text)
            type("a", into: field)
            expectEqual(history.undoCount, number + 1)
        }
    }

    @Test("what observers make of a letter belongs to it; a change of something else does not")
    func observed() throws {
        let history = UndoHistory(rows)
        try bag.insert(title(of: 1) <=> field.rx.text)
        try bag.insert(
            title(of: 1).asDriver() => { [rows] in
                if rows.value[0].stars != $0.count { rows.modify { $0[0].stars = $0[0].title.count } }
            })
        history.clear()
        type("abc", into: field)
        expectEqual(history.undoCount, 1)
        rows.modify { $0[1].stars = 5 }
        type("d", into: field)
        expectEqual(history.undoCount, 3)
        history.undo()
        history.undo()
        history.undo()
        expectEqual(rows.value, [Row(id: 1), Row(id: 2)])
    }

    @Test("where the row that is selected next has its next letter, a step begins")
    func nextSelectedRow() {
        rows.modify { $0[1].title = "a" }
        let history = UndoHistory(rows)
        let selection = Selection<Int>(.single)
        bag.insert(selection.row(in: rows, or: Row(id: 0)).title <=> field.rx.text)
        selection.select(1)
        type("a", into: field)
        selection.select(2)
        type("b", into: field)
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(rows.value.map(\.title), ["a", "a"])
    }

    @Test("the same of what observers of the selected row make of a letter")
    func observedSelectedRow() {
        let history = UndoHistory(rows)
        let selection = Selection<Int>(.single)
        let row = selection.row(in: rows, or: Row(id: 0))
        selection.select(1)
        bag.insert(
            row.title <=> field.rx.text,
            row.title.asDriver() => { [rows] in
                if rows.value[0].stars != $0.count { rows.modify { $0[0].stars = $0[0].title.count } }
            })
        history.clear()
        type("abc", into: field)
        expectEqual(history.undoCount, 1)
        expectEqual(rows.value[0], Row(id: 1, title: "abc", stars: 3))
        history.undo()
        expectEqual(rows.value, [Row(id: 1), Row(id: 2)])
    }

    @Test("texts of computed parts, which come and go with their bindings, are not kept, nor mistaken for others")
    func reboundSelectedRow() {
        let history = UndoHistory(rows)
        let selection = Selection<Int>(.single)
        let row = selection.row(in: rows, or: Row(id: 0))
        selection.select(1)
        for number in 1...20 {
            let bag = DisposeBag()
            bag.insert(row.note.or("") <=> field.rx.text)
            type("a", into: field)
            expectEqual(history.undoCount, number)
        }
    }

    @Test("a structure whose text is a part, too, is one step a word")
    func both() throws {
        let row = BehaviorRelay(value: Row(id: 1))
        let history = UndoHistory(row, row.title)
        bag.insert(row.title <=> field.rx.text)
        type("Ada King", into: field)
        expectEqual(history.undoCount, 2)
    }

    @Test("a paste is a step by itself")
    func paste() throws {
        let history = UndoHistory(rows)
        try bag.insert(title(of: 1) <=> field.rx.text)
        type("ab", into: field)
        field.type("ab pasted")
        type("c", into: field)
        expectEqual(history.undoCount, 3)
    }
}
