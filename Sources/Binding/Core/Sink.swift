/// Where the values of a subscription go: two closures, so that a value costs one call a stage.
///
/// Whoever calls a sink calls it for one event at a time, not after `stop`, and not once the subscription's
/// ``Lifetime`` has ended.
@usableFromInline
struct Sink<Element: Sendable>: Sendable {
    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void

    /// Whether the sink must be called on the main actor.
    @usableFromInline let isMainActor: Bool

    @inlinable
    init(
        isMainActor: Bool = false,
        next: @escaping @Sendable (Element) -> Void,
        stop: @escaping @Sendable (Termination) -> Void
    ) {
        self.next = next
        self.stop = stop
        self.isMainActor = isMainActor
    }

    /// A sink that hands each event to a closure.
    @usableFromInline
    init(_ handler: @escaping @Sendable (Event<Element>) -> Void, isMainActor: Bool = false) {
        self.init(isMainActor: isMainActor, next: { handler(.next($0)) }, stop: { handler($0.event()) })
    }

    /// The same sink, to be called on the main actor.
    @inlinable
    var onMainActor: Sink { Sink(isMainActor: true, next: next, stop: stop) }
}

/// A sink in the list of a ``Broadcaster``.
@usableFromInline
final class Slot<Element: Sendable>: @unchecked Sendable {
    // Sound: the mutable properties are bookkeeping of the one broadcaster that holds the slot, under its lock.
    @usableFromInline let next: @Sendable (Element) -> Void
    @usableFromInline let stop: @Sendable (Termination) -> Void
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    #if DEBUG
        @usableFromInline let liveObject = LiveObject(.slot)
    #endif

    /// Where it stands in its list, or -1.
    @usableFromInline var index = -1
    /// Whether its source still counts it among its observers.
    @usableFromInline var isCounted = false
    /// What was accepted while it was still being handed the values of before.
    @usableFromInline var inbox: [Event<Element>] = []

    @inlinable
    init(_ sink: Sink<Element>, lifetime: Lifetime) {
        next = sink.next
        stop = sink.stop
        isMainActor = sink.isMainActor
        self.lifetime = lifetime
    }

    @inlinable
    func on(_ event: Event<Element>) {
        guard !lifetime.isEnded else { return }
        switch event {
        case .next(let element): next(element)
        case .error(let error): stop(.error(error))
        case .completed: stop(.completed)
        }
    }
}
