/// The relay behind a part, for observers of several parts.
package struct PartSource: Sendable {
    /// What a relay is delivering on the current thread.
    package enum Delivery: Sendable {
        /// Nothing.
        case none
        /// A value that was set from outside of the relay's observers.
        case outer
        /// A value that an observer of the relay has set in turn.
        case nested
    }

    private let broadcaster: AnyBroadcaster

    init(_ broadcaster: AnyBroadcaster) {
        self.broadcaster = broadcaster
    }

    /// What the relay is delivering on this thread.
    package var delivery: Delivery {
        guard let (position, _) = broadcaster.current else { return .none }
        return position.isNested ? .nested : .outer
    }

    /// Identifies the relay, for as long as it exists.
    package var id: ObjectIdentifier { ObjectIdentifier(broadcaster) }
}

/// A relay, or a part of one, which is held weakly.
package struct WeakPart<Value: Sendable>: Sendable {
    /// The value, while the relay exists.
    package let read: @Sendable () -> Value?
    package let write: @Sendable (Value) -> Void
    package let source: @Sendable () -> PartSource?
    /// The relay, to keep it alive.
    package let relay: @Sendable () -> (any AnyObject & Sendable)?
    /// Where it is.
    package let place: PartPlace
    /// Identifies the relay, for as long as it exists.
    package var id: ObjectIdentifier { place.relay }
}

/// Where a part is: in which relay, and in which bytes of its value.
package struct PartPlace: Sendable {
    /// Identifies the relay, as ``PartSource/id`` does.
    package let relay: ObjectIdentifier
    /// The bytes of a stored property; `nil` if the part is computed.
    private let bytes: Range<Int>?

    fileprivate init(_ relay: ObjectIdentifier, _ bytes: Range<Int>?) {
        self.relay = relay
        self.bytes = bytes
    }

    /// Whether it is known that another part is in this one, or is this one.
    package func contains(_ other: PartPlace) -> Bool {
        guard relay == other.relay, let bytes else { return false }
        return bytes == Self.whole || other.bytes.map { bytes.contains($0) } == true
    }

    /// Whether another part and this one may have something in common.
    package func mayOverlap(_ other: PartPlace) -> Bool {
        guard relay == other.relay, let bytes, let others = other.bytes else { return relay == other.relay }
        return bytes.overlaps(others)
    }

    /// This one, or one that it is in, if it is unknown where in that.
    package func known(in outer: PartPlace) -> PartPlace { bytes == nil ? outer : self }

    fileprivate static let whole = 0..<Int.max
}

extension BehaviorRelay {
    package var weakPart: WeakPart<Element> {
        let relay = WeakReference(self)
        return WeakPart(
            read: { relay.object?.value }, write: { relay.object?.accept($0) },
            source: { relay.object.map { PartSource($0.broadcaster) } }, relay: { relay.object }, place: partPlace)
    }

    /// The number of its latest value; see ``Lens/position``.
    @usableFromInline
    package var position: UInt64? { broadcaster.position }

    /// All of its value.
    package var partPlace: PartPlace { PartPlace(PartSource(broadcaster).id, PartPlace.whole) }
}

extension Lens {
    package var weakPart: WeakPart<Value> {
        let relay = WeakReference(self.relay)
        let lens: @Sendable () -> Lens? = { [access, way] in relay.object.map { Lens($0, access, way) } }
        return WeakPart(
            read: { lens()?.value }, write: { lens()?.value = $0 }, source: { lens().map { $0.partSource } },
            relay: { lens()?.relay }, place: partPlace)
    }

    /// Where it is.
    package var partPlace: PartPlace {
        let size = MemoryLayout<Value>.size
        if way.offset == 0, size == access.source(relay).valueSize { return PartPlace(partSource.id, PartPlace.whole) }
        return PartPlace(partSource.id, way.offset.map { $0..<($0 + size) })
    }

    /// The number of the latest value of the relay, which is another one whenever the part is. `nil` while that value is being
    /// changed in place on this thread, where it cannot be read until that is over.
    @usableFromInline
    package var position: UInt64? { access.position(of: relay) }

    /// Whether another thread has set the relay since, which waits until it is delivered: it does not follow from what goes on
    /// here.
    package var isSetElsewhere: Bool { access.source(relay).isLatestForeign }

    fileprivate var partSource: PartSource { PartSource(access.source(relay)) }
}

extension SharedSequence {
    /// Calls a closure on the main actor with each value, without keeping the source alive.
    ///
    /// - Returns: A disposable that ends this, and keeps nothing alive, either.
    @usableFromInline
    package consuming func follow(_ onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        let subscription = Subscription()
        let sink = Sink<Element>(isMainActor: true, next: MainActorDispatcher.unchecked(onNext), stop: { _ in })
        sourceOfObserver().attach(sink, subscription)
        return subscription.lifetime
    }
}
