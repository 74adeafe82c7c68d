import Binding
import BindingOperators
import Model
import TestSupport
import Testing

/// Threads that send to a source of any kind, and observe it, with nothing between them but the start: neither a lock nor a
/// turn that one hands to another, which would order for the thread sanitizer what the library has to order. C1 to C4, C6, C9.
@Suite("Threads that race")
struct RacingThreadsTests {
    /// A source, with what its observers must see: values as they are sent.
    private enum Kind: CaseIterable, Sendable {
        case publishRelay, behaviorRelay, publishSubject, behaviorSubject, replaySubject, replayRelay
        case stages, share, shareReplay, merge, flatMap, materialized

        /// - Returns: What sends a value, and ends the source if it is `nil`, and what is observed.
        func make() -> (send: @Sendable (Int?) -> Void, observable: Observable<Int>) {
            let subject = PublishSubject<Int>()
            let send: @Sendable (Int?) -> Void = { $0.map { subject.onNext($0) } ?? subject.onCompleted() }
            switch self {
            case .publishRelay:
                let relay = PublishRelay<Int>()
                return ({ $0.map { relay.accept($0) } }, relay.asObservable())
            case .behaviorRelay:
                let relay = BehaviorRelay(value: -1)
                return ({ $0.map { relay.accept($0) } }, relay.asObservable())
            case .replayRelay:
                let relay = ReplayRelay<Int>.create(bufferSize: 3)
                return ({ $0.map { relay.accept($0) } }, relay.asObservable())
            case .behaviorSubject:
                let subject = BehaviorSubject(value: -1)
                return ({ $0.map { subject.onNext($0) } ?? subject.onCompleted() }, subject.asObservable())
            case .replaySubject:
                let subject = ReplaySubject<Int>.create(bufferSize: 3)
                return ({ $0.map { subject.onNext($0) } ?? subject.onCompleted() }, subject.asObservable())
            case .publishSubject: return (send, subject.asObservable())
            case .stages: return (send, subject.map { $0 + 1 }.filter { $0 >= 0 }.map { $0 - 1 })
            case .share: return (send, subject.map { $0 }.share())
            case .shareReplay: return (send, subject.map { $0 }.share(replay: 2))
            case .merge: return (send, Observable.merge(subject.filter { $0 % 2 == 0 }, subject.filter { $0 % 2 != 0 }))
            case .flatMap: return (send, subject.flatMap { Observable.just($0) })
            case .materialized: return (send, subject.materialize().dematerialize())
            }
        }

        var replays: Bool { self == .behaviorRelay || self == .behaviorSubject }
        var ends: Bool { self != .publishRelay && self != .behaviorRelay && self != .replayRelay }
        /// Whether every observer sees the values in one order: each of these has an order of its own for each observer.
        var hasOneOrder: Bool { self != .merge && self != .flatMap && self != .materialized && self != .stages }
    }

    /// What an observer has seen. Without a lock: if the library calls it from two threads at once, or does not order the
    /// calls, the thread sanitizer sees that.
    private final class Log: @unchecked Sendable {
        private(set) var values: [Int] = []
        private(set) var ends = 0
        private(set) var problem: String?
        private var isInside = false

        func on(_ event: Event<Int>) {
            if isInside { problem = "C2: called within a call" }
            if ends > 0 { problem = "C4: called after the end" }
            isInside = true
            if let value = event.element { values.append(value) } else { ends += 1 }
            isInside = false
        }

        /// Whether its values are some that came one after the other in another one.
        func isPart(of other: Log) -> Bool {
            guard let first = values.first else { return true }
            guard let start = other.values.firstIndex(of: first) else { return false }
            return other.values[start...].starts(with: values)
        }
    }

    private static let values = 60

    @Test("sources of all kinds lose nothing, keep their order, and call nobody twice at once", arguments: [2, 4])
    func sources(threads: Int) {
        var spending = Spending()
        var round = 0
        while !spending.isEnough {
            let kind = Kind.allCases[round % Kind.allCases.count]
            let seed = Effort.seed &+ UInt64(round)
            if let problem = spending.measure({ race(kind, threads: threads, seed: seed) }) {
                Issue.record("BINDING_SEED=\(Effort.seed), round \(round), \(kind), \(threads) threads: \(problem)")
                return
            }
            round += 1
            spending.steps += threads * Self.values
        }
        print("robustness: racing threads, \(threads): \(spending.steps) values, from seed \(Effort.seed)")
    }

    /// - Returns: What went wrong.
    private func race(_ kind: Kind, threads: Int, seed: UInt64) -> String? {
        let (send, observable) = kind.make()
        let staying = [Log(), Log()]
        let bag = DisposeBag()
        for log in staying { bag.insert(observable.subscribe { (event: Event<Int>) in log.on(event) }) }
        let guests = Recorder<Log>()
        onThreads(threads) { thread in
            var generator = SplitMix(state: seed &+ UInt64(thread))
            var subscriptions: [any Disposable] = []
            for number in 0..<Self.values {
                send(thread * 1_000 + number)
                switch generator.next() % 6 {
                case 0:
                    let log = Log()
                    subscriptions.append(observable.subscribe { (event: Event<Int>) in log.on(event) })
                    guests(log)
                case 1: subscriptions.popLast()?.dispose()
                default: break
                }
            }
            for subscription in subscriptions { subscription.dispose() }
        }
        send(nil)
        return problem(kind, staying, guests.elements, threads: threads)
    }

    private func problem(_ kind: Kind, _ staying: [Log], _ guests: [Log], threads: Int) -> String? {
        if let problem = (staying + guests).lazy.compactMap(\.problem).first { return problem }
        for log in staying {
            if kind.ends, log.ends != 1 { return "C4: \(log.ends) ends" }
            for thread in 0..<threads {
                let own = log.values.filter { $0 >= 0 && $0 / 1_000 == thread }
                guard own == (0..<Self.values).map({ thread * 1_000 + $0 }) else {
                    return "C1, C3: of thread \(thread): \(own)"
                }
            }
        }
        for log in guests {
            if kind.replays, log.values.isEmpty { return "C6: no value for a new observer" }
            if kind.hasOneOrder, !log.isPart(of: staying[0]) {
                return "C1, C3: \(log.values) is no part of \(staying[0].values)"
            }
        }
        return !kind.hasOneOrder || staying[0].values == staying[1].values ? nil : "C1: two observers, two orders"
    }
}
