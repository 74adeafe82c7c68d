internal import CBindingPlatform

/// What tells the observers of a derived value, at the end of each change that has changed it.
///
/// It is due whenever the computation is marked, and computes nothing while there are no observers.
@usableFromInline
final class DerivedOutput: DueAtEnd, @unchecked Sendable {
    /// The computation, until it is released.
    @exclusivity(unchecked) @usableFromInline var computation: Unmanaged<AnyComputation>?
    /// A broadcaster of the computation's values.
    @usableFromInline nonisolated let stage: AnyBroadcaster
    /// The version that was sent last.
    @exclusivity(unchecked) private var sent: UInt64 = 0
    /// Whether there is a value for those observers that were there before the last one.
    @exclusivity(unchecked) private var holdsValue = false

    init(of computation: AnyComputation, stage: AnyBroadcaster) {
        self.computation = .passUnretained(computation)
        self.stage = stage
        super.init(isSubscribing: false)
    }

    override func send() {
        guard let computation else { return }
        if stage.hasObservers {
            // Observers may give up the value.
            _ = computation.retain()
            computation._withUnsafeGuaranteedRef {
                DerivedGraph.bringUpToDate($0)
                sendNew($0)
            }
            computation.release()
        }
        if holdsValue {
            holdsValue = false
            stage.serveHeld()
        }
    }

    private func sendNew(_ computation: AnyComputation) {
        let version = computation.version
        if version == sent { return }
        let stage = Unmanaged.passUnretained(self.stage)
        let isOther = version == sent + 1 || computation.work(computation, .compare(stage))
        sent = version
        guard isOther else { return }
        if binding_inspects() {
            Inspection.deriving(computation, for: self.stage) { _ = computation.work(computation, .send(stage)) }
        } else {
            _ = computation.work(computation, .send(stage))
        }
    }

    /// Has the next observer begin with the current value. Those that are there receive it at the end of the change, as
    /// always.
    func prepare() {
        guard let computation = computation?.takeUnretainedValue() else { return }
        // Whoever subscribes is not what it depends on.
        let underWay = DueAtEnd.pause()
        defer { DueAtEnd.resume(underWay) }
        DerivedGraph.bringUpToDate(computation)
        let unmanaged = Unmanaged.passUnretained(stage)
        if !stage.hasObservers {
            _ = computation.work(computation, .prepare(unmanaged))
        } else if computation.version != sent, computation.work(computation, .prepareForOthers(unmanaged)) {
            holdsValue = true
            mayBeDue()
        }
        sent = computation.version
        if binding_inspects() { Inspection.note(readsOf: computation, for: stage) }
    }

    override var sentType: Any.Type { stage.kind }

    override var place: SourcePlace? { stage.place.place }
}

extension Computation {
    /// The values as a driver.
    ///
    /// - Parameter owner: What holds the computation, and is kept alive by observers.
    @usableFromInline
    func driver(of owner: any AnyObject & Sendable) -> Driver<Value> {
        Driver(direct: Observable(PreparedSource(owner: owner) { [unowned self] in self.prepare() }))
    }

    /// Called on the main actor, before an observer subscribes.
    private func prepare() -> Broadcaster<Value> {
        DerivedGraph.untracked {
            if output == nil {
                let stage = Broadcaster<Value>(Driver<Value>.self, replay: .latest, place: place)
                let new = DerivedOutput(of: self, stage: stage)
                output = new
                new.prepare()
                // It comes after what it depends on, and before what will observe it.
                new.hasSubscribedToMore()
                #if DEBUG
                    if sources == nil { BindingDiagnostics.warn(.nothingFollowed(at: place.place)) }
                #endif
            } else {
                output?.prepare()
            }
        }
        // Present: see above.
        return stage!
    }
}

/// A source of the main actor's that is brought up to date before it is observed.
@usableFromInline
final class PreparedSource<Element: Sendable>: Sendable {
    /// What the user knows as the source.
    private let owner: any AnyObject & Sendable
    /// Brings the source up to date, on the main actor. The owner exists.
    private let prepare: @Sendable () -> Broadcaster<Element>

    init(owner: any AnyObject & Sendable, prepare: @escaping @Sendable () -> Broadcaster<Element>) {
        self.owner = owner
        self.prepare = prepare
    }

    /// Adds an observer with nothing in between, if this is called on the main actor.
    @usableFromInline
    func subscribe(_ sink: Sink<Element>, onDisposed: (@Sendable () -> Void)?) -> (any Disposable)? {
        let thread = currentThread()
        guard MainActorDispatcher.isCurrent(thread) else { return nil }
        var subscription: (any Disposable)?
        MainActorDispatcher.whileKnownCurrent(thread) {
            observe { subscription = $0.subscribe(sink, of: owner, onDisposed: onDisposed) }
        }
        return subscription
    }

    @usableFromInline
    func attach(_ sink: Sink<Element>, _ subscription: Subscription) {
        subscription.continueOnMainActor(with: (self, sink)) { values, subscription in
            let (output, sink) = values
            output.observe { $0.attach(sink, subscription, of: output.owner) }
        }
    }

    /// This is a change: what follows from the first value comes when the observer has been added.
    private func observe(_ addObserver: (Broadcaster<Element>) -> Void) {
        MainActorDispatcher.inOneDelivery {
            let stage = prepare()
            if binding_inspects() { Inspection.subscribes(to: stage) }
            addObserver(stage)
        }
    }
}
