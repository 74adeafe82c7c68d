/// What the bindings of one property of an object have in common: each is told of what another one sets there.
@usableFromInline
struct ControlIdentity: Equatable, Sendable {
    /// Another object may get its address when it has been released; its own bindings are then silent.
    private let object: ObjectIdentifier
    /// There may be other properties of that type, whose values do not change.
    private let type: ObjectIdentifier

    @usableFromInline
    init(_ object: AnyObject, _ type: Any.Type) {
        self.object = ObjectIdentifier(object)
        self.type = ObjectIdentifier(type)
    }

    /// The key of a table. It may be that of other properties, too.
    var key: UInt { UInt(bitPattern: object) ^ UInt(bitPattern: type) }
}

/// The end of a binding at a control, apart from the type of its values.
@MainActor @usableFromInline
class AnyControlEnd {
    // The order is the one that needs the least memory, with those of subclasses.

    private let identity: ControlIdentity?
    @exclusivity(unchecked) @usableFromInline final var version = ValueVersion.none
    /// The delivery in which another binding has told of an edit, which the control is about to report here, too.
    @exclusivity(unchecked) @usableFromInline final var deliveryOfEdit: UInt64 = 0
    /// The number of writes to the property under way, one within the other.
    @exclusivity(unchecked) @usableFromInline final var writes: Int16 = 0
    /// Whether the control has reported a value meanwhile.
    @exclusivity(unchecked) @usableFromInline final var hasReported = false
    /// Whether there are, or were, other bindings of the same property.
    @exclusivity(unchecked) @usableFromInline final var hasOthers = false
    /// Whether the control is being observed.
    @exclusivity(unchecked) @usableFromInline final var hasBegun = false
    /// Whether the control has yet to report its initial value, which is no edit.
    @exclusivity(unchecked) @usableFromInline final var isInitialDue = false
    @exclusivity(unchecked) @usableFromInline final var isBeginning = true
    @exclusivity(unchecked) @usableFromInline final var hasWarned = false

    @usableFromInline
    nonisolated init(_ identity: ControlIdentity?) {
        self.identity = identity
    }

    /// The first end with each key, and the others: most properties have no other binding.
    private static var firsts: [UInt: WeakReference<AnyControlEnd>] = [:]
    private static var more: [UInt: [WeakReference<AnyControlEnd>]] = [:]
    /// The number of entries at which those of controls without bindings are removed.
    private static var most = 16

    private static func hasEnds(_ key: UInt) -> Bool {
        firsts[key]?.object != nil || more[key]?.contains { $0.object != nil } ?? false
    }

    private static func ends(_ key: UInt) -> [AnyControlEnd] {
        (firsts[key]?.object.map { [$0] } ?? []) + (more[key] ?? []).compactMap(\.object)
    }

    /// Adds this to the ends at its property.
    @usableFromInline
    final func join() {
        guard let key = identity?.key else { return }
        if Self.firsts.count >= Self.most {
            Self.firsts = Self.firsts.filter { Self.hasEnds($0.key) }
            Self.more = Self.more.filter { Self.firsts[$0.key] != nil }
            Self.most = max(16, Self.firsts.count * 2)
        }
        for other in others {
            hasOthers = true
            other.hasOthers = true
        }
        let former = Self.ends(key)
        Self.firsts[key] = WeakReference(former.first ?? self)
        Self.more[key] =
            former.isEmpty ? nil : former.dropFirst().map { WeakReference($0) } + [WeakReference(self)]
    }

    /// The other bindings of the property, now that it has another value or version, if they are to be told of it.
    @usableFromInline
    final func others(seeing version: ValueVersion, isEdit: Bool) -> [AnyControlEnd] {
        others.filter { $0.sees(version, isEdit: isEdit) }
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
        guard let identity else { return [] }
        return Self.ends(identity.key).filter { $0 !== self && $0.identity == identity }
    }

    /// Reads the control.
    ///
    /// - Returns: Whether its binding has to be told of another value, or of another version.
    @usableFromInline
    func sees(_ version: ValueVersion, isEdit: Bool) -> Bool { false }

    /// Tells the binding of the value that it has now.
    @usableFromInline
    func tell() {}
}
