/// A text that a two-way binding is bringing to a part of a relay. It tells an observer of the whole where in that
/// somebody types.
package struct BroughtText {
    /// Identifies the relay, as ``PartSource/id`` does.
    package let relay: ObjectIdentifier
    /// The part. All bindings of a stored property have the same one; of an element, each binding has its own.
    package let place: AnyObject
    /// The text before.
    package let old: String
    package let new: String

    /// Whether anybody asks for it, as an undo history does: to note it would otherwise be a tenth of an edit of a part.
    @exclusivity(unchecked) @MainActor package static var isWanted = false

    /// The text that the relay is telling its observers of, on the main actor.
    @MainActor package fileprivate(set) static var current: BroughtText?

    /// Sets a relay to what another one has been set to, as a part of it: a text that is being brought to that is brought to
    /// this one, too.
    ///
    /// - Parameters:
    ///   - place: The part of this relay, from the part of the other one.
    ///   - set: Sets this relay.
    @MainActor
    package static func passing<From, To>(
        from other: BehaviorRelay<From>, to relay: BehaviorRelay<To>, place: (AnyObject) -> AnyObject, _ set: () -> Void
    ) {
        guard let outer = current, outer.relay == other.partPlace.relay else { return set() }
        current = BroughtText(
            relay: relay.partPlace.relay, place: place(outer.place), old: outer.old, new: outer.new)
        set()
        current = outer
    }
}

/// Notes a text while it is being brought.
@usableFromInline @MainActor
struct BroughtTextNote {
    private let outer = BroughtText.current

    /// `nil` for values that are no texts, and if nobody asks for texts.
    @inlinable
    init?<Value>(of type: Value.Type) {
        guard type == String.self || type == String?.self else { return nil }
        self.init()
    }

    @usableFromInline
    init?() {
        if !BroughtText.isWanted { return nil }
    }

    // Which texts these are is known where the compiler specializes the caller.
    @inlinable
    func begin<Value>(_ old: Value, _ new: Value, _ part: AnyBoundPart, of source: AnyBroadcaster) {
        // `nil` is an empty one.
        begin(text: old as? String ?? "", new as? String ?? "", part, of: source)
    }

    @usableFromInline
    func begin(text old: String, _ new: String, _ part: AnyBoundPart, of source: AnyBroadcaster) {
        BroughtText.current = BroughtText(relay: ObjectIdentifier(source), place: part, old: old, new: new)
    }

    @usableFromInline
    func end() { BroughtText.current = outer }
}
