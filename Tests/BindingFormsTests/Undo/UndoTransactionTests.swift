import Binding
import BindingControls
import BindingForms
import BindingOperators
import TestSupport
import Testing

@Suite("UndoHistory: transactions")
@MainActor
struct UndoTransactionTests {
    let name = BehaviorRelay(value: "")
    let count = BehaviorRelay(value: 0)
    let bag = DisposeBag()

    @Test("what is committed is one step")
    func committed() {
        let history = UndoHistory(name, count)
        count.accept(1)
        history.begin()
        #expect(history.undoCount == 0 && possibilities(history) == [false, false])
        name.accept("Ada")
        count.accept(2)
        name.accept("Grace")
        expectEqual(history.undoCount, 3)
        history.commit()
        expectEqual(history.undoCount, 2)
        history.undo()
        #expect(name.value.isEmpty && count.value == 1)
        history.redo()
        #expect(name.value == "Grace" && count.value == 2)
        // Later changes are not part of it.
        name.accept("Grace!")
        expectEqual(history.undoCount, 3)
    }

    @Test("what is cancelled is taken back without a trace")
    func cancelled() {
        let history = UndoHistory(name, count)
        bag.insert(name => { count.accept($0.count) })
        name.accept("Ada King")
        name.accept("Ada Lovelace")
        history.undo()
        count.accept(0)
        history.undo()
        expectEqual(possibilities(history), [true, true])
        history.begin()
        name.accept("Grace Hopper")
        count.accept(99)
        history.cancel()
        #expect(name.value == "Ada King" && count.value == 8)
        #expect(history.undoCount == 1 && history.redoCount == 1)
        history.redo()
        expectEqual(count.value, 0)
    }

    @Test("one without a change, or whose changes come to nothing, is no step")
    func empty() {
        let history = UndoHistory(name, count)
        count.accept(1)
        history.undo()
        history.begin()
        history.commit()
        history.begin()
        count.accept(5)
        count.accept(0)
        history.commit()
        history.begin()
        history.cancel()
        #expect(history.undoCount == 0 && history.redoCount == 1)
        history.commit()
        history.cancel()
        #expect(history.redoCount == 1 && possibilities(history) == [false, true])
    }

    @Test("transactions within one another")
    func nested() {
        let history = UndoHistory(name, count)
        history.begin()
        count.accept(1)
        history.begin()
        count.accept(2)
        name.accept("Ada")
        history.cancel()
        #expect(count.value == 1 && name.value.isEmpty && history.undoCount == 1)
        history.begin()
        count.accept(3)
        count.accept(4)
        history.commit()
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(count.value, 1)
        history.redo()
        history.commit()
        #expect(history.undoCount == 1 && count.value == 4)
        history.undo()
        expectEqual(count.value, 0)
        history.redo()
        history.begin()
        history.begin()
        count.accept(8)
        history.commit()
        history.cancel()
        expectEqual(count.value, 4)
    }

    @Test("in an open transaction its own steps are undone, and no others")
    func undoWithin() {
        let history = UndoHistory(name, count)
        count.accept(1)
        history.begin()
        history.undo()
        expectEqual(count.value, 1)
        count.accept(2)
        count.accept(3)
        history.undo()
        history.undo()
        history.undo()
        #expect(count.value == 1 && history.redoCount == 2)
        history.redo()
        history.commit()
        #expect(count.value == 2 && history.undoCount == 2 && history.redoCount == 0)
        history.undo()
        expectEqual(count.value, 1)
    }

    @Test("what is committed is what is, also where an observer has insisted on it")
    func insistedOn() {
        let history = UndoHistory(name, count)
        history.begin()
        count.accept(1)
        count.accept(2)
        let insisting = count => { [count] in if $0 == 1 { count.accept(9) } }
        history.undo()
        expectEqual(count.value, 9)
        history.commit()
        insisting.dispose()
        history.undo()
        expectEqual(count.value, 0)
        history.redo()
        expectEqual(count.value, 9)
    }

    @Test("what is too long ago to be undone is still cancelled and committed")
    func limited() {
        let history = UndoHistory(name, count, limit: 2)
        for isCommitted in [false, true] {
            history.begin()
            name.accept("Ada Lovelace")
            for value in 1...50 { count.accept(value) }
            expectEqual(history.undoCount, 2)
            if isCommitted { history.commit() } else { history.cancel() }
            #expect(name.value == (isCommitted ? "Ada Lovelace" : ""))
            #expect(count.value == (isCommitted ? 50 : 0))
        }
        history.undo()
        #expect(name.value.isEmpty && count.value == 0)
    }

    @Test("a dialog, from a button's event, whose edits are typed")
    func dialog() {
        let (open, ok) = (Button(), Button())
        let field = TextField()
        let history = UndoHistory(name, count)
        bag.insert(name <=> field.rx.text, open.rx.tap => history.begin, ok.rx.tap => history.commit)
        open.press()
        for text in ["A", "Ad", "Ada", "Ada ", "Ada K"] { field.type(text) }
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(field.text, "Ada")
        field.type("Ada L")
        ok.press()
        expectEqual(history.undoCount, 1)
        history.undo()
        #expect(field.text.isEmpty)
    }

    @Test("C44: what a batch sets after an undo is a step", arguments: [false, true])
    func batchAfterUndo(undoesTwice: Bool) {
        let (a, b) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(a, b)
        let bag = DisposeBag()
        // What observers make of an undo is none.
        a.asDriver().skip(1).drive(onNext: { _ in b.accept(b.value) }).disposed(by: bag)
        a.accept(1)
        a.accept(2)
        batch {
            history.undo()
            b.accept(7)
            if undoesTwice { history.undo() }
        }
        if undoesTwice {
            expectEqual([a.value, b.value, history.undoCount, history.redoCount], [1, 0, 1, 1])
        } else {
            expectEqual([a.value, b.value, history.undoCount, history.redoCount], [1, 7, 2, 0])
            history.undo()
            expectEqual([a.value, b.value], [1, 0])
        }
    }

    @Test("C44: so is what it sets after a transaction has been cancelled")
    func batchAfterCancel() {
        let (a, b) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(a, b)
        history.begin()
        a.accept(1)
        batch {
            history.cancel()
            b.accept(5)
        }
        expectEqual([a.value, b.value, history.undoCount], [0, 5, 1])
        history.undo()
        expectEqual([a.value, b.value], [0, 0])
    }

    @Test("C42, C43: an undo is one change for what follows from a part and from what can be undone")
    func oneChange() {
        let a = BehaviorRelay(value: 0)
        let history = UndoHistory(a)
        a.accept(1)
        var (combined, derived): ([String], [String]) = ([], [])
        let bag = DisposeBag()
        Driver.combineLatest(a.asDriver(), history.canUndo, history.canRedo) { "\($0) \($1) \($2)" }
            .drive(onNext: { combined.append($0) }).disposed(by: bag)
        Driver.derived { "\(a.value) \(history.undoCount) \(history.redoCount)" }
            .drive(onNext: { derived.append($0) }).disposed(by: bag)
        history.undo()
        history.redo()
        expectEqual(combined, ["1 true false", "0 false true", "1 true false"])
        expectEqual(derived, ["1 1 0", "0 0 1", "1 1 0"])
    }

    @Test("C37: what an observer of `canRedo` sets in an undo is no step")
    func observerOfCanRedo() {
        let (a, b) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(a, b)
        let bag = DisposeBag()
        a.accept(1)
        history.canRedo.skip(1).drive(onNext: { _ in b.accept(b.value + 1) }).disposed(by: bag)
        history.undo()
        expectEqual([a.value, history.undoCount, history.redoCount], [0, 0, 1])
    }

    @Test("C37: what observers make of what a batch sets after an undo is a part of that step")
    func observersOfTheRest() {
        let parts = (0..<3).map { _ in BehaviorRelay(value: 0) }
        let history = UndoHistory(parts)
        let bag = DisposeBag()
        parts[1].asDriver().skip(1).drive(onNext: { parts[2].accept($0) }).disposed(by: bag)
        parts[0].accept(1)
        batch {
            history.undo()
            parts[1].accept(7)
        }
        expectEqual(parts.map(\.value), [0, 7, 7])
        history.undo()
        expectEqual(parts.map(\.value), [0, 0, 0])
    }

    @Test("C43: how many steps can be undone is new in the observers of what is undone")
    func countsMeanwhile() {
        let a = BehaviorRelay(value: 0)
        let history = UndoHistory(a)
        let count = DerivedValue { history.undoCount }
        a.accept(1)
        var seen = [count.value]
        let bag = DisposeBag()
        a.asDriver().skip(1).drive(onNext: { _ in seen += [count.value, history.undoCount] }).disposed(by: bag)
        history.undo()
        expectEqual(seen, [1, 0, 0])
    }
}
