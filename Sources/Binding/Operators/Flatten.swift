/// What becomes of a sequence's sequences.
@usableFromInline
enum Flattening: Sendable {
    /// As many at a time as the limit says, the others in order after them.
    case merge(limit: Int)
    /// The latest only.
    case latest
    /// One at a time, and no other while it lasts.
    case first
}

/// What the operators that flatten count: which inner sequences are under way, which wait, whether the outer has ended.
@usableFromInline
struct FlattenState<Inner> {
    @usableFromInline let kind: Flattening
    @usableFromInline var active = 0
    @usableFromInline var waiting = Queue<Inner>()
    @usableFromInline var isOuterDone = false
    /// The inner sequence that counts, of ``Flattening/latest``.
    @usableFromInline var latest = 0
    @usableFromInline var isStarting = false

    @inlinable
    init(_ kind: Flattening) {
        self.kind = kind
    }

    /// Whether another inner sequence would be dropped now.
    @inlinable
    var isDropping: Bool {
        if case .first = kind { active > 0 || !waiting.isEmpty } else { false }
    }

    /// Takes in an inner sequence.
    ///
    /// - Returns: The one that it displaces, to be released outside of the lock.
    @inlinable
    mutating func add(_ inner: Inner) -> Inner? {
        var displaced: Inner?
        switch kind {
        case .merge: break
        case .latest:
            displaced = waiting.popFirst()
            // The one under way counts no more.
            latest += 1
            active = 0
        case .first:
            if isDropping { return inner }
        }
        waiting.append(inner)
        return displaced
    }

    /// The next inner sequence to subscribe to, and its number; `nil` where there is none, or where another call is
    /// already at it.
    @inlinable
    mutating func next(continuing: Bool) -> (inner: Inner, number: Int)? {
        guard continuing || !isStarting else { return nil }
        let limit =
            switch kind {
            case .merge(let limit): limit
            case .latest, .first: 1
            }
        guard active < limit, let inner = waiting.popFirst() else {
            isStarting = false
            return nil
        }
        isStarting = true
        active += 1
        return (inner, latest)
    }

    /// Whether what an inner sequence sends is passed on.
    @inlinable
    func counts(_ number: Int) -> Bool { number == latest }

    /// Notes that an inner sequence has completed.
    ///
    /// - Returns: Whether the whole is over.
    @inlinable
    mutating func innerCompleted(_ number: Int) -> Bool {
        if number == latest { active -= 1 }
        return isOver
    }

    /// Notes that the outer sequence has completed.
    ///
    /// - Returns: Whether the whole is over.
    @inlinable
    mutating func outerCompleted() -> Bool {
        isOuterDone = true
        return isOver
    }

    @inlinable
    var isOver: Bool { isOuterDone && active == 0 && waiting.isEmpty }
}

/// One subscription to an operator that flattens.
@usableFromInline
final class FlattenRun<Element: Sendable>: Sendable {
    @usableFromInline let gate: Broadcaster<Element>
    @usableFromInline let lifetime: Lifetime
    @usableFromInline let isMainActor: Bool
    @usableFromInline let isLatest: Bool
    /// Under the gate's lock.
    @usableFromInline let state: Local<FlattenState<Observable<Element>>>
    /// The inner subscription that ends when another one begins, of ``Flattening/latest``. Under the gate's lock.
    @usableFromInline let current = Local<Lifetime?>(nil)

    @inlinable
    init(_ kind: Flattening, _ down: Sink<Element>, _ subscription: Subscription) {
        gate = Observable<Element>.gate(to: down, subscription)
        lifetime = subscription.lifetime
        isMainActor = down.isMainActor
        if case .latest = kind { isLatest = true } else { isLatest = false }
        state = Local(FlattenState(kind))
    }

    @inlinable
    var isDropping: Bool {
        var isDropping = false
        gate.send {
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
        gate.send {
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
            gate.send {
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
                next: { [self] element in gate.send { state.value.counts(number) ? .next(element) : .nothing } },
                stop: { [self] termination in
                    childLifetime.end()
                    gate.send {
                        guard state.value.counts(number) else { return .nothing }
                        if case .error = termination { return .stop(termination) }
                        return state.value.innerCompleted(number) ? .stop(.completed) : .nothing
                    }
                    start()
                })
            inner.attach(sink, child)
        }
    }

    @inlinable
    func exchangeCurrent(for next: Lifetime?) -> Lifetime? {
        var former: Lifetime?
        gate.send {
            former = current.value
            current.value = next
            return .nothing
        }
        return former
    }

    @inlinable
    func outerStopped(_ termination: Termination) {
        gate.send {
            if case .error = termination { return .stop(termination) }
            return state.value.outerCompleted() ? .stop(.completed) : .nothing
        }
    }

    @inlinable
    func fail(_ error: any Error) { gate.stop(.error(error)) }
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

extension ObservableType {
    /// The values of the sequences that a closure makes of each value, as they come.
    ///
    /// See [ReactiveX: FlatMap](https://reactivex.io/documentation/operators/flatmap.html).
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   any of the sequences sends, ends the result.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: .max), transform)
    }

    /// The values of the sequence that a closure makes of the latest value; the one before is left.
    ///
    /// ```swift
    /// query.flatMapLatest { query in Observable.async { try await api.search(query) } }
    /// ```
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   the latest sequence sends, ends the result.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.latest, transform)
    }

    /// The values of the sequence that a closure makes of a value; values that come while it lasts are left out.
    ///
    /// - Parameter transform: Makes a sequence of a value, on the thread that sends. An error that it throws, or that a
    ///   sequence sends, ends the result.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.first, transform)
    }

    /// The values of the sequences that a closure makes of each value, one sequence after the other.
    ///
    /// - Parameter transform: Makes a sequence of each value, on the thread that sends. An error that it throws, or that
    ///   a sequence sends, ends the result.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping @Sendable (Element) throws -> Source
    ) -> Observable<Source.Element> {
        asObservable().flattened(.merge(limit: 1), transform)
    }

    /// The values of this sequence, and when it has completed, those of another.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    public func concat(_ other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        .concat([asObservable(), other.asObservable()])
    }
}

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

extension Observable {
    /// The values of several sequences, one sequence after the other.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    public static func concat(_ sources: any ObservableConvertibleType<Element>...) -> Observable {
        concat(sources.map { $0.asObservable() })
    }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: Observable...) -> Observable { concat(sources) }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: [Observable]) -> Observable {
        Observable<Observable>.from(sources).concat()
    }

    /// The values of several sequences, one sequence after the other.
    public static func concat<Source: ObservableConvertibleType<Element>>(
        _ sources: some Collection<Source>
    ) -> Observable {
        concat(sources.map { $0.asObservable() })
    }
}
