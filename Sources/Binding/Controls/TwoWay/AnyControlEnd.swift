/// What the bindings of one property of an object have in common: each is told of what another one sets there.
@usableFromInline
struct ControlIdentity: Hashable, Sendable {
    /// Another object may get its address when it has been released; its own bindings are then silent.
    private let object: ObjectIdentifier
    /// There may be other properties of that type, whose values do not change.
    private let type: ObjectIdentifier

    @usableFromInline
    init(_ object: AnyObject, _ type: Any.Type) {
        self.object = ObjectIdentifier(object)
        self.type = ObjectIdentifier(type)
    }
}

/// The end of a binding at a control, apart from the type of its values.
@MainActor @usableFromInline
class AnyControlEnd {
    private let identity: ControlIdentity?
    @exclusivity(unchecked) @usableFromInline final var version = ValueVersion.none
    /// The number of writes to the property under way, one within the other.
    @exclusivity(unchecked) @usableFromInline final var writes = 0
    /// Whether the control has reported a value meanwhile.
    @exclusivity(unchecked) @usableFromInline final var hasReported = false
    /// The delivery in which another binding has told of an edit, which the control is about to report here, too.
    @exclusivity(unchecked) @usableFromInline final var deliveryOfEdit: UInt64 = 0
    /// Whether there are, or were, other bindings of the same property.
    @exclusivity(unchecked) @usableFromInline final var hasOthers = false

    @usableFromInline
    nonisolated init(_ identity: ControlIdentity?) {
        self.identity = identity
    }

    private struct Entry {
        weak var end: AnyControlEnd?
    }

    private static var ends: [ControlIdentity: [Entry]] = [:]
    /// The number of entries at which those of controls without bindings are removed.
    private static var most = 16

    /// Adds this end to those of its property.
    @usableFromInline
    final func join() {
        guard let identity else { return }
        if Self.ends.count >= Self.most {
            Self.ends = Self.ends.filter { $0.value.contains { $0.end != nil } }
            Self.most = max(16, Self.ends.count * 2)
        }
        let others = Self.ends[identity, default: []].filter { $0.end != nil }
        hasOthers = !others.isEmpty
        for other in others { other.end?.hasOthers = true }
        Self.ends[identity] = others + [Entry(end: self)]
    }

    /// The other bindings of the property, now that it has another value or version, if they are to be told of it.
    @inlinable
    final func others(seeing version: ValueVersion, isEdit: Bool) -> [AnyControlEnd] {
        hasOthers ? others.filter { $0.sees(version, isEdit: isEdit) } : []
    }

    /// Writes to the property; what it reports meanwhile is no edit.
    @inlinable
    final func write(_ body: () -> Void) {
        let others = hasOthers ? others : []
        writes += 1
        for other in others { other.writes += 1 }
        body()
        writes -= 1
        for other in others {
            other.writes -= 1
            // They read what it holds.
            other.hasReported = false
        }
    }

    @usableFromInline
    final var others: [AnyControlEnd] {
        guard let identity, let ends = Self.ends[identity] else { return [] }
        return ends.compactMap(\.end).filter { $0 !== self }
    }

    /// Reads the control.
    ///
    /// - Returns: Whether its binding has to be told of another value, or of another version.
    @usableFromInline
    func sees(_ version: ValueVersion, isEdit: Bool) -> Bool { false }

    @usableFromInline
    func tell() {}
}
