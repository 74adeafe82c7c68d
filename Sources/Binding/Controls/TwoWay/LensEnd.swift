/// A part of a relay, which is reported only when it has changed.
///
/// It is compared with the value that this binding received or set last, so that the binding's own edits are known: an
/// answer to one is reported even if it restores the value from before the edit.
@usableFromInline
final class LensEnd<Value: Equatable & Sendable>: TwoWayEnd {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    /// The relay, until the binding begins.
    @usableFromInline var owner: LensAccess.Relay?
    @exclusivity(unchecked) @usableFromInline weak var relay: LensAccess.Relay?
    @usableFromInline let access: LensAccess
    @usableFromInline let way: LensWay<Value>
    @usableFromInline let whenBound: (@MainActor @Sendable () -> @MainActor () -> Void)?
    /// The value that was last received or set.
    @exclusivity(unchecked) @usableFromInline var seen: Value?
    /// The version of that value.
    @exclusivity(unchecked) @usableFromInline var seenVersion: UInt64 = 0
    /// The version that the relay gave the value that was set last.
    @exclusivity(unchecked) @usableFromInline var broughtVersion: UInt64 = 0

    @inlinable
    nonisolated init(_ lens: Lens<Value>) {
        owner = lens.relay
        relay = lens.relay
        access = lens.access
        way = lens.way
        whenBound = lens.whenBound
    }

    @inlinable
    func source(of relay: LensAccess.Relay) -> AnyBroadcaster { access.source(relay) }

    @inlinable
    func value(in relay: LensAccess.Relay) -> Value { access.get(way, relay) }

    /// A relay has one version for all of its parts. Even if it is later than that of the value to be set, the part may
    /// still be the one that was seen last, so that the value is news to it.
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
                // What the value itself makes of it, as by an observer of the property, is reported like any other
                // change.
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
        if let whenBound { ControlConnection.open(until: subscription.lifetime, whenBound) }
    }

    @inlinable
    func told(_ root: UnsafeRawPointer, _ sink: Sink<Value>) {
        guard let seen else { return begin(with: way.get(root), sink) }
        if way.isIdentical(in: root, to: seen) { return }
        let part = way.get(root)
        if areSame(seen, part) { return }
        // Nothing if a later value has been set: this is called with that next, unless it has set that value itself.
        guard let relay, let stamp = access.source(relay).underWay else { return }
        self.seen = part
        seenVersion = stamp.version
        sink.next(part)
        release(seen)
    }

    /// On the left side as on the right, the initial value has no event of its own.
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
