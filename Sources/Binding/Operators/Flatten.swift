extension ObservableType where Element: ObservableConvertibleType {
    /// The values of all sequences that this one sends, as they come.
    public func merge() -> Observable<Element.Element> { flatMap { $0 } }

    /// The values of the sequences that this one sends, some at a time.
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

/// One subscription to an operator that flattens.
@usableFromInline
final class FlattenRun<Element: Sendable>: Sendable {
    @usableFromInline let output: Broadcaster<Element>
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    @usableFromInline let isLatest: Bool
    /// Under the output's lock.
    @usableFromInline let state: SubscriptionLocal<FlattenState<Observable<Element>>>
    /// The inner subscription that ends when another one begins, of ``Flattening/latest``. Under the output's lock.
    @usableFromInline let current = SubscriptionLocal<Lifetime?>(nil)

    @inlinable
    init(_ kind: Flattening, _ down: Sink<Element>, _ subscription: Subscription) {
        output = Observable<Element>.serializedOutput(to: down, subscription)
        lifetime = subscription.lifetime
        isMainActor = down.isMainActor
        if case .latest = kind { isLatest = true } else { isLatest = false }
        state = SubscriptionLocal(FlattenState(kind))
    }

    @inlinable
    var isDropping: Bool {
        var isDropping = false
        output.send {
            isDropping = state.value.isDropping
            return .nothing
        }
        return isDropping
    }

    @inlinable
    func add(_ inner: Observable<Element>) {
        // Before the new one can be started, which another thread may do: it is not to be ended in the other's place.
        if isLatest { exchangeCurrent(for: nil)?.end() }
        var displaced: Observable<Element>?
        output.send {
            displaced = state.value.add(inner)
            return .nothing
        }
        withExtendedLifetime(displaced) {}
        start()
    }

    /// Subscribes to what waits, in a loop rather than from inside one another, however many complete at once.
    @inlinable
    func start() {
        var isContinuing = false
        while !lifetime.isEnded {
            var next: (inner: Observable<Element>, number: Int)?
            output.send {
                next = state.value.next(continuing: isContinuing)
                return .nothing
            }
            guard let (inner, number) = next else { return }
            isContinuing = true
            let child = lifetime.child()
            let childLifetime = child.lifetime
            if isLatest {
                // There is one where another value came between the two steps above.
                exchangeCurrent(for: childLifetime)?.end()
            }
            let sink = Sink<Element>(
                isMainActor: isMainActor,
                next: { [self] element in output.send { state.value.counts(number) ? .next(element) : .nothing } },
                stop: { [self] termination in
                    childLifetime.end()
                    output.send {
                        guard state.value.counts(number) else { return .nothing }
                        if case .error = termination { return .stop(termination) }
                        return state.value.innerCompleted(number) ? .stop(.completed) : .nothing
                    }
                    start()
                })
            output.holdingBack { inner.attach(sink, child) }
        }
    }

    @inlinable
    func exchangeCurrent(for next: Lifetime?) -> Lifetime? {
        var former: Lifetime?
        output.send {
            former = current.value
            current.value = next
            return .nothing
        }
        return former
    }

    @inlinable
    func outerStopped(_ termination: Termination) {
        output.send {
            if case .error = termination { return .stop(termination) }
            return state.value.outerCompleted() ? .stop(.completed) : .nothing
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
