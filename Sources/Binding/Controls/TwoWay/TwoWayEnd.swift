/// A relay, or a part of one, as a side of a two-way binding, which holds it weakly.
///
/// A weak reference is expensive: the relay is loaded once for each value, and passed on as an argument.
@MainActor @usableFromInline
protocol TwoWayEnd<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    associatedtype Relay: AnyObject

    /// The relay, while it exists.
    var relay: Relay? { get }

    func source(of relay: Relay) -> AnyBroadcaster

    /// The value of this side.
    func value(in relay: Relay) -> Value

    /// Accepts a value because of an event, if the event is newer and is not refused.
    ///
    /// - Parameters:
    ///   - areEqual: A value that is equal to the current one is not accepted; `nil` if values are not compared.
    ///   - lifetime: The lifetime of the subscription that was passed to `attach`; the binding itself is not called.
    func send(
        _ value: Value, unless areEqual: ((Value, Value) -> Bool)?, to relay: Relay, except lifetime: Lifetime,
        from stamp: BroadcastStamp, if isAccepted: () -> Bool)

    /// Calls a sink with the current value, then with each new one except those set by `send`.
    func attach(_ sink: Sink<Value>, _ subscription: Subscription)
}

/// A relay.
@usableFromInline
final class RelayEnd<Value: Sendable>: TwoWayEnd {
    /// The relay, until the binding begins.
    @usableFromInline var owner: BehaviorRelay<Value>?
    // Needs no check for exclusive access: it is never changed.
    @exclusivity(unchecked) @usableFromInline weak var relay: BehaviorRelay<Value>?

    @inlinable
    nonisolated init(_ relay: BehaviorRelay<Value>) {
        owner = relay
        self.relay = relay
    }

    @inlinable
    func source(of relay: BehaviorRelay<Value>) -> AnyBroadcaster { relay.broadcaster }

    @inlinable
    func value(in relay: BehaviorRelay<Value>) -> Value { relay.value }

    @inlinable
    func send(
        _ value: Value, unless areEqual: ((Value, Value) -> Bool)?, to relay: BehaviorRelay<Value>,
        except lifetime: Lifetime, from stamp: BroadcastStamp, if isAccepted: () -> Bool
    ) {
        if let areEqual, areEqual(relay.value, value) { return }
        relay.broadcaster.send(value, except: lifetime, from: stamp, if: isAccepted)
    }

    @inlinable
    func attach(_ sink: Sink<Value>, _ subscription: Subscription) {
        guard let relay = owner.take() else { return }
        relay.broadcaster.attach(sink, subscription, of: relay)
    }
}
