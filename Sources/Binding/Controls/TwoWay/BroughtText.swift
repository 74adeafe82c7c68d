/// A text that a two-way binding is bringing to a part of a relay. It tells an observer of the whole where in that
/// somebody types.
package struct BroughtText {
    /// A part of a relay, which is identified as by ``PartSource/id``. All bindings of a stored property have the same one; of
    /// an element, each binding has its own.
    private typealias Place = (relay: ObjectIdentifier, part: AnyObject)

    private let place: Place
    /// The parts of other relays that are set to the same text because of that.
    private var others: [Place] = []
    /// The text before.
    package let old: String
    package let new: String

    /// Whether anybody asks for it, as an undo history does: to note it would otherwise be a tenth of an edit of a part.
    @exclusivity(unchecked) @MainActor package static var isWanted = false

    /// The text that the relay is telling its observers of, on the main actor.
    @MainActor package fileprivate(set) static var current: BroughtText?

    fileprivate init(_ relay: ObjectIdentifier, _ part: AnyObject, old: String, new: String) {
        place = (relay, part)
        (self.old, self.new) = (old, new)
    }

    /// The part of a relay that the text is brought to, if it is.
    package func part(of relay: ObjectIdentifier) -> AnyObject? {
        place.relay == relay ? place.part : others.first { $0.relay == relay }?.part
    }

    /// Notes that a relay is about to be set to what another one holds, as a part of it: a text that is being brought to that
    /// is brought to this one, too.
    ///
    /// - Parameter partOfRelay: The part of this relay for that of the other one.
    @MainActor
    package static func pass<From, To>(
        from other: BehaviorRelay<From>, to relay: BehaviorRelay<To>, _ partOfRelay: (AnyObject) -> AnyObject
    ) {
        let id = relay.partPlace.relay
        guard let part = current?.part(of: other.partPlace.relay), current?.part(of: id) == nil else { return }
        current?.others.append((id, partOfRelay(part)))
    }
}

/// Notes a text while it is being brought.
@usableFromInline @MainActor
struct BroughtTextNote {
    private let outer: BroughtText?

    /// `nil` for values that are no texts, and if nobody asks for texts.
    @inlinable
    init?<Value>(of type: Value.Type) {
        guard type == String.self || type == String?.self else { return nil }
        self.init()
    }

    @usableFromInline
    init?() {
        if !BroughtText.isWanted { return nil }
        outer = BroughtText.current
    }

    // Which texts these are is known where the compiler specializes the caller.
    @inlinable
    func begin<Value>(_ old: Value, _ new: Value, _ part: AnyBoundPart, of source: AnyBroadcaster) {
        // `nil` is an empty one.
        begin(text: old as? String ?? "", new as? String ?? "", part, of: source)
    }

    @usableFromInline
    func begin(text old: String, _ new: String, _ part: AnyBoundPart, of source: AnyBroadcaster) {
        BroughtText.current = BroughtText(ObjectIdentifier(source), part, old: old, new: new)
    }

    @usableFromInline
    func end() { BroughtText.current = outer }
}
