import Binding

/// The times of a subscription to a test's source.
public struct SubscriptionPeriod: Equatable, Sendable, CustomStringConvertible {
    /// The time when it began.
    public let subscribed: Int
    /// The time when it ended; `nil` if it has not.
    public let ended: Int?

    /// A period from one time to another.
    public init(_ subscribed: Int, _ ended: Int? = nil) {
        self.subscribed = subscribed
        self.ended = ended
    }

    public var description: String { "\(subscribed)...\(ended.map(String.init) ?? "")" }
}

/// A source that sends given events at given times.
public final class TestableObservable<Element: Sendable>: ObservableType {
    /// The events that it was given.
    public let recordedEvents: [Recorded<Event<Element>>]

    private let source: Observable<Element>
    private let periods: Guarded<[SubscriptionPeriod]>

    fileprivate init(
        _ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>], _ source: Observable<Element>
    ) {
        recordedEvents = events
        let periods = Guarded<[SubscriptionPeriod]>([])
        self.periods = periods
        self.source = .create { observer in
            let index = periods.withLock { periods in
                periods.append(SubscriptionPeriod(scheduler.clock))
                return periods.count - 1
            }
            let subscription = source.subscribe(observer)
            return Disposables.create {
                subscription.dispose()
                periods.withLock { $0[index] = SubscriptionPeriod($0[index].subscribed, scheduler.clock) }
            }
        }
    }

    /// The times of all subscriptions.
    public var subscriptions: [SubscriptionPeriod] { periods.withLock { $0 } }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { source }
}

extension TestScheduler {
    /// A source that sends events at times of this scheduler, whether it has observers or not.
    ///
    /// Observers that subscribe after its end receive nothing, as with RxTest's.
    public func createHotObservable<Element: Sendable>(
        _ events: [Recorded<Event<Element>>]
    ) -> TestableObservable<Element> {
        let relay = PublishRelay<Event<Element>>()
        for event in events { schedule(at: event.time) { relay.accept(event.value) } }
        return TestableObservable(self, events, relay.dematerialize())
    }

    /// A source that sends each observer events at times counted from its subscription.
    public func createColdObservable<Element: Sendable>(
        _ events: [Recorded<Event<Element>>]
    ) -> TestableObservable<Element> {
        let source = Observable<Element>.create { [self] observer in
            let start = clock
            let scheduled = events.map { event in schedule(at: start.plus(event.time)) { observer.on(event.value) } }
            return Disposables.create(scheduled)
        }
        return TestableObservable(self, events, source)
    }
}
