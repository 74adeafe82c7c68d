public import CBindingPlatform

/// One subscription to ``ObservableType/flatMapLatest(_:)``: each inner sequence takes the place of the one before.
///
/// One subscription observes relays and subjects, and moves from one to the next. Any other sequence has a subscription of
/// its own, which ends when the next sequence begins. The outer sequence sends one value at a time, so no two inner
/// sequences are subscribed to at once.
@usableFromInline
final class SwitchRun<Element: Sendable>: FlatteningRun, @unchecked Sendable {
    // Sound: `local` is accessed under the output's lock.

    @usableFromInline let output: Broadcaster<Element>
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    /// The lifetime of the subscription that moves from one relay or subject to the next.
    @usableFromInline let moving: Lifetime
    @exclusivity(unchecked) @usableFromInline var local = Local()

    @usableFromInline
    struct Local {
        /// The latest inner sequence, until it ends. An ``Inner`` lives for as long as anybody can call it.
        @usableFromInline var current: ObjectIdentifier?
        /// The lifetime of its own subscription, if it has one.
        @usableFromInline var child: Lifetime?
        @usableFromInline var isOuterDone = false

        @inlinable
        init() {}
    }

    @inlinable
    init(_ down: Sink<Element>, _ subscription: Subscription) {
        output = Observable<Element>.serializedOutput(to: down, subscription)
        lifetime = subscription.lifetime
        isMainActor = down.isMainActor
        moving = subscription.lifetime.child().lifetime
    }

    @inlinable
    var isDropping: Bool { false }

    @inlinable
    func add(_ inner: consuming Observable<Element>) {
        if binding_inspects() { return subscribe(inner.inspectedAttach(for: "flatMapLatest")) }
        switch inner.origin {
        case .source(let source, let owner): observe(source, of: owner)
        case .prepared(let source): subscribe(source.attach)
        case .other(let attach): subscribe(attach)
        }
    }

    /// Moves to a relay or a subject.
    @inlinable
    func observe(_ source: Unmanaged<Broadcaster<Element>>, of owner: consuming AnyObject) {
        let inner = Inner(self, nil)
        let slot = Slot(inner.sink, chain: nil)
        var placement = Placement(slot, at: .fromOpaque(source.toOpaque()), of: owner)
        if let child = count(inner, at: &placement) { lifetime.end(child) }
        placement.leave()
        // It is over already if the whole has ended.
        if !slot.isOver { output.holdingBack { source._withUnsafeGuaranteedRef { $0.admit(slot) } } }
    }

    /// Subscribes to any other sequence.
    @inlinable
    func subscribe(_ attach: Observable<Element>.Attach) {
        let subscription = lifetime.child()
        let inner = Inner(self, subscription.lifetime)
        var placement = Placement()
        if let child = count(inner, at: &placement) { lifetime.end(child) }
        placement.leave()
        // So is this; a sequence that is cold is not to begin any more.
        if !subscription.lifetime.isEnded { output.holdingBack { attach(inner.sink, subscription) } }
    }

    /// Makes an inner sequence the latest one.
    ///
    /// - Parameter placement: The place at its source, if the moving subscription observes it; then the former one's, to be
    ///   left.
    /// - Returns: The lifetime of the former one's own subscription, to be ended.
    @inlinable @inline(__always)
    func count(_ inner: Inner, at placement: inout Placement) -> Lifetime? {
        var child = inner.lifetime
        output.lock.lock()
        if !output.lanes.isTerminated {
            local.current = ObjectIdentifier(inner)
            moving.move(to: &placement)
            swap(&local.child, &child)
        }
        output.lock.unlock()
        return child
    }

    /// Ends the latest inner sequence. Called under the output's lock.
    ///
    /// - Returns: Its place, to be left, and its lifetime, both to be released outside of the lock.
    @inlinable
    func countNone() -> (Placement, Lifetime?) {
        var placement = Placement()
        moving.move(to: &placement)
        local.current = nil
        return (placement, local.child.take())
    }

    @inlinable
    func outerCompleted() -> Bool {
        local.isOuterDone = true
        return local.current == nil
    }

    /// An inner sequence that is subscribed to: one object for both closures of its sink.
    @usableFromInline
    final class Inner: Sendable {
        @usableFromInline let run: SwitchRun
        /// The lifetime of its own subscription, if it has one.
        @usableFromInline let lifetime: Lifetime?

        @inlinable
        init(_ run: SwitchRun, _ lifetime: Lifetime?) {
            self.run = run
            self.lifetime = lifetime
        }

        @inlinable
        var sink: Sink<Element> {
            Sink(isMainActor: run.isMainActor, next: { self.next($0) }, stop: { self.stop($0) })
        }

        @inlinable
        func next(_ element: Element) {
            run.output.send { run.local.current == ObjectIdentifier(self) ? .next(element) : .nothing }
        }

        @inlinable
        func stop(_ termination: Termination) {
            lifetime?.end()
            var former: (placement: Placement, child: Lifetime?)?
            run.output.send {
                guard run.local.current == ObjectIdentifier(self) else { return .nothing }
                if case .error = termination { return .stop(termination) }
                former = run.countNone()
                return run.local.isOuterDone ? .stop(.completed) : .nothing
            }
            former?.placement.leave()
        }
    }
}
