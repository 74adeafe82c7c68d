/// A two-way binding whose control may hold edits back.
@MainActor @usableFromInline
protocol HoldingBinding: AnyObject, Sendable {
    /// The identity of the relay that it is for, while there are both.
    var target: ObjectIdentifier? { get }
    /// Has the control report what it holds back.
    func commit()
}

/// The two-way bindings whose controls may hold edits back, for what reads relays that these edits are meant for.
@MainActor @usableFromInline
package enum HoldingBindings {
    // Weakly: a binding is held by its two sides.
    private static var bindings: [Entry] = []
    /// The number of entries at which those of bindings that have ended are removed.
    private static var most = 16

    private struct Entry {
        weak var binding: (any HoldingBinding)?
    }

    @usableFromInline
    static func add(_ binding: some HoldingBinding) {
        if bindings.count >= most {
            bindings.removeAll { $0.binding?.target == nil }
            most = max(16, bindings.count * 2)
        }
        bindings.append(Entry(binding: binding))
    }

    /// Has controls report at once what they hold back for some relays.
    ///
    /// - Parameter relays: Returns the identities of these relays.
    package static func commit(for relays: () -> Set<ObjectIdentifier>) {
        guard !bindings.isEmpty else { return }
        let relays = relays()
        // What is reported may end bindings and begin others.
        for entry in bindings {
            if let binding = entry.binding, let target = binding.target, relays.contains(target) { binding.commit() }
        }
    }
}

extension TwoWayBinding: HoldingBinding {
    @usableFromInline
    var target: ObjectIdentifier? {
        lifetime.isEnded ? nil : left.source.map { ObjectIdentifier($0) }
    }

    @usableFromInline
    func commit() { commitOfRight?() }
}
