import Synchronization

/// Whether a subscription has ended, and what to clean up when it does.
///
/// Everything along a chain of operators holds the lifetime: it tells, by one atomic read, whether another call may be
/// made. It holds nothing that holds the chain, except what is active by itself and ends with it (a timer, a task, the
/// disposable that the closure of `Observable.create` returned).
@usableFromInline
package final class Lifetime: Disposable, @unchecked Sendable {
    // Sound: the mutable properties, and those of the subscription, are accessed under `lock` only. Therefore they need
    // no check for exclusive access.
    @usableFromInline let ended = Atomic<Bool>(false)
    /// Whether it is that of one of several inputs, and ends with the whole.
    let isInput: Bool
    @usableFromInline let lock = Lock()
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.lifetime)
    #endif

    /// The subscription, for as long as it lives: it removes itself, under the lock, in its deinitializer.
    @exclusivity(unchecked) @usableFromInline var subscription: Unmanaged<Subscription>?
    @exclusivity(unchecked) @usableFromInline var attachments: Attachments?

    /// State that most lifetimes do not need.
    @usableFromInline
    final class Attachments {
        @exclusivity(unchecked) var disposables: [any Disposable] = []
        /// What the subscription held that has been released, the inputs among it: whatever goes on for it holds the same.
        /// Ended ones are released when there is no room for another one.
        @exclusivity(unchecked) var others = FewObjects<Connection>()
        /// The place of the subscription's observer, if the subscription has been released. Further ones are among the
        /// disposables.
        @exclusivity(unchecked) private var dropped: DroppedPlacement?
        /// The subscription that replaces the one that has been released.
        @exclusivity(unchecked) var successor: WeakReference<Subscription>?

        init() {}

        /// Notes a place of the observer.
        func note(_ placement: Placement) {
            guard let place = DroppedPlacement(placement) else { return }
            if dropped == nil { dropped = place } else { disposables.append(DroppedPlace(place)) }
        }

        /// Takes the places of the observer, once.
        ///
        /// - Returns: The places, to be released outside of the lock: they may hold the last reference to a source.
        func takeDropped() -> Places {
            var places = Places()
            guard let first = dropped.take() else { return places }
            places.add(first.placement)
            for case let place as DroppedPlace in disposables { places.add(place.dropped.placement) }
            disposables.removeAll { $0 is DroppedPlace }
            return places
        }
    }

    @usableFromInline
    init(isInput: Bool = false) {
        self.isInput = isInput
    }

    @inlinable @inline(__always)
    package var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the subscription from inside the chain: an error was passed on, or `take` has all its values.
    ///
    /// - Returns: Whether it had not ended before.
    @usableFromInline @discardableResult
    package func end() -> Bool {
        guard let taken = takeAll() else { return false }
        if taken.hasOthers { endInputs(of: taken) } else { taken.letGo() }
        return true
    }

    /// Ends the inputs, those of inputs included, one after the other: they may be nested as deeply as there are operators.
    private func endInputs(of whole: Contents) {
        var waiting = [whole]
        var ended: [Contents] = []
        while let next = waiting.popLast() {
            next.visitOthers { if $0.isInput, let taken = $0.takeAll() { waiting.append(taken) } }
            ended.append(next)
        }
        // The inputs first: their sources are kept alive by what the subscription held.
        while let next = ended.popLast() { next.letGo() }
    }

    /// Notes that it has ended.
    ///
    /// - Returns: What there is to be let go of and released, outside of the lock; `nil` if it had ended before.
    private func takeAll() -> Contents? {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        lock.lock()
        defer { lock.unlock() }
        return Contents(subscription?._withUnsafeGuaranteedRef { $0.takeAll() }, attachments.take())
    }

    private struct Contents {
        private let subscription: Subscription.Contents?
        private let attachments: Attachments?

        init(_ subscription: Subscription.Contents?, _ attachments: Attachments?) {
            (self.subscription, self.attachments) = (subscription, attachments)
        }

        var hasOthers: Bool { subscription?.others.isEmpty == false || attachments?.others.isEmpty == false }

        func visitOthers(_ body: (Lifetime) -> Void) {
            attachments?.others.visit { body($0.lifetime) }
            subscription?.others.visit { body($0.lifetime) }
        }

        func letGo() {
            subscription?.places.leave()
            guard let attachments else { return }
            attachments.takeDropped().leave()
            for disposable in attachments.disposables { disposable.dispose() }
        }
    }

    @usableFromInline
    package func dispose() { end() }

    /// Disposes of something when the subscription ends; at once if it has ended.
    @usableFromInline
    package func whenEnded(_ disposable: some Disposable) {
        lock.lock()
        let isLate = isEnded
        if !isLate { ensureAttachments().disposables.append(disposable) }
        lock.unlock()
        if isLate { disposable.dispose() }
    }

    /// Makes a subscription for one of several inputs: it ends when this one does, and can end before.
    ///
    /// Nothing along the chain may hold it, only its lifetime: the parent's subscription holds it.
    ///
    /// - Complexity: O(1) amortized.
    @usableFromInline
    package func child() -> Subscription {
        let child = Subscription(isInput: true)
        lock.lock()
        if isEnded {
            lock.unlock()
            child.lifetime.end()
            return child
        }
        let ended = subscription?._withUnsafeGuaranteedRef { $0.keep(child) }
        let others =
            ended == nil ? ensureAttachments().others.append(Connection(child), inPlaceOf: \.lifetime.isEnded) : []
        lock.unlock()
        withExtendedLifetime((ended, others)) {}
        return child
    }

    /// Moves the observer to another place, for an input that goes from one source to the next.
    ///
    /// - Parameter placement: The new place; then the former one, to be left and released outside of locks. If the
    ///   lifetime has ended, it stays the same.
    @usableFromInline
    func move(to placement: inout Placement) {
        lock.lock()
        defer { lock.unlock() }
        if isEnded { return }
        if let subscription { return subscription._withUnsafeGuaranteedRef { $0.move(to: &placement) } }
        let attachments = ensureAttachments()
        let former = attachments.takeDropped()
        attachments.note(placement)
        placement = former.first
    }

    /// Ends one of the inputs and releases it, for operators that replace an input repeatedly.
    @usableFromInline
    func end(_ child: Lifetime) {
        child.end()
        lock.lock()
        let connection = attachments?.others.remove { $0.lifetime === child }
        let other = subscription?._withUnsafeGuaranteedRef { $0.forget(child) }
        lock.unlock()
        release(connection)
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

/// A few objects, usually one, in no particular order: a single one needs no allocation.
struct FewObjects<Object: AnyObject> {
    private var first: Object?
    private var others: [Object] = []

    var isEmpty: Bool { first == nil && others.isEmpty }

    func visit(_ body: (Object) -> Void) {
        if let first { body(first) }
        for other in others { body(other) }
    }

    /// Adds an object; if there is no room, removes those that are no longer needed.
    ///
    /// - Returns: The removed objects, to be released outside of a lock.
    /// - Complexity: O(1) amortized: after the removal, half of the storage is free.
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
            // Each is checked once: one that ends meanwhile would be released here.
            let firstDropped = others.partition(by: isDropped)
            dropped = Array(others[firstDropped...])
            others.removeSubrange(firstDropped...)
            if others.count * 2 >= others.capacity { others.reserveCapacity(max(1, others.count * 2)) }
        }
        others.append(object)
        return dropped
    }

    /// Removes and returns an object.
    mutating func remove(where condition: (Object) -> Bool) -> Object? {
        // Usually it is the last one.
        if let index = others.lastIndex(where: condition) {
            if index != others.count - 1 { others.swapAt(index, others.count - 1) }
            return others.removeLast()
        }
        guard let object = first, condition(object) else { return nil }
        first = nil
        return object
    }

    /// Adds all objects of another instance.
    mutating func append(_ other: FewObjects) {
        other.visit { _ = append($0) { _ in false } }
    }
}
