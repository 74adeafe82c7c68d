/// When an event was accepted, and what it follows from.
@usableFromInline
struct BroadcastStamp: Equatable {
    /// The place among all accepted events.
    @usableFromInline let number: UInt64
    /// The number of the event from outside that led to this one, through observers that sent in turn. Its own
    /// number, if it came from outside.
    @usableFromInline let origin: UInt64
    /// The original change that it follows from, across sources, on the main actor: see
    /// ``MainActorDispatcher/during(_:on:_:)``. 0 where that is not known, or where nobody has asked.
    @usableFromInline var change: UInt64
    /// Which one it is of all values that two-way bindings bring from source to source, or 0 where none has seen it.
    @usableFromInline var version: UInt64
    /// Where a binding begins, the version that its left side's value displaces on the right, and, over other bindings,
    /// beyond: 0 in all other cases.
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

    /// What no event has.
    @inlinable
    static var none: BroadcastStamp { BroadcastStamp(number: 0, origin: 0) }

    @inlinable
    var isNested: Bool { number != origin }

    /// Whether the event was accepted where it was not known to be on the main actor: as a rule, on another thread.
    @inlinable
    var isForeign: Bool { version == 0 }

    /// Whether there is nothing to be known about it but its place.
    @inlinable
    var isPlain: Bool { number == origin && version == 0 && change == 0 }
}
