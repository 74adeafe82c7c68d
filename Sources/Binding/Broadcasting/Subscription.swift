import Synchronization

/// Whether a subscription is still wanted, and what to clean up once it is not.
///
/// Everything along a chain of operators holds the lifetime: it says, in one atomic read, whether another call may be
/// made. It holds nothing that holds the chain, except what is active by itself and ends with it (a timer, a task,
/// the disposable that `Observable.create` was given).
@usableFromInline
final class Lifetime: Disposable, @unchecked Sendable {
    // Sound: the mutable properties, and those of the subscription, are touched under `lock`. That is why they need no
    // check for exclusive access either.
    @usableFromInline let ended = Atomic<Bool>(false)
    @usableFromInline let lock = Lock()
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.lifetime)
    #endif

    /// The subscription, for as long as it lives: it takes itself away, under the lock, before it dies.
    @exclusivity(unchecked) @usableFromInline var subscription: Unmanaged<Subscription>?
    @exclusivity(unchecked) @usableFromInline var company: Company?

    /// What most lifetimes do not have.
    @usableFromInline
    final class Company {
        @exclusivity(unchecked) weak var parent: Lifetime?
        @exclusivity(unchecked) var disposables: [any Disposable] = []
        @exclusivity(unchecked) var children: [ObjectIdentifier: Lifetime] = [:]

        init() {}
    }

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the subscription from inside the chain: an error was passed on, `take` has what it wanted.
    ///
    /// - Returns: Whether it had not ended before.
    @usableFromInline @discardableResult
    func end() -> Bool {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        lock.lock()
        let contents = subscription?._withUnsafeGuaranteedRef { $0.takeAll() }
        let company = company.take()
        lock.unlock()
        // The children first: what the subscription held is what keeps theirs alive.
        if let company { for child in company.children.values { child.end() } }
        contents?.leave()
        guard let company else { return true }
        for disposable in company.disposables { disposable.dispose() }
        company.parent?.forget(self)
        return true
    }

    @usableFromInline
    func dispose() { end() }

    /// Disposes of something when the subscription ends; at once where it has ended.
    @usableFromInline
    func whenEnded(_ disposable: some Disposable) {
        lock.lock()
        let isLate = isEnded
        if !isLate { accompanied().disposables.append(disposable) }
        lock.unlock()
        if isLate { disposable.dispose() }
    }

    /// A subscription for one of several inputs: it ends when this one does, and can end before.
    ///
    /// Nothing along the chain may hold it, only its lifetime: the parent's subscription keeps it.
    @usableFromInline
    func child() -> Subscription {
        let child = Subscription()
        child.lifetime.accompanied().parent = self
        lock.lock()
        let isLate = isEnded
        if !isLate {
            accompanied().children[ObjectIdentifier(child.lifetime)] = child.lifetime
            subscription?._withUnsafeGuaranteedRef { $0.keep(child) }
        }
        lock.unlock()
        if isLate { child.lifetime.end() }
        return child
    }

    private func forget(_ child: Lifetime) {
        lock.lock()
        let lifetime = company?.children.removeValue(forKey: ObjectIdentifier(child))
        let other = subscription?._withUnsafeGuaranteedRef { $0.forget(child) }
        lock.unlock()
        withExtendedLifetime((lifetime, other)) {}
    }

    /// Called under the lock.
    private func accompanied() -> Company {
        if let company { return company }
        let new = Company()
        company = new
        return new
    }
}

/// What `subscribe` returns where there are operators on the way.
///
/// It keeps the sources alive that it listens to. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposing would never go.
@usableFromInline
final class Subscription: Disposable, @unchecked Sendable {
    // Sound: the mutable properties are touched under the lifetime's lock. That is why they need no check for exclusive
    // access either.

    @usableFromInline let lifetime = Lifetime()
    #if DEBUG
        let liveObject = LiveObject(.subscription)
    #endif
    @exclusivity(unchecked) private var contents = Contents()

    @usableFromInline
    init() {
        lifetime.subscription = Unmanaged.passUnretained(self)
    }

    deinit {
        // Whoever was about to take out what it holds has done so after this.
        lifetime.lock.lock()
        lifetime.subscription = nil
        lifetime.lock.unlock()
    }

    @usableFromInline
    func dispose() { lifetime.end() }

    /// Remembers that a source keeps an observer for this subscription. A subscription listens to one source; an
    /// operator with several inputs makes a ``Lifetime/child()`` for each.
    ///
    /// - Parameters:
    ///   - slot: The observer's place.
    ///   - source: The source.
    ///   - owner: What the user knows as the source, to be kept alive, which keeps the source; `nil` where that is all
    ///     that there is.
    @usableFromInline
    func joined(_ slot: AnySlot, at source: AnyBroadcaster, of owner: AnyObject?) {
        lifetime.lock.lock()
        let isLate = lifetime.isEnded
        if !isLate {
            contents.source = .passUnretained(source)
            contents.owner = owner ?? source
            contents.slot = slot
        }
        lifetime.lock.unlock()
        if isLate { source.letGo(of: slot) }
    }

    /// Keeps another subscription alive, without ending it, until this one ends.
    @usableFromInline
    func hold(_ other: Subscription) {
        lifetime.lock.lock()
        if !lifetime.isEnded { keep(other) }
        lifetime.lock.unlock()
    }

    /// Called under the lifetime's lock.
    fileprivate func keep(_ other: Subscription) {
        contents.others = contents.others ?? [:]
        contents.others?[ObjectIdentifier(other.lifetime)] = other
    }

    /// Called under the lifetime's lock.
    fileprivate func forget(_ other: Lifetime) -> Subscription? {
        contents.others?.removeValue(forKey: ObjectIdentifier(other))
    }

    /// What the subscription held, to be released outside of the lock. Called under it.
    fileprivate func takeAll() -> Contents {
        let taken = contents
        contents = Contents()
        return taken
    }

    fileprivate struct Contents {
        /// The source, which `owner` keeps alive, or is.
        var source: Unmanaged<AnyBroadcaster>?
        var owner: AnyObject?
        /// The observer's place at the source.
        var slot: AnySlot?
        /// The subscriptions to other inputs, by their lifetimes.
        var others: [ObjectIdentifier: Subscription]?

        /// Has the source let go of the observer.
        func leave() {
            guard let source, let slot else { return }
            source._withUnsafeGuaranteedRef { $0.letGo(of: slot) }
        }
    }
}
