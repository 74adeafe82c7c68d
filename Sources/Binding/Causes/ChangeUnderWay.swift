import Synchronization

/// What the code on the main actor is part of, and follows from.
extension MainActorDispatcher {
    // Causes of changes, across sources, because two-way bindings must settle. An *original change* is an edit, or a
    // value that a program sets; what bindings and observers do because of it follows from it. Values that wait for
    // delivery carry their change with them.

    /// The original change that the code on the main actor follows from; 0 if there is none.
    @usableFromInline
    static var change: UInt64 { known.change.load(ordering: .relaxed) }

    /// A change, or a new one if it is none.
    @usableFromInline
    static func begun(_ change: UInt64) -> UInt64 { change == 0 ? newChange() : change }

    /// The number of a new change.
    static func newChange() -> UInt64 { known.lastChange.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The version of a value that is set now, later than all before.
    @usableFromInline
    static func newVersion() -> UInt64 { known.lastVersion.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The latest version.
    static var lastVersion: UInt64 { known.lastVersion.load(ordering: .relaxed) }

    /// Notes, for the duration of a call on the main actor, that it follows from an original change, or, with 0, from
    /// none.
    @inlinable @inline(__always)
    static func during(_ change: UInt64, on thread: UInt, _ body: () -> Void) {
        guard isKnownCurrent(thread) else { return body() }
        let outer = known.change.load(ordering: .relaxed)
        known.change.store(change, ordering: .relaxed)
        body()
        known.change.store(outer, ordering: .relaxed)
    }

    /// Runs code on the main actor that was posted from elsewhere: in a nested event loop, it does not follow from
    /// anything around the loop.
    static func followingFromNothing<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outer = known.change.exchange(0, ordering: .relaxed)
        let delivery = known.delivery.exchange(0, ordering: .relaxed)
        defer {
            known.change.store(outer, ordering: .relaxed)
            known.delivery.store(delivery, ordering: .relaxed)
        }
        return try body()
    }

    // Deliveries, for observers of several sources: a delivery is everything that happens on the main actor until the
    // first source has called all observers with its value, and what is due then has been sent. Code that sets one
    // source after the other is in no delivery; each of these values is a delivery by itself.

    /// The number of the outermost delivery that the code on the main actor is part of; 0 if there is none.
    package static var delivery: UInt64 { known.delivery.load(ordering: .relaxed) }

    /// Notes that a value is being delivered on the main actor, until ``endDelivery(_:)``.
    ///
    /// - Returns: The delivery around it.
    @inlinable @inline(__always)
    static func beginDelivery() -> UInt64 {
        let outer = known.delivery.load(ordering: .relaxed)
        if outer == 0 { beginNewDelivery() }
        return outer
    }

    /// Notes that a value is being delivered on the main actor that does not follow from anything around it.
    @inlinable @inline(__always)
    static func beginNewDelivery() {
        let number = known.lastDelivery.load(ordering: .relaxed) &+ 1
        known.lastDelivery.store(number, ordering: .relaxed)
        known.delivery.store(number, ordering: .relaxed)
    }

    /// Runs code on the main actor whose changes belong together, as if an event had led to them.
    package static func inOneDelivery(_ body: () -> Void) {
        let outer = beginDelivery()
        body()
        endDelivery(outer)
    }

    /// Ends a delivery; before the outermost one ends, what is due is sent.
    @inlinable @inline(__always)
    static func endDelivery(_ outer: UInt64) {
        if outer == 0, known.isAnythingDue.load(ordering: .relaxed) { sendDue() }
        known.delivery.store(outer, ordering: .relaxed)
    }
}
