internal import CBindingPlatform

/// A part of a relay's value that a computation has read: a change of another part is no reason to run it again.
final class PartComputation<Part: Sendable>: Computation<Part>, @unchecked Sendable {
    // Sound as its base class is.
    private let relay: LensAccess.Relay
    /// Where the part is in the relay's value, if that is known.
    private let offset: Int?

    private init(_ lens: Lens<Part>) {
        let (access, way, relay) = (lens.access, lens.way, lens.relay)
        self.relay = relay
        offset = way.offset
        let equality = PartEquality(Part.self)
        super.init(access.source(relay).place) { computation, task in
            Self.perform(
                task, of: computation, { access.get(way, relay) }, areSame: { equality?.areSame($0, $1) ?? false })
        }
    }

    /// Reads a part for the computation under way; `nil` if there is none on this thread.
    static func read(_ lens: Lens<Part>) -> Part? {
        guard binding_reading_thread() == currentThread() else { return nil }
        if let known = DerivedGraph.expectedSource as? PartComputation, known.offset != nil,
            known.offset == lens.way.offset, known.relay === lens.relay
        {
            return known.read()
        }
        return PartComputation(lens).read()
    }
}
