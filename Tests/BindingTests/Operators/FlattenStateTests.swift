import TestSupport
import Testing

@testable import Binding

/// The state of flatMap, flatMapFirst and concatMap, without threads.
@Suite("FlattenState")
struct FlattenStateTests {
    /// By reference, because `#expect` cannot call mutating methods.
    private final class Flattener<Inner> {
        var state: FlattenState<Inner>

        init(_ kind: Flattening) { state = FlattenState(kind) }

        var isDropping: Bool { state.isDropping }
        func add(_ inner: Inner) -> Inner? { state.add(inner) }
        func next(continuing: Bool) -> Inner? { state.next(continuing: continuing) }
        func innerCompleted() -> Bool { state.innerCompleted() }
        func outerCompleted() -> Bool { state.outerCompleted() }
    }

    @Test("merge: as many as the limit says, the others in order as those complete")
    func merge() {
        let state = Flattener<String>(.merge(limit: 2))
        for name in ["a", "b", "c", "d"] { #expect(state.add(name) == nil) }
        expectEqual(state.next(continuing: false), "a")
        expectEqual(state.next(continuing: true), "b")
        #expect(state.next(continuing: true) == nil)
        #expect(!state.innerCompleted())
        expectEqual(state.next(continuing: false), "c")
        #expect(state.next(continuing: true) == nil)
        #expect(!state.outerCompleted())
        #expect(!state.innerCompleted())
        #expect(!state.innerCompleted(), "one waits")
        expectEqual(state.next(continuing: false), "d")
        #expect(state.innerCompleted())
    }

    @Test("whoever is subscribing goes on with it; others leave it to them")
    func oneSubscribes() {
        let state = Flattener<Int>(.merge(limit: .max))
        #expect(state.next(continuing: false) == nil)
        _ = state.add(1)
        expectEqual(state.next(continuing: false), 1)
        _ = state.add(2)
        #expect(state.next(continuing: false) == nil)
        expectEqual(state.next(continuing: true), 2)
        #expect(state.next(continuing: true) == nil)
        _ = state.add(3)
        expectEqual(state.next(continuing: false), 3)
    }

    @Test("the end: of the outer at once where there is nothing, else with the last inner one")
    func over() {
        for kind in [Flattening.merge(limit: 1), .first] {
            let empty = Flattener<Int>(kind)
            #expect(empty.outerCompleted())
            let state = Flattener<Int>(kind)
            _ = state.add(1)
            #expect(!state.outerCompleted(), "one waits")
            expectEqual(state.next(continuing: false), 1)
            #expect(state.innerCompleted())
            let other = Flattener<Int>(kind)
            _ = other.add(1)
            expectEqual(other.next(continuing: false), 1)
            #expect(!other.innerCompleted(), "the outer lasts")
            #expect(other.next(continuing: true) == nil)
            #expect(other.outerCompleted())
        }
    }

    @Test("first: others are dropped while one waits or is under way")
    func first() {
        let state = Flattener<String>(.first)
        #expect(!state.isDropping)
        #expect(state.add("a") == nil)
        #expect(state.isDropping)
        expectEqual(state.add("b"), "b")
        expectEqual(state.next(continuing: false), "a")
        #expect(state.next(continuing: true) == nil)
        #expect(state.isDropping)
        expectEqual(state.add("c"), "c")
        #expect(!state.innerCompleted())
        #expect(!state.isDropping)
        #expect(state.add("d") == nil)
        expectEqual(state.next(continuing: false), "d")
    }

    @Test("the others never drop", arguments: [1, 2, Int.max])
    func neverDropping(_ limit: Int) {
        let state = Flattener<Int>(.merge(limit: limit))
        for number in 0..<3 {
            #expect(!state.isDropping)
            #expect(state.add(number) == nil)
        }
    }
}
