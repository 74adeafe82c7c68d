/// The place of an event among those that a source has accepted.
@usableFromInline
struct EventPosition: Equatable {
    /// The position among all accepted events.
    @usableFromInline let number: UInt64
    /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
    /// number, if it came from outside.
    @usableFromInline let origin: UInt64

    @inlinable
    init(number: UInt64, origin: UInt64) {
        self.number = number
        self.origin = origin
    }

    /// The place of no event.
    @inlinable
    static var none: EventPosition { EventPosition(number: 0, origin: 0) }

    @inlinable
    var isNested: Bool { number != origin }
}

/// The versions of a value, if its source has two-way bindings.
@usableFromInline
struct EventVersions: Equatable {
    /// The version of the value.
    @usableFromInline let whole: ValueVersion
    /// The version of the parts that it changes, if a two-way binding of a part has brought it; otherwise the same.
    @usableFromInline let parts: ValueVersion
    /// Whether it is a *notice*: the value is the one from before, and only its version is another.
    @usableFromInline let isNotice: Bool

    @inlinable
    init(_ whole: ValueVersion, parts: ValueVersion, isNotice: Bool = false) {
        self.whole = whole
        self.parts = parts
        self.isNotice = isNotice
    }

    @inlinable
    static var none: EventVersions { EventVersions(.none, parts: .none) }
}

/// The position at which an event was accepted, and what is known about it.
@usableFromInline
struct BroadcastStamp {
    @usableFromInline let position: EventPosition
    @usableFromInline var versions: EventVersions
    /// Whether the event was accepted where the main actor was not known to run: usually on another thread.
    @usableFromInline let isForeign: Bool

    @inlinable
    init(number: UInt64, origin: UInt64, versions: EventVersions = .none, isForeign: Bool = true) {
        position = EventPosition(number: number, origin: origin)
        self.versions = versions
        self.isForeign = isForeign
    }

    @inlinable
    var number: UInt64 { position.number }

    @inlinable
    var origin: UInt64 { position.origin }

    @inlinable
    var isNested: Bool { position.isNested }

    /// Whether nothing matters about it but its position.
    @inlinable
    var isPlain: Bool { !isNested && isForeign && versions.whole == .none }
}
