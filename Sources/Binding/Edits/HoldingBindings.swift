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

    /// Has edits sent that several controls hold back: the one that was made last first, because it counts, and replaces
    /// those of other controls for the same value. What is sent may end bindings and begin others.
    @MainActor
    package static func send(_ all: [HeldBack]) {
        for (_, held) in all.map({ ($0.latest(), $0) }).sorted(by: { $0.0 > $1.0 }) { held.send() }
    }
}

/// A two-way binding whose control may hold edits back.
@MainActor @usableFromInline
protocol HoldingBinding: AnyObject, Sendable {
    /// The identity of the relay that it is for, while there are both.
    var target: ObjectIdentifier? { get }
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
                entry.binding.flatMap { $0.target.map(relays.contains) == true ? $0.heldBack : nil }
            })
    }
}

extension TwoWayBinding: HoldingBinding {
    @usableFromInline
    var target: ObjectIdentifier? {
        lifetime.isEnded ? nil : left.source.map { ObjectIdentifier($0) }
    }

    @usableFromInline
    var heldBack: HeldBack? { lifetime.isEnded ? nil : heldBackByRight }
}
