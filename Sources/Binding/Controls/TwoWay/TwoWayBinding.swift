public import CBindingPlatform

/// A two-way binding at work, all of it on the main actor.
///
/// When it is told of a value of one side, it has the other side take that, unless that has a later one. It is held by
/// the two sides, as an observer of each, and holds neither.
@MainActor @usableFromInline
protocol TwoWayBinding: AnyObject, Sendable {
    associatedtype Left: TwoWayRelayEnd

    var left: Left { get }
    var lifetime: Lifetime { get }
    var equality: PartEquality<Left.Value>? { get }
    var isBeginning: Bool { get set }
    var hasWarned: Bool { get set }

    /// What the right side has.
    var currentOfRight: (value: Left.Value?, version: ValueVersion) { get }

    /// Has the right side take a value; see ``TwoWayRelayEnd/take(_:_:isNotice:from:by:)``.
    func takeOnRight(_ value: Left.Value, _ version: ValueVersion, isNotice: Bool) -> Taken<Left.Value>
}

extension TwoWayRelayEnd {
    /// Keeps this end in sync with another one.
    ///
    /// - Parameters:
    ///   - subscription: Lasts as long as the binding does.
    ///   - relay: The relay of this end, which exists until the binding has begun.
    @inlinable
    nonisolated func bind(
        _ subscription: Subscription, of relay: any AnyObject & Sendable, at place: BoundPlace?,
        to side: TwoWaySide<Value>, equality: PartEquality<Value>?
    ) {
        MainActorDispatcher.run(with: (self, relay, place, side, equality, subscription)) {
            let (left, relay, place, side, equality, subscription) = $0
            let lifetime = subscription.lifetime
            guard !lifetime.isEnded else { return }
            switch side.kind {
            case .control(let control):
                let binding = ControlBinding(left, lifetime, control, equality)
                binding.observe(control, subscription)
                binding.begin(subscription)
            case .relay(let placeOfRight, let make):
                let binding = left.bind(subscription, to: make(), equality: equality)
                if let place, let placeOfRight { binding.join(place, placeOfRight) }
            }
            withExtendedLifetime(relay) {}
        }
    }

    /// The same for a right side that is a relay, or a part of one.
    @inlinable
    func bind(
        _ subscription: Subscription, to right: RightRelayEnd<Value>, equality: PartEquality<Value>?
    ) -> RelayBinding<Self> {
        let ofRight = subscription.lifetime.child()
        let binding = RelayBinding(self, subscription.lifetime, right, ofRight.lifetime, equality)
        right.observe({ binding.rightChanged(to: $0, $1) }, ofRight)
        if binding_inspects() { Inspection.note(ofRight, isPartOf: subscription) }
        binding.begin(subscription)
        return binding
    }
}

extension TwoWayBinding {
    /// Begins to observe the left side, once the right one is observed.
    @inlinable
    func begin(_ subscription: Subscription) {
        // No closure: an isolated one checks at each call whether it runs on the main actor.
        left.observe(MainActorDispatcher.unchecked(leftDelivers), subscription)
        isBeginning = false
        takeOver()
    }

    /// Handles what the left side delivers.
    @inlinable
    func leftDelivers(_ delivered: Left.Delivered) {
        if let (value, version, isNotice) = left.news(in: delivered) {
            leftChanged(to: value, version, isNotice: isNotice)
        }
    }

    /// Has the right side take the value of the left side, which wins.
    ///
    /// Outside of any delivery the binding is the latest change. In one, what is on its way to the left side is later.
    @inlinable
    func takeOver() {
        let ofRight = currentOfRight.version
        let isChange = MainActorDispatcher.delivery == 0
        let current = left.raise(from: lifetime) { version in
            isChange ? .original().answer() : ofRight < version ? version : ofRight.answer()
        }
        if let (value, version) = current { leftChanged(to: value, version) }
    }

    /// Handles a value of the left side.
    @inlinable
    func leftChanged(to value: Left.Value, _ version: ValueVersion, isNotice: Bool = false) {
        bring(
            value, version, over: { currentOfRight },
            take: { takeOnRight(value, version, isNotice: isNotice) },
            answer: { rightChanged(to: $0, $1) })
    }

    /// Handles a value of the right side: its user's, or what it made of one that it was given.
    @inlinable
    func rightChanged(to value: Left.Value, _ version: ValueVersion) {
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
        _ value: Left.Value, _ version: ValueVersion, over other: () -> (value: Left.Value?, version: ValueVersion),
        take: () -> Taken<Left.Value>,
        answer: (Left.Value, ValueVersion) -> Void
    ) {
        if isBeginning || lifetime.isEnded { return }
        var chain: BindingChain? = .unused(ObjectIdentifier(lifetime))
        if chain?.follow(MainActorDispatcher.bindings, bringing: version) == true {
            MainActorDispatcher.following(&chain) {
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
        if isKnownUniquelyReferenced(&chain), let link = chain.take() { BindingChain.keep(link) }
    }

    /// Has the right side take the value of the left one, if they are parts of one relay that were set together to
    /// different values.
    @inlinable
    func level(_ version: ValueVersion) {
        guard left.current.version == version, currentOfRight.version == version,
            let (value, version) = left.raise(from: lifetime, { $0.answer() })
        else { return }
        leftChanged(to: value, version)
    }

    @usableFromInline
    func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        BindingDiagnostics.warn(.unsettledTwoWayBinding(value: Left.Value.self, at: left.source?.place.place))
    }
}
