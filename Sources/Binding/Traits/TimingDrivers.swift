// Operators of `Driver` and `Signal` that depend on time: the same as those of `Observable`, where they are described.

extension SharedSequence {
    /// The values that no other value follows for some time; see ``ObservableType/debounce(_:scheduler:)``.
    public func debounce(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.debounce(dueTime, scheduler: scheduler))
    }

    /// The first value, and then at most one in each period of time; see
    /// ``ObservableType/throttle(_:latest:scheduler:)``.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// The same values some time later; see ``ObservableType/delay(_:scheduler:)``.
    public func delay(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.delay(dueTime, scheduler: scheduler))
    }

    /// The same sequence, or another one in its place once nothing arrives for some time; see
    /// ``ObservableType/timeout(_:other:scheduler:)-(_,Observable<Self.Element>,_)``. The form without another sequence
    /// fails, which a driver cannot.
    public func timeout(
        _ dueTime: Duration, other: SharedSequence, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }

    /// The values in arrays; see ``ObservableType/buffer(_:count:scheduler:)``.
    public func buffer(
        _ timeSpan: Duration, count: Int = .max, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence<Sharing, [Element]> {
        .init(sharing: source.buffer(timeSpan, count: count, scheduler: scheduler))
    }

    /// The values that arrive within a time, then completion; see ``ObservableType/take(for:scheduler:)``.
    public func take(
        for duration: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.take(for: duration, scheduler: scheduler))
    }

    /// The values that arrive after a time; see ``ObservableType/skip(for:scheduler:)``.
    public func skip(
        for duration: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.skip(for: duration, scheduler: scheduler))
    }

    /// The same sequence, subscribed to some time later; see ``ObservableType/delaySubscription(_:scheduler:)``.
    public func delaySubscription(
        _ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> SharedSequence {
        .init(sharing: source.delaySubscription(dueTime, scheduler: scheduler))
    }
}
