import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Whether the history can undo and redo.
@MainActor
func possibilities(_ history: UndoHistory) -> [Bool] {
    let (undo, redo) = (Recorder<Bool>(), Recorder<Bool>())
    history.canUndo.drive(undo).dispose()
    history.canRedo.drive(redo).dispose()
    return undo.elements + redo.elements
}

@Suite("UndoHistory")
@MainActor
struct UndoHistoryTests {
    let bag = DisposeBag()

    @Test("C37: there and back, with what can be done")
    func thereAndBack() {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count)
        let (canUndo, canRedo) = (Recorder<Bool>(), Recorder<Bool>())
        history.canUndo.drive(canUndo).disposed(by: bag)
        history.canRedo.drive(canRedo).disposed(by: bag)
        expectEqual(possibilities(history), [false, false])
        count.accept(1)
        count.accept(2)
        expectEqual(possibilities(history), [true, false])
        #expect(history.undoCount == 2 && history.redoCount == 0)
        history.undo()
        #expect(count.value == 1 && possibilities(history) == [true, true])
        history.undo()
        #expect(count.value == 0 && possibilities(history) == [false, true])
        history.undo()
        expectEqual(count.value, 0)
        history.redo()
        history.redo()
        history.redo()
        #expect(count.value == 2 && possibilities(history) == [true, false])
        history.undo()
        count.accept(7)
        expectEqual(possibilities(history), [true, false])
        history.redo()
        expectEqual(count.value, 7)
        #expect(history.undoCount == 2 && history.redoCount == 0)
        expectEqual(canUndo.elements, [false, true, false, true])
        expectEqual(canRedo.elements, [false, true, false, true, false])
    }

    @Test("several parts of several types, in the order of their changes")
    func severalParts() {
        struct Draft: Equatable, Sendable {
            var name = ""
            var age: Int?
        }
        let draft = BehaviorRelay(value: Draft())
        let rows = BehaviorRelay(value: [1, 2])
        let history = UndoHistory(draft.name, draft.age, rows)
        draft.name.value = "Ada Lovelace"
        rows.modify { $0.append(3) }
        draft.age.value = 36
        draft.age.value = nil
        history.undo()
        expectEqual(draft.value, Draft(name: "Ada Lovelace", age: 36))
        history.undo()
        expectEqual(draft.value, Draft(name: "Ada Lovelace", age: nil))
        history.undo()
        expectEqual(rows.value, [1, 2])
        history.undo()
        expectEqual(draft.value, Draft())
        for _ in 1...4 { history.redo() }
        #expect(draft.value == Draft(name: "Ada Lovelace", age: nil) && rows.value == [1, 2, 3])
    }

    @Test("values that cannot be compared, and a value that is set again")
    func notEquatable() {
        struct Row: Sendable {
            let title: String
        }
        let rows = BehaviorRelay(value: [Row(title: "one")])
        let number = BehaviorRelay(value: Double.nan)
        let history = UndoHistory(rows, number)
        rows.accept(rows.value)
        number.accept(.nan)
        expectEqual(history.undoCount, 0)
        rows.modify { $0.append(Row(title: "two")) }
        number.accept(1)
        history.undo()
        history.undo()
        #expect(rows.value.map(\.title) == ["one"] && number.value.isNaN)
        history.redo()
        expectEqual(rows.value.map(\.title), ["one", "two"])
        #expect(history.undoCount == 1 && history.redoCount == 1)
    }

    @Test(
        "what an observer makes of a change belongs to it, whether it or the history came first",
        arguments: [true, false])
    func observers(isFirst: Bool) {
        let (name, slug, count) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""), BehaviorRelay(value: 0))
        var history: UndoHistory?
        if isFirst { history = UndoHistory(name, slug, count) }
        bag.insert(name => { slug.accept($0.lowercased()) }, slug => { count.accept($0.count) })
        // The view model trims.
        bag.insert(name => { if $0.hasSuffix(" ") { name.accept(String($0.dropLast())) } })
        let all = history ?? UndoHistory(name, slug, count)
        name.accept("Ada Lovelace ")
        expectEqual(all.undoCount, 1)
        slug.accept("countess")
        name.accept("Grace Hopper")
        expectEqual(all.undoCount, 3)
        all.undo()
        // Not "ada lovelace", which the observer made from the restored name.
        #expect((name.value, slug.value, count.value) == ("Ada Lovelace", "countess", 8))
        all.undo()
        #expect((name.value, slug.value, count.value) == ("Ada Lovelace", "ada lovelace", 12))
        all.undo()
        #expect((name.value, slug.value, count.value) == ("", "", 0))
        #expect(all.undoCount == 0 && all.redoCount == 3)
        all.redo()
        all.redo()
        all.redo()
        #expect((name.value, slug.value, count.value) == ("Grace Hopper", "grace hopper", 12))
        all.undo()
        #expect((name.value, slug.value, count.value) == ("Ada Lovelace", "countess", 8))
    }

    @Test("C37: what a control makes of a value belongs to it")
    func control() {
        let name = BehaviorRelay(value: "")
        let field = TextField(maximumLength: 5)
        bag.insert(name <=> field.rx.text)
        let history = UndoHistory(name)
        name.accept("Lovelace")
        #expect(name.value == "Lovel" && history.undoCount == 1)
        field.type("Hopper")
        #expect(name.value == "Hoppe" && history.undoCount == 2)
        history.undo()
        expectEqual(field.text, "Lovel")
        history.undo()
        #expect(field.text.isEmpty && history.undoCount == 0)
        history.redo()
        expectEqual(field.text, "Lovel")
    }

    @Test("two edits in one turn are two steps; what one event leads to is one")
    func originalChanges() {
        let (first, last) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: "Lovelace"))
        let history = UndoHistory(first, last)
        first.accept("Grace")
        last.accept("Hopper")
        expectEqual(history.undoCount, 2)
        let button = Button()
        bag.insert(
            button.rx.tap => {
                let former = first.value
                first.accept(last.value)
                last.accept(former)
            })
        button.press()
        button.press()
        button.press()
        expectEqual(history.undoCount, 5)
        history.undo()
        #expect((first.value, last.value) == ("Grace", "Hopper"))
        history.undo()
        history.undo()
        history.undo()
        #expect((first.value, last.value) == ("Grace", "Lovelace"))
    }

    @Test("a change that comes to nothing is no step, and what could be redone still can be")
    func nothing() {
        let count = BehaviorRelay(value: 0)
        bag.insert(count => { if $0 > 9 { count.accept(9) } })
        let history = UndoHistory(count)
        count.accept(20)
        history.undo()
        history.redo()
        expectEqual(count.value, 9)
        count.accept(5)
        history.undo()
        count.accept(30)
        #expect(history.undoCount == 1 && history.redoCount == 1 && possibilities(history) == [true, true])
        history.redo()
        expectEqual(count.value, 5)
    }

    @Test("what an observer makes of a change a turn later is a step by itself")
    func later() async {
        let (name, slug) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let history = UndoHistory(name, slug)
        bag.insert(name.asDriver().skip(1) => { name in Task { @MainActor in slug.accept(name.lowercased()) } })
        name.accept("Ada Lovelace")
        await eventually { slug.value == "ada lovelace" }
        expectEqual(history.undoCount, 2)
        history.undo()
        #expect(slug.value.isEmpty && name.value == "Ada Lovelace")
        history.undo()
        await mainActorIsFree()
        expectEqual(history.redoCount, 2)
    }

    @Test("C37: an observer that insists keeps its value, and steps go on as before")
    func insisting() {
        let (mode, count) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(mode, count)
        count.accept(5)
        mode.accept(1)
        mode.accept(2)
        // From here on the count is always 7.
        let writes = Counter()
        bag.insert(
            count => { value in
                writes.add()
                if value != 7 { count.accept(7) }
            })
        #expect(writes.value == 2 && history.undoCount == 4)
        history.undo()
        // Three attempts, and the observer's reaction to each.
        #expect(writes.value == 8 && mode.value == 2 && count.value == 7)
        history.undo()
        #expect(mode.value == 1 && count.value == 7)
        history.undo()
        history.undo()
        history.undo()
        #expect(mode.value == 0 && count.value == 7)
        let redoCount = history.redoCount
        for _ in 1...4 { history.redo() }
        #expect(redoCount == 4 && mode.value == 2 && count.value == 7)
    }

    @Test("the oldest steps go where there are too many")
    func limited() {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count, limit: 3)
        for value in 1...100 { count.accept(value) }
        expectEqual(history.undoCount, 3)
        for _ in 1...5 { history.undo() }
        #expect(count.value == 97 && history.redoCount == 3)
        let none = UndoHistory(count, limit: 0)
        count.accept(1)
        #expect(none.undoCount == 0 && possibilities(none) == [false, false])
        none.undo()
        expectEqual(count.value, 1)
        none.begin()
        count.accept(2)
        count.accept(3)
        none.cancel()
        expectEqual(count.value, 1)
        expectEqual(UndoHistory(count, limit: -1).limit, 0)
    }

    @Test("a part that is added later is known from then on")
    func added() {
        let (count, name) = (BehaviorRelay(value: 0), BehaviorRelay(value: ""))
        let history = UndoHistory(count)
        count.accept(1)
        name.accept("Ada Lovelace")
        history.begin()
        history.add(name)
        name.accept("Grace Hopper")
        count.accept(2)
        history.cancel()
        #expect(name.value == "Ada Lovelace" && count.value == 1 && history.undoCount == 1)
        name.accept("Katherine Johnson")
        history.undo()
        history.undo()
        history.undo()
        #expect(name.value == "Ada Lovelace" && count.value == 0)
    }

    @Test("all steps are forgotten")
    func clearing() {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count)
        count.accept(1)
        count.accept(2)
        history.undo()
        history.clear()
        #expect(possibilities(history) == [false, false] && count.value == 1)
        history.redo()
        history.undo()
        expectEqual(count.value, 1)
        history.begin()
        count.accept(2)
        history.clear()
        count.accept(3)
        history.cancel()
        #expect(count.value == 2 && history.undoCount == 0)
    }

    @Test("an element of a list, which may be gone when its change is undone")
    func element() throws {
        struct Row: Identifiable, Equatable, Sendable {
            let id: Int
            var title: String
        }
        let rows = BehaviorRelay(value: [Row(id: 1, title: "one"), Row(id: 2, title: "two")])
        let row = try #require(rows.element(id: 2))
        let history = UndoHistory(rows, row.title)
        row.title.value = "deux et plus"
        rows.modify { $0.removeAll() }
        history.undo()
        expectEqual(rows.value.map(\.title), ["one", "deux et plus"])
        history.undo()
        expectEqual(rows.value.map(\.title), ["one", "two"])
        history.redo()
        history.redo()
        #expect(rows.value.isEmpty)
        let alone = UndoHistory(row.title)
        rows.accept([Row(id: 2, title: "two")])
        row.title.value = "three and more"
        rows.accept([])
        alone.undo()
        #expect(rows.value.isEmpty)
        rows.accept([Row(id: 2, title: "four, to go on")])
        alone.undo()
        expectEqual(rows.value.map(\.title), ["three and more"])
    }

    @Test("a history leaves nothing behind, and goes with its view model")
    func leaks() throws {
        @MainActor final class ViewModel {
            @Mutable var name = ""
            @Mutable var rows: [Int] = []
            let history = UndoHistory()
            init() { history.add($name, $rows) }
        }
        try withoutLeaks {
            let viewModel = ViewModel()
            let button = Button()
            let bag = DisposeBag()
            bag.insert(button.rx.tap => viewModel.history.undo, viewModel.history.canUndo => { button.isEnabled = $0 })
            viewModel.name = "Ada"
            viewModel.rows += [1]
            viewModel.history.begin()
            viewModel.rows += [2]
            button.press()
        }
        // The relays may outlive it.
        let count = BehaviorRelay(value: 0)
        weak var gone: UndoHistory?
        do {
            let history = UndoHistory(count)
            count.accept(1)
            gone = history
        }
        #expect(gone == nil && !count.hasObservers)
    }
}
