import Binding

/// The error of everything that fails here.
package struct ModelError: Error {}

/// A real source of any kind, with a common interface.
enum RealSource: Sendable {
    case publishRelay(PublishRelay<Int>)
    case behaviorRelay(BehaviorRelay<Int>)
    case publishSubject(PublishSubject<Int>)
    case behaviorSubject(BehaviorSubject<Int>)
    case replaySubject(ReplaySubject<Int>)
    case shared(Observable<Int>)
    case driver(Driver<Int>)
    case signal(Signal<Int>)

    /// A root of a kind, and its replay behavior for the model.
    static func root(_ kind: Int, value: Int) -> (source: RealSource, replay: SourceModel.Replay) {
        switch kind {
        case 0: (.publishRelay(PublishRelay()), .nothing)
        case 1: (.behaviorRelay(BehaviorRelay(value: value)), .latest)
        case 2: (.publishSubject(PublishSubject()), .nothing)
        case 3: (.behaviorSubject(BehaviorSubject(value: value)), .latest)
        default: (.replaySubject(.create(bufferSize: kind - 4)), .last(kind - 4))
        }
    }

    static let kindsOfRoots = 8

    /// Whether it can be ended.
    var isSubject: Bool {
        switch self {
        case .publishSubject, .behaviorSubject, .replaySubject: true
        default: false
        }
    }

    /// The name of the case.
    var name: String {
        switch self {
        case .publishRelay: "PublishRelay"
        case .behaviorRelay: "BehaviorRelay"
        case .publishSubject: "PublishSubject"
        case .behaviorSubject: "BehaviorSubject"
        case .replaySubject: "ReplaySubject"
        case .shared: "shared observable"
        case .driver: "driver"
        case .signal: "signal"
        }
    }

    func send(_ what: SourceEvent) {
        switch (self, what) {
        case (.publishRelay(let relay), .next(let value)): relay.accept(value)
        case (.behaviorRelay(let relay), .next(let value)): relay.accept(value)
        case (.publishSubject(let subject), _): subject.on(what.event)
        case (.behaviorSubject(let subject), _): subject.on(what.event)
        case (.replaySubject(let subject), _): subject.on(what.event)
        default: break
        }
    }

    /// Its current value, if it exposes one.
    var current: Int? {
        switch self {
        case .behaviorRelay(let relay): relay.value
        case .behaviorSubject(let subject): try? subject.value()
        default: nil
        }
    }

    var observable: Observable<Int> {
        switch self {
        case .publishRelay(let relay): relay.asObservable()
        case .behaviorRelay(let relay): relay.asObservable()
        case .publishSubject(let subject): subject.asObservable()
        case .behaviorSubject(let subject): subject.asObservable()
        case .replaySubject(let subject): subject.asObservable()
        case .shared(let observable): observable
        case .driver(let driver): driver.asObservable()
        case .signal(let signal): signal.asObservable()
        }
    }

    /// A driver, if the source replays the latest value and cannot fail.
    var driver: Driver<Int>? {
        switch self {
        case .behaviorRelay(let relay): relay.asDriver()
        case .driver(let driver): driver
        default: nil
        }
    }

    var signal: Signal<Int>? {
        switch self {
        case .publishRelay(let relay): relay.asSignal()
        case .signal(let signal): signal
        default: nil
        }
    }

    /// The places where observers may be called.
    var places: [Place] {
        switch self {
        case .driver, .signal: [.mainActor]
        case .publishRelay, .behaviorRelay: [.here, .mainActor]
        default: [.here]
        }
    }

    func subscribe(_ place: Place, _ observer: @escaping @Sendable (SourceEvent) -> Void) -> any Disposable {
        if place == .mainActor {
            if let driver { return driver.drive(onNext: { observer(.next($0)) }) }
            if let signal { return signal.emit(onNext: { observer(.next($0)) }) }
        }
        return observable.subscribe { (event: Event<Int>) in
            switch event {
            case .next(let value): observer(.next(value))
            case .error: observer(.error)
            case .completed: observer(.completed)
            }
        }
    }
}

extension SourceEvent {
    fileprivate var event: Event<Int> {
        switch self {
        case .next(let value): .next(value)
        case .error: .error(ModelError())
        case .completed: .completed
        }
    }
}
