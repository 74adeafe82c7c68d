/// What two-way bindings know of a part of a relay, apart from its type.
@usableFromInline
class AnyBoundPart: @unchecked Sendable {
    // Sound: all that changes is accessed on the main actor only.

    /// Where it is in the relay's value, if it is a stored property.
    @usableFromInline final let offset: Int?
    @exclusivity(unchecked) @usableFromInline final var version: ValueVersion { didSet { changes += 1 } }
    /// How often it has been set.
    @exclusivity(unchecked) @usableFromInline final var changes: UInt64 = 0
    /// The position of the latest event of the relay that it takes account of.
    @exclusivity(unchecked) @usableFromInline final var position: UInt64

    @usableFromInline
    init(offset: Int?, _ latest: LensAccess.Latest) {
        self.offset = offset
        (version, position) = latest
    }
}

/// What two-way bindings know of a part of a relay: all those of the same stored property share it.
@usableFromInline
final class BoundPart<Value: Equatable & Sendable>: AnyBoundPart, @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(offset: Int?, _ value: Value, _ latest: LensAccess.Latest) {
        self.value = value
        super.init(offset: offset, latest)
    }

    /// Notes the part of a value that the relay has accepted, unless what is known of the part is later.
    ///
    /// - Parameter latest: The version of that value, or of the parts that have changed in it, and its position among the
    ///   relay's events.
    @inlinable
    func renew(_ value: Value, _ latest: LensAccess.Latest) {
        let (version, position) = latest
        guard position >= self.position else { return }
        self.position = position
        if areSame(self.value, value) { return }
        let displaced = self.value
        self.value = value
        // A whole that is brought may change a part that has its version already.
        self.version = max(self.version, version.ofPart)
        release(displaced)
    }
}

extension AnyBroadcaster {
    /// What is known of a part, or, if no binding of it exists, something new.
    @inlinable
    final func part<Value>(of: Value.Type, at offset: Int?, _ make: () -> BoundPart<Value>) -> BoundPart<Value> {
        if let offset, let part = knownParts(at: offset).lazy.compactMap({ $0 as? BoundPart<Value> }).first {
            return part
        }
        let new = make()
        if offset != nil { note(new) }
        return new
    }

    @usableFromInline
    final func knownParts(at offset: Int) -> [AnyBoundPart] {
        lock.lock()
        defer { lock.unlock() }
        return lanes.open().pointee.parts.compactMap(\.object).filter { $0.offset == offset }
    }

    @usableFromInline
    final func note(_ part: AnyBoundPart) {
        lock.lock()
        let ledger = lanes.open()
        let parts = ledger.pointee.parts
        ledger.pointee.parts = parts.filter { $0.object != nil } + [WeakReference(part)]
        lock.unlock()
    }
}
