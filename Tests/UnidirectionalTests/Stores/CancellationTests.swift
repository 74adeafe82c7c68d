import Binding
import TestSupport
import Testing

@testable import Unidirectional

/// Actions that are waiting when their stream is cancelled, in whatever way, are discarded, also if the stream has sent
/// everything it had to send.
@Suite("Stores: what is cancelled while it waits")
@MainActor
struct CancellationTests {
    typealias Store = OneWay<CounterFeature>
    typealias Action = CounterFeature.Action

    /// How a stream that has sent three actions ends.
    enum End: CaseIterable, Sendable {
        case goesOn, completes, fails

        func stream<Sent: Sendable>(_ actions: [Sent]) -> Observable<Sent> {
            let sent = Observable.from(actions)
            return switch self {
            case .goesOn: sent.concat(Observable.never())
            case .completes: sent
            case .fails: sent.concat(Observable.error(TestError("too late")))
            }
        }
    }

    /// The answer to a stream's first action.
    enum Answer: CaseIterable, Sendable {
        case cancellation, successor

        var effect: Effect<Action> {
            switch self {
            case .cancellation: .cancel(id: "work")
            case .successor: .run(id: "work", Observable.just(.add(10)))
            }
        }
    }

    @Test(
        "Actions that wait are void once their stream is cancelled or replaced", arguments: End.allCases,
        Answer.allCases)
    func waiting(end: End, answer: Answer) {
        let store = answeringStore([
            "go": .run(id: "work", end.stream([.add(1), .note("stop"), .add(1), .add(1)])), "stop": answer.effect,
        ])
        let warnings = collectingWarnings { store.send(.note("go")) }
        #expect(store.state.count == (answer == .cancellation ? 1 : 11))
        #expect(warnings.isEmpty)
        #expect(store.hasNoRunningEffects)
    }

    /// A team that a member leaves by an action of its own.
    private enum Team: ViewFeature {
        struct State: FeatureState {
            var rows: [RowFeature.State]
            var log: [RowFeature.Action] = []
        }

        enum Action: FeatureAction { case row(Int, RowFeature.Action) }

        static let updater: Updater = { state, action in
            var state = state
            guard case .row(let id, let action) = action else { return state }
            state.log.append(action)
            if action == .stop { state.rows.removeAll { $0.id == id } }
            return state
        }

        static let rows = forEach(
            RowFeature.self, state: \.rows, embed: Action.row,
            extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
    }

    @Test("Actions that wait are void once the row of their stream has left", arguments: End.allCases)
    func rowLeaves(end: End) {
        let stream = end.stream([RowFeature.Action.tick, .stop, .tick, .tick])
        let ticking = Answering<RowFeature> { action, _ in action == .start ? .run(id: "ticks", stream) : .none }
        let store = OneWay<Team>(
            initialState: .init(rows: [.init(id: 1)]), scopes: [Team.rows.with(middlewares: [ticking])])
        let warnings = collectingWarnings { store.send(.row(1, .start)) }
        expectEqual(store.state.log, [.start, .tick, .stop])
        #expect(warnings.isEmpty)
        #expect(store.hasNoRunningEffects)
    }

    @Test("An error comes after the actions that its stream has sent before")
    func errorInOrder() {
        let failing = Observable<Action>.of(.note("1"), .note("2")).concat(Observable.error(TestError("broken")))
        let store = answeringStore(["go": .run(id: "work", failing)])
        let log = Recorder<String>()
        let bag = DisposeBag()
        store.actions.emit(onNext: { log("\($0)") }).disposed(by: bag)
        store.tracer.failures.emit(onNext: { _ in log("failure") }).disposed(by: bag)
        store.send(.note("go"))
        expectEqual(log.elements, [#"note("go")"#, #"note("1")"#, #"note("2")"#, "failure"])
        #expect(store.hasNoRunningEffects)
    }

    @Test("A stream that is begun anew when its failure is delivered goes on")
    func begunAnew() {
        let (failing, subject) = (PublishSubject<Action>(), PublishSubject<Action>())
        let store = answeringStore(["go": .run(id: "work", failing), "again": .run(id: "work", subject)])
        let bag = DisposeBag()
        store.tracer.failures.emit(onNext: { [unowned store] _ in store.send(.note("again")) }).disposed(by: bag)
        store.send(.note("go"))
        failing.onError(TestError("broken"))
        expectEqual(store.runningEffectCount, 1)
        subject.onNext(.add(1))
        expectEqual(store.state.count, 1)
    }

    @Test("A stream that has completed runs until its last action has been taken, and not longer")
    func lastAction() {
        let counts = Recorder<Int>()
        let store = answeringStore(["go": .run(id: "work", Observable.of(.add(1), .add(1)))])
        let bag = DisposeBag()
        store.actions.emit(onNext: { [unowned store] _ in counts(store.runningEffectCount) }).disposed(by: bag)
        store.send(.note("go"))
        expectEqual(counts.elements, [0, 1, 0])
        expectEqual(store.state.count, 2)
    }

    @Test("Actions of a former stream do not count as those of its successor")
    func successor() {
        let store = answeringStore([
            "go": .run(id: "work", Observable.of(.note("again"), .add(1))),
            "again": [.run(id: "work", Observable.of(.add(10), .note("stop"), .add(100)))],
            "stop": .cancel(id: "work"),
        ])
        store.send(.note("go"))
        expectEqual(store.state.count, 10)
        #expect(store.hasNoRunningEffects)
    }

    // MARK: Identifiers

    @Test("Identifiers of two types do not meet, though their values be equal")
    func types() {
        let subject = PublishSubject<Action>()
        let store = answeringStore([
            "go": [.run(id: 1, subject), .run(id: 1.0, subject), .run(id: UInt8(1), subject)],
            "arrays": [.run(id: [1], subject), .run(id: [1.0], subject), .run(id: Optional(1), subject)],
            "stop": .cancel(id: 1.0),
            "stop arrays": .cancel(id: [1.0]),
        ])
        store.send(.note("go"))
        store.send(.note("arrays"))
        expectEqual(store.runningEffectCount, 6)
        store.send(.note("stop"))
        expectEqual(store.runningEffectCount, 5)
        store.send(.note("stop arrays"))
        expectEqual(store.runningEffectCount, 4)
    }

    @Test("Objects are identifiers by their equality, whichever class of theirs is named")
    func objects() {
        let subject = PublishSubject<Action>()
        let store = answeringStore([
            "go": .run(id: Base(1) as Base, subject), "stop": .cancel(id: Derived(1)),
        ])
        store.send(.note("go"))
        store.send(.note("stop"))
        #expect(store.hasNoRunningEffects)
    }

    private class Base: Hashable, @unchecked Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
        static func == (left: Base, right: Base) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private final class Derived: Base, @unchecked Sendable {}

    // MARK: Nothing is left

    @Test(
        "Effects of children that end by themselves, or were never there, leave nothing, without a change of the state")
    func childrenLeaveNothing() {
        let subject = PublishSubject<DetailFeature.Action>()
        let watching = Answering<DetailFeature> { action, _ in
            action == .watch ? .run(id: 1, subject) : .cancel(id: 1)
        }
        let ticking = Answering<RowFeature> { action, _ in action == .stop ? .cancel(id: "nothing") : .none }
        let row = ListFeature.rows.with(
            middlewares: [ticking], scopes: [RowFeature.details.with(middlewares: [watching])])
        let state = ListFeature.State(rows: [.init(id: 1, details: .init()), .init(id: 2, details: .init())])
        let store = OneWay<ListFeature>(initialState: state, scopes: [row])
        store.send(.row(1, .stop))
        #expect(store.hasNoRunningEffects)
        store.send(.row(1, .details(.watch)))
        store.send(.row(2, .details(.watch)))
        expectEqual(store.runningEffectCount, 2)
        store.send(.row(1, .details(.write(""))))
        expectEqual(store.runningEffectCount, 1)
        subject.onCompleted()
        #expect(store.hasNoRunningEffects)
    }
}
