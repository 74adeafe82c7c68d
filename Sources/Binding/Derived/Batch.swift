internal import CBindingPlatform

/// Sets several properties, and tells observers once, at the end.
///
/// ```swift
/// batch {
///     cart.price = 20
///     cart.quantity = 3
/// }
/// ```
///
/// What is set has its new value at once, and so has what is derived from it. When the outermost batch ends, each source
/// that was set delivers its last value, in the order in which they were first set. At the end of the change, usually
/// that of the batch, derived values and combinations follow, and after them signals, such as those of a ``ViewAction``,
/// with everything that they were sent.
///
/// An error undoes nothing: observers are told of what was set until then. Other threads are not kept from setting the
/// same properties meanwhile; their values keep their place in the order.
///
/// - Parameter body: Sets properties. It cannot wait for anything.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
@MainActor
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outerThread = MainActorDispatcher.enter(currentThread())
    let outer = MainActorDispatcher.beginChange()
    Batch.begin()
    defer {
        Batch.end()
        MainActorDispatcher.endChange(outer)
        MainActorDispatcher.leave(outerThread)
    }
    return try body()
}

/// Runs code in a computation of a derived value whose reads do not count as the computation's.
///
/// - Parameter body: Reads properties that the value is not to follow.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
@MainActor
public func untracked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try DerivedGraph.untracked(body)
}

/// The sources whose values the batch or the computation under way holds.
///
/// Sound: nothing of this is called or accessed off the main actor; see ``DerivedGraph``.
package enum Batch {
    typealias Held = (source: AnyBroadcaster, serve: @Sendable (AnyBroadcaster) -> Void)

    private struct State {
        var values = Queue<Held>()
        var events: [Held] = []
        var work: [@MainActor () -> Void] = []
        var firstWork: [@MainActor () -> Void] = []
    }

    @exclusivity(unchecked) private nonisolated(unsafe) static var held = State()
    /// Whether anything is to be done at the end.
    @exclusivity(unchecked) private nonisolated(unsafe) static var hasHeld = false
    /// Whether the values of a batch are being delivered.
    @exclusivity(unchecked) private nonisolated(unsafe) static var isDelivering = false

    package static var isUnderWay: Bool { binding_holds() != 0 }

    static func begin() { binding_set_holds(binding_holds() + 1) }

    /// Ends a batch, and delivers what was held, if it is the outermost one.
    static func end() {
        binding_set_holds(binding_holds() - 1)
        if hasHeld, !isUnderWay { deliver() }
    }

    private static func deliver() {
        hasHeld = false
        MainActorDispatcher.whileKnownCurrent(currentThread()) {
            MainActorDispatcher.inOneDelivery {
                let sent = DueAtEnd.pause()
                let isNested = isDelivering
                isDelivering = true
                if !held.firstWork.isEmpty { run(\.firstWork) }
                while let (source, serve) = held.values.popFirst() { serve(source) }
                isDelivering = isNested
                if !isNested, !held.work.isEmpty { run(\.work) }
                DueAtEnd.resume(sent)
            }
        }
    }

    /// Has something done once a batch that is under way has delivered its values, before anything that follows from
    /// several of them is sent.
    ///
    /// - Returns: Whether there is a batch under way, or a computation, or the values of one are being delivered.
    package static func afterValues(_ work: @escaping @MainActor () -> Void) -> Bool {
        guard isUnderWay || isDelivering else { return false }
        hasHeld = true
        held.work.append(work)
        return true
    }

    /// Has something done when the batch under way is over, before it delivers its values.
    ///
    /// - Returns: Whether there is one.
    package static func beforeValues(_ work: @escaping @MainActor () -> Void) -> Bool {
        guard isUnderWay else { return false }
        hasHeld = true
        held.firstWork.append(work)
        return true
    }

    /// Does what is in a list, also what is added meanwhile.
    private static func run(_ list: WritableKeyPath<State, [@MainActor () -> Void]>) {
        while !held[keyPath: list].isEmpty {
            let work = held[keyPath: list]
            held[keyPath: list] = []
            for work in work { MainActorDispatcher.assumingCurrent(work) }
        }
    }

    /// Notes that a source holds values, which wait for the end.
    ///
    /// - Parameter serve: Delivers them.
    static func add(_ source: AnyBroadcaster, isState: Bool, _ serve: @escaping @Sendable (AnyBroadcaster) -> Void) {
        hasHeld = true
        if isState {
            held.values.append((source, serve))
        } else {
            held.events.append((source, serve))
            MainActorDispatcher.noteDue()
        }
    }

    /// Notes that a change has ended in the middle of a computation: what is due has to wait.
    static func holdsWhatIsDue() -> Bool {
        if isUnderWay { hasHeld = true }
        return isUnderWay
    }

    /// Delivers the events of one source, after everything else of a change.
    ///
    /// - Returns: Whether there were any.
    static func deliverNextEvents() -> Bool {
        if held.events.isEmpty { return false }
        let (source, serve) = held.events.removeFirst()
        serve(source)
        return true
    }

    /// Delivers what is held, and suspends the batch for a nested event loop.
    static func suspend() -> Suspended? {
        let holds = binding_holds()
        let wasDelivering = isDelivering
        if holds == 0, !wasDelivering { return nil }
        let reads = DerivedGraph.pauseReads()
        binding_set_holds(0)
        isDelivering = false
        // What has read a value that is being computed has no value, either.
        if !DerivedGraph.isComputing { deliver() }
        return Suspended(holds: holds, isDelivering: wasDelivering, reads: reads)
    }

    static func resume(_ suspended: Suspended?) {
        guard let suspended else { return }
        binding_set_holds(suspended.holds)
        isDelivering = suspended.isDelivering
        DerivedGraph.resumeReads(suspended.reads)
    }

    struct Suspended: Sendable {
        let holds: UInt
        let isDelivering: Bool
        let reads: DerivedGraph.PausedReads
    }
}
