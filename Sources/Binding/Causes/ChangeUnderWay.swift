import Synchronization

/// What the code on the main actor is part of, and follows from.
extension MainActorDispatcher {
    /// The number of an original change, or of a value that follows from one: later than all before.
    @usableFromInline
    static func newNumber() -> UInt64 { known.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Runs code on the main actor that was posted from elsewhere: in a nested event loop, it does not follow from
    /// anything around the loop. What a batch around the loop holds is delivered before.
    static func followingFromNothing<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outer = bindings.take()
        let delivery = known.delivery.exchange(0, ordering: .relaxed)
        let suspended = Batch.suspend()
        let sent = DueAtEnd.pause()
        defer {
            DueAtEnd.resume(sent)
            Batch.resume(suspended)
            bindings = outer
            known.delivery.store(delivery, ordering: .relaxed)
        }
        return try body()
    }

    // Deliveries, for observers of several sources: a delivery is everything that happens on the main actor until the
    // first source has called all observers with its value, and what is due then has been sent. Code that sets one
    // source after the other is in no delivery; each of these values is a delivery by itself.

    /// The number of the outermost delivery that the code on the main actor is part of; 0 if there is none.
    @usableFromInline
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
        if outer == 0, known.isAnythingDue.load(ordering: .relaxed) { DueAtEnd.sendAll() }
        known.delivery.store(outer, ordering: .relaxed)
    }
}
