import Testing

@testable import Binding

/// The state of flatMap and its relatives, without threads.
@Suite("FlattenState")
struct FlattenStateTests {
    /// By reference, because `#expect` cannot call mutating methods.
    private final class Flattener<Inner> {
        var state: FlattenState<Inner>

        init(_ kind: Flattening) { state = FlattenState(kind) }

        var isDropping: Bool { state.isDropping }
        func add(_ inner: Inner) -> Inner? { state.add(inner) }
        func next(continuing: Bool) -> FlattenState<Inner>.Next? { state.next(continuing: continuing) }
        func counts(_ number: Int) -> Bool { state.counts(number) }
        func innerCompleted(_ number: Int) -> Bool { state.innerCompleted(number) }
        func outerCompleted() -> Bool { state.outerCompleted() }
    }

    @Test("merge: as many as the limit says, the others in order as those complete")
    func merge() {
        let state = Flattener<String>(.merge(limit: 2))
        for name in ["a", "b", "c", "d"] { #expect(state.add(name) == nil) }
        #expect(state.next(continuing: false)?.inner == "a")
        #expect(state.next(continuing: true)?.inner == "b")
        #expect(state.next(continuing: true) == nil)
        #expect(!state.innerCompleted(0))
        #expect(state.next(continuing: false)?.inner == "c")
        #expect(state.next(continuing: true) == nil)
        #expect(!state.outerCompleted())
        #expect(!state.innerCompleted(0))
        #expect(!state.innerCompleted(0), "one waits")
        #expect(state.next(continuing: false)?.inner == "d")
        #expect(state.innerCompleted(0))
    }

    @Test("whoever is subscribing goes on with it; others leave it to them")
    func oneSubscribes() {
        let state = Flattener<Int>(.merge(limit: .max))
        #expect(state.next(continuing: false) == nil)
        _ = state.add(1)
        #expect(state.next(continuing: false)?.inner == 1)
        _ = state.add(2)
        #expect(state.next(continuing: false) == nil)
        #expect(state.next(continuing: true)?.inner == 2)
        #expect(state.next(continuing: true) == nil)
        _ = state.add(3)
        #expect(state.next(continuing: false)?.inner == 3)
    }

    @Test("the end: of the outer at once where there is nothing, else with the last inner one")
    func over() {
        for kind in [Flattening.merge(limit: 1), .latest, .first] {
            let empty = Flattener<Int>(kind)
            #expect(empty.outerCompleted())
            let state = Flattener<Int>(kind)
            _ = state.add(1)
            #expect(!state.outerCompleted(), "one waits")
            let number = state.next(continuing: false)?.number ?? -1
            #expect(state.innerCompleted(number))
            let other = Flattener<Int>(kind)
            _ = other.add(1)
            let inner = other.next(continuing: false)?.number ?? -1
            #expect(!other.innerCompleted(inner), "the outer lasts")
            #expect(other.next(continuing: true) == nil)
            #expect(other.outerCompleted())
        }
    }

    @Test("latest: the one before counts no more, and one that waits is displaced")
    func latest() throws {
        let state = Flattener<String>(.latest)
        #expect(state.add("a") == nil)
        let first = try #require(state.next(continuing: false))
        #expect(state.counts(first.number))
        #expect(state.add("b") == nil)
        #expect(!state.counts(first.number))
        #expect(state.add("c") == "b")
        let last = try #require(state.next(continuing: true))
        #expect(last.inner == "c")
        #expect(state.counts(last.number))
        #expect(state.next(continuing: true) == nil)
        #expect(!state.outerCompleted())
        #expect(!state.innerCompleted(first.number), "the first does not count")
        #expect(state.innerCompleted(last.number))
    }

    @Test("first: others are dropped while one waits or is under way")
    func first() throws {
        let state = Flattener<String>(.first)
        #expect(!state.isDropping)
        #expect(state.add("a") == nil)
        #expect(state.isDropping)
        #expect(state.add("b") == "b")
        let first = try #require(state.next(continuing: false))
        #expect(first.inner == "a")
        #expect(state.next(continuing: true) == nil)
        #expect(state.isDropping)
        #expect(state.add("c") == "c")
        #expect(!state.innerCompleted(first.number))
        #expect(!state.isDropping)
        #expect(state.add("d") == nil)
        #expect(state.next(continuing: false)?.inner == "d")
    }

    @Test("the others never drop", arguments: [1, 2, Int.max])
    func neverDropping(_ limit: Int) {
        let state = Flattener<Int>(.merge(limit: limit))
        for number in 0..<3 {
            #expect(!state.isDropping)
            #expect(state.add(number) == nil)
        }
        let latest = Flattener<Int>(.latest)
        _ = latest.add(1)
        #expect(!latest.isDropping)
    }
}
