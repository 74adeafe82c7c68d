import Binding

/// The states of the rows of one list, for the stores of these rows.
///
/// All rows that are observed share one subscription to the parent's state. Each has a relay, which is sent the row's
/// state only when it has changed. While rows are observed, the parent's source holds this object, which holds their
/// relays, so that they work whether or not anybody keeps a store or a subscription. Nothing is held the other way
/// round.
@MainActor
final class RowStates<Parent: ViewFeature, ID: Hashable & Sendable, Child: ViewFeature> {
    private let weakParent: WeakReference<OneWay<Parent>>
    private let elements: ChildElements<Parent.State, ID, Child.State>

    /// The rows that are observed.
    private var observed: [ID: RowRelay<Child.State>] = [:]
    /// These, and those that may yet be observed.
    private var known: [ID: WeakReference<RowRelay<Child.State>>] = [:]
    /// The parent's state that was last sent to the relays, and its order; `nil` while there is no subscription.
    private var shown: (state: Parent.State, order: ChildOrder<ID>)?
    /// The number of the current subscription. Any other one ends by itself.
    private var subscriptionNumber = 0
    /// After how many states to check whether rows still have observers.
    private var statesUntilCleaning = 0
    private var growthLimit = 16

    /// The order of the parent's state at a revision, for searches, and how many of these there have been without it.
    private var order = ChildOrder<ID>()
    private var orderRevision = -1
    private var searchedRevision = -1
    private var searchCount = 0

    /// The last states seen of rows, which all stores of a row share.
    private var seen: [ID: WeakReference<LastSeen<Child.State>>] = [:]

    init(_ parent: OneWay<Parent>, _ elements: ChildElements<Parent.State, ID, Child.State>) {
        weakParent = WeakReference(parent)
        self.elements = elements
    }

    private var parent: OneWay<Parent>? { weakParent.object }

    // MARK: Looking

    /// A row as it is in the parent's state.
    ///
    /// - Complexity: O(1) if the order of the state is known, otherwise O(*n*). It is determined when that is
    ///   worthwhile.
    func find(_ id: ID) -> Child.State? {
        guard let parent else { return nil }
        let (state, revision) = (parent.state, parent.revision)
        if orderRevision != revision {
            if searchedRevision != revision { (searchedRevision, searchCount) = (revision, 0) }
            searchCount += 1
            guard searchCount > Self.searchLimit else { return elements.find(state, id) }
            (order, orderRevision) = (elements.order(state), revision)
        }
        return elements.element(state, id, order)
    }

    /// How many rows are searched for in a state before its order is determined, which takes as long as some searches.
    private static var searchLimit: Int { 8 }

    /// The last state seen of a row, for another store of it.
    func lastSeen(_ id: ID, as state: Child.State) -> LastSeen<Child.State> {
        let last = seen[id]?.object ?? LastSeen(state)
        last.state = state
        seen[id] = WeakReference(last)
        cleanBeforeGrowth()
        return last
    }

    // MARK: Showing

    /// The states of a row, for its observers.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - last: The last state seen of it; records what is shown.
    func states(of id: ID, _ last: LastSeen<Child.State>) -> Driver<Child.State> {
        let row = row(id, last)
        let observerCount = row.observerCount
        return row.relay.asDriver().do(
            onNext: { last.state = $0 },
            onSubscribe: { [self] in
                observerCount.withLock { $0 += 1 }
                (observed[id], known[id]) = (row, WeakReference(row))
                if shown == nil { observe() }
                // The parent may have a new state that has not arrived here yet. A row that has gone shows what any of
                // its stores has seen last.
                row.relay.show(find(id) ?? last.state)
            },
            onDispose: { observerCount.withLock { $0 -= 1 } })
    }

    private func row(_ id: ID, _ last: LastSeen<Child.State>) -> RowRelay<Child.State> {
        if let row = known[id]?.object { return row }
        let row = RowRelay(find(id) ?? last.state)
        known[id] = WeakReference(row)
        return row
    }

    private func observe() {
        guard let parent else { return }
        show(parent.state)
        subscriptionNumber += 1
        let number = subscriptionNumber
        // Nobody holds the subscription: it would hold its source, which holds this.
        _ = parent.stateDriver.take(while: { [self] _ in number == subscriptionNumber })
            .drive(onNext: { [self] in show($0) })
    }

    /// Sends the states of the rows that have changed.
    private func show(_ state: Parent.State) {
        // Held until the end: what it releases may send.
        let former = shown
        var changed: [(relay: BehaviorRelay<Child.State>, state: Child.State, place: Int)] = []
        if let former, elements.haveSameIDs(former.state, state) {
            shown = (state, former.order)
            elements.forEachChange(former.state, state, former.order) { id, _, row in
                if let relay = observed[id]?.relay { changed.append((relay, row, 0)) }
            }
        } else {
            let order = elements.order(state)
            shown = (state, order)
            if let repeated = order.repeated { parent?.noteRepetition(of: repeated, in: elements.list, Child.self) }
            for (id, observed) in observed {
                guard let row = elements.element(state, id, order), observed.relay.value != row else { continue }
                changed.append((observed.relay, row, order.places[id] ?? 0))
            }
            changed.sort { $0.place < $1.place }
        }
        takeOver(state)
        for change in changed { change.relay.show(change.state) }
        clean()
        withExtendedLifetime(former) {}
    }

    /// Has searches use the order that has been determined, if the state is the parent's current one.
    private func takeOver(_ state: Parent.State) {
        guard let parent, let shown, !shown.order.places.isEmpty, orderRevision != parent.revision else { return }
        guard elements.haveSameIDs(parent.state, state) else { return }
        (order, orderRevision) = (shown.order, parent.revision)
    }

    /// Releases rows that nobody observes any more, now and then, and ends the subscription after the last of them.
    private func clean() {
        statesUntilCleaning -= 1
        guard statesUntilCleaning < 0 else { return }
        // Held until the end: what is released with a row may ask for one.
        let former = observed
        observed = former.filter { $0.value.observerCount.withLock { $0 } > 0 }
        statesUntilCleaning = observed.count
        if observed.isEmpty {
            shown = nil
            subscriptionNumber += 1
        }
        withExtendedLifetime(former) {}
    }

    /// Forgets rows that nobody holds before there are twice as many.
    private func cleanBeforeGrowth() {
        guard seen.count > growthLimit else { return }
        known = known.filter { $0.value.object != nil }
        seen = seen.filter { $0.value.object != nil }
        growthLimit = 2 * seen.count + 16
    }
}

/// What the observers of a row subscribe to.
private final class RowRelay<State: FeatureState>: Sendable {
    let relay: BehaviorRelay<State>
    /// How many subscriptions there are. An object of its own: these hold it, and the relay holds them.
    let observerCount = Guarded(0)

    init(_ state: State) {
        relay = BehaviorRelay(value: state)
    }
}

extension BehaviorRelay where Element: Equatable {
    /// Accepts a state, if it differs from the current one.
    fileprivate func show(_ state: Element) {
        if value != state { accept(state) }
    }
}

// MARK: - Of a store

extension OneWay {
    /// The states of the rows of a list; the same object for all rows, as long as there are any.
    func rows<ID, Child>(of scope: ForEachScope<Feature, ID, Child>) -> RowStates<Feature, ID, Child> {
        let key = RowStatesKey(list: scope.elements.list, child: ObjectIdentifier(Child.self))
        if let rows = rowStates[key]?.object as? RowStates<Feature, ID, Child> { return rows }
        let rows = RowStates<Feature, ID, Child>(self, scope.elements)
        rowStates[key] = WeakReference<AnyObject>(rows)
        return rows
    }
}

struct RowStatesKey: Hashable {
    let list: AnyKeyPath
    let child: ObjectIdentifier
}
