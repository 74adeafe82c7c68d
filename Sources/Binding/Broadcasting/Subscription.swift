/// What `subscribe` returns where there are operators on the way.
///
/// It keeps the sources alive that it listens to. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposing would never go.
@usableFromInline
final class Subscription: Disposable, @unchecked Sendable {
    // Sound: the mutable properties are touched under the lifetime's lock. That is why they need no check for exclusive
    // access either.

    @usableFromInline let lifetime: Lifetime
    #if DEBUG
        let liveObject = LiveObject(.subscription)
    #endif
    @exclusivity(unchecked) private var contents = Contents()

    @usableFromInline
    init() {
        lifetime = Lifetime()
        lifetime.subscription = Unmanaged.passUnretained(self)
    }

    /// A subscription that stands in for another one.
    private init(of lifetime: Lifetime) {
        self.lifetime = lifetime
    }

    deinit {
        // Whoever was about to take out what it holds has done so after this, or finds that it is gone.
        lifetime.lock.lock()
        let isOver = lifetime.isEnded
        if !isOver { handOver() }
        if isLifetimesOwn { lifetime.subscription = nil }
        lifetime.lock.unlock()
        if isOver { contents.leave() }
    }

    /// Leaves word of where the observer stands, for the end, and for a successor. Called under the lifetime's lock.
    private func handOver() {
        if let successor = lifetime.attachments?.successor {
            successor.contents.adopt(contents)
        } else if isLifetimesOwn, let source = contents.source, let owner = contents.owner, let slot = contents.slot {
            lifetime.ensureAttachments().leaveWord(of: source, owner, slot)
        }
    }

    /// Whether the lifetime knows this as its subscription. Asked under its lock.
    private var isLifetimesOwn: Bool {
        lifetime.subscription?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
    }

    /// The subscription of a lifetime that goes on though nobody holds its own one any more; `nil` where it has ended.
    ///
    /// It holds what that one held and what still lives: a shared source is kept alive by whoever observes it, also
    /// where the one who came first has dropped what it was given.
    @usableFromInline
    static func succeeding(in lifetime: Lifetime) -> Subscription? {
        let new = Subscription(of: lifetime)
        lifetime.lock.lock()
        let attachments = lifetime.isEnded ? nil : lifetime.ensureAttachments()
        if let existing = attachments?.successor {
            lifetime.lock.unlock()
            return existing
        }
        let dropped = attachments?.takeDropped()
        let children = attachments?.children ?? FewObjects()
        if let attachments {
            attachments.successor = new
            lifetime.subscription = .passUnretained(new)
            if let dropped { new.contents.adopt(dropped) }
        }
        lifetime.lock.unlock()
        guard attachments != nil else { return nil }
        if let connection = dropped?.connection, let upstream = succeeding(in: connection) { new.hold(upstream) }
        children.visit { child in
            if let child = succeeding(in: child) { new.hold(child) }
        }
        return new
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
        let ended = lifetime.isEnded ? [] : keep(other)
        lifetime.lock.unlock()
        withExtendedLifetime(ended) {}
    }

    /// Called under the lifetime's lock.
    ///
    /// - Returns: Those that have ended, to be released outside of it.
    func keep(_ other: Subscription) -> [Subscription] {
        contents.others.append(other) { $0.lifetime.isEnded }
    }

    /// Called under the lifetime's lock.
    func forget(_ other: Lifetime) -> Subscription? {
        contents.others.remove { $0.lifetime === other }
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
        /// The subscriptions to other inputs. One that has ended is let go of when there is no room for another one.
        var others = FewObjects<Subscription>()

        /// The lifetime of the source's own subscription, where it is a stage that shares a source.
        var connection: Lifetime? {
            withExtendedLifetime(owner) { source?._withUnsafeGuaranteedRef { $0.connectionLifetime } }
        }

        /// Has the source let go of the observer.
        func leave() {
            guard let source, let slot else { return }
            source._withUnsafeGuaranteedRef { $0.letGo(of: slot) }
        }

        /// Takes over what another one has and this one has not.
        mutating func adopt(_ other: Contents) {
            if slot == nil { (source, owner, slot) = (other.source, other.owner, other.slot) }
            others.append(other.others)
        }
    }
}
