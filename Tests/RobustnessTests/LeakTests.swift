import Binding
import BindingControls
import BindingOperators
import BindingTesting
import OperatorCatalog
import TestSupport
import Testing

/// A use of the library that must not leak.
struct LeakCase<Body: Sendable>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: Body

    init(_ name: String, _ body: Body) {
        testDescription = name
        self.body = body
    }
}

/// How a use ends.
enum Ending: CaseIterable, Sendable {
    case disposed, dropped, completed, failed, fromInside
}

@Suite("Nothing is left behind")
@MainActor
struct LeakTests {
    @Test("operators on Observable", arguments: Operators<DriverSharing>().uses, Ending.allCases)
    func observables(_ use: OperatorUse<DriverSharing>, _ ending: Ending) throws {
        if ending == .dropped, use.traits.contains(.endsByDisposalOnly) { return }
        if ending == .failed, use.traits.contains(.retriesForever) { return }
        try withoutLeaks {
            let source = PublishSubject<Int>()
            let time = TestScheduler()
            let own = SerialDisposable()
            let sequence = use(source.asObservable(), OperatorTime(time, span: .milliseconds(2)))
            var subscription: (any Disposable)? = sequence.subscribe(
                onNext: { _ in if ending == .fromInside { own.dispose() } }, onError: { _ in })
            if ending == .fromInside { own.disposable = subscription! }
            for number in 1...4 {
                source.onNext(number)
                time.advance(by: 1)
            }
            switch ending {
            case .disposed: subscription?.dispose()
            case .dropped: break
            case .completed: source.onCompleted()
            case .failed: source.onError(TestError())
            case .fromInside:
                source.onCompleted()
                own.dispose()
            }
            time.advance(by: 10)
            if ending != .dropped { subscription?.dispose() }
            subscription = nil
        }
    }

    typealias Chain = @Sendable @MainActor (BehaviorRelay<Int>, PublishRelay<Int>, DisposeBag) -> Void

    nonisolated static let bindings: [LeakCase<Chain>] = [
        LeakCase("drive") { state, _, bag in bag.insert(state.asDriver().drive(onNext: { _ in })) },
        LeakCase("drive with") { state, _, bag in
            let label = Label()
            bag.insert(state.asDriver().drive(with: label, onNext: { $0.text = "\($1)" }))
        },
        LeakCase("all closures with an object") { state, event, bag in
            let label = Label()
            let recorder = Recorder<Int>()
            bag.insert(
                state.asDriver().drive(
                    with: label, onNext: { $0.text = "\($1)" }, onCompleted: { _ in }, onDisposed: { _ in }),
                event.asSignal().withUnretained(label).emit(onNext: { $0.text = "\($1)" }),
                state.subscribe(with: recorder, onNext: { $0($1) }, onDisposed: { $0(0) }),
                event.bind(with: recorder) { $0($1) },
                ControlEvent(events: event).subscribe(with: label, onNext: { $0.text = "\($1)" }))
        },
        LeakCase("a relay that replays") { state, event, bag in
            let relay = ReplayRelay<Int>.create(bufferSize: 2)
            bag.insert(state => relay, event.asSignal().emit(to: relay), relay => { _ in })
        },
        LeakCase("emit") { _, event, bag in bag.insert(event.asSignal().emit(onNext: { _ in })) },
        LeakCase("a driver's operators") { state, event, bag in
            let driver = state.asDriver().map { $0 }.filter { _ in true }.distinctUntilChanged().scan(0) { $0 + $1 }
            let both = Driver.combineLatest(driver, state.asDriver())
            let latest = driver.flatMapLatest { _ in state.asDriver() }
            bag.insert(both.drive(onNext: { _ in }), latest.drive(onNext: { _ in }), latest.drive(onNext: { _ in }))
            bag.insert(event.asSignal().withLatestFrom(latest).emit(onNext: { _ in }))
        },
        LeakCase("conflate") { state, event, bag in
            bag.insert(state.conflate().map { $0 }.drive(onNext: { _ in }))
            bag.insert(state.asDriver().map { $0 }.conflate().drive(onNext: { _ in }))
            bag.insert(event.conflate().emit(onNext: { _ in }))
        },
        LeakCase("a binder") { state, _, bag in
            let label = Label()
            bag.insert(state.asDriver().map { "\($0)" } => label.rx.text)
            bag.insert(state.map { "\($0)" }.bind(to: label.rx.text))
            onAnotherThread { state.accept(5) }
        },
        LeakCase("a relay to a relay") { state, event, bag in
            bag.insert(event => state, state => { _ in })
            bag.insert(event.bind(to: state))
        },
        LeakCase("two ways, a control") { state, _, bag in
            let relay = BehaviorRelay(value: "")
            let field = TextField(normalize: { $0.uppercased() })
            bag.insert(relay <=> field.rx.text)
            bag.insert(relay <=> field.rx.optionalText ?? "none")
            bag.insert(state.map { "\($0)" }.bind(to: relay))
            field.type("a")
        },
        LeakCase("two ways, a relay") { state, _, bag in
            let relay = BehaviorRelay(value: 9)
            bag.insert(state <=> relay)
            relay.accept(8)
        },
        LeakCase("a control's property and event") { state, _, bag in
            let field = TextField()
            let button = Button()
            bag.insert(field.rx.text.changed.subscribe(onNext: { _ in }))
            bag.insert(field.rx.text => { _ in }, button.rx.tap => { state.accept(7) })
            field.type("a")
            button.press()
        },
        LeakCase("wrappers") { state, _, bag in
            let viewModel = WrappedViewModel()
            let label = Label()
            bag.insert(viewModel.$name => label.rx.text, viewModel.$alert => { label.text = $0 })
            bag.insert(viewModel.$dismiss => { label.text = "" }, viewModel.$typed => { _ in })
            bag.insert(state => { viewModel.name = "\($0)" })
            viewModel.typed.append("a")
            viewModel.alert("b")
            viewModel.dismiss()
        },
        LeakCase("a tracked expression") { _, _, bag in
            bag.insert(Driver.tracking { 1 }.drive(onNext: { _ in }))
        },
    ]

    @MainActor
    final class WrappedViewModel {
        @Bindable var name = ""
        @Mutable var typed = ""
        @ViewAction var alert: (String) -> Void
        @ViewAction.NoParam var dismiss: () -> Void
    }

    @Test(
        "bindings, wrappers, drivers and signals", arguments: bindings + unidirectional,
        [Ending.disposed, .dropped, .fromInside])
    func bindings(_ chain: LeakCase<Chain>, _ ending: Ending) async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            await Task.yield()
            let state = BehaviorRelay(value: 0)
            let event = PublishRelay<Int>()
            let bag = DisposeBag()
            chain.body(state, event, bag)
            if ending == .fromInside {
                _ = event.subscribe(onNext: { if $0 == 2 { bag.dispose() } })
            }
            for number in 1...3 {
                state.accept(number)
                event.accept(number)
            }
            if ending == .disposed { bag.dispose() }
        }
    }

    @Test("what asynchronous code reads and sends")
    func asynchronous() async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let relay = BehaviorRelay(value: 0)
            var iterator = relay.asDriver().values.makeAsyncIterator()
            _ = await iterator.next()
            let task = Task { @MainActor in for await _ in relay.asDriver().map({ $0 }).values {} }
            await Task.yield()
            relay.accept(1)
            task.cancel()
            await task.value
            let recorder = Recorder<Int>()
            let subscription = Observable<Int>.async {
                try await Task.sleep(for: .seconds(100))
                return 1
            }
            .subscribe(recorder)
            subscription.dispose()
            _ = Observable<Int>.async { 1 }.subscribe(recorder)
            await eventually { recorder.isCompleted }
        }
    }

    #if DEBUG
        @Test("what a detached task or a thread leaves behind is reported with `anywhere`")
        func detached() async {
            // In a separate process, so that objects of other tests are not counted.
            await #expect(processExitsWith: .success) {
                let kept = Shared<[any Disposable]>([])
                let leak: @Sendable () -> Void = {
                    kept.value.append(PublishSubject<Int>().subscribe(onNext: { _ in }))
                }
                try await withoutLeaks { await Task.detached(operation: leak).value }
                let error = await #expect(throws: LeakedObjects.self) {
                    try await withoutLeaks(anywhere: true, patience: .milliseconds(10)) {
                        await Task.detached(operation: leak).value
                    }
                }
                let counts = ["Broadcaster": 1, "Slot": 1, "Subscription": 1]
                precondition(error?.counts == counts)
                let other = #expect(throws: LeakedObjects.self) {
                    try withoutLeaks(anywhere: true) { onAnotherThread(leak) }
                }
                precondition(other?.counts == counts)
                // Objects from before or after do not count.
                try withoutLeaks(anywhere: true) {
                    kept.value.popLast()?.dispose()
                    onAnotherThread { PublishSubject<Int>().subscribe(onNext: { _ in }).dispose() }
                }
                leak()
            }
        }
    #endif

    @Test("a leak is reported, with the classes of what is left")
    func reported() throws {
        var kept: [any Disposable] = []
        #if DEBUG
            let error = #expect(throws: LeakedObjects.self) {
                try withoutLeaks { kept.append(PublishSubject<Int>().subscribe(onNext: { _ in })) }
            }
            let text = "Objects of Binding were left behind: 1 Broadcaster, 1 Slot, 1 Subscription."
            expectEqual(error?.description, text)
            #expect(BindingDiagnostics.liveObjects >= 3)
        #else
            try withoutLeaks { kept.append(PublishSubject<Int>().subscribe(onNext: { _ in })) }
            expectEqual(BindingDiagnostics.liveObjects, 0)
        #endif
        kept = []
    }
}
