internal import CBindingPlatform

/// A ``CompactRelay`` for state that follows from several other states, and that is current at any time: it is sent once
/// for each change on the main actor, at its end, and outside of any change at once.
package final class RelayAtEnd<Element: Equatable & Sendable>: DueAtEnd, @unchecked Sendable {
    // Sound as its base class is.

    let relay: CompactRelay<Element>
    @exclusivity(unchecked) private var latest: Element
    @exclusivity(unchecked) private var readable = ReadableState()

    /// A relay that holds a value.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package init(value: Element) {
        relay = CompactRelay(value: value)
        latest = value
        super.init(isSubscribing: false)
    }

    /// Sends a value, unless the last one that was sent equals the latest one by the end of the change.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func accept(_ element: Element) {
        if element == latest { return }
        latest = element
        readable.change {
            if relay.value != element { isDue() }
        }
    }

    /// Notes that a computation reads the latest value.
    @inline(__always)
    package func noteRead() { readable.noteRead() }

    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package override func send() {
        if relay.value == latest { return }
        if binding_inspects() {
            Inspection.settling(latest, at: relay.relay.broadcaster) { relay.acceptConsequence(latest) }
        } else {
            relay.acceptConsequence(latest)
        }
    }

    /// The value for a view to show.
    package func asDriver() -> Driver<Element> {
        precedesWhatFollows()
        return relay.asDriver()
    }

    /// The result of a closure for the value, for a view to show, whenever it differs from the one before.
    package func asDriver<Part: Equatable & Sendable>(
        of part: @escaping @MainActor (Element) -> Part
    ) -> Driver<Part> {
        precedesWhatFollows()
        return relay.asDriver(of: part)
    }

    override var sentType: Any.Type { Driver<Element>.self }
}
