/// The destination of a subscription's values: two closures, so that a value costs one call per stage.
///
/// A sink is called for one event at a time, not after `stop`, and not once the subscription's ``Lifetime`` has ended.
@usableFromInline
package struct Sink<Element: Sendable>: Sendable {
    @usableFromInline package let next: @Sendable (Element) -> Void
    @usableFromInline package let stop: @Sendable (Termination) -> Void

    /// Whether the sink must be called on the main actor.
    @usableFromInline package let isMainActor: Bool

    @inlinable
    package init(
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
    package init(_ handler: @escaping @Sendable (Event<Element>) -> Void, isMainActor: Bool = false) {
        self.init(isMainActor: isMainActor, next: { handler(.next($0)) }, stop: { handler($0.event()) })
    }

    /// The same sink, to be called on the main actor.
    @inlinable
    var onMainActor: Sink { Sink(isMainActor: true, next: next, stop: stop) }
}

extension Sink {
    /// Passes on an error that a user's closure threw, and ends the subscription, if it has not ended.
    @usableFromInline
    func fail(_ error: any Error, _ lifetime: Lifetime) {
        guard !lifetime.isEnded else { return }
        stop(.error(error))
        lifetime.end()
    }

    /// A sink for another type of values, which passes the end on to this one.
    @inlinable
    func receiving<Other>(_ next: @escaping @Sendable (Other) -> Void) -> Sink<Other> {
        Sink<Other>(isMainActor: isMainActor, next: next, stop: stop)
    }

    /// Passes the end on, and ends the subscription, if it has not ended.
    @usableFromInline
    func finish(_ lifetime: Lifetime) {
        guard !lifetime.isEnded else { return }
        stop(.completed)
        lifetime.end()
    }
}
