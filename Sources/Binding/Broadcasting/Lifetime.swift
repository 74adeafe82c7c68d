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
        @exclusivity(unchecked) var disposables: [any Disposable] = []
        /// Those of the inputs. One that has ended is let go of when there is no room for another one.
        @exclusivity(unchecked) var children: [Lifetime] = []
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
        if let attachments { for child in attachments.children { child.end() } }
        contents?.leave()
        guard let attachments else { return true }
        attachments.dropped?.leave()
        for disposable in attachments.disposables { disposable.dispose() }
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
    ///
    /// - Complexity: O(1) amortised.
    @usableFromInline
    func child() -> Subscription {
        let child = Subscription()
        lock.lock()
        if isEnded {
            lock.unlock()
            child.lifetime.end()
            return child
        }
        let attachments = ensureAttachments()
        let ended = attachments.children.makeRoom(droppingWhere: \.isEnded)
        attachments.children.append(child.lifetime)
        let others = subscription?._withUnsafeGuaranteedRef { $0.keep(child) }
        lock.unlock()
        withExtendedLifetime((ended, others)) {}
        return child
    }

    /// Ends one of the inputs and lets go of it, where another one takes its place again and again.
    @usableFromInline
    func end(_ child: Lifetime) {
        child.end()
        lock.lock()
        let lifetime = attachments?.children.takeLast { $0 === child }
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

extension Array {
    /// Takes out the last element that fulfils a condition. The others may change places.
    mutating func takeLast(where condition: (Element) -> Bool) -> Element? {
        guard let index = lastIndex(where: condition) else { return nil }
        swapAt(index, count - 1)
        return removeLast()
    }

    /// Makes room for another element, where those are that nobody needs any more, or else by growing.
    ///
    /// - Returns: Those, to be released outside of a lock.
    /// - Complexity: O(1) amortised: once room was made, half of the storage is free.
    mutating func makeRoom(droppingWhere isDropped: (Element) -> Bool) -> [Element] {
        guard count == capacity else { return [] }
        let dropped = filter(isDropped)
        if !dropped.isEmpty { removeAll(where: isDropped) }
        if count * 2 >= capacity { reserveCapacity(Swift.max(2, count * 2)) }
        return dropped
    }
}
