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
    func keep(_ other: Subscription) {
        contents.others = contents.others ?? [:]
        contents.others?[ObjectIdentifier(other.lifetime)] = other
    }

    /// Called under the lifetime's lock.
    func forget(_ other: Lifetime) -> Subscription? {
        contents.others?.removeValue(forKey: ObjectIdentifier(other))
    }

    /// What the subscription held, to be released outside of the lock. Called under it.
    func takeAll() -> Contents {
        let taken = contents
        contents = Contents()
        return taken
    }

    struct Contents {
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
