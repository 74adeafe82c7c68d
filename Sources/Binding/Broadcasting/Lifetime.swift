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
        @exclusivity(unchecked) var children = FewObjects<Lifetime>()
        // Where the subscription's observer stands, if nobody holds the subscription any more. It keeps nothing alive.
        // (No structure: weak references are dear to copy.)
        @exclusivity(unchecked) private var droppedSource: Unmanaged<AnyBroadcaster>?
        @exclusivity(unchecked) private weak var droppedOwner: AnyObject?
        @exclusivity(unchecked) private weak var droppedSlot: AnySlot?
        /// The subscription that stands in for the one that nobody holds any more.
        @exclusivity(unchecked) weak var successor: Subscription?

        init() {}

        /// Notes where the observer stands.
        func leaveWord(of source: Unmanaged<AnyBroadcaster>, _ owner: AnyObject, _ slot: AnySlot) {
            droppedSource = source
            droppedOwner = owner
            droppedSlot = slot
        }

        /// What the subscription held; `nil` where the source, or the place in it, is no more, and the second time.
        func takeDropped() -> Subscription.Contents? {
            guard let source = droppedSource.take(), let owner = droppedOwner, let slot = droppedSlot else {
                return nil
            }
            return Subscription.Contents(source: source, owner: owner, slot: slot)
        }
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
        if let attachments { attachments.children.visit { $0.end() } }
        contents?.leave()
        guard let attachments else { return true }
        attachments.takeDropped()?.leave()
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
        let ended = attachments.children.append(child.lifetime, inPlaceOf: \.isEnded)
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
        let lifetime = attachments?.children.remove { $0 === child }
        let other = subscription?._withUnsafeGuaranteedRef { $0.forget(child) }
        lock.unlock()
        release(lifetime)
        release(other)
    }

    /// Called under the lock.
    func ensureAttachments() -> Attachments {
        if let attachments { return attachments }
        let new = Attachments()
        attachments = new
        return new
    }
}

/// A few objects, as a rule one, in no order: that one takes no memory beside this.
struct FewObjects<Object: AnyObject> {
    private var first: Object?
    private var others: [Object] = []

    func visit(_ body: (Object) -> Void) {
        if let first { body(first) }
        for other in others { body(other) }
    }

    /// Takes in an object, in place of those, where there is no room, that nobody needs any more.
    ///
    /// - Returns: Those, to be released outside of a lock.
    /// - Complexity: O(1) amortised: once room was made, half of the storage is free.
    mutating func append(_ object: Object, inPlaceOf isDropped: (Object) -> Bool) -> [Object] {
        guard let former = first else {
            first = object
            return []
        }
        if isDropped(former) {
            first = object
            return [former]
        }
        var dropped: [Object] = []
        if others.count == others.capacity {
            // Each is asked once: one that ends meanwhile would be released here.
            let firstDropped = others.partition(by: isDropped)
            dropped = Array(others[firstDropped...])
            others.removeSubrange(firstDropped...)
            if others.count * 2 >= others.capacity { others.reserveCapacity(max(1, others.count * 2)) }
        }
        others.append(object)
        return dropped
    }

    /// Takes an object out.
    mutating func remove(where condition: (Object) -> Bool) -> Object? {
        // It came last, as a rule.
        if let index = others.lastIndex(where: condition) {
            if index != others.count - 1 { others.swapAt(index, others.count - 1) }
            return others.removeLast()
        }
        guard let object = first, condition(object) else { return nil }
        first = nil
        return object
    }

    /// Takes in all of another one.
    mutating func append(_ other: FewObjects) {
        other.visit { _ = append($0) { _ in false } }
    }
}
