public import CBindingPlatform

/// A sequence of values over time, from any thread, for any number of observers.
///
/// It sends any number of values, and then at most one error or completion; see
/// [the observable contract](https://reactivex.io/documentation/contract.html). Subscribing starts it. Its closures may
/// be called on any thread and are `@Sendable`; for closures on the main actor, subscribe to a ``Driver`` or a
/// ``Signal`` instead.
public struct Observable<Element: Sendable>: ObservableType {
    /// Sends the events to a sink, until the sequence or the subscription's lifetime ends.
    @usableFromInline package typealias Attach = @Sendable (Sink<Element>, Subscription) -> Void

    @usableFromInline let origin: Origin

    /// Where the values come from.
    @usableFromInline
    enum Origin: Sendable {
        /// A relay or a subject, which keeps its broadcaster.
        case source(Unmanaged<Broadcaster<Element>>, owner: any AnyObject & Sendable)
        /// A derived value.
        case prepared(PreparedSource<Element>)
        /// Anything else.
        case other(Attach)
    }

    /// Whether the source itself calls a sink on the main actor that must be called there. Otherwise a stage is needed
    /// in between, ``onMainActor``.
    @usableFromInline let servesMainActor: Bool

    @inlinable
    package init(servesMainActor: Bool = false, _ attach: @escaping Attach) {
        self.servesMainActor = servesMainActor
        origin = .other(attach)
    }

    /// The values of a broadcaster, as the sequence of the relay or the subject that it serves.
    @inlinable
    init(_ broadcaster: Broadcaster<Element>, of owner: any AnyObject & Sendable) {
        servesMainActor = true
        origin = .source(.passUnretained(broadcaster), owner: owner)
    }

    init(_ source: PreparedSource<Element>) {
        servesMainActor = true
        origin = .prepared(source)
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        if let sink = observer.mainActorSinkIfAny { return onMainActor.subscribe(sink) }
        return subscribe(Sink({ observer.on($0) }))
    }

    @inlinable
    public func asObservable() -> Observable<Element> { self }
}

extension Observable {
    /// Whether this is a relay or a subject, with nothing in between.
    @inlinable
    var isSource: Bool {
        if case .source = origin { true } else { false }
    }

    /// Attaches a sink, as a part of a subscription that continues from here.
    ///
    /// - Parameters:
    ///   - function: The operator that does so, for an inspector.
    ///   - isInspected: Whether the inspector knows of it.
    @inlinable
    package func attach(
        _ down: Sink<Element>, _ subscription: Subscription, function: StaticString = #function,
        isInspected: Bool = false
    ) {
        if binding_inspects(), !isInspected { return attachInspected(down, subscription, function) }
        if case .other(let attach) = origin { attach(down, subscription) } else { attachToSource(down, subscription) }
    }

    /// A function of its own, so that a long chain of operators needs less stack where nothing is optimized.
    @inlinable
    func attachToSource(_ down: Sink<Element>, _ subscription: Subscription) {
        switch origin {
        case .source(let broadcaster, let owner):
            broadcaster._withUnsafeGuaranteedRef { $0.attach(down, subscription, of: owner) }
        case .prepared(let source): source.attach(down, subscription)
        case .other: break
        }
    }

    /// Attaches a sink from within an event of another sequence, or at the end of one: at once, unless there is little
    /// stack; see ``NestedSubscriptions``.
    @inlinable
    func attachNested(_ down: Sink<Element>, _ subscription: Subscription, function: StaticString = #function) {
        if NestedSubscriptions.enter() {
            attach(down, subscription, function: function)
            NestedSubscriptions.leave()
        } else {
            NestedSubscriptions.wait {
                if !subscription.lifetime.isEnded { attach(down, subscription, function: function) }
            }
        }
    }

    /// Subscribes: the end of a chain of operators.
    ///
    /// - Parameters:
    ///   - sink: Called with each event.
    ///   - onDisposed: Called when the subscription has ended, in whichever way.
    ///   - function: What subscribes, for an inspector.
    ///   - isInspected: Whether the inspector knows of it.
    @inlinable
    func subscribe(
        _ sink: Sink<Element>, onDisposed: (@Sendable () -> Void)? = nil, function: StaticString = #function,
        isInspected: Bool = false
    ) -> any Disposable {
        if binding_inspects(), !isInspected { return subscribeInspected(sink, onDisposed: onDisposed, function) }
        // What it reads is not read by the computation that subscribes.
        let paused = binding_reading_thread() == 0 ? nil : DerivedGraph.pauseReadsOfThisThread()
        defer { if let paused { DerivedGraph.resumeReads(paused) } }
        if case .source(let broadcaster, let owner) = origin {
            return broadcaster._withUnsafeGuaranteedRef { $0.subscribe(sink, of: owner, onDisposed: onDisposed) }
        }
        if case .prepared(let source) = origin, let direct = source.subscribe(sink, onDisposed: onDisposed) {
            return direct
        }
        let subscription = Subscription()
        let lifetime = subscription.lifetime
        let disposed = onDisposed.map { ActionDisposable($0) }
        let stop = sink.stop
        let last = Sink<Element>(
            isMainActor: sink.isMainActor,
            next: sink.next,
            stop: { termination in
                stop(termination)
                lifetime.end()
                // The end may come while this is still subscribing.
                disposed?.dispose()
            })
        attach(last, subscription, isInspected: true)
        // After the cleanup of the operators along the way.
        if let disposed { lifetime.whenEnded(disposed) }
        return subscription
    }

    /// A broadcaster with one observer, which several threads or sources may send to: it brings their values into one
    /// order, and calls the observer where it has to be called.
    @inlinable
    static func serializedOutput(
        to down: Sink<Element>, _ subscription: Subscription, executor: DeliveryExecutor = .mainActor,
        conflates: Bool = false
    ) -> Broadcaster<Element> {
        let output = Broadcaster<Element>(Observable<Element>.self, executor: executor, conflates: conflates)
        output.attach(down, subscription)
        return output
    }

    /// A sequence whose events a closure sends, from any thread.
    ///
    /// Whichever threads the closure sends from, its observer is called with one event at a time, and not after the
    /// end. See [ReactiveX: Create](https://reactivex.io/documentation/operators/create.html).
    ///
    /// - Parameter subscribe: Called for each observer, on the thread that subscribes. The disposable that it returns
    ///   is disposed of when the subscription ends, in whichever way.
    @inlinable
    public static func create(
        _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let output = serializedOutput(to: down, subscription)
            subscription.lifetime.whenEnded(subscribe(AnyObserver(output.on)))
        }
    }

    /// The same sequence, for sinks that must be called on the main actor. Operators before this one run where they
    /// did.
    @inlinable
    package var onMainActor: Observable {
        if servesMainActor { return self }
        return Observable(servesMainActor: true) { [self] down, subscription in
            guard down.isMainActor else { return attach(down, subscription) }
            attach(MainActorOutput(to: down, subscription.lifetime).sink, subscription.lifetime.child())
        }
    }

    /// The same sequence, subscribed to on the main actor as well: at once if that is where the call comes from.
    var subscribedOnMainActor: Observable {
        if isSource { return self }
        return Observable(servesMainActor: true) { [onMainActor] down, subscription in
            subscription.continueOnMainActor(with: (onMainActor, down)) { $0.0.attach($0.1, $1) }
        }
    }
}
