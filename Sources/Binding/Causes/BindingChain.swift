/// The two-way bindings that a value has come through, one after the other, with the values that observers have set
/// because of it: by this, bindings that would answer each other without end are known.
@usableFromInline
final class BindingChain {
    // Accessed on the main actor only. Variables are accessed for a moment at a time, and need no check for exclusive
    // access.

    /// The binding, which is compared and never used.
    @exclusivity(unchecked) @usableFromInline var binding: ObjectIdentifier
    /// What came before; of a link that is kept for use again, the next such link.
    @exclusivity(unchecked) @usableFromInline var former: BindingChain?
    /// At the beginning of a chain: how often bindings have come up again in it, and in what branches off from it, also
    /// because of later changes that observers have made.
    @exclusivity(unchecked) @usableFromInline var repetitions = 0

    /// How often a binding may be in one chain: an edit, what the view model makes of it, what the control makes of that,
    /// and one more.
    @inlinable static var limit: Int { 4 }
    /// How many values all bindings together may bring again because of one original change.
    @usableFromInline static var mostRepetitions: Int { 1_000 }
    /// The last original change because of which bindings have brought values again, and how many, in all chains.
    ///
    /// Sound: accessed on the main actor only.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) static var latest:
        (change: UInt64, repetitions: Int) = (0, 0)

    /// Links that are kept for use again, so that an edit allocates nothing: as many as have been in use at a time.
    ///
    /// Sound: accessed on the main actor only.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) static var kept: BindingChain?

    @inlinable
    init(_ binding: ObjectIdentifier) {
        self.binding = binding
    }

    /// A link for a binding that is in no chain yet.
    @inlinable
    static func unused(_ binding: ObjectIdentifier) -> BindingChain {
        guard let link = kept.take() else { return BindingChain(binding) }
        kept = link.former.take()
        link.binding = binding
        return link
    }

    /// Keeps a link that is in no chain any more.
    @inlinable
    static func keep(_ link: consuming BindingChain) {
        link.former = kept.take()
        kept = link
    }

    /// Adds a binding to a chain.
    ///
    /// - Parameter version: The version of the value.
    /// - Returns: Whether it may bring the value.
    @inlinable
    func follow(_ former: BindingChain?, bringing version: ValueVersion) -> Bool {
        repetitions = 0
        self.former = former
        guard var link = former else { return true }
        var count = 1
        while true {
            if link.binding == binding { count += 1 }
            guard let next = link.former else { break }
            link = next
        }
        // An observer may set any number of values because of one.
        if count == 1 || count == 2 && version.isOriginal { return true }
        link.repetitions += 1
        // Several bindings may have begun with the same change.
        if Self.latest.change != version.change { Self.latest = (version.change, 0) }
        Self.latest.repetitions += 1
        return count <= Self.limit && max(link.repetitions, Self.latest.repetitions) <= Self.mostRepetitions
    }
}

extension MainActorDispatcher {
    /// The two-way bindings that have led to what the code on the main actor does; `nil` if none have.
    ///
    /// Sound: accessed only where the main actor is known to run.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) static var bindings: BindingChain?

    /// Notes, for the duration of a call on the main actor, through which bindings a value has come.
    ///
    /// - Parameter chain: The last of them, which is exchanged for what had been noted before: references are not counted.
    @inlinable @inline(__always)
    static func following<Result>(_ chain: inout BindingChain?, _ body: () -> Result) -> Result {
        swap(&chain, &bindings)
        defer { swap(&chain, &bindings) }
        return body()
    }
}
