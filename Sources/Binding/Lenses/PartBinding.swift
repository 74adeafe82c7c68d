/// A two-way binding of parts of two relays, which can be told to bring at once what has yet to be delivered.
@MainActor
package protocol PartBinding: AnyObject, Sendable {
    /// That of the left side; see ``Lens/position``.
    var positionOfLeft: UInt64? { get }
    /// Brings what the left side has now to the right side, unless that has a later value.
    func bringLeft()
    /// Brings what the right side has now to the left side, unless that has a later value.
    func bringRight()
}

extension RelayBinding: PartBinding {
    package var positionOfLeft: UInt64? { left.position }

    package func bringLeft() {
        let (value, version) = left.current
        if let value { leftChanged(to: value, version) }
    }

    package func bringRight() {
        let (value, version) = currentOfRight
        if let value { rightChanged(to: value, version) }
    }
}

extension MainActorDispatcher {
    /// Whether something is being delivered, or is held for the end of a batch, so that what has been set may have yet to
    /// arrive. Within a computation it is not: that sets nothing, and runs again when it has arrived.
    package static var isInAChange: Bool { delivery != 0 && !DerivedGraph.isComputing }
}

extension Lens where Value: Equatable {
    /// Keeps this part in sync with another one, as ``bindTwoWay(to:)`` does.
    ///
    /// - Parameter right: The other part, which is not kept alive.
    /// - Returns: What the binding is known by, and a disposable that ends it.
    @MainActor
    package func bindTwoWay(toPart right: Lens<Value>) -> (binding: any PartBinding, end: any Disposable) {
        let subscription = Subscription()
        let binding = LensEnd(self).bind(subscription, to: RightRelayEnd(LensEnd(right)), equality: PartEquality())
        return (binding, subscription)
    }
}
