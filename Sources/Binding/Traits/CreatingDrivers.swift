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

    /// The value, if there is one, and the end.
    public static func from(optional element: Element?) -> SharedSequence {
        .init(sharing: .from(optional: element))
    }

    /// A sequence that is made anew when the first observer comes, and again when one comes after the last has gone or the
    /// sequence has ended; see ``Observable/deferred(_:)-(()->Source)``.
    ///
    /// - Parameter factory: Makes the sequence.
    public static func deferred<Source: SharedSequenceConvertibleType<Element>>(
        _ factory: @escaping @MainActor () -> Source
    ) -> SharedSequence {
        let factory = MainActorDispatcher.unchecked(factory)
        return .init(sharing: .deferred { factory().asSharedSequence().source })
    }

    /// A sequence that is made anew, for closures that return `.just(…)`, `.empty()` and the like.
    public static func deferred(_ factory: @escaping @MainActor () -> SharedSequence) -> SharedSequence {
        let factory = MainActorDispatcher.unchecked(factory)
        return .init(sharing: .deferred { factory().source })
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

    /// One value, zero, some time after the subscription, and the end; or one after the other, where there is a period; see
    /// ``Observable/timer(_:period:scheduler:)``.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: .timer(dueTime, period: period, scheduler: scheduler))
    }
}
