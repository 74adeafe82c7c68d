/// A two-way binding of two relays, or parts of relays.
@MainActor @usableFromInline
final class RelayBinding<Left: TwoWayRelayEnd>: TwoWayBinding {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline let left: Left
    @usableFromInline let right: RightRelayEnd<Left.Value>
    @usableFromInline let lifetime: Lifetime
    /// That of the subscription to the end on the right.
    @usableFromInline let lifetimeOfRight: Lifetime
    @usableFromInline let equality: PartEquality<Left.Value>?
    @exclusivity(unchecked) @usableFromInline var isBeginning = true
    @exclusivity(unchecked) @usableFromInline var hasWarned = false

    @inlinable
    init(
        _ left: Left, _ lifetime: Lifetime, _ right: RightRelayEnd<Left.Value>, _ lifetimeOfRight: Lifetime,
        _ equality: PartEquality<Left.Value>?
    ) {
        self.left = left
        self.right = right
        self.lifetime = lifetime
        self.lifetimeOfRight = lifetimeOfRight
        self.equality = equality
    }

    @inlinable
    var currentOfRight: (value: Left.Value?, version: ValueVersion) { right.current() }

    @inlinable
    func takeOnRight(_ value: Left.Value, _ version: ValueVersion, isNotice: Bool) -> Taken<Left.Value> {
        right.take(value, version, isNotice, lifetimeOfRight, equality)
    }

    /// In a debug build, warns if this binding and others contradict each other.
    @usableFromInline
    func join(_ left: BoundPlace, _ right: BoundPlace) {
        #if DEBUG
            guard BoundPlaces.add(left, right, lifetime) else { return }
            BindingDiagnostics.warn(
                .contradictoryTwoWayBindings(value: Left.Value.self, at: self.left.source?.place.place))
        #endif
    }
}
