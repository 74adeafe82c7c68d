/// A relay, or a part of one, as a side of a two-way binding, which holds it weakly.
///
/// A weak reference is dear: the relay is asked for once for each value, and handed in from there.
@MainActor @usableFromInline
protocol TwoWayEnd<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    associatedtype Relay: AnyObject

    /// The relay, while it is there.
    var relay: Relay? { get }

    func source(of relay: Relay) -> AnyBroadcaster

    /// What it holds.
    func value(in relay: Relay) -> Value

    /// Takes in a value because of an event, if that is news and is not refused.
    ///
    /// - Parameters:
    ///   - areEqual: A value that is equal to what is held is not taken in; `nil` where they are not to be compared.
    ///   - lifetime: The binding's, which is not to be called: that of the subscription that `attach` was given.
    func send(
        _ value: Value, unless areEqual: ((Value, Value) -> Bool)?, to relay: Relay, except lifetime: Lifetime,
        from stamp: BroadcastStamp, if isAccepted: () -> Bool)

    /// Has a sink called with what it holds, and then with what it comes to hold except by `send`.
    func attach(_ sink: Sink<Value>, _ subscription: Subscription)
}

/// A relay.
@usableFromInline
final class RelayEnd<Value: Sendable>: TwoWayEnd {
    /// The relay, until the binding begins.
    @usableFromInline var owner: BehaviorRelay<Value>?
    // Needs no check for exclusive access: nobody changes it.
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

/// A part of a relay, which is told only when it has changed.
///
/// What it was before is what this binding was told or has brought, so that its own edits are known: what is made of
/// one is told also where it is what there was before the edit.
@usableFromInline
final class LensEnd<Value: Equatable & Sendable>: TwoWayEnd {
    // What changes is touched for a moment at a time, on the main actor, and needs no check for exclusive access.

    /// The relay, until the binding begins.
    @usableFromInline var owner: LensAccess.Relay?
    @exclusivity(unchecked) @usableFromInline weak var relay: LensAccess.Relay?
    @usableFromInline let access: LensAccess
    @usableFromInline let way: LensWay<Value>
    /// What it was when it was last told or brought.
    @exclusivity(unchecked) @usableFromInline var seen: Value?
    /// The version of that.
    @exclusivity(unchecked) @usableFromInline var seenVersion: UInt64 = 0
    /// The version by which the relay knows what was brought last.
    @exclusivity(unchecked) @usableFromInline var broughtVersion: UInt64 = 0

    @inlinable
    nonisolated init(_ lens: Lens<Value>) {
        owner = lens.relay
        relay = lens.relay
        access = lens.access
        way = lens.way
    }

    @inlinable
    func source(of relay: LensAccess.Relay) -> AnyBroadcaster { access.source(relay) }

    @inlinable
    func value(in relay: LensAccess.Relay) -> Value { access.get(way, relay) }

    /// The version of a relay is that of all of its parts. Where it is later than that of what is brought, the part may
    /// still be the one that was seen last, so that what is brought is news to it.
    @inlinable
    func send(
        _ value: Value, unless areEqual: ((Value, Value) -> Bool)?, to relay: LensAccess.Relay,
        except lifetime: Lifetime, from stamp: BroadcastStamp, if isAccepted: () -> Bool
    ) {
        let source = access.source(relay)
        var former: Value?
        let displaced = seen
        access.update(
            relay, lifetime,
            { root in
                if let areEqual, areEqual(way.get(root), value) { return .unchanged }
                guard source.isNews(stamp) || isNews(stamp, to: way.get(root)), isAccepted() else { return .unchanged }
                let isStored = way.update(root) { part in
                    former = part
                    part = value
                    return true
                }
                seen = value
                guard isStored else { return .unchanged }
                seenVersion = stamp.version
                // What the value itself makes of it, as by an observer of the property, is told like anything else.
                return .brought(stamp, isWhole: areSame(way.get(root), value))
            },
            { broughtVersion = $0 })
        release(former)
        release(displaced)
    }

    @inlinable
    func isNews(_ stamp: BroadcastStamp, to part: Value) -> Bool {
        guard let seen, stamp.version > seenVersion, stamp.version != broughtVersion else { return false }
        return areSame(seen, part)
    }

    @inlinable
    func attach(_ sink: Sink<Value>, _ subscription: Subscription) {
        guard let relay = owner.take() else { return }
        let next = MainActorDispatcher.unchecked { [self] (root: UnsafeRawPointer) in told(root, sink) }
        access.attach(relay, true, next, sink.stop, subscription)
    }

    @inlinable
    func told(_ root: UnsafeRawPointer, _ sink: Sink<Value>) {
        guard let seen else { return begin(with: way.get(root), sink) }
        if way.isIdentical(in: root, to: seen) { return }
        let part = way.get(root)
        if areSame(seen, part) { return }
        // Nothing where a later value has been brought, of which this is called next, unless it has brought that
        // itself.
        guard let relay, let stamp = access.source(relay).underWay else { return }
        self.seen = part
        seenVersion = stamp.version
        sink.next(part)
        release(seen)
    }

    /// Left side or right side, what is there at the beginning has no event of its own.
    @inlinable
    func begin(with part: Value, _ sink: Sink<Value>) {
        seen = part
        seenVersion = version
        sink.next(part)
        seenVersion = max(seenVersion, version)
    }

    @inlinable
    var version: UInt64 { relay.map { access.source($0).lastVersion } ?? 0 }
}

/// Lets go of a value here, and not before: what it displaces may run code of the user when it dies.
///
/// (A closure for `withExtendedLifetime` that is isolated asks whether it runs on the main actor.)
@inlinable @inline(__always)
nonisolated func release<Value>(_ value: consuming Value) {
    withExtendedLifetime(value) {}
}
