import Binding

extension ListUpdates {
    /// The same rows; a closure is called with each that comes, before observers are told. DynamicData's `OnItemAdded`.
    ///
    /// ```swift
    /// messages.updates().onItemAdded { notify($0) } => listBox.rx.rows
    /// ```
    ///
    /// The rows that the list begins with come, too. A row with an identity that moves or changes does not; without an
    /// identity, one that changes does. Observers of the same chain share the calls.
    ///
    /// - Parameter action: Called on the main actor.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func onItemAdded(_ action: @escaping @MainActor (Row) -> Void) -> ListUpdates {
        onTurnover { _, come in come.forEach(action) }
    }

    /// The same rows; a closure is called with each that goes, before observers are told. DynamicData's
    /// `OnItemRemoved`.
    ///
    /// A row with an identity that moves or changes does not go; without an identity, one that changes does. The rows
    /// that are there when the last observer leaves have not gone: what has to end with them belongs to a model that
    /// `map(_:)` makes. Observers of the same chain share the calls.
    ///
    /// - Parameter action: Called on the main actor, with the row as it was last.
    /// - Complexity: O(1) for each row that has changed.
    @inlinable
    public consuming func onItemRemoved(_ action: @escaping @MainActor (Row) -> Void) -> ListUpdates {
        onTurnover { gone, _ in gone.forEach(action) }
    }

    @inlinable
    consuming func onTurnover(
        function: StaticString = #function, _ action: @escaping @MainActor ([Row], [Row]) -> Void
    ) -> ListUpdates {
        let identity = identity
        return ListUpdates(
            Driver.stage(of: &list, function: function) {
                var turnover = RowTurnover(identity: identity)
                return { rows in
                    let (gone, come) = turnover.take(rows)
                    action(gone, come)
                    return rows
                }
            }, identity: identity)
    }

    /// The events of a signal of each row, as they arrive, from whichever row. DynamicData's `MergeMany`.
    ///
    /// ```swift
    /// rowModels.mergeMany { $0.$delete } => viewModel.remove
    /// ```
    ///
    /// A row's signal is observed from when the row comes until it goes, or becomes another value. To know the row
    /// that an event is of, map it: `mergeMany { row in row.$delete.map { row } }`. The result does not complete.
    /// What a row has sent before it goes arrives, also if that is after it has gone, in the same change.
    ///
    /// - Parameter events: The signal of a row. Called on the main actor, once for each new or changed row.
    /// - Complexity: O(log *n*) for each row that has changed.
    @inlinable
    public func mergeMany<Event: Sendable>(
        _ events: @escaping @MainActor (Row) -> Signal<Event>
    ) -> Signal<Event> {
        // An object for each row, which stays with it.
        let sources = map { MergedEvents(events($0)) }
        let identity = sources.identity
        return sources.rows.stage { (output: StageOutput<EventsOfChange<Event>>) in
            let run = MergeRun(identity: identity, output)
            return { rows in
                run.take(rows)
                return nil
            }
        }
        .asSignal().flatMap { Signal.from($0.take()) }
    }
}

/// The events of a row.
@MainActor @usableFromInline
final class MergedEvents<Event: Sendable>: Sendable {
    @usableFromInline let events: Signal<Event>
    @usableFromInline var subscription: (any Disposable)?

    @inlinable
    init(_ events: Signal<Event>) {
        self.events = events
    }
}

/// The events of one change, in the order in which they came.
@MainActor @usableFromInline
final class EventsOfChange<Event: Sendable>: Sendable {
    @usableFromInline var events: [Event] = []
    @usableFromInline var areTaken = false

    @inlinable
    init() {}

    /// The events; none if they have been taken before.
    @inlinable
    func take() -> [Event] {
        areTaken = true
        defer { events = [] }
        return events
    }
}

/// Observes a signal of each row of a list.
@MainActor @usableFromInline
final class MergeRun<Event: Sendable> {
    @usableFromInline var turnover: RowTurnover<MergedEvents<Event>>
    @usableFromInline let stage: StageOutput<EventsOfChange<Event>>
    @usableFromInline var arrived = EventsOfChange<Event>()

    @inlinable
    init(identity: RowIdentity<MergedEvents<Event>>?, _ stage: StageOutput<EventsOfChange<Event>>) {
        turnover = RowTurnover(identity: identity)
        self.stage = stage
    }

    @inlinable
    func take(_ rows: TreeArray<MergedEvents<Event>>) {
        let (gone, come) = turnover.take(rows)
        for source in come {
            source.subscription = stage.observe(source.events) { [weak self] event in self?.arrive(event) }
        }
        for source in gone { source.subscription?.dispose() }
    }

    @inlinable
    func arrive(_ event: Event) {
        if arrived.areTaken { arrived = EventsOfChange() }
        arrived.events.append(event)
        stage.send(arrived)
    }
}
