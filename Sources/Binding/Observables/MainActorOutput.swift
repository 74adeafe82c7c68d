/// Brings what a sequence sends to a sink on the main actor. What is sent there is passed on at once; a broadcaster that
/// brings the rest into order is made for the first event that is sent elsewhere.
@usableFromInline
final class MainActorOutput<Element: Sendable>: @unchecked Sendable {
    // Sound: the variable is accessed by the sequence's calls only, of which there is one at a time.

    @usableFromInline let down: Sink<Element>
    @usableFromInline let lifetime: Lifetime
    @exclusivity(unchecked) @usableFromInline var broadcaster: Broadcaster<Element>?

    @inlinable
    init(to down: Sink<Element>, _ lifetime: Lifetime) {
        self.down = down
        self.lifetime = lifetime
    }

    @inlinable
    var sink: Sink<Element> { Sink(next: { self.next($0) }, stop: { self.stop($0) }) }

    @inlinable
    func next(_ element: Element) {
        guard let outer = begin() else { return made.send(element) }
        down.next(element)
        end(outer)
    }

    @usableFromInline
    func stop(_ termination: Termination) {
        guard let outer = begin() else { return made.stop(termination) }
        down.stop(termination)
        end(outer)
    }

    /// Begins to pass something on at once; `nil` if that is not possible.
    @inlinable @inline(__always)
    func begin() -> (thread: UInt, delivery: UInt64)? {
        let thread = currentThread()
        guard broadcaster == nil, MainActorDispatcher.isCurrent(thread) else { return nil }
        return (MainActorDispatcher.enter(thread), MainActorDispatcher.beginDelivery())
    }

    @inlinable @inline(__always)
    func end(_ outer: (thread: UInt, delivery: UInt64)) {
        MainActorDispatcher.endDelivery(outer.delivery)
        MainActorDispatcher.leave(outer.thread)
    }

    /// The broadcaster. It is held by this, and while something waits in it, by what brings that to the main actor.
    @usableFromInline
    var made: Broadcaster<Element> {
        if let broadcaster { return broadcaster }
        let new = Broadcaster<Element>(Observable<Element>.self)
        new.admit(Slot(down, chain: lifetime))
        broadcaster = new
        return new
    }
}
