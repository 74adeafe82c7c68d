/// The relay behind a part, for observers of several parts.
package struct PartSource: Sendable {
    /// What a relay is delivering on the current thread.
    package enum Delivery: Sendable {
        /// Nothing.
        case none
        /// A value that was set from outside of the relay's observers.
        case original
        /// A value that an observer of the relay has set in turn.
        case answer
    }

    private let broadcaster: AnyBroadcaster

    init(_ broadcaster: AnyBroadcaster) {
        self.broadcaster = broadcaster
    }

    /// What the relay is delivering on this thread.
    package var delivery: Delivery {
        guard let stamp = broadcaster.current else { return .none }
        return stamp.isNested ? .answer : .original
    }

    /// Whether two parts are of one relay.
    package func isSame(as other: PartSource) -> Bool { broadcaster === other.broadcaster }
}

extension BehaviorRelay {
    package var partSource: PartSource { PartSource(broadcaster) }
}

extension Lens {
    package var partSource: PartSource { PartSource(access.source(relay)) }
}
