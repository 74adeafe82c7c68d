import Binding
import BindingTesting
import Testing

/// A use of an operator between two sequences of numbers, observables or drivers and signals.
package struct OperatorUse<Sharing: SharedForm>: Sendable, CustomTestStringConvertible {
    package typealias Shared = SharedSequence<Sharing, Int>

    /// The operator's name in the table, or that and what is special.
    package let name: String

    package let passing: Passing

    package let traits: Set<Trait>

    let observable: @Sendable (Observable<Int>, OperatorTime) -> Observable<Int>

    let shared: (@MainActor @Sendable (Shared, OperatorTime) -> Shared)?

    package var testDescription: String { name }

    /// Whether drivers and signals have the operator themselves.
    package var hasSharedForm: Bool { shared != nil }

    package func callAsFunction(_ source: Observable<Int>, _ time: OperatorTime = .standing) -> Observable<Int> {
        observable(source, time)
    }

    /// The same for drivers and signals. If they do not have the operator, that of an observable in between.
    @MainActor
    package func callAsFunction(_ source: Shared, _ time: OperatorTime = .standing) -> Shared {
        shared?(source, time) ?? Sharing.shared(observable(source.asObservable(), time))
    }
}

/// The values of its source that a use of an operator sends.
package enum Passing: Sendable {
    /// Every value, unchanged, sooner or later: a *link* of a chain.
    case all
    /// The first one, and the end.
    case first
    /// The last one, once the source has ended.
    case last
    /// The end alone.
    case nothing
    /// What else the operator makes of them.
    case some
}

/// What tests have to know about a use of an operator.
package enum Trait: Sendable {
    /// It continues by itself, and holds its source until it is disposed of or ends. Dropping the subscription alone does
    /// not release it if nothing else holds the source.
    case endsByDisposalOnly
    /// It may send later, even if the time it waits for is zero.
    case waits
    /// It does not end with its source.
    case outlivesSource
    /// It also sends values of its own.
    case sendsMore
    /// It subscribes again each time its source fails, forever.
    case retriesForever
    /// It sends on the main actor, wherever its source sends.
    case sendsOnMainActor
    /// It is several operators, at least on a driver, where chains of it are half as long.
    case isSeveralOperators
}

/// What operators that need a scheduler are given.
package struct OperatorTime: Sendable {
    package let scheduler: any Scheduler

    /// How long they wait for something that is to happen.
    package let span: Duration

    package init(_ scheduler: any Scheduler, span: Duration) {
        self.scheduler = scheduler
        self.span = span
    }

    /// What is to happen without a delay happens at once, everything else never.
    package static var standing: OperatorTime { OperatorTime(StandingScheduler(), span: .zero) }
}

private struct StandingScheduler: Scheduler {
    private let later = TestScheduler()

    var now: Duration { later.now }

    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        action()
        return Disposables.create()
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        delay > .zero ? later.schedule(after: delay, action) : schedule(action)
    }
}

/// A way in which observers share a sequence on the main actor, that of drivers or that of signals.
package protocol SharedForm: SharingStrategy {
    static func shared(_ source: Observable<Int>) -> SharedSequence<Self, Int>
    static func shared(_ source: Signal<Int>) -> SharedSequence<Self, Int>
}

extension DriverSharing: SharedForm {
    package static func shared(_ source: Observable<Int>) -> Driver<Int> { source.asDriver(onErrorJustReturn: 0) }
    package static func shared(_ source: Signal<Int>) -> Driver<Int> { source.asDriver() }
}

extension SignalSharing: SharedForm {
    package static func shared(_ source: Observable<Int>) -> Signal<Int> { source.asSignal(onErrorJustReturn: 0) }
    package static func shared(_ source: Signal<Int>) -> Signal<Int> { source }
}
