extension ObservableType where Element: ObservableConvertibleType {
    /// The values of all sequences that this one sends, as they come.
    public func merge() -> Observable<Element.Element> { flatMap { $0 } }

    /// The values of the sequences that this one sends, a limited number at a time.
    ///
    /// - Parameter maxConcurrent: How many at most. The others wait, in order. At least one.
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        asObservable().flattened(.merge(limit: max(1, maxConcurrent))) { $0 }
    }

    /// The values of the sequences that this one sends, one sequence after the other.
    public func concat() -> Observable<Element.Element> { concatMap { $0 } }

    /// The values of the latest sequence that this one has sent.
    public func switchLatest() -> Observable<Element.Element> { flatMapLatest { $0 } }
}

/// One subscription to a flattening operator.
@usableFromInline
protocol FlatteningRun<Element>: AnyObject, Sendable {
    associatedtype Element: Sendable

    var output: Broadcaster<Element> { get }
    /// Whether another inner sequence would be dropped now.
    var isDropping: Bool { get }
    /// Takes in an inner sequence.
    func add(_ inner: Observable<Element>)
    /// Notes, under the output's lock, that the outer sequence has completed.
    ///
    /// - Returns: Whether the whole is over.
    func outerCompleted() -> Bool
}

/// One subscription to a flattening operator, except for the latest sequence only; see ``SwitchRun`` for that.
@usableFromInline
final class FlattenRun<Element: Sendable>: FlatteningRun, @unchecked Sendable {
    // Sound: `state` is accessed under the output's lock.

    @usableFromInline let output: Broadcaster<Element>
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    @usableFromInline let isFirst: Bool
    @exclusivity(unchecked) @usableFromInline var state: FlattenState<Observable<Element>>

    @inlinable
    init(_ kind: Flattening, _ down: Sink<Element>, _ subscription: Subscription) {
        output = Observable<Element>.serializedOutput(to: down, subscription)
        lifetime = subscription.lifetime
        isMainActor = down.isMainActor
        if case .first = kind { isFirst = true } else { isFirst = false }
        state = FlattenState(kind)
    }

    /// Runs a closure under the output's lock.
    @inlinable @inline(__always)
    func locked(_ body: (inout FlattenState<Observable<Element>>) -> Void) {
        output.send {
            body(&state)
            return .nothing
        }
    }

    @inlinable
    var isDropping: Bool {
        guard isFirst else { return false }
        var isDropping = false
        locked { isDropping = $0.isDropping }
        return isDropping
    }

    @inlinable
    func add(_ inner: Observable<Element>) {
        var dropped: Observable<Element>?
        locked { dropped = $0.add(inner) }
        release(dropped)
        start(continuing: false)
    }

    /// Subscribes to the waiting sequences, in a loop rather than recursively, however many complete at once.
    @inlinable
    func start(continuing: Bool) {
        var isContinuing = continuing
        while !lifetime.isEnded {
            var next: Observable<Element>?
            locked { next = $0.next(continuing: isContinuing) }
            guard let next else { return }
            isContinuing = true
            begin(next)
        }
    }

    @inlinable
    func begin(_ next: Observable<Element>) {
        let child = lifetime.child()
        let inner = Inner(self, child.lifetime)
        let sink = Sink<Element>(isMainActor: isMainActor, next: { inner.next($0) }, stop: { inner.stop($0) })
        // The outer sequence goes on while a subscription waits, and `flatMapFirst` would leave out what it sends.
        if isFirst {
            output.holdingBack { next.attach(sink, child, function: "flatMap") }
        } else {
            next.attachNested(sink, child, function: "flatMap")
        }
    }

    /// An inner sequence that is subscribed to: one object for both closures of its sink.
    @usableFromInline
    final class Inner: Sendable {
        @usableFromInline let run: FlattenRun
        @usableFromInline let lifetime: Lifetime

        @inlinable
        init(_ run: FlattenRun, _ lifetime: Lifetime) {
            self.run = run
            self.lifetime = lifetime
        }

        @inlinable
        func next(_ element: Element) { run.output.send(element) }

        @inlinable
        func stop(_ termination: Termination) {
            lifetime.end()
            run.output.send {
                if case .error = termination { return .stop(termination) }
                return run.state.innerCompleted() ? .stop(.completed) : .nothing
            }
            run.start(continuing: false)
        }
    }

    @inlinable
    func outerCompleted() -> Bool { state.outerCompleted() }
}

extension Observable {
    /// Flattens the sequences that a closure makes of each value.
    @inlinable
    func flattened<Source: ObservableConvertibleType>(
        _ kind: Flattening, _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Observable<Source.Element>(servesMainActor: true) { down, subscription in
            attachOuter(of: FlattenRun(kind, down, subscription), subscription, down.isMainActor, transform)
        }
    }

    /// The values of the latest sequence that a closure makes of a value.
    @inlinable
    func switched<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Observable<Source.Element>(servesMainActor: true) { down, subscription in
            attachOuter(of: SwitchRun(down, subscription), subscription, down.isMainActor, transform)
        }
    }

    /// Adds the sequence that a closure makes of each value of this one to a run.
    @inlinable @inline(__always)
    func attachOuter<Source: ObservableConvertibleType>(
        of run: some FlatteningRun<Source.Element>, _ subscription: Subscription, _ isMainActor: Bool,
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) {
        let child = subscription.lifetime.child()
        let outer = OuterSequence(run, child.lifetime, transform)
        let sink = Sink<Element>(isMainActor: isMainActor, next: { outer.next($0) }, stop: { outer.stop($0) })
        attach(sink, child, function: "flatMap")
    }
}

/// The sequence whose values are made into sequences, subscribed to: one object for both closures of its sink.
@usableFromInline
final class OuterSequence<Element: Sendable, Run: FlatteningRun, Source>: Sendable
where Source: ObservableConvertibleType<Run.Element> {
    @usableFromInline let run: Run
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let transform: @Sendable (Element) throws -> Source

    @inlinable
    init(_ run: Run, _ lifetime: Lifetime, _ transform: @escaping @Sendable (Element) throws -> Source) {
        self.run = run
        self.lifetime = lifetime
        self.transform = transform
    }

    @inlinable
    func next(_ element: Element) {
        if run.isDropping { return }
        do {
            let inner = try transform(element).asObservable()
            if !lifetime.isEnded { run.add(inner) }
        } catch {
            run.output.stop(.error(error))
            lifetime.end()
        }
    }

    @inlinable
    func stop(_ termination: Termination) {
        run.output.send {
            if case .error = termination { return .stop(termination) }
            return run.outerCompleted() ? .stop(.completed) : .nothing
        }
        lifetime.end()
    }
}
