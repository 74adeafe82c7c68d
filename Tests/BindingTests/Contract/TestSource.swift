import Binding
import Testing

/// The sources that the clauses about sources are tested with: each takes numbers and passes them on.
enum TestSource: CaseIterable, Sendable, CustomTestStringConvertible {
    case publishSubject, behaviorSubject, replaySubject, publishRelay, behaviorRelay, shared, merged, observed

    var testDescription: String { "\(self)" }

    /// How to send, how to subscribe, and whether an observer first gets an earlier value.
    func make() -> (send: @Sendable (Int) -> Void, numbers: Observable<Int>) {
        switch self {
        case .publishSubject:
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.asObservable())
        case .behaviorSubject:
            let subject = BehaviorSubject(value: -1)
            return ({ subject.onNext($0) }, subject.asObservable().filter { $0 >= 0 })
        case .replaySubject:
            let subject = ReplaySubject<Int>.create(bufferSize: 0)
            return ({ subject.onNext($0) }, subject.asObservable())
        case .publishRelay:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable())
        case .behaviorRelay:
            let relay = BehaviorRelay(value: -1)
            return ({ relay.accept($0) }, relay.asObservable().filter { $0 >= 0 })
        case .shared:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable().share())
        case .merged:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, .merge(relay, Observable<Int>.never()))
        case .observed:
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable().observe(on: ImmediateScheduler()))
        }
    }
}
