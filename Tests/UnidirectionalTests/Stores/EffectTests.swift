import Binding
import BindingTesting
import Dispatch
import TestSupport
import Testing

@testable import Unidirectional

@Suite("Stores: middlewares and effects")
@MainActor
struct EffectTests {
    typealias Store = OneWay<CounterFeature>
    typealias Action = CounterFeature.Action

    @Test("A middleware is given the state that its action has led to, after the state's observers")
    func stateAfterAction() {
        let seen = Recorder<Int>()
        let shown = Recorder<Int>()
        let middleware = Answering<CounterFeature> { _, state in
            seen(state.count)
            expectEqual(shown.elements.last, state.count)
            return .none
        }
        let store = Store(initialState: .init(), middlewares: [middleware])
        let bag = DisposeBag()
        store.stateDriver.map(\.count).drive(onNext: { shown($0) }).disposed(by: bag)
        store.send(.add(1))
        store.send(.add(2))
        expectEqual(seen.elements, [1, 3])
    }

    @Test("Effects begin in order: array literal and merge")
    func order() {
        let store = answeringStore([
            "go": [.send(.note("1")), .merge(.run(Observable.of(.note("2"), .note("3"))), .none, .send(.note("4")))]
        ])
        store.send(.note("go"))
        expectEqual(store.state.notes, ["go", "1", "2", "3", "4"])
    }

    @Test("Effects merged a hundred thousand times over need no stack")
    func deepMerge() {
        var effect = Effect<Action>.send(.add(1))
        for _ in 0..<100_000 { effect = .merge(effect) }
        let store = answeringStore(["go": effect])
        store.send(.note("go"))
        expectEqual(store.state.count, 1)
    }

    enum Kind: CaseIterable, Sendable {
        case observable, driver, signal, relay, subject
    }

    @Test("Anything that sends actions can be run", arguments: Kind.allCases)
    func streams(kind: Kind) {
        let subject = PublishSubject<Action>()
        let relay = PublishRelay<Action>()
        let held = BehaviorRelay<Action>(value: .nothing)
        let effect: Effect<Action> =
            switch kind {
            case .observable: .run(id: 1, subject.asObservable())
            case .driver: .run(id: 1, held.asDriver())
            case .signal: .run(id: 1, relay.asSignal())
            case .relay: .run(id: 1, relay)
            case .subject: .run(id: 1, subject)
            }
        let store = answeringStore(["go": effect, "stop": .cancel(id: 1)])
        let send: (Action) -> Void = { action in
            subject.onNext(action)
            relay.accept(action)
            held.accept(action)
        }
        send(.add(100))
        held.accept(.nothing)
        store.send(.note("go"))
        send(.add(1))
        send(.add(1))
        expectEqual(store.state.count, 2)
        store.send(.note("stop"))
        send(.add(1))
        expectEqual(store.state.count, 2)
        expectEqual(store.runningEffectCount, 0)
    }

    @Test("A second run under an identifier cancels the first before it is subscribed to")
    func replaced() {
        let log = Recorder<String>()
        let first = PublishRelay<Action>()
        let second = PublishRelay<Action>()
        let store = answeringStore([
            "first": .run(
                id: "work", first.asObservable().do(onSubscribe: { log("first") }, onDispose: { log("first ended") })),
            "second": .run(id: "work", second.asObservable().do(onSubscribe: { log("second") })),
        ])
        store.send(.note("first"))
        store.send(.note("second"))
        expectEqual(log.elements, ["first", "first ended", "second"])
        first.accept(.add(1))
        second.accept(.add(10))
        expectEqual(store.state.count, 10)
        expectEqual(store.runningEffectCount, 1)
    }

    @Test("Identifiers are values, not texts, and the middlewares of a feature share them")
    func identifiers() {
        let subject = PublishSubject<Action>()
        let starter = Answering<CounterFeature> { action, _ in
            action == .note("go") ? [.run(id: 1, subject), .run(id: "1", subject), .run(id: [1], subject)] : .none
        }
        let stopper = Answering<CounterFeature> { action, _ in
            action == .note("stop") ? [.cancel(id: 1), .cancel(id: "unknown")] : .none
        }
        let store = Store(initialState: .init(), middlewares: [starter, stopper])
        store.send(.note("go"))
        subject.onNext(.add(1))
        expectEqual(store.state.count, 3)
        store.send(.note("stop"))
        subject.onNext(.add(1))
        expectEqual(store.state.count, 5)
    }

    @Test("Runs without an identifier do not meet")
    func anonymous() {
        let subject = PublishSubject<Action>()
        let store = answeringStore(["go": .run(subject)])
        store.send(.note("go"))
        store.send(.note("go"))
        subject.onNext(.add(1))
        expectEqual(store.state.count, 2)
        subject.onCompleted()
        expectEqual(store.runningEffectCount, 0)
    }

    @Test("A failing stream is reported through the tracer and ends only itself")
    func failing() throws {
        let failing = PublishSubject<Action>()
        let other = PublishSubject<Action>()
        let store = answeringStore(["go": [.run(id: "failing", failing), .run(id: "other", other)]])
        let failures = Recorder<StoreFailure>()
        let subscription = store.tracer.failures.emit(to: failures)
        let warnings = collectingWarnings {
            store.send(.note("go"))
            failing.onNext(.add(1))
            failing.onError(TestError("offline"))
            other.onNext(.add(1))
        }
        #expect(warnings.isEmpty)
        expectEqual(store.state.count, 2)
        expectEqual(store.runningEffectCount, 1)
        let failure = try #require(failures.elements.first)
        expectEqual(failures.count, 1)
        expectEqual("\(failure)", "the effect failing of CounterFeature in CounterFeature failed: TestError(offline)")
        guard case .stream(let id, let error) = failure.reason else { return #expect(Bool(false)) }
        expectEqual(id as? String, "failing")
        expectEqual(error as? TestError, TestError("offline"))
        subscription.dispose()
    }

    @Test("Where nobody listens to the tracer, a failure is a warning", arguments: [false, true])
    func failingUnheard(hasTracer: Bool) {
        let store = answeringStore(["go": .run(Observable.error(TestError("offline")))])
        if hasTracer {
            let bag = DisposeBag()
            store.tracer.failures.emit(onNext: { _ in }).disposed(by: bag)
        }
        let warnings = collectingWarnings { store.send(.note("go")) }
        expectEqual(warnings.count, 1)
        expectEqual(
            warnings.first.map { "\($0)" }?.contains("an effect of CounterFeature in CounterFeature failed"), true)
        expectEqual(warnings.first.map { "\($0)" }?.contains("TestError(offline)"), true)
    }

    @Test("A stream may send from any thread: its actions come on the main actor, in its order")
    func threads() async {
        let relay = PublishRelay<Action>()
        let store = answeringStore(["go": .run(relay)])
        store.send(.note("go"))
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                onThreads(4) { thread in for number in 0..<250 { relay.accept(.note("\(thread) \(number)")) } }
                continuation.resume()
            }
        }
        await eventually { store.state.notes.count == 1_001 }
        for thread in 0..<4 {
            let own = store.state.notes.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<250).map { "\(thread) \($0)" })
        }
    }

    @Test("An asynchronous call sends the action that it returns")
    func asynchronous() async {
        let store = answeringStore([
            "one": .run(id: 1) { .note("first") },
            "two": .run { .note("second") },
        ])
        store.send(.note("one"))
        await eventually { store.state.notes.last == "first" }
        store.send(.note("two"))
        await eventually { store.state.notes.last == "second" }
        expectEqual(store.runningEffectCount, 0)
    }

    @Test("An asynchronous call may send many actions, and fail")
    func asynchronousSending() async {
        let store = answeringStore([
            "go": .run(id: 1) { send in
                for number in 0..<100 {
                    send(.note("\(number)"))
                    await Task.yield()
                }
                throw TestError("broken")
            }
        ])
        let failures = Recorder<StoreFailure>()
        let subscription = store.tracer.failures.emit(to: failures)
        store.send(.note("go"))
        await eventually { failures.count == 1 }
        expectEqual(store.state.notes, ["go"] + (0..<100).map { "\($0)" })
        expectEqual(store.runningEffectCount, 0)
        subscription.dispose()
    }

    @Test("Cancelling an asynchronous call cancels its task, without a failure")
    func asynchronousCancelled() async {
        let isCancelled = Shared(false)
        let hasBegun = Shared(false)
        let store = answeringStore([
            "go": .run(id: 1) { send in
                hasBegun.value = true
                do { try await Task.sleep(for: .seconds(3_600)) } catch {
                    isCancelled.value = true
                    send(.add(1))
                    throw error
                }
            },
            "stop": .cancel(id: 1),
        ])
        let failures = Recorder<StoreFailure>()
        let subscription = store.tracer.failures.emit(to: failures)
        store.send(.note("go"))
        await eventually { hasBegun.value }
        store.send(.note("stop"))
        await eventually { isCancelled.value }
        await mainActorIsFree()
        expectEqual(failures.count, 0)
        expectEqual(store.state.count, 0)
        subscription.dispose()
    }

    @Test("Effects end with the store, on whichever thread that is", arguments: [false, true])
    func endWithStore(elsewhere: Bool) async {
        let ended = Counter()
        let relay = PublishRelay<Action>()
        let stream = relay.asObservable().do(onDispose: { ended.add() })
        let box = Shared<Store?>(answeringStore(["go": [.run(id: 1, stream), .run(stream)]]))
        box.value?.send(.note("go"))
        relay.accept(.add(1))
        #expect(box.value?.state.count == 1 || box.value?.state.count == 2)
        weak let store = box.value
        if elsewhere {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    box.value = nil
                    continuation.resume()
                }
            }
        } else {
            box.value = nil
        }
        #expect(store == nil)
        expectEqual(ended.value, 2)
        relay.accept(.add(1))
    }

    @Test("A store that is dropped while its effects send from other threads is gone quietly")
    func droppedWhileSending() async {
        for _ in 0..<50 {
            let relay = PublishRelay<Action>()
            let box = Shared<Store?>(answeringStore(["go": .run(relay)]))
            box.value?.send(.note("go"))
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    onThreads(3) { thread in
                        if thread == 0 { box.value = nil } else { for _ in 0..<50 { relay.accept(.add(1)) } }
                    }
                    continuation.resume()
                }
            }
            #expect(box.value == nil)
        }
    }

    @Test("A million effects that have ended leave nothing behind")
    func noGrowth() {
        let middleware = Answering<CounterFeature> { action, _ in
            guard case .add(let number) = action else { return .none }
            return number % 2 == 0 ? .run(id: number, Observable.just(.nothing)) : .run(Observable<Action>.empty())
        }
        let store = Store(initialState: .init(), middlewares: [middleware])
        // Fewer in a debug build, where each takes long; that nothing is left after a few shows it for any number.
        #if DEBUG
            let count = 20_000
        #else
            let count = 1_000_000
        #endif
        for number in 0..<count { store.send(.add(number)) }
        expectEqual(store.runningEffectCount, 0)
        #expect(store.hasNoRunningEffects)
    }

    @Test("What a stream releases when it ends may send")
    func releaseSends() {
        let subject = PublishSubject<Action>()
        let store = answeringStore(["go": .run(id: 1, subject), "stop": .cancel(id: 1)])
        let disposing = Observable<Action>.create { [weak store] observer in
            Disposables.create(
                subject.subscribe(observer),
                Disposables.create { MainActor.assumeIsolated { store?.send(.note("ended")) } })
        }
        let other = answeringStore(["go": .run(id: 1, disposing), "stop": .cancel(id: 1)])
        other.send(.note("go"))
        other.send(.note("go"))
        other.send(.note("stop"))
        other.send(.note("go"))
        subject.onCompleted()
        expectEqual(store.state.notes, ["ended", "ended", "ended"])
        #expect(other.hasNoRunningEffects)
    }
}
