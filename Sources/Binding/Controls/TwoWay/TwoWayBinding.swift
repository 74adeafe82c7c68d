/// A two-way binding, apart from the type of its values.
@MainActor @usableFromInline
class AnyTwoWayBinding {
    /// The end on the right, if it is that of a control.
    @usableFromInline var control: AnyControlEnd? { nil }

    @inlinable
    init() {}

    /// Handles the value that the end on the right has now.
    @usableFromInline
    func tell() {}
}

/// A two-way binding at work, all of it on the main actor.
///
/// When it is told of a value of one side, it has the other side take that, unless that has a later one. It is held by
/// the two sides, as an observer of each, and holds neither.
@MainActor @usableFromInline
final class TwoWayBinding<Left: TwoWayRelayEnd>: AnyTwoWayBinding {
    @usableFromInline typealias Value = Left.Value

    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline let left: Left
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let right: RightEnd<Value>
    /// That of the subscription to the end on the right.
    @usableFromInline let lifetimeOfRight: Lifetime
    @usableFromInline let equality: PartEquality<Value>?

    @exclusivity(unchecked) @usableFromInline var isBeginning = true
    @exclusivity(unchecked) @usableFromInline var hasWarned = false

    @inlinable
    init(
        _ left: Left, _ lifetime: Lifetime, _ right: RightEnd<Value>, _ lifetimeOfRight: Lifetime,
        _ equality: PartEquality<Value>?
    ) {
        self.left = left
        self.lifetime = lifetime
        self.right = right
        self.lifetimeOfRight = lifetimeOfRight
        self.equality = equality
        super.init()
    }

    /// - Parameter relay: The relay on the left, which exists until the binding has begun.
    @inlinable
    nonisolated static func begin(
        _ left: Left, of relay: AnyObject & Sendable, at place: BoundPlace?, _ side: TwoWaySide<Value>,
        equality: PartEquality<Value>?
    ) -> any Disposable {
        let subscription = Subscription()
        let ofRight = subscription.lifetime.child()
        MainActorDispatcher.run(with: (left, relay, place, side, equality, subscription, ofRight)) {
            let (left, relay, place, side, equality, subscription, ofRight) = $0
            let lifetime = subscription.lifetime
            guard !lifetime.isEnded else { return }
            let binding = TwoWayBinding(left, lifetime, side.makeEnd(), ofRight.lifetime, equality)
            binding.begin(subscription, side, ofRight)
            if let place, let placeOfRight = side.place { binding.join(place, placeOfRight) }
            withExtendedLifetime(relay) {}
        }
        return subscription
    }

    @inlinable
    func begin(_ subscription: Subscription, _ side: TwoWaySide<Value>, _ ofRight: Subscription) {
        observeRight(side, ofRight)
        let next = MainActorDispatcher.unchecked { [self] (delivered: Left.Delivered) in
            if let (value, version, isNotice) = left.news(in: delivered) {
                leftChanged(to: value, version, isNotice: isNotice)
            }
        }
        left.observe(next, subscription)
        isBeginning = false
        if heldBackByRight != nil { HoldingBindings.add(self) }
        takeOver()
    }

    @inlinable
    func observeRight(_ side: TwoWaySide<Value>, _ subscription: Subscription) {
        if case .relay(let end) = right { end.observe({ [self] in rightChanged(to: $0, $1) }, subscription) }
        guard case .control(let property) = side.kind, case .control(let end) = right else { return }
        let next = MainActorDispatcher.unchecked { [self] (value: Value) in
            if case .control(let end) = right { end.report(value) { rightChanged(to: $0, $1) } }
        }
        let sink = Sink<Value>(
            isMainActor: true, next: next,
            stop: { [lifetime] termination in
                termination.reportErrorInBinding(to: ControlProperty<Value>.self)
                lifetime.end()
            })
        end.observe(property, for: self, equality, sink, subscription)
    }

    /// What the right side has.
    @inlinable
    func currentOfRight() -> (value: Value?, version: ValueVersion) {
        switch right {
        case .control(let end): end.current
        case .relay(let end): end.current()
        }
    }

    /// The edits that the right side holds back.
    @usableFromInline
    var heldBackByRight: HeldBack? { if case .control(let end) = right { end.heldBack } else { nil } }

    @usableFromInline
    override var control: AnyControlEnd? { if case .control(let end) = right { end } else { nil } }

    /// Has the right side take the value of the left side, which wins.
    ///
    /// Outside of any delivery the binding is the latest change. In one, what is on its way to the left side is later.
    @inlinable
    func takeOver() {
        let ofRight = currentOfRight().version
        let isChange = MainActorDispatcher.delivery == 0
        let current = left.raise(from: lifetime) { version in
            isChange ? .original().answer() : ofRight < version ? version : ofRight.answer()
        }
        if let (value, version) = current { leftChanged(to: value, version) }
    }

    /// Handles a value of the left side.
    @inlinable
    func leftChanged(to value: Value, _ version: ValueVersion, isNotice: Bool = false) {
        bring(
            value, version, over: currentOfRight,
            take: {
                switch right {
                case .control(let end): end.take(value, version, isNotice: isNotice)
                case .relay(let end): end.take(value, version, isNotice, lifetimeOfRight, equality)
                }
            },
            answer: { rightChanged(to: $0, $1) })
    }

    @usableFromInline
    override func tell() {
        let (value, version) = currentOfRight()
        if let value { rightChanged(to: value, version) }
    }

    /// Handles a value of the right side: its user's, or what it made of one that it was given.
    @inlinable
    func rightChanged(to value: Value, _ version: ValueVersion) {
        bring(
            value, version, over: { left.current },
            take: { left.take(value, version, isNotice: false, from: lifetime, by: equality) },
            answer: { leftChanged(to: $0, $1) })
    }

    /// Brings a value to the other side, with this binding as the next in the chain of those that have led to what happens;
    /// or warns, if it is there too often.
    ///
    /// - Parameters:
    ///   - other: Returns what the other side has.
    ///   - take: Has the other side take the value.
    ///   - answer: Handles what the other side has made of it.
    @inlinable
    func bring(
        _ value: Value, _ version: ValueVersion, over other: () -> (value: Value?, version: ValueVersion),
        take: () -> Taken<Value>,
        answer: (Value, ValueVersion) -> Void
    ) {
        if isBeginning || lifetime.isEnded { return }
        var link = BindingChain.unused(ObjectIdentifier(lifetime))
        if link.follow(MainActorDispatcher.bindings, bringing: version) {
            MainActorDispatcher.following(link) {
                switch take() {
                case .changed(let made, let version): answer(made, version)
                case .alike(let held): if !areSame(held, value, by: equality) { level(version) }
                case .taken, .overtaken: break
                }
            }
        } else {
            let other = other()
            // What has the same version may be another part of the relay, set at the same time.
            let isBehind = other.version == version && other.value.map { !areSame($0, value, by: equality) } ?? false
            if other.version < version || isBehind { warn() }
        }
        // Unless a value that waits has it.
        if isKnownUniquelyReferenced(&link) { link.keep() }
    }

    /// Has the right side take the value of the left one, if they are parts of one relay that were set together to
    /// different values.
    @inlinable
    func level(_ version: ValueVersion) {
        guard left.current.version == version, currentOfRight().version == version,
            let (value, version) = left.raise(from: lifetime, { $0.answer() })
        else { return }
        leftChanged(to: value, version)
    }

    @usableFromInline
    func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Value.self, at: left.source?.place.place))
    }

    /// In a debug build, warns if this binding and others contradict each other.
    @usableFromInline
    func join(_ left: BoundPlace, _ right: BoundPlace) {
        #if DEBUG
            guard BoundPlaces.add(left, right, lifetime) else { return }
            BindingDiagnostics.warn(.contradictoryTwoWayBindings(value: Value.self, at: self.left.source?.place.place))
        #endif
    }
}
