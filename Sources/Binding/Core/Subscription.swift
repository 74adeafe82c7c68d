import Synchronization

/// Whether a subscription is still wanted, and what to clean up once it is not.
///
/// Everything along a chain of operators holds the lifetime: it says, in one atomic read, whether another call may be
/// made. It holds nothing that holds the chain, except what is active by itself and ends with it (a timer, a task,
/// the disposable that `Observable.create` was given).
@usableFromInline
final class Lifetime: Disposable, @unchecked Sendable {
    // Sound: the mutable properties, and those of the subscription, are touched under `lock`.
    @usableFromInline let ended = Atomic<Bool>(false)
    @usableFromInline let lock = Lock()
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.lifetime)
    #endif

    /// The subscription, for as long as it lives: it takes itself away, under the lock, before it dies.
    @usableFromInline unowned(unsafe) var subscription: Subscription?
    private weak var parent: Lifetime?
    private var disposables: [any Disposable] = []
    private var children: [ObjectIdentifier: Lifetime] = [:]

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the subscription from inside the chain: an error was passed on, `take` has what it wanted.
    @usableFromInline
    func end() {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return }
        lock.lock()
        let source = subscription?.takeSource()
        let children = children
        let disposables = disposables
        let parent = parent
        self.children = [:]
        self.disposables = []
        self.parent = nil
        lock.unlock()
        // The children first: what the subscription held is what keeps theirs alive.
        for child in children.values { child.end() }
        source?.leave?()
        for disposable in disposables { disposable.dispose() }
        parent?.forget(self)
    }

    @usableFromInline
    func dispose() { end() }

    /// Disposes of something when the subscription ends; at once where it has ended.
    @usableFromInline
    func whenEnded(_ disposable: some Disposable) {
        lock.lock()
        let isLate = isEnded
        if !isLate { disposables.append(disposable) }
        lock.unlock()
        if isLate { disposable.dispose() }
    }

    /// A subscription for one of several inputs: it ends when this one does, and can end before.
    ///
    /// Nothing along the chain may hold it, only its lifetime: the parent's subscription keeps it.
    @usableFromInline
    func child() -> Subscription {
        let child = Subscription()
        child.lifetime.parent = self
        lock.lock()
        let isLate = isEnded
        if !isLate {
            children[ObjectIdentifier(child.lifetime)] = child.lifetime
            subscription?.others[ObjectIdentifier(child.lifetime)] = child
        }
        lock.unlock()
        if isLate { child.lifetime.end() }
        return child
    }

    private func forget(_ child: Lifetime) {
        lock.lock()
        let lifetime = children.removeValue(forKey: ObjectIdentifier(child))
        let other = subscription?.others.removeValue(forKey: ObjectIdentifier(child))
        lock.unlock()
        withExtendedLifetime((lifetime, other)) {}
    }
}

/// What `subscribe` returns.
///
/// It keeps the sources alive that it listens to. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposing would never go.
@usableFromInline
final class Subscription: Disposable, @unchecked Sendable {
    // Sound: the mutable properties are touched under the lifetime's lock.
    @usableFromInline let lifetime: Lifetime
    #if DEBUG
        let liveObject = LiveObject(.subscription)
    #endif
    private var leave: (() -> Void)?
    private var owner: AnyObject?
    /// The subscriptions to other inputs, by their lifetimes.
    fileprivate var others: [ObjectIdentifier: Subscription] = [:]

    @usableFromInline
    init() {
        lifetime = Lifetime()
        lifetime.subscription = self
    }

    deinit {
        lifetime.lock.lock()
        lifetime.subscription = nil
        lifetime.lock.unlock()
    }

    @usableFromInline
    func dispose() {
        lifetime.end()
    }

    /// Remembers that a source keeps an observer for this subscription. A subscription listens to one source; an
    /// operator with several inputs makes a ``Lifetime/child()`` for each.
    ///
    /// - Parameters:
    ///   - owner: What the user knows as the source, to be kept alive.
    ///   - leave: Has the source let go of the observer; keeps the source alive.
    @usableFromInline
    func joined(_ owner: AnyObject?, leave: @escaping () -> Void) {
        lifetime.lock.lock()
        let isLate = lifetime.isEnded
        if !isLate {
            self.leave = leave
            self.owner = owner
        }
        lifetime.lock.unlock()
        if isLate { leave() }
    }

    /// Keeps another subscription alive, without ending it, until this one ends.
    @usableFromInline
    func hold(_ other: Subscription) {
        lifetime.lock.lock()
        if !lifetime.isEnded { others[ObjectIdentifier(other.lifetime)] = other }
        lifetime.lock.unlock()
    }

    /// What the subscription held, to be released outside of the lock. Called under it.
    fileprivate func takeSource() -> Source {
        let source = Source(leave: leave, owner: owner, others: others)
        leave = nil
        owner = nil
        others = [:]
        return source
    }

    fileprivate struct Source {
        let leave: (() -> Void)?
        let owner: AnyObject?
        let others: [ObjectIdentifier: Subscription]
    }
}
