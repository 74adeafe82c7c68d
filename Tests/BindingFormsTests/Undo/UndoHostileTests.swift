import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import Dispatch
import TestSupport
import Testing

@Suite("UndoHistory: what nobody should do")
@MainActor
struct UndoHostileTests {
    let bag = DisposeBag()

    @Test("no part, and the same part twice")
    func parts() {
        let none = UndoHistory()
        none.undo()
        none.redo()
        none.begin()
        none.cancel()
        none.commit()
        none.clear()
        expectEqual(possibilities(none), [false, false])
        let name = BehaviorRelay(value: "")
        let twice = UndoHistory([name, name])
        for text in ["A", "Ad", "Ada", "Ada "] { name.accept(text) }
        expectEqual(twice.undoCount, 2)
        twice.undo()
        expectEqual(name.value, "Ada")
        twice.undo()
        twice.redo()
        twice.redo()
        #expect(name.value == "Ada " && twice.undoCount == 2)
        twice.begin()
        name.accept("Grace")
        twice.cancel()
        expectEqual(name.value, "Ada ")
    }

    @Test("an undo by an observer of the change, whether it or the history came first", arguments: [true, false])
    func undoInObserver(isFirst: Bool) {
        let (count, other, times) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        var history: UndoHistory?
        if isFirst { history = UndoHistory(count, other, times) }
        bag.insert(count => { if $0 > 9 { history?.undo() } })
        bag.insert(count => { other.accept($0 * 2) }, count.asDriver().skip(1) => { _ in times.modify { $0 += 1 } })
        history = history ?? UndoHistory(count, other, times)
        let all = history!
        count.accept(5)
        count.accept(6)
        count.accept(10)
        #expect(count.value == 6 && other.value == 12 && times.value == 4)
        #expect(all.undoCount == 2 && all.redoCount == 1)
        all.undo()
        #expect(count.value == 5 && other.value == 10 && times.value == 1)
        all.redo()
        #expect(count.value == 6 && other.value == 12 && times.value == 2)
        count.accept(7)
        #expect(all.undoCount == 3 && all.redoCount == 0)
        history = nil
    }

    @Test("an undo or a redo from within one does nothing")
    func undoInUndo() {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count)
        for value in 1...5 { count.accept(value) }
        bag.insert(
            count.asDriver().skip(1) => { [unowned history] _ in
                history.undo()
                history.redo()
                history.endGroup()
            })
        history.undo()
        #expect(count.value == 4 && history.undoCount == 4 && history.redoCount == 1)
        history.redo()
        #expect(count.value == 5 && history.undoCount == 5)
    }

    @Test("C37: edits during an undo: those of parts are taken back, others stay")
    func editsDuringUndo() {
        let (count, name, free) = (BehaviorRelay(value: 0), BehaviorRelay(value: ""), BehaviorRelay(value: 0))
        let history = UndoHistory(count, name)
        count.accept(1)
        name.accept("Ada")
        count.accept(2)
        bag.insert(
            count.asDriver().skip(1) => { count in
                name.accept("changed to \(count)")
                name.accept("and again")
                free.accept(count)
            })
        history.undo()
        #expect(count.value == 1 && name.value == "Ada" && free.value == 1)
        #expect(history.undoCount == 2 && history.redoCount == 1)
        history.redo()
        #expect(count.value == 2 && name.value == "Ada" && history.redoCount == 0)
    }

    @Test("transactions during an undo, and a transaction that an observer cancels")
    func transactionsDuringUndo() {
        let (count, name) = (BehaviorRelay(value: 0), BehaviorRelay(value: ""))
        let history = UndoHistory(count, name)
        count.accept(1)
        let begun =
            count.asDriver().skip(1) => { [unowned history] _ in
                history.begin()
                name.accept("Ada")
                history.commit()
            }
        history.undo()
        #expect(count.value == 0 && name.value.isEmpty && history.undoCount == 0 && history.redoCount == 1)
        begun.dispose()
        history.redo()
        history.begin()
        name.accept("Grace")
        count.accept(2)
        bag.insert(count.asDriver().skip(1) => { [unowned history] _ in history.cancel() })
        history.undo()
        #expect(count.value == 1 && name.value.isEmpty && history.undoCount == 1)
        history.undo()
        expectEqual(count.value, 0)
    }

    @Test("an undo by an observer that hears that it is possible")
    func undoInDriver() {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count)
        bag.insert(history.canUndo => { [unowned history] in if $0 { history.undo() } })
        count.accept(1)
        #expect(count.value == 0 && history.undoCount == 0 && history.redoCount == 1)
        count.accept(2)
        expectEqual(count.value, 0)
    }

    @Test("a change right after an undo, in the same event, is a step")
    func editAfterUndo() {
        let (count, button) = (BehaviorRelay(value: 0), Button())
        let history = UndoHistory(count)
        count.accept(1)
        count.accept(2)
        bag.insert(
            button.rx.tap => { [unowned history] in
                history.undo()
                count.accept(7)
                count.accept(8)
            })
        button.press()
        #expect(history.undoCount == 2 && history.redoCount == 0)
        history.undo()
        expectEqual(count.value, 1)
    }

    @Test("a transaction that an observer begins or commits before the history gets the value")
    func transactionInObserver() {
        let count = BehaviorRelay(value: 0)
        var history: UndoHistory?
        bag.insert(count => { if $0 == 1 { history?.begin() } })
        bag.insert(count => { if $0 == 3 { history?.commit() } })
        let all = UndoHistory(count)
        history = all
        count.accept(1)
        expectEqual(all.undoCount, 0)
        count.accept(2)
        count.accept(3)
        history = nil
        expectEqual(all.undoCount, 2)
        all.undo()
        expectEqual(count.value, 1)
        all.undo()
        expectEqual(count.value, 0)
    }

    @Test("10,000 edits, and as many undone")
    func many() {
        let (count, name) = (BehaviorRelay(value: 0), BehaviorRelay(value: ""))
        let history = UndoHistory(count, name, limit: .max)
        let short = UndoHistory(count, limit: 100)
        for value in 1...10_000 { count.accept(value) }
        #expect(history.undoCount == 10_000 && short.undoCount == 100)
        for _ in 1...9_999 { history.undo() }
        #expect(count.value == 1 && history.redoCount == 9_999)
        // One word of them.
        var word = ""
        for _ in 1...5_000 {
            word += "a"
            name.accept(word)
        }
        expectEqual(history.undoCount, 2)
        history.undo()
        #expect(name.value.isEmpty)
    }

    @Test("a history goes in the midst of a change, of an undo, and with a transaction open")
    func dropped() throws {
        try withoutLeaks {
            let bag = DisposeBag()
            let count = BehaviorRelay(value: 0)
            var history: UndoHistory? = UndoHistory(count)
            bag.insert(count => { if $0 == 5 { history = nil } })
            count.accept(4)
            history?.begin()
            count.accept(5)
            #expect(history == nil)
            history = UndoHistory(count)
            count.accept(6)
            history?.undo()
            #expect(history == nil && count.value == 5)
            bag.dispose()
        }
    }

    @Test("a value that looks at the history when it dies")
    func dyingValues() {
        final class Value: Equatable, Sendable {
            let onDeath: @Sendable () -> Void
            init(_ onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }
            deinit { onDeath() }
            static func == (left: Value, right: Value) -> Bool { left === right }
        }
        let deaths = Counter()
        weak var weakHistory: UndoHistory?
        nonisolated(unsafe) let find = { weakHistory }
        let make = {
            Value {
                MainActor.assumeIsolated {
                    deaths.add()
                    guard let history = find() else { return }
                    _ = (history.undoCount, history.redoCount)
                    history.endGroup()
                }
            }
        }
        let relay = BehaviorRelay(value: make())
        let history = UndoHistory(relay, limit: 2)
        weakHistory = history
        for _ in 1...10 { relay.accept(make()) }
        #expect(deaths.value == 7 || deaths.value == 8)
        history.begin()
        for _ in 1...10 { relay.accept(make()) }
        history.undo()
        relay.accept(make())
        history.commit()
        history.begin()
        relay.accept(make())
        history.cancel()
        history.clear()
        // The relay's value, and the value that the history has recorded for it.
        expectEqual(deaths.value, 22)
    }

    @Test("parts that another thread floods, while the main actor edits, undoes and redoes")
    func flooded() async {
        let (flooded, own) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(flooded, own, limit: 50)
        let told = Shared(0)
        bag.insert(flooded => { told.value = $0 })
        let isOver = Shared(false)
        DispatchQueue.global().async {
            for value in 1...20_000 { flooded.accept(value) }
            isOver.value = true
        }
        var edits = 0
        while !isOver.value {
            edits += 1
            own.accept(edits)
            if edits.isMultiple(of: 3) { history.undo() }
            if edits.isMultiple(of: 6) { history.redo() }
            if edits.isMultiple(of: 7) { history.begin() }
            if edits.isMultiple(of: 14) { history.cancel() } else if edits.isMultiple(of: 7) { history.commit() }
            await Task.yield()
        }
        await eventually { told.value == flooded.value }
        history.clear()
        // The recorded value is the current one.
        let (settled, settledOwn) = (flooded.value, own.value)
        flooded.accept(-1)
        own.accept(-1)
        history.undo()
        history.undo()
        #expect(flooded.value == settled && own.value == settledOwn)
        #expect(history.undoCount == 0 && history.redoCount == 2)
    }

    @Test("changes of other threads are steps, one each")
    func otherThreads() async {
        let count = BehaviorRelay(value: 0)
        let history = UndoHistory(count)
        onAnotherThread { for value in 1...3 { count.accept(value) } }
        await eventually { history.undoCount == 3 }
        history.undo()
        expectEqual(count.value, 2)
    }
}
