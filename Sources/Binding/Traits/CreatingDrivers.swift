// The operators of `Driver` and `Signal` that make values: those of `Observable`, which describes them, with closures that run on
// the main actor and do not throw.

extension SharedSequence {
    /// One value, and the end.
    public static func just(_ element: Element) -> SharedSequence { .init(sharing: .just(element)) }

    /// Some values, one after the other, and the end.
    public static func of(_ elements: Element...) -> SharedSequence { from(elements) }

    /// The elements of a sequence, one after the other, and the end.
    public static func from(_ elements: some Sequence<Element> & Sendable) -> SharedSequence {
        .init(sharing: .from(elements))
    }

    /// The end, without a value.
    public static func empty() -> SharedSequence { .init(sharing: .empty()) }

    /// Nothing, for ever.
    public static func never() -> SharedSequence { .init(direct: .never()) }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// Numbers from zero, one each period; see ``Observable/interval(_:scheduler:)``.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: .interval(period, scheduler: scheduler))
    }
}
