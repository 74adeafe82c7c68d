import Binding

/// An observer that notes each event with its time.
public final class TestableObserver<Element: Sendable>: ObserverType {
    private let scheduler: TestScheduler
    private let recorded = Guarded<[Recorded<Event<Element>>]>([])

    fileprivate init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    public func on(_ event: Event<Element>) {
        let time = scheduler.clock
        recorded.withLock { $0.append(Recorded(time: time, value: event)) }
    }

    /// All events, in order.
    public var events: [Recorded<Event<Element>>] { recorded.withLock { $0 } }

    /// The values alone.
    public var elements: [Element] { events.compactMap(\.value.element) }
}

extension TestScheduler {
    /// An observer that notes each event with this scheduler's time.
    public func createObserver<Element: Sendable>(_ type: Element.Type) -> TestableObserver<Element> {
        TestableObserver(self)
    }
}

/// When a test's source was subscribed to, and when that ended.
public struct SubscriptionPeriod: Equatable, Sendable, CustomStringConvertible {
    /// When it began.
    public let subscribed: Int
    /// When it ended; `nil` where it has not.
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
    private let source: Observable<Element>
    private let periods: Guarded<[SubscriptionPeriod]>

    fileprivate init(_ scheduler: TestScheduler, _ source: Observable<Element>) {
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

    /// When it was subscribed to, and when each subscription ended.
    public var subscriptions: [SubscriptionPeriod] { periods.withLock { $0 } }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { source }
}

extension TestScheduler {
    /// A source that sends events at times of this scheduler, whether somebody observes or not.
    public func createHotObservable<Element: Sendable>(
        _ events: [Recorded<Event<Element>>]
    ) -> TestableObservable<Element> {
        let subject = PublishSubject<Element>()
        for event in events { schedule(at: event.time) { subject.on(event.value) } }
        return TestableObservable(self, subject.asObservable())
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
        return TestableObservable(self, source)
    }
}
