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
final class FlattenRun<Element: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Element>
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    @usableFromInline let isLatest: Bool
    @usableFromInline let isFirst: Bool
    /// Under the output's lock.
    @usableFromInline let flattened: SubscriptionLocal<Flattened>

    @usableFromInline
    struct Flattened {
        @usableFromInline var state: FlattenState<Observable<Element>>
        /// The inner subscription that ends when another one begins, for ``Flattening/latest``.
        @usableFromInline var current: Lifetime?

        @inlinable
        init(_ kind: Flattening) {
            state = FlattenState(kind)
        }
    }

    @inlinable
    init(_ kind: Flattening, _ down: Sink<Element>, _ subscription: Subscription) {
        output = Observable<Element>.serializedOutput(to: down, subscription)
        lifetime = subscription.lifetime
        isMainActor = down.isMainActor
        if case .latest = kind { isLatest = true } else { isLatest = false }
        if case .first = kind { isFirst = true } else { isFirst = false }
        flattened = SubscriptionLocal(Flattened(kind))
    }

    /// Runs a closure under the output's lock.
    @inlinable @inline(__always)
    func locked(_ body: (inout Flattened) -> Void) {
        output.send {
            body(&flattened.value)
            return .nothing
        }
    }

    @inlinable
    var isDropping: Bool {
        guard isFirst else { return false }
        var isDropping = false
        locked { isDropping = $0.state.isDropping }
        return isDropping
    }

    @inlinable
    func add(_ inner: Observable<Element>) {
        // For `latest`, the successor of the current subscription is made beforehand, so that it takes its place in one
        // step.
        let child = isLatest ? lifetime.child() : nil
        var displaced: Observable<Element>?
        var former: Lifetime?
        var next: FlattenState<Observable<Element>>.Next?
        locked {
            displaced = $0.state.add(inner)
            next = $0.state.next(continuing: false)
            if isLatest {
                former = $0.current
                $0.current = next == nil ? nil : child?.lifetime
            }
        }
        if let former { lifetime.end(former) }
        release(displaced)
        if let next {
            if lifetime.isEnded { return }
            begin(next, child ?? lifetime.child())
            start(continuing: true)
        } else if let child {
            lifetime.end(child.lifetime)
        }
    }

    /// Subscribes to the waiting sequences, in a loop rather than recursively, however many complete at once.
    @inlinable
    func start(continuing: Bool) {
        var isContinuing = continuing
        while !lifetime.isEnded {
            var next: FlattenState<Observable<Element>>.Next?
            locked { next = $0.state.next(continuing: isContinuing) }
            guard let next else { return }
            isContinuing = true
            let child = lifetime.child()
            var former: Lifetime?
            if isLatest {
                // There is one if another value came while the previous sequence was being subscribed to.
                locked {
                    former = $0.current
                    $0.current = child.lifetime
                }
            }
            if let former { lifetime.end(former) }
            begin(next, child)
        }
    }

    @inlinable
    func begin(_ next: FlattenState<Observable<Element>>.Next, _ child: Subscription) {
        let inner = Inner(self, next.number, child.lifetime)
        let sink = Sink<Element>(isMainActor: isMainActor, next: { inner.next($0) }, stop: { inner.stop($0) })
        output.holdingBack { next.inner.attach(sink, child) }
    }

    /// An inner sequence that is subscribed to: one object for both closures of its sink.
    @usableFromInline
    final class Inner: Sendable {
        @usableFromInline let run: FlattenRun
        @usableFromInline let number: Int
        @usableFromInline let lifetime: Lifetime

        @inlinable
        init(_ run: FlattenRun, _ number: Int, _ lifetime: Lifetime) {
            self.run = run
            self.number = number
            self.lifetime = lifetime
        }

        @inlinable
        func next(_ element: Element) {
            run.output.send { run.flattened.value.state.counts(number) ? .next(element) : .nothing }
        }

        @inlinable
        func stop(_ termination: Termination) {
            lifetime.end()
            run.output.send {
                guard run.flattened.value.state.counts(number) else { return .nothing }
                if case .error = termination { return .stop(termination) }
                return run.flattened.value.state.innerCompleted(number) ? .stop(.completed) : .nothing
            }
            run.start(continuing: false)
        }
    }

    @inlinable
    func outerStopped(_ termination: Termination) {
        output.send {
            if case .error = termination { return .stop(termination) }
            return flattened.value.state.outerCompleted() ? .stop(.completed) : .nothing
        }
    }

    @inlinable
    func fail(_ error: any Error) { output.stop(.error(error)) }
}

extension Observable {
    @inlinable
    func flattened<Source: ObservableConvertibleType>(
        _ kind: Flattening, _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Observable<Source.Element>(servesMainActor: true) { [self] down, subscription in
            let run = FlattenRun<Source.Element>(kind, down, subscription)
            let outer = subscription.lifetime.child()
            let outerLifetime = outer.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    if run.isDropping { return }
                    do {
                        let inner = try transform(element).asObservable()
                        if !outerLifetime.isEnded { run.add(inner) }
                    } catch {
                        run.fail(error)
                        outerLifetime.end()
                    }
                },
                stop: { termination in
                    run.outerStopped(termination)
                    outerLifetime.end()
                })
            attach(sink, outer)
        }
    }
}
