/// A part of a relay.
///
/// It has a version of its own, apart from the relay's: an edit of another part does not concern it. The version is
/// renewed when the part is found to have changed.
@usableFromInline
final class LensEnd<Value: Equatable & Sendable>: TwoWayRelayEnd {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline let weakRelay: WeakReference<LensAccess.Relay>
    @usableFromInline let access: LensAccess
    @usableFromInline let way: LensWay<Value>
    @usableFromInline let whenBound: (@MainActor @Sendable () -> @MainActor () -> Void)?
    /// The relay's, which exists while it delivers.
    @usableFromInline unowned let broadcaster: AnyBroadcaster
    @exclusivity(unchecked) @usableFromInline var part: BoundPart<Value>?
    /// How often the part had been set when the binding was told of it, or brought it.
    @exclusivity(unchecked) @usableFromInline var told: UInt64 = 0

    @inlinable
    nonisolated init(_ lens: Lens<Value>) {
        weakRelay = WeakReference(lens.relay)
        access = lens.access
        broadcaster = lens.access.source(lens.relay)
        way = lens.way
        whenBound = lens.whenBound
    }

    @inlinable
    var relay: LensAccess.Relay? { weakRelay.object }

    @inlinable
    var source: AnyBroadcaster? { relay.map { access.source($0) } }

    @usableFromInline
    var position: UInt64? { relay.flatMap { access.position(of: $0) } }

    @inlinable
    var place: ObjectIdentifier? { part.map { ObjectIdentifier($0) } }

    @inlinable
    var current: (value: Value?, version: ValueVersion) {
        guard let relay, let part else { return (nil, .none) }
        access.update(relay) { root, latest in
            part.renew(way.get(root), latest)
            return .unchanged
        }
        return (part.value, part.version)
    }

    @inlinable
    func observe(_ next: @escaping @Sendable (UnsafeRawPointer) -> Void, _ subscription: Subscription) {
        guard let relay else { return }
        part = broadcaster.part(of: Value.self, at: way.offset) {
            var part: BoundPart<Value>?
            access.update(relay) { root, latest in
                part = BoundPart(offset: way.offset, way.get(root), latest)
                return .unchanged
            }
            // Present: the closure is called.
            return part!
        }
        if let part { IdentityChanges.note(part, of: relay) }
        access.attach(relay, true, true, next, { _ in }, subscription)
        if let whenBound { ControlConnection.open(until: subscription.lifetime, whenBound) }
    }

    @inlinable
    var hasNews: Bool {
        _ = current
        return part.map { $0.changes != told } ?? false
    }

    @inlinable
    func news() -> (Value, ValueVersion)? {
        guard hasNews, let part else { return nil }
        told = part.changes
        return (part.value, part.version)
    }

    @inlinable
    func news(in root: UnsafeRawPointer) -> (Value, ValueVersion, isNotice: Bool)? {
        guard let part else { return nil }
        let isIdentical = way.isIdentical(in: root, to: part.value)
        if isIdentical, part.changes == told { return nil }
        guard let (position, versions) = broadcaster.current else { return nil }
        if !isIdentical { part.renew(way.get(root), (versions.parts, position.number)) }
        if part.changes == told { return nil }
        told = part.changes
        return (part.value, part.version, versions.isNotice)
    }

    @inlinable
    func take(
        _ value: Value, _ version: ValueVersion, isNotice: Bool, from binding: Lifetime,
        by equality: PartEquality<Value>?
    ) -> Taken<Value> {
        guard let relay, let part else { return .overtaken }
        var taken = Taken<Value>.overtaken
        var former: Value?
        let displaced = part.value
        let text = BroughtTextNote(of: Value.self)
        access.update(relay) { root, latest in
            let held = way.get(root)
            part.renew(held, latest)
            guard part.version < version else {
                if part.version == version { taken = .alike(held) }
                return .unchanged
            }
            if areSame(held, value) {
                part.version = version
                told = part.changes
                taken = .taken
                return .raised(version, from: binding)
            }
            let isStored = way.update(root) { part in
                former = part
                part = value
                return true
            }
            guard isStored else {
                // It is gone, and stays as it was.
                part.version = version.answer()
                told = part.changes
                taken = .changed(held, part.version)
                return .raised(part.version, from: binding)
            }
            // The value itself may make something of it, as by an observer of the property.
            let made = way.get(root)
            let isKept = areSame(made, value)
            part.value = made
            part.position = latest.position + 1
            part.version = isKept ? version : version.answer()
            told = part.changes
            taken = isKept ? .taken : .changed(made, part.version)
            text?.begin(held, made, part, of: broadcaster)
            return .brought(part.version, from: binding)
        }
        text?.end()
        release(former)
        release(displaced)
        return taken
    }

    @inlinable
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Value, ValueVersion)? {
        guard let relay, part != nil else { return nil }
        // Nobody else knows of a part that no other binding shares: a table with a binding for each row does not tell all rows
        // of each new one.
        let isShared = !isKnownUniquelyReferenced(&part)
        guard let part else { return nil }
        let version = next(current.version)
        if version != part.version {
            part.version = version
            told = part.changes
            if isShared { access.update(relay) { _, _ in .raised(version, from: binding) } }
        }
        return (part.value, version)
    }
}
