/// The position at which an event was accepted, and what it follows from.
@usableFromInline
struct BroadcastStamp: Equatable {
    /// The position among all accepted events.
    @usableFromInline let number: UInt64
    /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
    /// number, if it came from outside.
    @usableFromInline let origin: UInt64
    /// The original change that it follows from, across sources, on the main actor: see
    /// ``MainActorDispatcher/during(_:on:_:)``. 0 if that is not known, or has not been needed.
    @usableFromInline var change: UInt64
    /// Its version among all values that two-way bindings bring from source to source, or 0 if none has seen it.
    @usableFromInline var version: UInt64
    /// When a binding begins, the version that its left side's value displaces on the right, and, over other bindings,
    /// beyond; 0 in all other cases.
    @usableFromInline let displaced: UInt64
    /// Whether a two-way binding has brought it.
    @usableFromInline let isBrought: Bool

    @inlinable
    init(
        number: UInt64, origin: UInt64, change: UInt64 = 0, version: UInt64 = 0, isBrought: Bool = false,
        displaced: UInt64 = 0
    ) {
        self.number = number
        self.origin = origin
        self.change = change
        self.version = version
        self.isBrought = isBrought
        self.displaced = displaced
    }

    /// A stamp that no event has.
    @inlinable
    static var none: BroadcastStamp { BroadcastStamp(number: 0, origin: 0) }

    @inlinable
    var isNested: Bool { number != origin }

    /// Whether the event was accepted where the main actor was not known to run: usually on another thread.
    @inlinable
    var isForeign: Bool { version == 0 }

    /// Whether nothing matters about it but its position.
    @inlinable
    var isPlain: Bool { number == origin && version == 0 && change == 0 }
}
