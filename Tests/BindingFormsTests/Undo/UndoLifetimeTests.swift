import Binding
import BindingForms
import BindingOperators
import TestSupport
import Testing

@MainActor
@Suite("UndoHistory: parts that come and go")
struct UndoLifetimeTests {
    @Test("a history keeps what its steps have changed, and lets go of it with them")
    func letsGo() {
        let history = UndoHistory()
        weak var changed: BehaviorRelay<String>?
        weak var unchanged: BehaviorRelay<String>?
        do {
            let (first, second) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
            history.add(first, second)
            (changed, unchanged) = (first, second)
            first.accept("a")
        }
        #expect(changed != nil && unchanged == nil)
        history.undo()
        expectEqual(changed?.value, "")
        history.redo()
        expectEqual(changed?.value, "a")
        history.clear()
        #expect(changed == nil)
    }

    @Test("the same of lenses and fields")
    func otherParts() {
        struct Draft: Sendable {
            var title = ""
        }
        let history = UndoHistory()
        weak var relay: BehaviorRelay<Draft>?
        weak var field: Field<String, String>?
        do {
            let (draft, name) = (BehaviorRelay(value: Draft()), Field(""))
            history.add(draft.title, name)
            (relay, field) = (draft, name)
            draft.title.value = "a"
            name.value = "b"
        }
        #expect(relay != nil && field == nil)
        history.undo()
        history.undo()
        expectEqual(relay?.value.title, "")
        history.clear()
        #expect(relay == nil)
    }

    @Test("an event that sets many parts costs no more for each of them")
    func manyParts() {
        func cost(_ count: Int) -> Duration {
            let parts = (0..<count).map { _ in BehaviorRelay(value: "") }
            let history = UndoHistory(parts)
            let set = PublishRelay<String>()
            let subscription = set.asSignal().emit(onNext: { for part in parts { part.accept($0) } })
            let least = (1...3).map { number in
                processorTime { set.accept(String(repeating: "a", count: number)) }
            }.min()!
            expectEqual(history.undoCount, 3)
            for _ in 0..<3 { history.undo() }
            #expect(parts.allSatisfy { $0.value.isEmpty })
            subscription.dispose()
            return least
        }
        let (few, many) = (cost(250), cost(4_000))
        // Sixteen times as many; quadratic would be 256.
        #expect(many < few * 80, "\(few) and \(many)")
    }

    @Test("a key costs the same, however many parts have come and gone")
    func cost() {
        let text = BehaviorRelay(value: "")
        let history = UndoHistory(text, limit: 10)
        func type() -> Duration {
            (0..<5).map { _ in
                processorTime { for _ in 0..<200 { text.accept(text.value == "a" ? "" : "a") } }
            }.min()!
        }
        let before = type()
        for number in 0..<4_000 {
            let row = BehaviorRelay(value: 0)
            history.add(row)
            row.accept(number)
        }
        let after = type()
        #expect(after < before * 5, "\(before) and \(after)")
    }
}
