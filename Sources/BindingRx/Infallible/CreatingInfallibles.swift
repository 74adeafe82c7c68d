// Ways to create an `Infallible`: those of `Observable`, where they are described.

public import Binding

extension InfallibleType {
    /// One value, and the end.
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

    /// One value, and the end, sent by a scheduler.
    public static func just(_ element: Element, scheduler: some Scheduler) -> Infallible<Element> {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// The end, without a value.
    public static func empty() -> Infallible<Element> { Infallible(.empty()) }

    /// Nothing, neither a value nor the end.
    public static func never() -> Infallible<Element> { Infallible(.never()) }

    /// A sequence that is made anew for each observer.
    ///
    /// - Parameter observableFactory: Makes the sequence, on the thread that subscribes.
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(.deferred { try observableFactory().source })
    }
}

extension Infallible {
    /// Some values, one after the other, and the end.
    public static func of(_ elements: Element...) -> Infallible { Infallible(.from(elements)) }

    /// Some values, one after the other, and the end, sent by a scheduler.
    public static func of(_ elements: Element..., scheduler: some Scheduler) -> Infallible {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// The elements of a sequence, one after the other, and the end. Each observer is sent all of them.
    public static func from(_ sequence: some Sequence<Element> & Sendable) -> Infallible {
        Infallible(.from(sequence))
    }

    /// The elements of a sequence, one after the other, and the end, sent by a scheduler.
    public static func from(
        _ sequence: some Sequence<Element> & Sendable, scheduler: some Scheduler
    ) -> Infallible {
        Infallible(.from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType where Element: FixedWidthInteger {
    /// Zero, some time after the subscription, and then the end or, with a period, the numbers that follow.
    ///
    /// - Parameters:
    ///   - dueTime: How long until the first value. Zero or less means as soon as possible.
    ///   - period: How long from one value to the next; `nil` for one value only.
    ///   - scheduler: Measures the time and sends the values.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.timer(dueTime, period: period, scheduler: scheduler))
    }

    /// Numbers from zero, one per period.
    ///
    /// - Parameters:
    ///   - period: How long until the first value, and from one to the next.
    ///   - scheduler: Measures the time and sends the values.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.interval(period, scheduler: scheduler))
    }
}
