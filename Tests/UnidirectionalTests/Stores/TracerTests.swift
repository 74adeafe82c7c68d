import Binding
import BindingControls
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Unidirectional

@Suite("Stores: tracing")
@MainActor
struct TracerTests {
    typealias Store = OneWay<CounterFeature>

    @Test("An action is traced where it is to be, and what comes of it, too")
    func whichAreTraced() {
        let relay = PublishRelay<CounterFeature.Action>()
        let middleware = Answering<CounterFeature> { action, _ in
            action == .add(1) ? [.send(.note("sent")), .run(relay)] : .none
        }
        let store = Store(initialState: .init(), middlewares: [middleware])
        let events = Recorder<TraceEvent>()
        let bag = DisposeBag()
        store.tracer.events.emit(to: events).disposed(by: bag)
        store.send(.add(2))
        expectEqual(events.count, 0)
        store.send(.add(1), shouldTrace: true)
        relay.accept(.note("run"))
        expectEqual(events.elements.map { "\($0.action)" }, ["add(1)", "note(\"sent\")", "note(\"run\")"])
        store.tracer.isEnabled = true
        store.send(.add(3))
        store.send(.add(4), shouldTrace: false)
        expectEqual(events.elements.map { "\($0.action)" }.last, "add(3)")
    }

    @Test("Where nobody listens or asks what has changed, nothing is compared: the states' reflections are not asked")
    func costsNothing() {
        enum Reflecting: ViewFeature {
            struct State: FeatureState, CustomReflectable {
                var count = 0
                static let reflections = Counter()
                var customMirror: Mirror {
                    Self.reflections.add()
                    return Mirror(self, children: ["count": count], displayStyle: .struct)
                }
            }
            struct Action: FeatureAction {}
            static let updater: Updater = { state, _ in State(count: state.count + 1) }
        }
        let store = OneWay<Reflecting>(initialState: .init())
        store.send(.init(), shouldTrace: true)
        let subscription = store.tracer.events.emit(onNext: { _ in })
        store.send(.init())
        subscription.dispose()
        store.send(.init(), shouldTrace: true)
        var events: [TraceEvent] = []
        let again = store.tracer.events.emit(onNext: { events.append($0) })
        store.send(.init(), shouldTrace: true)
        store.send(.init(), shouldTrace: true)
        again.dispose()
        expectEqual(Reflecting.State.reflections.value, 0)
        expectEqual(events[0].changes, [TraceChange(path: "count", old: "3", new: "4")])
        let count = Reflecting.State.reflections.value
        #expect(count > 0)
        expectEqual(events[0].changes, [TraceChange(path: "count", old: "3", new: "4")])
        expectEqual(Reflecting.State.reflections.value, count)
        expectEqual(events[1].changes, [TraceChange(path: "count", old: "4", new: "5")])
    }

    @Test("The context is a type, a text, or the feature")
    func contexts() {
        let stores = [
            Store(initialState: .init(), context: Label.self), Store(initialState: .init(), context: "on the left"),
            Store(initialState: .init()),
        ]
        var contexts: [String] = []
        for store in stores {
            let subscription = store.tracer.events.emit(onNext: { contexts.append($0.context) })
            store.send(.add(1), shouldTrace: true)
            subscription.dispose()
        }
        expectEqual(contexts, ["Label", "on the left", "CounterFeature"])
    }

    /// Lets other threads run if that takes long.
    nonisolated private static func wait(for number: borrowing Atomic<Int>, toReach goal: Int) {
        var looks = 0
        while number.load(ordering: .acquiring) < goal {
            looks += 1
            if looks > 1_000 { sched_yield() }
        }
    }

    @Test("A listener that comes while the last one leaves on another thread is called")
    func listenersChange() {
        let store = Store(initialState: .init())
        let events = store.tracer.events
        let handedOver = Atomic(0)
        let taken = Atomic(0)
        let leaving = Shared<(any Disposable)?>(nil)
        let rounds = 3_000
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for round in 1...rounds {
                Self.wait(for: handedOver, toReach: round)
                leaving.value?.dispose()
                taken.store(round, ordering: .releasing)
            }
            isDone.signal()
        }
        let heard = Counter()
        var current: any Disposable = events.emit(onNext: { _ in heard.add() })
        var deaf = 0
        for round in 1...rounds {
            leaving.value = current
            handedOver.store(round, ordering: .releasing)
            // Sometimes a little earlier, sometimes a little later.
            for _ in 0..<round % 128 { _ = taken.load(ordering: .relaxed) }
            current = events.emit(onNext: { _ in heard.add() })
            Self.wait(for: taken, toReach: round)
            let before = heard.value
            store.send(.add(1), shouldTrace: true)
            if heard.value != before + 1 { deaf += 1 }
        }
        isDone.wait()
        expectEqual(deaf, 0)
        current.dispose()
    }

    @Test("An event describes itself as OneWayKit has it")
    func description() {
        let store = Store(initialState: .init(), context: Label.self)
        var texts: [String] = []
        let subscription = store.tracer.events.emit(onNext: { texts.append("\($0)") })
        store.send(.add(1), shouldTrace: true)
        store.send(.nothing, shouldTrace: true)
        subscription.dispose()
        #expect(
            texts == [
                "[Context: Label]\nAction Triggered: add(1)\nChanged State:\ncount: 0 -> 1",
                "[Context: Label]\nAction Triggered: nothing\nChanged State:\nThere are no changes.",
            ])
    }

    struct Place: FeatureState {
        struct Point: Equatable, Sendable {
            var x = 0.0
            var y = 0.0
        }

        enum Screen: Equatable, Sendable {
            case empty
            case loading(Point)
            case loaded(items: [String], page: Int)
        }

        struct Described: Equatable, Sendable, CustomStringConvertible {
            var number: Int
            var description: String { "number \(number)" }
        }

        final class Object: Equatable, Sendable {
            let number: Int
            init(_ number: Int) { self.number = number }
            static func == (left: Object, right: Object) -> Bool { left.number == right.number }
        }

        struct Unseen: Equatable, Sendable, CustomReflectable {
            var number = 0
            var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
        }

        var point = Point()
        var pair = Pair()
        var name: String?
        var corner: Point?
        var twice: Int??
        var list = ["a", "b"]
        var points = [Point()]
        var prices = ["tea": 1, "milk": 2]
        var nested: [Int: [String]] = [1: ["x"]]
        var tags: Set = ["p", "q"]
        var screen = Screen.empty
        var described = Described(number: 1)
        var object = Object(1)
        var unseen = Unseen()

        struct Pair: Equatable, Sendable {
            var both = (left: 1, 2)
            static func == (left: Pair, right: Pair) -> Bool { left.both == right.both }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout Place) -> Void
        let expected: [String]
        var before: @Sendable (inout Place) -> Void = { _ in }
        var testDescription: String { name }
    }

    nonisolated static let cases: [Case] = [
        Case(name: "nothing", change: { _ in }, expected: []),
        Case(name: "a nested structure", change: { $0.point.y = 2 }, expected: ["point.y: 0.0 -> 2.0"]),
        Case(
            name: "tuples", change: { $0.pair.both = (3, 4) },
            expected: ["pair.both.left: 1 -> 3", "pair.both.1: 2 -> 4"]),
        Case(name: "an optional that is set", change: { $0.name = "Ada" }, expected: [#"name: nil -> "Ada""#]),
        Case(
            name: "an optional that is cleared", change: { $0.name = nil }, expected: [#"name: "Ada" -> nil"#],
            before: { $0.name = "Ada" }),
        Case(
            name: "a property of an optional", change: { $0.corner?.x = 1 }, expected: ["corner.x: 0.0 -> 1.0"],
            before: { $0.corner = .init() }),
        Case(
            name: "an optional structure that is set", change: { $0.corner = .init() },
            expected: ["corner: nil -> Point(x: 0.0, y: 0.0)"]),
        Case(name: "an optional of an optional", change: { $0.twice = .some(.some(1)) }, expected: ["twice: nil -> 1"]),
        Case(name: "an element", change: { $0.list[1] = "c" }, expected: [#"list[1]: "b" -> "c""#]),
        Case(
            name: "an appended element", change: { $0.points.append(.init(x: 1, y: 1)) },
            expected: ["points[1]: nothing -> Point(x: 1.0, y: 1.0)"]),
        Case(name: "a removed element", change: { $0.list.removeLast() }, expected: [#"list[1]: "b" -> nothing"#]),
        Case(
            name: "a property of an element", change: { $0.points[0].x = 5 }, expected: ["points[0].x: 0.0 -> 5.0"]),
        Case(
            name: "a dictionary",
            change: { $0.prices = ["tea": 3, "salt": 4] },
            expected: ["prices[\"milk\"]: 2 -> nothing", "prices[\"salt\"]: nothing -> 4", "prices[\"tea\"]: 1 -> 3"]),
        Case(
            name: "an array in a dictionary", change: { $0.nested[1]?.append("y") },
            expected: [#"nested[1][1]: nothing -> "y""#]),
        Case(
            name: "a set", change: { $0.tags = ["q", "r"] },
            expected: [#"tags["p"]: "p" -> nothing"#, #"tags["r"]: nothing -> "r""#]),
        Case(
            name: "another case", change: { $0.screen = .loaded(items: ["x"], page: 1) },
            expected: ["screen: empty -> loaded(items: [\"x\"], page: 1)"]),
        Case(
            name: "a labelled payload", change: { $0.screen = .loaded(items: ["x", "y"], page: 2) },
            expected: [#"screen.loaded.items[1]: nothing -> "y""#, "screen.loaded.page: 1 -> 2"],
            before: { $0.screen = .loaded(items: ["x"], page: 1) }),
        Case(
            name: "a single payload", change: { $0.screen = .loading(.init(x: 1)) },
            expected: ["screen.loading.x: 0.0 -> 1.0"], before: { $0.screen = .loading(.init()) }),
        Case(
            name: "what describes itself", change: { $0.described.number = 2 },
            expected: ["described: number 1 -> number 2"]),
        Case(name: "an object", change: { $0.object = .init(2) }, expected: ["object: Object -> Object"]),
        Case(name: "an equal object", change: { $0.object = .init(1) }, expected: []),
        Case(
            name: "what shows no difference", change: { $0.unseen.number = 1 },
            expected: ["unseen: Unseen() -> Unseen()"]
        ),
        Case(
            name: "several",
            change: {
                $0.point.x = 1
                $0.list = []
                $0.name = "B"
            },
            expected: [
                "point.x: 0.0 -> 1.0", #"name: nil -> "B""#, #"list[0]: "a" -> nothing"#, #"list[1]: "b" -> nothing"#,
            ]),
    ]

    @Test("Differences are reported by their paths", arguments: cases)
    func changes(of example: Case) {
        var old = Place()
        example.before(&old)
        var new = old
        example.change(&new)
        expectEqual(TraceChange.changes(from: old, to: new).map(\.description), example.expected)
    }

    @Test("A state that is no structure differs as a whole, or by its parts")
    func otherRoots() {
        expectEqual(TraceChange.changes(from: 1, to: 2), [TraceChange(path: "self", old: "1", new: "2")])
        expectEqual(TraceChange.changes(from: [1, 2], to: [1, 3]), [TraceChange(path: "[1]", old: "2", new: "3")])
        #expect(
            TraceChange.changes(from: Place.Screen.empty, to: .loading(.init())).map(\.description)
                == ["self: empty -> loading(Point(x: 0.0, y: 0.0))"])
        #expect(
            TraceChange.changes(from: Result<Int, TestError>.success(1), to: .success(2)).map(\.description)
                == ["success: 1 -> 2"])
    }

    /// Objects in a cycle, without equality.
    final class Ring: @unchecked Sendable {
        // Safe: only this test uses it, on one thread.
        var next: Ring?
    }

    struct Ringed: Equatable, Sendable {
        var ring: Ring?
        var number = 0
        static func == (left: Ringed, right: Ringed) -> Bool { left.ring === right.ring && left.number == right.number }
    }

    @Test("Objects that refer to themselves are not gone into")
    func circles() {
        let (one, other) = (Ring(), Ring())
        one.next = one
        other.next = other
        #expect(
            TraceChange.changes(from: Ringed(ring: one), to: Ringed(ring: other)).map(\.description)
                == ["ring: Ring -> Ring"])
        #expect(
            TraceChange.changes(from: Ringed(ring: one), to: Ringed(ring: one, number: 1)).map(\.description)
                == ["number: 0 -> 1"])
    }

    indirect enum Chain: Sendable, Equatable {
        case end(Int)
        case link(Chain)

        // Compared by depth and end, in a loop: a recursive comparison would need the stack that the tracer must not
        // use.
        static func == (left: Chain, right: Chain) -> Bool { left.end == right.end }

        var end: Int {
            var chain = self
            while case .link(let next) = chain { chain = next }
            if case .end(let number) = chain { return number }
            return 0
        }
    }

    @Test("A state however deep or large is described within bounds")
    func bounds() throws {
        func chain(_ number: Int) -> Chain { (0..<1_000).reduce(.end(number)) { chain, _ in .link(chain) } }
        let deep = try #require(TraceChange.changes(from: chain(1), to: chain(2)).first)
        #expect(deep.path.count < 1_000)
        #expect(deep.new?.count ?? .max < 1_000)
        let large = try #require(TraceChange.changes(from: Optional<[Int]>.none, to: Array(0..<100_000)).first)
        expectEqual(large.new?.hasSuffix("98, 99, … 99900 more]"), true)
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
        #expect(ValueText.of(dictionary).hasSuffix("… 900 more]"))
        expectEqual(ValueText.of([Int: Int]()), "[:]")
    }

    struct Texts: FeatureState {
        var name: String?
        var twice: String??
        var letter: Character?
        var list: [String] = []
        var optionals: [String?] = []
    }

    @Test("A text is distinguished from nil, and from what is not there")
    func textsAndNothing() {
        func change(_ change: (inout Texts) -> Void) -> [String] {
            var new = Texts()
            change(&new)
            return TraceChange.changes(from: Texts(), to: new).map(\.description)
        }
        expectEqual(change { $0.name = "nil" }, [#"name: nil -> "nil""#])
        expectEqual(change { $0.twice = .some(.some("nil")) }, [#"twice: nil -> "nil""#])
        expectEqual(change { $0.letter = "n" }, [#"letter: nil -> "n""#])
        expectEqual(change { $0.list = ["nothing"] }, [#"list[0]: nothing -> "nothing""#])
        #expect(
            change { $0.optionals = [nil, "nil"] }
                == ["optionals[0]: nothing -> nil", #"optionals[1]: nothing -> "nil""#])
        expectEqual(change { $0.name = "two\nlines" }, [#"name: nil -> "two\nlines""#])
    }

    @Test("Texts are those of String(describing:), with short names")
    func texts() {
        let values: [Any] = [
            1, "a", ["a"], (1, "b"), (x: 1, y: 2.5), Place.Point(), Place.Screen.empty, Place.Screen.loading(.init()),
            Place.Screen.loaded(items: ["a"], page: 1), ["k": 1], Set([1]), Optional<Int>.none as Any, Int.self, 1...3,
            TestError("x"), Character("c"), Substring("s"), [[1], []], true, Result<Int, TestError>.success(3),
        ]
        for value in values {
            expectEqual(ValueText.of(value), "\(value)".replacing("UnidirectionalTests.TracerTests.Place.", with: ""))
        }
    }
}
