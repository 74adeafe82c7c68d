/// A relay, or a part of one, as a side of a two-way binding, which holds it weakly.
@MainActor
class TwoWayEnd<Value: Sendable> {
    /// Its place among the relay's observers, which holds the binding.
    final fileprivate(set) weak var slot: AnySlot?

    nonisolated init() {}

    /// The relay, while it is there.
    var source: AnyBroadcaster? { nil }

    /// What it holds, while the relay is there.
    var value: Value? { nil }

    /// Takes in a value because of an event, with which the binding is not to be called, if that is news and is not
    /// refused.
    func send(_ value: Value, from stamp: BroadcastStamp, if isAccepted: () -> Bool) {}

    /// Has a sink called with what it holds, and then with what it comes to hold except by `send`.
    func attach(_ sink: Sink<Value>, _ subscription: Subscription) {}
}

/// A relay.
final class RelayEnd<Value: Sendable>: TwoWayEnd<Value> {
    /// The relay, until the binding begins.
    private var owner: BehaviorRelay<Value>?
    private weak var relay: BehaviorRelay<Value>?

    nonisolated init(_ relay: BehaviorRelay<Value>) {
        owner = relay
        self.relay = relay
    }

    override var source: AnyBroadcaster? { relay?.broadcaster }

    override var value: Value? { relay?.value }

    override func send(_ value: Value, from stamp: BroadcastStamp, if isAccepted: () -> Bool) {
        relay?.broadcaster.send(value, except: slot, from: stamp, if: isAccepted)
    }

    override func attach(_ sink: Sink<Value>, _ subscription: Subscription) {
        guard let relay = owner.take() else { return }
        let slot = Slot(sink, chain: subscription.lifetime)
        self.slot = slot
        relay.broadcaster.attach(slot, subscription, of: relay)
    }
}

/// A part of a relay, which is told only when it has changed.
///
/// What it was before is what this binding was told or has brought, so that its own edits are known: what is made of one is
/// told also where it is what there was before the edit.
final class LensEnd<Root: Sendable, Value: Sendable>: TwoWayEnd<Value> {
    /// The relay, until the binding begins.
    private var owner: BehaviorRelay<Root>?
    private weak var relay: BehaviorRelay<Root>?
    private let path: LensPath<Root, Value>
    private let equality: PartEquality<Value>
    /// What it was when it was last told or brought.
    private var seen: Value?
    /// The version of that.
    private var seenVersion: UInt64 = 0
    /// The version by which the relay knows what was brought last.
    private var broughtVersion: UInt64 = 0

    nonisolated init(_ relay: BehaviorRelay<Root>, _ path: LensPath<Root, Value>, _ equality: PartEquality<Value>) {
        owner = relay
        self.relay = relay
        self.path = path
        self.equality = equality
    }

    override var source: AnyBroadcaster? { relay?.broadcaster }

    override var value: Value? { relay.map { path.get($0.value) } }

    /// The version of a relay is that of all of its parts. Where it is later than that of what is brought, the part may
    /// still be the one that was seen last, so that what is brought is news to it.
    override func send(_ value: Value, from stamp: BroadcastStamp, if isAccepted: () -> Bool) {
        guard let broadcaster = relay?.broadcaster else { return }
        var root = broadcaster.borrow()
        guard broadcaster.isNews(stamp) || isNews(stamp, to: path.get(root)), isAccepted() else {
            return broadcaster.restore(root)
        }
        var former: Value?
        let isStored = path.update(&root) { part in
            former = part
            part = value
            return true
        }
        let displaced = seen
        seen = value
        guard isStored else { return broadcaster.restore(root) }
        // What the value itself makes of it, as by an observer of the property, is told like anything else.
        let isWhole = equality.areSame(path.get(root), value)
        seenVersion = stamp.version
        broadcaster.giveBack(root, except: isWhole ? slot : nil, from: stamp) { broughtVersion = $0 }
        withExtendedLifetime((former, displaced)) {}
    }

    private func isNews(_ stamp: BroadcastStamp, to part: Value) -> Bool {
        guard let seen, stamp.version > seenVersion, stamp.version != broughtVersion else { return false }
        return equality.areSame(seen, part)
    }

    override func attach(_ sink: Sink<Value>, _ subscription: Subscription) {
        guard let relay = owner.take() else { return }
        let sinkOfRelay = Sink<Root>(
            isMainActor: true,
            next: MainActorDispatcher.unchecked { [self] (root: Root) in told(root, sink) },
            stop: sink.stop)
        let slot = Slot(sinkOfRelay, chain: subscription.lifetime)
        self.slot = slot
        relay.broadcaster.attach(slot, subscription, of: relay)
    }

    private func told(_ root: Root, _ sink: Sink<Value>) {
        guard let seen else { return begin(with: path.get(root), sink) }
        if path.isIdentical(in: root, to: seen) { return }
        let part = path.get(root)
        if equality.areSame(seen, part) { return }
        // Nothing where a later value has been brought, of which this is called next, unless it has brought that itself.
        guard let stamp = source?.underWay else { return }
        self.seen = part
        seenVersion = stamp.version
        sink.next(part)
        withExtendedLifetime(seen) {}
    }

    /// Left side or right side, what is there at the beginning has no event of its own.
    private func begin(with part: Value, _ sink: Sink<Value>) {
        seen = part
        seenVersion = source?.lastVersion ?? 0
        sink.next(part)
        seenVersion = max(seenVersion, source?.lastVersion ?? 0)
    }
}
