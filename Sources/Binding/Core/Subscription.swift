import Synchronization

/// Whether a subscription is still wanted, and what to clean up once it is not.
///
/// Everything along a chain of operators holds the lifetime: it says, in one atomic read, whether another call may be
/// made. It holds nothing that holds the chain, except what is active by itself and ends with it (a timer, a task,
/// the disposable that `Observable.create` was given).
@usableFromInline
class Lifetime: Disposable, @unchecked Sendable {
    // Sound: the mutable properties, and those of the subscription, are touched under `lock`. That is why they need no
    // check for exclusive access either.
    @usableFromInline final let ended = Atomic<Bool>(false)
    @usableFromInline final let lock = Lock()
    #if DEBUG
        @usableFromInline final let liveObject = LiveObject(.lifetime)
    #endif

    /// The subscription, for as long as it lives: it takes itself away, under the lock, before it dies.
    @exclusivity(unchecked) @usableFromInline final var subscription: Unmanaged<Subscription>?
    @exclusivity(unchecked) @usableFromInline final var company: Company?

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
    final var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the subscription from inside the chain: an error was passed on, `take` has what it wanted.
    ///
    /// - Returns: Whether it had not ended before.
    @usableFromInline @discardableResult
    final func end() -> Bool {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        lock.lock()
        let contents = takeContents()
        let company = company.take()
        lock.unlock()
        // The children first: what the subscription held is what keeps theirs alive.
        if let company { for child in company.children.values { child.end() } }
        contents.leave(self)
        guard let company else { return true }
        for disposable in company.disposables { disposable.dispose() }
        company.parent?.forget(self)
        return true
    }

    /// Called under the lock.
    @inline(__always)
    private final func takeContents() -> Subscription.Contents {
        var contents = Subscription.Contents()
        subscription?._withUnsafeGuaranteedRef { $0.takeAll(into: &contents) }
        // The subscription does not hold this any more, and can no longer take itself away.
        if contents.isDirect { subscription = nil }
        return contents
    }

    @usableFromInline
    final func dispose() { end() }

    /// Disposes of something when the subscription ends; at once where it has ended.
    @usableFromInline
    final func whenEnded(_ disposable: some Disposable) {
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
    final func child() -> Subscription {
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

    private final func forget(_ child: Lifetime) {
        lock.lock()
        let lifetime = company?.children.removeValue(forKey: ObjectIdentifier(child))
        let other = subscription?._withUnsafeGuaranteedRef {
            $0.others?.removeValue(forKey: ObjectIdentifier(child))
        }
        lock.unlock()
        withExtendedLifetime((lifetime, other)) {}
    }

    /// Called under the lock.
    private final func accompanied() -> Company {
        if let company { return company }
        let new = Company()
        company = new
        return new
    }
}

/// What `subscribe` returns.
///
/// It keeps the sources alive that it listens to. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposing would never go.
@usableFromInline
final class Subscription: Disposable, @unchecked Sendable {
    // Sound: the mutable properties are touched under the lifetime's lock. That is why they need no check for exclusive
    // access either.

    /// To be used by those only who hold it, or whom it cannot be taken from: see `held`.
    @usableFromInline unowned(unsafe) let lifetime: Lifetime
    #if DEBUG
        let liveObject = LiveObject(.subscription)
    #endif
    /// The lifetime. Where that is the observer's place at the source, it is let go of at the end: the observer is not
    /// to live for as long as somebody keeps a subscription that is over.
    private let held: Held
    private let isDirect: Bool
    /// The source, which `owner` keeps alive, or is.
    @exclusivity(unchecked) private var source: Unmanaged<AnyBroadcaster>?
    @exclusivity(unchecked) private var owner: AnyObject?
    /// The observer's place at the source, where that is not the lifetime.
    @exclusivity(unchecked) private var slot: AnySlot?
    /// The subscriptions to other inputs, by their lifetimes.
    @exclusivity(unchecked) fileprivate var others: [ObjectIdentifier: Subscription]?

    /// A subscription to a chain.
    @usableFromInline
    init() {
        let lifetime = Lifetime()
        self.lifetime = lifetime
        isDirect = false
        held = Held(lifetime)
        lifetime.subscription = Unmanaged.passUnretained(self)
    }

    /// A subscription of one observer to one source, with nothing in between. Nobody else knows of it yet, and so there
    /// is nothing to lock.
    @usableFromInline
    init(_ slot: AnySlot, at source: AnyBroadcaster, of owner: AnyObject) {
        lifetime = slot
        isDirect = true
        held = Held(slot)
        self.source = .passUnretained(source)
        self.owner = owner
        slot.subscription = Unmanaged.passUnretained(self)
    }

    deinit {
        guard let lifetime = held.take() else { return }
        takeAway(from: lifetime)
    }

    /// Has the lifetime forget this subscription. Whoever was about to take out what it holds has done so after this.
    private func takeAway(from lifetime: Lifetime) {
        lifetime.lock.lock()
        lifetime.subscription = nil
        lifetime.lock.unlock()
    }

    @usableFromInline
    func dispose() {
        guard isDirect else {
            lifetime.end()
            return
        }
        guard let lifetime = held.take(), !lifetime.end() else { return }
        // Somebody else is at it, who must be done with this subscription before it may die.
        takeAway(from: lifetime)
    }

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
            self.source = .passUnretained(source)
            self.owner = owner ?? source
            self.slot = slot
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
        others = others ?? [:]
        others?[ObjectIdentifier(other.lifetime)] = other
    }

    /// What the subscription held, to be released outside of the lock. Called under it.
    @inline(__always)
    fileprivate func takeAll(into contents: inout Contents) {
        contents.source = source
        source = nil
        contents.owner = owner.take()
        contents.slot = slot.take()
        contents.others = others.take()
        contents.isDirect = isDirect
        // Last: from here on this may die.
        if isDirect { contents.itself = held.take() }
    }

    /// A reference to a lifetime that the first who comes takes.
    private struct Held: ~Copyable {
        private let pointer: Atomic<UnsafeRawPointer?>

        init(_ lifetime: Lifetime) {
            pointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(lifetime).toOpaque()))
        }

        /// The lifetime, unless somebody has taken it before.
        func take() -> Lifetime? {
            guard pointer.load(ordering: .acquiring) != nil,
                let taken = pointer.exchange(nil, ordering: .acquiringAndReleasing)
            else { return nil }
            return Unmanaged<Lifetime>.fromOpaque(taken).takeRetainedValue()
        }
    }

    fileprivate struct Contents: ~Copyable {
        var source: Unmanaged<AnyBroadcaster>?
        /// Keeps the source alive, or is it.
        var owner: AnyObject?
        var slot: AnySlot?
        var isDirect = false
        /// What the subscription held on to, if it still did.
        var itself: Lifetime?
        var others: [ObjectIdentifier: Subscription]?

        /// Has the source let go of the observer.
        @inline(__always)
        borrowing func leave(_ lifetime: Lifetime) {
            guard let source else { return }
            if isDirect {
                source._withUnsafeGuaranteedRef { $0.letGo(of: unsafeDowncast(lifetime, to: AnySlot.self)) }
            } else if let slot {
                source._withUnsafeGuaranteedRef { $0.letGo(of: slot) }
            }
        }
    }
}
