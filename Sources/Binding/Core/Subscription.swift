import Synchronization

/// Whether a subscription is still wanted, and what to clean up once it is not.
///
/// Everything along a chain of operators holds the lifetime: it says, in one atomic read, whether another call may be
/// made. It holds nothing that holds the chain, except what is active by itself and ends with it (a timer, a task,
/// the disposable that `Observable.create` was given).
@usableFromInline
final class Lifetime: Disposable {
    @usableFromInline let ended = Atomic<Bool>(false)
    private let cleanUp = Guarded(CleanUp())

    private struct CleanUp {
        weak var subscription: Subscription?
        weak var parent: Lifetime?
        var disposables: [any Disposable] = []
        var children: [ObjectIdentifier: Lifetime] = [:]
    }

    @usableFromInline
    init() {}

    @inlinable @inline(__always)
    var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the subscription from inside the chain: an error was passed on, `take` has what it wanted.
    @usableFromInline
    func end() {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let taken = cleanUp.withLock { cleanUp in
            let taken = cleanUp
            cleanUp = CleanUp()
            return taken
        }
        // The children first: the subscription is what keeps theirs alive.
        for child in taken.children.values { child.end() }
        taken.subscription?.leaveSource()
        for disposable in taken.disposables { disposable.dispose() }
        taken.parent?.forget(self)
    }

    @usableFromInline
    func dispose() { end() }

    /// Disposes of something when the subscription ends; at once where it has ended.
    @usableFromInline
    func whenEnded(_ disposable: some Disposable) {
        let isLate = cleanUp.withLock { cleanUp in
            if isEnded { return true }
            cleanUp.disposables.append(disposable)
            return false
        }
        if isLate { disposable.dispose() }
    }

    /// A subscription for one of several inputs: it ends when this one does, and can end before.
    ///
    /// Nothing along the chain may hold it, only its lifetime: the parent's subscription keeps it.
    @usableFromInline
    func child() -> Subscription {
        let child = Subscription()
        child.lifetime.cleanUp.withLock { $0.parent = self }
        let (parent, isLate) = cleanUp.withLock { cleanUp in
            if isEnded { return (nil as Subscription?, true) }
            cleanUp.children[ObjectIdentifier(child.lifetime)] = child.lifetime
            return (cleanUp.subscription, false)
        }
        parent?.hold(child)
        if isLate { child.lifetime.end() }
        return child
    }

    private func forget(_ child: Lifetime) {
        let (subscription, taken) = cleanUp.withLock { cleanUp in
            (cleanUp.subscription, cleanUp.children.removeValue(forKey: ObjectIdentifier(child)))
        }
        subscription?.letGo(of: child)
        withExtendedLifetime(taken) {}
    }

    fileprivate func belong(to subscription: Subscription) {
        cleanUp.withLock { $0.subscription = subscription }
    }
}

/// A source that keeps observers and can let go of one.
@usableFromInline
protocol ObserverKeeper: AnyObject, Sendable {
    /// Lets go of an observer that came in with ``Subscription/joined(_:as:of:)``.
    func remove(_ slot: AnyObject)
}

/// What `subscribe` returns.
///
/// It keeps the sources alive that it listens to. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposing would never go.
@usableFromInline
final class Subscription: Disposable {
    @usableFromInline let lifetime: Lifetime
    private let sources = Guarded(Sources())

    private struct Sources {
        var keeper: (any ObserverKeeper)?
        var slot: AnyObject?
        var owner: AnyObject?
        /// The subscriptions to other inputs, by their lifetimes.
        var others: [ObjectIdentifier: Subscription] = [:]
    }

    @usableFromInline
    init() {
        lifetime = Lifetime()
        lifetime.belong(to: self)
    }

    @usableFromInline
    func dispose() {
        lifetime.end()
    }

    /// Remembers that a source keeps an observer for this subscription. A subscription listens to one source; an
    /// operator with several inputs makes a ``Lifetime/child()`` for each.
    ///
    /// - Parameter owner: What the user knows as the source, to be kept alive with it.
    @usableFromInline
    func joined(_ keeper: any ObserverKeeper, as slot: AnyObject, of owner: AnyObject?) {
        let isLate = sources.withLock { sources in
            if lifetime.isEnded { return true }
            sources.keeper = keeper
            sources.slot = slot
            sources.owner = owner
            return false
        }
        if isLate { keeper.remove(slot) }
    }

    /// Keeps another subscription alive, without ending it, until this one ends.
    func hold(_ other: Subscription) {
        sources.withLock { sources in
            if !lifetime.isEnded { sources.others[ObjectIdentifier(other.lifetime)] = other }
        }
    }

    fileprivate func letGo(of lifetime: Lifetime) {
        let outgoing = sources.withLock { $0.others.removeValue(forKey: ObjectIdentifier(lifetime)) }
        withExtendedLifetime(outgoing) {}
    }

    fileprivate func leaveSource() {
        let taken = sources.withLock { sources in
            let taken = sources
            sources = Sources()
            return taken
        }
        if let keeper = taken.keeper, let slot = taken.slot { keeper.remove(slot) }
        withExtendedLifetime(taken) {}
    }
}
