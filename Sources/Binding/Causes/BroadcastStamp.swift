/// The position at which an event was accepted, and what is known about it.
@usableFromInline
struct BroadcastStamp: Equatable {
    /// The position among all accepted events.
    @usableFromInline let number: UInt64
    /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
    /// number, if it came from outside.
    @usableFromInline let origin: UInt64
    /// Its version, if the source has two-way bindings.
    @usableFromInline var version: ValueVersion
    /// The version of the parts that it changes, if a two-way binding of a part has brought it; otherwise the same.
    @usableFromInline var partVersion: ValueVersion
    /// Whether the event was accepted where the main actor was not known to run: usually on another thread.
    @usableFromInline let isForeign: Bool

    @inlinable
    init(
        number: UInt64, origin: UInt64, version: ValueVersion = .none, partVersion: ValueVersion? = nil,
        isForeign: Bool = true
    ) {
        self.number = number
        self.origin = origin
        self.version = version
        self.partVersion = partVersion ?? version
        self.isForeign = isForeign
    }

    /// A stamp that no event has.
    @inlinable
    static var none: BroadcastStamp { BroadcastStamp(number: 0, origin: 0) }

    @inlinable
    var isNested: Bool { number != origin }

    /// Whether nothing matters about it but its position.
    @inlinable
    var isPlain: Bool { number == origin && isForeign && version == .none }
}
