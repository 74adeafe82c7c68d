// Which values of an `Infallible` come, and when: the operators of `Observable`, where they are described.

public import Binding

extension InfallibleType {
    /// The values that pass a test.
    ///
    /// See [ReactiveX: Filter](https://reactivex.io/documentation/operators/filter.html).
    ///
    /// - Parameter predicate: Tests each value, on the thread that sends.
    @inlinable
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// The values whose key differs from that of the one before.
    ///
    /// - Parameter keySelector: Makes a key of each value, on the thread that sends.
    @inlinable
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// The values that differ from the one before, by a comparison.
    ///
    /// - Parameter areEqual: Compares the last value that was passed on with a new one, on the thread that sends.
    @inlinable
    public func distinctUntilChanged(
        by areEqual: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(by: areEqual))
    }

    /// RxSwift's spelling of ``distinctUntilChanged(by:)``.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "distinctUntilChanged(by:)")
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        distinctUntilChanged(by: comparer)
    }

    /// The values whose keys differ from those of the one before, by a comparison.
    ///
    /// - Parameters:
    ///   - keySelector: Makes a key of each value, on the thread that sends.
    ///   - comparer: Compares two keys, on the thread that sends.
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key,
        comparer: @escaping @Sendable (Key, Key) throws -> Bool
    ) -> Infallible<Element> {
        let keyed = asObservable().map { (element: $0, key: try keySelector($0)) }
        return Infallible(keyed.distinctUntilChanged(by: { try comparer($0.key, $1.key) }).map(\.element))
    }

    /// The values whose property differs from that of the one before.
    @inlinable
    public func distinctUntilChanged<Property: Equatable & Sendable>(
        at keyPath: KeyPath<Element, Property> & Sendable
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }

    /// The first values, and then the end.
    ///
    /// - Parameter count: How many. With less than one, this sequence is not subscribed to.
    @inlinable
    public func take(_ count: Int) -> Infallible<Element> { Infallible(asObservable().take(count)) }

    /// The values that come within a period of time, and then the end.
    ///
    /// - Parameters:
    ///   - duration: How long, from the subscription.
    ///   - scheduler: Measures the time and sends the end.
    public func take(
        for duration: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// The values until another sequence sends one, and then the end.
    ///
    /// - Parameter other: The sequence that ends this one. It should not fail.
    public func take(until other: some ObservableConvertibleType) -> Infallible<Element> {
        Infallible(asObservable().take(until: other))
    }

    /// The values up to the first that passes a test, and then the end.
    ///
    /// - Parameters:
    ///   - predicate: Tests each value, on the thread that sends.
    ///   - behavior: Whether the value that passes the test is sent, too.
    @_disfavoredOverload
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// The values up to the first that fails a test, and then the end.
    ///
    /// - Parameters:
    ///   - predicate: Tests each value, on the thread that sends.
    ///   - behavior: Whether the value that fails the test is sent, too.
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// The values starting with the first one that fails a test.
    ///
    /// - Parameter predicate: Tests each value until one fails, on the thread that sends.
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// The values that come after another sequence has sent one.
    ///
    /// - Parameter other: The sequence that opens this one. It should not fail.
    public func skip(until other: some ObservableConvertibleType) -> Infallible<Element> {
        Infallible(asObservable().skip(until: other))
    }

    /// The latest value once nothing has come for some time; see `debounce` of an observable.
    ///
    /// - Parameters:
    ///   - dueTime: How long.
    ///   - scheduler: Measures the time and sends the values.
    public func debounce(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// At most one value per period; see `throttle` of an observable.
    ///
    /// - Parameters:
    ///   - dueTime: How long a period is.
    ///   - latest: Whether the latest value of a period is sent at its end.
    ///   - scheduler: Measures the time and sends the values.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// The same values some time later.
    ///
    /// - Parameters:
    ///   - dueTime: How much later.
    ///   - scheduler: Measures the time and sends the values.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(asObservable().delay(dueTime, scheduler: scheduler))
    }

    /// The same values, delivered by a scheduler.
    ///
    /// - Parameter scheduler: Where downstream operators and the observer are called.
    public func observe(on scheduler: some Scheduler) -> Infallible<Element> {
        Infallible(asObservable().observe(on: scheduler))
    }

    /// The same sequence, subscribed to by a scheduler.
    ///
    /// - Parameter scheduler: Where the source is subscribed to.
    public func subscribe(on scheduler: some Scheduler) -> Infallible<Element> {
        Infallible(asObservable().subscribe(on: scheduler))
    }
}

extension InfallibleType where Element: Equatable {
    /// The values that differ from the one before.
    @inlinable
    public func distinctUntilChanged() -> Infallible<Element> { Infallible(asObservable().distinctUntilChanged()) }
}
