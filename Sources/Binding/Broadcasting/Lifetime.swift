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
    @exclusivity(unchecked) @usableFromInline var attachments: Attachments?

    /// What most lifetimes do not have.
    @usableFromInline
    final class Attachments {
        @exclusivity(unchecked) weak var parent: Lifetime?
        @exclusivity(unchecked) var disposables: [any Disposable] = []
        @exclusivity(unchecked) var children: [ObjectIdentifier: Lifetime] = [:]
        /// Where the subscription's observer stands, if nobody holds the subscription any more.
        @exclusivity(unchecked) var dropped: DroppedPlace?
        /// The subscription that stands in for the one that nobody holds any more.
        @exclusivity(unchecked) weak var successor: Subscription?

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
        let attachments = attachments.take()
        lock.unlock()
        // The children first: what the subscription held is what keeps theirs alive.
        if let attachments { for child in attachments.children.values { child.end() } }
        contents?.leave()
        guard let attachments else { return true }
        attachments.dropped?.leave()
        for disposable in attachments.disposables { disposable.dispose() }
        attachments.parent?.forget(self)
        return true
    }

    @usableFromInline
    func dispose() { end() }

    /// Disposes of something when the subscription ends; at once where it has ended.
    @usableFromInline
    func whenEnded(_ disposable: some Disposable) {
        lock.lock()
        let isLate = isEnded
        if !isLate { ensureAttachments().disposables.append(disposable) }
        lock.unlock()
        if isLate { disposable.dispose() }
    }

    /// A subscription for one of several inputs: it ends when this one does, and can end before.
    ///
    /// Nothing along the chain may hold it, only its lifetime: the parent's subscription keeps it.
    @usableFromInline
    func child() -> Subscription {
        let child = Subscription()
        child.lifetime.ensureAttachments().parent = self
        lock.lock()
        let isLate = isEnded
        if !isLate {
            ensureAttachments().children[ObjectIdentifier(child.lifetime)] = child.lifetime
            subscription?._withUnsafeGuaranteedRef { $0.keep(child) }
        }
        lock.unlock()
        if isLate { child.lifetime.end() }
        return child
    }

    private func forget(_ child: Lifetime) {
        lock.lock()
        let lifetime = attachments?.children.removeValue(forKey: ObjectIdentifier(child))
        let other = subscription?._withUnsafeGuaranteedRef { $0.forget(child) }
        lock.unlock()
        withExtendedLifetime((lifetime, other)) {}
    }

    /// Called under the lock.
    func ensureAttachments() -> Attachments {
        if let attachments { return attachments }
        let new = Attachments()
        attachments = new
        return new
    }
}
