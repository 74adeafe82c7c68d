// Ways to create a `Driver` or a `Signal` from values or time: the same as those of `Observable`, where they are
// described, with closures that run on the main actor and do not throw.

extension SharedSequence {
    /// One value, then completion.
    public static func just(_ element: Element) -> SharedSequence { .init(sharing: .just(element)) }

    /// Some values, one after the other, then completion.
    public static func of(_ elements: Element...) -> SharedSequence { from(elements) }

    /// The elements of a sequence, one after the other, then completion.
    public static func from(_ elements: some Sequence<Element> & Sendable) -> SharedSequence {
        .init(sharing: .from(elements))
    }

    /// The value, if there is one, then completion.
    public static func from(optional element: Element?) -> SharedSequence {
        .init(sharing: .from(optional: element))
    }

    /// A sequence that is created when the first observer subscribes, and again when one subscribes after the last has
    /// gone or the sequence has ended; see ``Observable/deferred(_:)-(()->Source)``.
    ///
    /// - Parameter factory: Creates the sequence.
    public static func deferred<Source: SharedSequenceConvertibleType<Element>>(
        _ factory: @escaping @MainActor () -> Source
    ) -> SharedSequence {
        let factory = MainActorDispatcher.unchecked(factory)
        return .init(sharing: .deferred { factory().asSharedSequence().source })
    }

    /// A sequence that is created on demand, for closures that return `.just(…)`, `.empty()` and the like.
    public static func deferred(_ factory: @escaping @MainActor () -> SharedSequence) -> SharedSequence {
        let factory = MainActorDispatcher.unchecked(factory)
        return .init(sharing: .deferred { factory().source })
    }

    /// Completion, without a value.
    public static func empty() -> SharedSequence { .init(sharing: .empty()) }

    /// Nothing, forever.
    public static func never() -> SharedSequence { .init(direct: .never()) }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// Numbers from zero, one per period; see ``Observable/interval(_:scheduler:)``.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: .interval(period, scheduler: scheduler))
    }

    /// Zero, some time after the subscription, then completion; or, with a period, numbers from zero, without
    /// completion; see ``Observable/timer(_:period:scheduler:)``.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: .timer(dueTime, period: period, scheduler: scheduler))
    }
}
