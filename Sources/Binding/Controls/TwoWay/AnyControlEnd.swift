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
    /// The delivery in which another binding has told of an edit, which the control is about to report here, too.
    @exclusivity(unchecked) @usableFromInline final var deliveryOfEdit: UInt64 = 0
    /// The number of writes to the property under way, one within the other.
    @exclusivity(unchecked) @usableFromInline final var writes: Int32 = 0
    /// Whether the control has reported a value meanwhile.
    @exclusivity(unchecked) @usableFromInline final var hasReported = false
    /// Whether there are, or were, other bindings of the same property.
    @exclusivity(unchecked) @usableFromInline final var hasOthers = false

    @usableFromInline
    nonisolated init(_ identity: ControlIdentity?) {
        self.identity = identity
    }

    /// The bindings of a property, most of which have no other.
    private struct Bindings {
        weak var first: AnyTwoWayBinding?
        var others: [WeakReference<AnyTwoWayBinding>] = []

        var all: [AnyTwoWayBinding] { (first.map { [$0] } ?? []) + others.compactMap(\.object) }

        init(_ binding: AnyTwoWayBinding, after former: [AnyTwoWayBinding]) {
            first = former.first ?? binding
            if !former.isEmpty { others = former.dropFirst().map { WeakReference($0) } + [WeakReference(binding)] }
        }
    }

    private static var bindings: [ControlIdentity: Bindings] = [:]
    /// The number of entries at which those of controls without bindings are removed.
    private static var most = 16

    /// Adds a binding, with this end, to those of its property.
    @usableFromInline
    final func join(_ binding: AnyTwoWayBinding) {
        guard let identity else { return }
        if Self.bindings.count >= Self.most {
            Self.bindings = Self.bindings.filter { !$0.value.all.isEmpty }
            Self.most = max(16, Self.bindings.count * 2)
        }
        let others = Self.bindings[identity]?.all ?? []
        hasOthers = !others.isEmpty
        for other in others { other.control?.hasOthers = true }
        Self.bindings[identity] = Bindings(binding, after: others)
    }

    /// The other bindings of the property, now that it has another value or version, if they are to be told of it.
    @usableFromInline
    final func others(seeing version: ValueVersion, isEdit: Bool) -> [AnyTwoWayBinding] {
        others.filter { $0.control?.sees(version, isEdit: isEdit) == true }
    }

    /// Writes to the property; what it reports meanwhile is no edit.
    @inlinable
    final func write(_ body: () -> Void) {
        let others = hasOthers ? others : []
        writes += 1
        for other in others { other.control?.writes += 1 }
        body()
        writes -= 1
        for other in others {
            other.control?.writes -= 1
            // They read what it holds.
            other.control?.hasReported = false
        }
    }

    @usableFromInline
    final var others: [AnyTwoWayBinding] {
        guard let identity, let bindings = Self.bindings[identity] else { return [] }
        return bindings.all.filter { $0.control !== self }
    }

    /// Reads the control.
    ///
    /// - Returns: Whether its binding has to be told of another value, or of another version.
    @usableFromInline
    func sees(_ version: ValueVersion, isEdit: Bool) -> Bool { false }
}
