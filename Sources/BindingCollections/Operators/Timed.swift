import Binding

extension ListUpdates {
    /// The rows at most once in a period of time: all that has changed in it is one update. DynamicData's `Batch`.
    ///
    /// ```swift
    /// prices.updates().throttle(.milliseconds(100)) => table.rx.rows
    /// ```
    ///
    /// Observers receive the first rows at once. What follows in the chain does no work in between.
    ///
    /// - Parameters:
    ///   - dueTime: The length of the period.
    ///   - latest: Whether what has changed in a period is sent at its end. If not, it is a part of the next update.
    ///   - scheduler: What measures the time.
    @inlinable
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler = MainScheduler.instance
    ) -> ListUpdates {
        ListUpdates(rows.throttle(dueTime, latest: latest, scheduler: scheduler), identity: identity)
    }

    /// The rows once nothing has changed for some time: all that has changed until then is one update.
    ///
    /// The first rows are sent after that time, too.
    ///
    /// - Parameters:
    ///   - dueTime: How long nothing has to change.
    ///   - scheduler: What measures the time.
    @inlinable
    public func debounce(_ dueTime: Duration, scheduler: some Scheduler = MainScheduler.instance) -> ListUpdates {
        ListUpdates(rows.debounce(dueTime, scheduler: scheduler), identity: identity)
    }

    /// The updates as an asynchronous sequence, for `for await`. The first one is a ``ListUpdate/Change/reload``.
    ///
    /// All updates are kept until they are read. To have only what differs from the rows that were read last, read the
    /// `values` of ``rows`` with the buffering policy `.bufferingNewest(1)`, and compare them by
    /// ``ListUpdate/init(from:to:by:)-(TreeArray<Row>,_,_)``.
    public var values: AsyncStream<ListUpdate<Row>> { asSharedSequence().values }
}
