/// A subscription with operators between the source and the observer.
///
/// It keeps the sources alive that it observes. Nothing along the chain holds it strongly: a source holds its
/// observers, and if these held the source in turn, a view model that is dropped without disposal would never be
/// released.
@usableFromInline
package final class Subscription: Disposable, @unchecked Sendable {
    // Sound: the mutable properties are accessed under the lifetime's lock only. Therefore they need no check for
    // exclusive access.

    @usableFromInline package let lifetime: Lifetime
    #if DEBUG
        let liveObject = LiveObject(.subscription)
    #endif
    @exclusivity(unchecked) private var contents = Contents()

    @usableFromInline
    package convenience init() { self.init(isInput: false) }

    /// - Parameter isInput: Whether it is one of several inputs; see ``Lifetime/child()``.
    init(isInput: Bool) {
        lifetime = Lifetime(isInput: isInput)
        lifetime.subscription = Unmanaged.passUnretained(self)
    }

    /// A subscription that replaces another one.
    private init(of lifetime: Lifetime) {
        self.lifetime = lifetime
    }

    deinit {
        // Once this holds the lock, other threads have either taken the contents, or find that they are gone.
        lifetime.lock.lock()
        let isOver = lifetime.isEnded
        // Released outside the lock: nobody else may hold it any more.
        let successor = isOver ? nil : lifetime.attachments?.successor?.object
        if !isOver { handOver(to: successor) }
        if isLifetimesOwn { lifetime.subscription = nil }
        lifetime.lock.unlock()
        withExtendedLifetime(successor) {}
        guard isOver else { return }
        // Of one that ends meanwhile from within: what it took out, its lifetime has not seen.
        contents.others.visit { if $0.lifetime.isInput { $0.lifetime.end() } }
        contents.places.leave()
    }

    /// Passes on what it has, to a successor or to the lifetime. Called under the lifetime's lock.
    private func handOver(to successor: Subscription?) {
        if let successor { return successor.contents.adopt(contents) }
        guard isLifetimesOwn else { return }
        contents.places.visit { if $0.isTaken { lifetime.ensureAttachments().note($0) } }
        // A successor has taken over what was noted before.
        var others = FewObjects<Connection>()
        contents.others.visit { if !$0.lifetime.isEnded { _ = others.append(Connection($0)) { _ in false } } }
        if !others.isEmpty { lifetime.ensureAttachments().others = others }
    }

    /// Whether the lifetime knows this as its subscription. Called under its lock.
    private var isLifetimesOwn: Bool {
        lifetime.subscription?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
    }

    /// The subscription of a lifetime that continues after its own one was released; `nil` if the lifetime has ended.
    ///
    /// It holds whatever that one held and still lives: a shared source is kept alive by its observers, even if the
    /// first one has dropped its subscription.
    @usableFromInline
    static func succeeding(in lifetime: Lifetime) -> Subscription? {
        let new = Subscription(of: lifetime)
        lifetime.lock.lock()
        let attachments = lifetime.isEnded ? nil : lifetime.ensureAttachments()
        if let existing = attachments?.successor?.object {
            lifetime.lock.unlock()
            return existing
        }
        let dropped = attachments?.takeDropped() ?? Places()
        let others = attachments?.others ?? FewObjects()
        if let attachments {
            attachments.successor = WeakReference(new)
            lifetime.subscription = .passUnretained(new)
            new.contents.places = dropped
        }
        lifetime.lock.unlock()
        guard attachments != nil else { return nil }
        others.visit { other in
            if let other = other.held { new.hold(other) }
        }
        return new
    }

    @usableFromInline
    package func dispose() { lifetime.end() }

    /// Goes on with subscribing on the main actor: at once if this is called there, otherwise later, unless the
    /// subscription has ended by then.
    ///
    /// - Parameters:
    ///   - values: What the body needs: what a closure captures would have to be allocated.
    ///   - body: Receives the values, and this subscription, or one that ends with it.
    @inlinable
    func continueOnMainActor<Values: Sendable>(
        with values: Values, _ body: @escaping @MainActor @Sendable (Values, Subscription) -> Void
    ) {
        if MainActorDispatcher.isCurrent {
            let body = MainActorDispatcher.unchecked(body)
            return MainActorDispatcher.whileKnownCurrent(currentThread()) { body(values, self) }
        }
        MainActorDispatcher.run { [lifetime] in
            if !lifetime.isEnded { body(values, lifetime.child()) }
        }
    }

    /// Notes that a source holds an observer for this subscription. It observes one source, or several that end with it;
    /// an operator with inputs that may end before makes a ``Lifetime/child()`` for each.
    ///
    /// - Parameters:
    ///   - slot: The observer's slot.
    ///   - source: The source.
    ///   - owner: The object that the user knows as the source, which is kept alive and holds the source; `nil` if
    ///     there is none.
    @usableFromInline
    func joined(_ slot: AnySlot, at source: AnyBroadcaster, of owner: AnyObject?) {
        lifetime.lock.lock()
        let isLate = lifetime.isEnded
        if !isLate { contents.places.add(Placement(slot, at: .passUnretained(source), of: owner ?? source)) }
        lifetime.lock.unlock()
        if isLate { source.letGo(of: slot) }
    }

    /// Called under the lifetime's lock.
    func move(to placement: inout Placement) { swap(&contents.places.first, &placement) }

    /// Keeps another subscription alive, without ending it, until this one ends.
    @usableFromInline
    package func hold(_ other: Subscription) {
        lifetime.lock.lock()
        let ended = lifetime.isEnded ? [] : keep(other)
        lifetime.lock.unlock()
        withExtendedLifetime(ended) {}
    }

    /// Called under the lifetime's lock.
    ///
    /// - Returns: The subscriptions that have ended, to be released outside of it.
    func keep(_ other: Subscription) -> [Subscription] {
        contents.others.append(other) { $0.lifetime.isEnded }
    }

    /// Called under the lifetime's lock.
    func forget(_ other: Lifetime) -> Subscription? {
        contents.others.remove { $0.lifetime === other }
    }

    /// Takes what the subscription held, to be released outside of the lock. Called under it.
    func takeAll() -> Contents {
        let taken = contents
        contents = Contents()
        return taken
    }

    struct Contents {
        var places = Places()
        /// The inputs, and what it holds otherwise. Ended ones are released when there is no room for another one.
        var others = FewObjects<Subscription>()

        /// Takes over the contents of another one that this one does not have.
        mutating func adopt(_ other: Contents) {
            other.places.visit { if $0.isTaken { places.add($0) } }
            others.append(other.others)
        }
    }
}
