/// The edits that a control holds back.
@usableFromInline
package final class HeldBack: Sendable {
    /// The number of the last one, greater than those of all before, on other controls, too; 0 if there is none.
    package let latest: @MainActor () -> UInt64
    /// Has them sent.
    package let send: @MainActor () -> Void

    @usableFromInline
    init(latest: @escaping @MainActor () -> UInt64, send: @escaping @MainActor () -> Void) {
        self.latest = latest
        self.send = send
    }

    /// Has edits sent that several controls hold back, in the order in which they were made. Of those for the same value the
    /// last one goes first, because it counts, and replaces the others. What is sent may end bindings and begin others.
    ///
    /// - Parameter all: What is held back, with the identity of the value that it is for.
    @MainActor
    package static func send(_ all: [(target: ObjectIdentifier, edits: HeldBack)]) {
        let edits = all.map { (target: $0.target, number: $0.edits.latest(), edits: $0.edits) }
        let latest = Dictionary(edits.map { ($0.target, $0.number) }, uniquingKeysWith: max)
        let inOrder = edits.sorted { first, second in
            if first.target == second.target { return first.number > second.number }
            return (latest[first.target] ?? 0) < (latest[second.target] ?? 0)
        }
        for entry in inOrder { entry.edits.send() }
    }
}

/// A two-way binding whose control may hold edits back.
@MainActor @usableFromInline
protocol HoldingBinding: AnyObject, Sendable {
    /// The identity of the relay that it is for, while there are both.
    var target: ObjectIdentifier? { get }
    /// The identity of that relay, or of the part of it that is bound.
    var place: ObjectIdentifier? { get }
    /// What the control holds back.
    var heldBack: HeldBack? { get }
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

    /// Has controls report at once what they hold back for some relays; see ``HeldBack/send(_:)``.
    ///
    /// - Parameter relays: Returns the identities of these relays.
    package static func commit(for relays: () -> Set<ObjectIdentifier>) {
        guard !bindings.isEmpty else { return }
        let relays = relays()
        HeldBack.send(
            bindings.compactMap { entry in
                guard let binding = entry.binding, let target = binding.target, relays.contains(target) else {
                    return nil
                }
                return binding.heldBack.map { (binding.place ?? target, $0) }
            })
    }
}
