import Binding
import BindingControls
import BindingTesting
import Dispatch
import TestSupport
import Testing

/// Objects that are released, blocked or cancelled at a bad time.
@Suite("Faults")
@MainActor
struct FaultTests {
    @Test("C10: a control that is freed in the midst of delivery gets nothing more")
    func controlFreed() {
        let state = BehaviorRelay(value: "a")
        var label: Label? = Label()
        weak let weakLabel = label
        let bag = DisposeBag()
        bag.insert(state.asDriver().drive(onNext: { if $0 == "b" { label = nil } }))
        bag.insert(state.asDriver().drive(label!.rx.text))
        var shown: [String] = []
        bag.insert(state.asDriver().drive(Binder(label!) { _, text in shown.append(text) }))
        bag.insert(state.bindTwoWay(to: TextField().rx.text))
        state.accept("b")
        #expect(weakLabel == nil)
        state.accept("c")
        expectEqual(shown, ["a"])
    }

    @Test("C9, C11: a bag that another thread frees in the midst of delivery: no further call begins")
    func bagFreedElsewhere() {
        for round in 0..<100 {
            let relay = PublishRelay<Int>()
            let bag = Shared<DisposeBag?>(DisposeBag())
            let calls = Counter()
            for position in 0..<4 {
                bag.value?.insert(
                    relay.subscribe(onNext: { _ in
                        calls.add()
                        if position == round % 4 { onAnotherThread { bag.value = nil } }
                    }))
            }
            relay.accept(1)
            relay.accept(2)
            expectEqual(calls.value, round % 4 + 1)
        }
    }

    @Test("C15: what is sent while the main queue is blocked arrives in order when it is free")
    func mainQueueBlocked() async {
        let state = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let subscription = state.asDriver().map { $0 }.drive(onNext: { driven.append($0) })
        // Blocks this thread, and with it the main queue, until everything has been sent.
        onThreads(4) { _ in for _ in 0..<5_000 { state.modify { $0 += 1 } } }
        expectEqual(driven, [0])
        // A value set here does not overtake those that are on their way, which may take longer than a turn of the main
        // actor.
        state.modify { $0 += 1 }
        #expect(driven.count > 1)
        await eventually { driven.count >= 20_002 }
        expectEqual(driven, Array(0...20_001))
        subscription.dispose()
    }

    @Test("C5: deinitialisers that send, subscribe and dispose while a bag is being emptied")
    func deinitialisers() throws {
        final class Last: Sendable {
            let action: @Sendable () -> Void
            init(_ action: @escaping @Sendable () -> Void) { self.action = action }
            deinit { action() }
        }
        try withoutLeaks {
            let relay = BehaviorRelay(value: 0)
            let heard = Recorder<Int>()
            let others = CompositeDisposable()
            let bag = DisposeBag()
            for number in 1...50 {
                let last = Last {
                    relay.accept(number)
                    _ = others.insert(relay.subscribe(heard))
                    if number % 7 == 0 { bag.dispose() }
                }
                bag.insert(relay.subscribe(onNext: { _ in withExtendedLifetime(last) {} }))
            }
            relay.accept(100)
            bag.dispose()
            others.dispose()
            #expect((1...50).contains(relay.value))
            #expect(heard.count >= 50)
        }
    }

    /// A way from a source into asynchronous code, or back.
    enum Bridge: CaseIterable, Sendable {
        case observableValues, driverValues, signalValues, asyncCall, asyncSequence
    }

    @Test(
        "a task that is cancelled at any step of an asynchronous bridge leaves nothing behind",
        arguments: Bridge.allCases, 0...5)
    func cancelled(_ bridge: Bridge, _ step: Int) async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let source = BehaviorRelay(value: 0)
            let events = PublishRelay<Int>()
            let steps = Shared(0)
            switch bridge {
            case .observableValues, .driverValues, .signalValues:
                let task = Task { @MainActor in
                    switch bridge {
                    case .observableValues: for try await _ in source.values { steps.update { $0 += 1 } }
                    case .driverValues:
                        for await _ in source.asDriver().map({ $0 }).values { steps.update { $0 += 1 } }
                    default: for await _ in events.asSignal().map({ $0 }).values { steps.update { $0 += 1 } }
                    }
                }
                if step == 0 { task.cancel() }
                for number in 1..<max(1, step) {
                    await eventually {
                        if steps.value < number { events.accept(number) }
                        return steps.value >= number
                    }
                    source.accept(number)
                }
                task.cancel()
                _ = await task.result
            case .asyncCall, .asyncSequence:
                let recorder = Recorder<Int>()
                let observable: Observable<Int>
                if bridge == .asyncCall {
                    observable = .async {
                        for _ in 0..<5 {
                            steps.update { $0 += 1 }
                            try Task.checkCancellation()
                            await Task.yield()
                        }
                        return 1
                    }
                } else {
                    observable = .from(
                        AsyncStream(unfolding: {
                            steps.update { $0 += 1 }
                            await Task.yield()
                            return Task.isCancelled || steps.value > 8 ? nil : steps.value
                        }))
                }
                let subscription = observable.subscribe(recorder)
                await eventually { steps.value >= step || recorder.isCompleted }
                subscription.dispose()
                let count = recorder.count
                await mainActorIsFree()
                // C9: a call that was running when this thread disposed of it may still be recorded.
                #expect(recorder.count <= count + 1)
            }
        }
    }
}
