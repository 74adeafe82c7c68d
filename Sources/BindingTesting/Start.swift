import Binding

extension TestScheduler {
    /// Creates a source, subscribes to it and disposes of the subscription at given times, and records what it sends;
    /// runs everything that is scheduled meanwhile and after that.
    ///
    /// ```swift
    /// let scheduler = TestScheduler()
    /// let numbers = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .next(220, 3), .completed(230)])
    /// let observer = scheduler.start { numbers.map { $0 * 10 } }
    /// #expect(observer.events == [.next(210, 20), .next(220, 30), .completed(230)])
    /// #expect(numbers.subscriptions == [SubscriptionPeriod(200, 230)])
    /// ```
    ///
    /// The default times are RxTest's. Actions that are due at one of them and were scheduled before this call run
    /// first. A time that has passed means the current time.
    ///
    /// - Parameters:
    ///   - created: The time when the closure is called.
    ///   - subscribed: The time when its source is subscribed to; not before `created`.
    ///   - disposed: The time when the subscription is disposed of; not before `subscribed`.
    ///   - create: Creates the source. It is called once, before this returns.
    /// - Returns: The observer that has recorded the events.
    public func start<Source: ObservableConvertibleType>(
        created: Int = 100, subscribed: Int = 200, disposed: Int = 1_000, create: () -> Source
    ) -> TestableObserver<Source.Element> {
        precondition(created <= subscribed && subscribed <= disposed, "The times of a test are not in order.")
        let observer = createObserver(Source.Element.self)
        let due = Guarded(0)
        for time in [created, subscribed, disposed] { schedule(at: time) { due.withLock { $0 += 1 } } }
        var source: Source?
        var subscription: (any Disposable)?
        var done = 0
        // The three steps are not actions themselves, so that the closure need not be `Sendable`.
        while let action = take(until: .max) {
            action()
            while done < due.withLock({ $0 }) {
                done += 1
                switch done {
                case 1: source = create()
                case 2: subscription = source?.asObservable().subscribe(observer)
                default: subscription?.dispose()
                }
            }
        }
        return observer
    }

    /// The same as the other ``start(created:subscribed:disposed:create:)`` at the default times, for a function that
    /// creates the source: `scheduler.start(makeNumbers)`.
    public func start<Source: ObservableConvertibleType>(
        _ create: () -> Source
    ) -> TestableObserver<Source.Element> {
        start(create: create)
    }
}

extension Recorded {
    /// Events, one after the other: `Recorded.events(.next(10, "a"), .completed(20))`.
    public static func events<Element>(_ events: Recorded...) -> [Recorded] where Value == Event<Element> { events }

    /// Events, one after the other.
    public static func events<Element>(_ events: [Recorded]) -> [Recorded] where Value == Event<Element> { events }
}
