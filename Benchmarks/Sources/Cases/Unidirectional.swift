import Binding
import OpenCombine
import Unidirectional

/// An action through a stream and through a feature store, with one observer of the result.
enum StreamsAndStores {
    static let all = [
        streamToObservable, streamToDriver, streamOfState, untraced, silentTracer, silentAgainstNone, traced,
        tracedAndRead,
    ]

    private static let streamToObservable = Case(
        "an action through a UnioStream, scan and map to an Observable",
        [
            floor,
            .binding { tally in
                let stream = ScanStream()
                _ = stream.output.number.subscribe(onNext: { tally.add($0) })
                return { times in for number in 0..<times { stream.input.show(number) } }
            },
            openCombineStream,
        ])

    private static let streamToDriver = Case(
        "an action through a UnioStream, scan and map to a Driver",
        [
            floor,
            .binding { tally in
                let stream = ScanStream()
                _ = stream.output.shown.drive(onNext: { tally.add($0) })
                return { times in for number in 0..<times { stream.input.show(number) } }
            },
            openCombineStream,
        ])

    private static let streamOfState = Case(
        "an action through a UnioStream, by its state",
        [
            floor,
            .binding { tally in
                let stream = StateStream()
                _ = stream.output.$state.drive(onNext: { tally.add($0.number) })
                return { times in for number in 0..<times { stream.input.show(number) } }
            },
            openCombineStore,
        ])

    private static let untraced = Case(
        "an action through a OneWay, no tracer",
        [
            floor,
            .binding { tally in
                let store = makeStore(tally)
                return { times in for number in 0..<times { store.send(.show(number)) } }
            },
            openCombineStore,
            .observation { tally in
                let source = Observed(NumberFeature.State())
                let pending = Watcher<NumberFeature.State>.Pending()
                let observer = Watcher(source, pending) { tally.add($0.number) }
                return { times in
                    for number in 0..<times {
                        source.value = NumberFeature.next(source.value, .show(number))
                        pending.lookAgain()
                    }
                    withExtendedLifetime(observer) {}
                }
            },
        ])

    private static let silentTracer = Case(
        "an action through a OneWay, tracer listened to, not traced", [floor, silent])

    /// The floor is the same without a tracer: actions that are not traced should not cost more.
    private static let silentAgainstNone = Case(
        "an action through a OneWay, not traced, against no tracer",
        [
            .floor { tally in
                let store = makeStore(tally)
                return { times in for number in 0..<times { store.send(.show(number), shouldTrace: false) } }
            },
            silent,
        ])

    /// The floor traces nothing.
    private static let traced = Case(
        "an action through a OneWay, traced", expected: { sumBelow($0) + $0 },
        [
            .floor { tally in
                let source = makeFloor(tally)
                return { times in
                    for number in 0..<times {
                        source.value = NumberFeature.next(source.value, .show(number))
                        tally.add(1)
                    }
                }
            },
            tracing { _ in },
        ])

    /// The floor finds what has changed by hand, by reflection as well, without asking whether values are equal.
    private static let tracedAndRead = Case(
        "an action through a OneWay, traced, and its changes read, against reflection by hand",
        expected: { sumBelow($0) + $0 },
        [
            .floor { tally in
                let source = makeFloor(tally)
                return { times in
                    for number in 0..<times {
                        let olds = Mirror(reflecting: source.value).children
                        source.value = NumberFeature.next(source.value, .show(number))
                        var changes: [(path: String, old: String, new: String)] = []
                        for (old, new) in zip(olds, Mirror(reflecting: source.value).children) {
                            let texts = (String(reflecting: old.value), String(reflecting: new.value))
                            if texts.0 != texts.1 { changes.append((old.label ?? "", texts.0, texts.1)) }
                        }
                        withExtendedLifetime(changes) { tally.add(1) }
                    }
                }
            },
            tracing { event in withExtendedLifetime(event.changes) {} },
        ])

    private static func tracing(_ look: @escaping @MainActor (TraceEvent) -> Void) -> Contender {
        .binding { tally in
            let store = makeStore(tally)
            let observe: @MainActor (TraceEvent) -> Void = { event in
                look(event)
                tally.add(1)
            }
            _ = store.tracer.events.emit(onNext: observe)
            return { times in for number in 0..<times { store.send(.show(number), shouldTrace: true) } }
        }
    }

    /// A value, a function that computes the next one, and a list of one closure.
    private static let floor = Contender.floor { tally in
        let source = makeFloor(tally)
        return { times in
            for number in 0..<times { source.value = NumberFeature.next(source.value, .show(number)) }
        }
    }

    private static let openCombineStream = Contender.openCombine { tally in
        let source = PassthroughSubject<Int, Never>()
        let observer = source.scan(NumberFeature.State()) { NumberFeature.next($0, .show($1)) }
            .map(\.number).sink { tally.add($0) }
        return { times in
            for number in 0..<times { source.send(number) }
            withExtendedLifetime(observer) {}
        }
    }

    private static let openCombineStore = Contender.openCombine { tally in
        let source = CurrentValueSubject<NumberFeature.State, Never>(.init())
        let observer = source.sink { tally.add($0.number) }
        return { times in
            for number in 0..<times { source.send(NumberFeature.next(source.value, .show(number))) }
            withExtendedLifetime(observer) {}
        }
    }

    private static let silent = Contender.binding { tally in
        let store = makeStore(tally)
        _ = store.tracer.events.emit(onNext: { _ in tally.add(1) })
        return { times in for number in 0..<times { store.send(.show(number), shouldTrace: false) } }
    }

    private static func makeFloor(_ tally: Tally) -> Floor<NumberFeature.State> {
        let source = Floor(NumberFeature.State())
        source.observe { tally.add($0.number) }
        return source
    }

    @MainActor
    private static func makeStore(_ tally: Tally) -> OneWay<NumberFeature> {
        let store = OneWay<NumberFeature>(initialState: .init())
        _ = store.stateDriver.drive(onNext: { tally.add($0.number) })
        return store
    }
}

/// The number that was last shown, and a title that does not change.
private enum NumberFeature: ViewFeature {
    struct State: FeatureState {
        var number = 0
        var title = "The number that was shown last"
    }

    enum Action: FeatureAction {
        case show(Int)
    }

    static let updater: Updater = { next($0, $1) }

    static func next(_ state: State, _ action: Action) -> State {
        var state = state
        switch action {
        case .show(let number): state.number = number
        }
        return state
    }
}

/// A stream that folds its input by operators.
private final class ScanStream: UnioStream<ScanStream> {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let show = PublishRelay<Int>()
    }

    struct Output: OutputType {
        let number: Observable<Int>
        let shown: Driver<Int>
    }

    convenience init() {
        self.init(input: Input())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let number = dependency.inputObservables.show
            .scan(NumberFeature.State()) { NumberFeature.next($0, .show($1)) }
            .map(\.number)
        return Output(number: number, shown: number.asDriver(onErrorJustReturn: 0))
    }
}

/// A stream whose input changes its state, which is the output.
private final class StateStream: UnioStream<StateStream> {
    typealias Output = State
    typealias Extra = NoExtra

    struct Input: InputType {
        let show = PublishRelay<Int>()
    }

    struct State: StateType, StoredOutputType {
        @Bindable var state = NumberFeature.State()
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let state = dependency.state
        dependency.inputObservables.show
            .bind(onNext: { state.state = NumberFeature.next(state.state, .show($0)) })
            .disposed(by: disposeBag)
        return state
    }
}
