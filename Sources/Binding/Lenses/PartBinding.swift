/// A two-way binding of parts of two relays, which can be told to bring at once what has yet to be delivered.
@MainActor
package protocol PartBinding: AnyObject, Sendable {
    /// That of the left side; see ``Lens/position``.
    var positionOfLeft: UInt64? { get }
    /// Brings what the left side has now to the right side, unless it has been brought, or the right side has a later value. What
    /// another thread has set waits until it is delivered: it does not follow from what goes on here.
    func bringLeft()
    /// Whether the right side has anything that has not been brought.
    var hasNewsOfRight: Bool { get }
    /// Brings what the right side has now to the left side, unless it has been brought, or the left side has a later value.
    func bringRight()
}

/// An end at a part of a relay, which can be asked at any time.
@MainActor @usableFromInline
protocol PartEnd<Value>: AnyObject, TwoWayRelayEnd {
    /// The number of the relay's latest value; see ``Lens/position``.
    var position: UInt64? { get }
    /// Whether it has anything that the binding has neither been told of nor brought.
    var hasNews: Bool { get }
    /// What that is, of which the binding counts as told from now on.
    func news() -> (Value, ValueVersion)?
}

extension LensEnd: PartEnd {}

extension RelayBinding: PartBinding where Left: PartEnd {
    var positionOfLeft: UInt64? { left.position }

    func bringLeft() {
        if left.source?.isLatestForeign == true { return }
        if let (value, version) = left.news() { leftChanged(to: value, version) }
    }

    var hasNewsOfRight: Bool { right.part?.hasNews ?? false }

    func bringRight() {
        if let (value, version) = right.part?.news() { rightChanged(to: value, version) }
    }
}

extension MainActorDispatcher {
    /// Whether a computation is under way, which sets nothing: it runs again when what has been set has arrived.
    package static var isComputing: Bool { DerivedGraph.isComputing }
}

extension Lens where Value: Equatable {
    /// Keeps this part in sync with another one, as ``bindTwoWay(to:)`` does.
    ///
    /// - Parameter right: The other part, which is not kept alive.
    /// - Returns: What the binding is known by, and a disposable that ends it.
    @MainActor
    package func bindTwoWay(toPart right: Lens<Value>) -> (binding: any PartBinding, end: any Disposable) {
        let subscription = Subscription()
        let end = LensEnd(right)
        let binding = LensEnd(self).bind(subscription, to: RightRelayEnd(end, part: end), equality: PartEquality())
        return (binding, subscription)
    }
}
