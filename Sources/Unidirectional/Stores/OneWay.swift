import Binding

/// A store: holds the state of a feature, which only actions can change.
///
/// ```swift
/// let store = OneWay<CounterFeature>(initialState: .init())
/// store.stateDriver.drive(onNext: { label.text = "\($0.count)" }).disposed(by: bag)
/// store.send(.increment)
/// ```
///
/// It lives on the main actor. For each action, in this order: the feature's updater makes the new state; its observers
/// are called, unless it is equal to the one before; effects of children that it has removed end; the ``tracer``
/// reports the action, if it is traced; ``actions`` sends it; the middlewares answer it, those of children first, and
/// their effects begin.
///
/// An action that is sent while another one is being handled (by an observer, by a middleware, by a deinitializer) is
/// handled after it, and after those that wait already, before the outermost ``send(_:shouldTrace:)`` returns. This
/// uses a queue, and no stack. A store that is sent 10,000 actions in this way within one outermost send is reported to
/// `BindingDiagnostics` once for that send, as is a relay that feeds itself.
///
/// What ``scope(_:)->OneWay<Child>`` returns is a store, too: that of a child, with no state of its own.
@MainActor
public final class OneWay<Feature: ViewFeature>: InspectableObject {
    /// The state of the feature.
    public typealias State = Feature.State
    /// The actions of the feature.
    public typealias Action = Feature.Action

    @usableFromInline let middlewares: [any Middleware<Feature>]
    @usableFromInline let scopes: [ErasedScope<Feature>]
    private let context: TraceContext

    // All that changes is accessed briefly, on the main actor, and no user code runs during an access: it needs no
    // check for exclusive access.

    /// The state; the store of a child reads it through its link.
    @exclusivity(unchecked) @usableFromInline var current: State
    @exclusivity(unchecked) @usableFromInline var readable = ReadableState()
    @exclusivity(unchecked) @usableFromInline var part = ReadablePart<State>()
    @exclusivity(unchecked) @usableFromInline var isHandling = false
    @exclusivity(unchecked) @usableFromInline var pending = PendingActions<Action>()
    @usableFromInline let running = RunningEffects()
    /// What the store of a child refers to.
    @usableFromInline let link: StoreLink<Feature>?

    // Made on demand: a store that nobody observes spends nothing on observers.
    @exclusivity(unchecked) @usableFromInline var stateRelay: BehaviorRelay<State>?
    @exclusivity(unchecked) @usableFromInline var actionRelay: PublishRelay<Action>?
    @exclusivity(unchecked) @usableFromInline var existingTracer: Tracer?
    private var linkedActions: Signal<Action>?

    /// How many states there have been.
    @exclusivity(unchecked) @usableFromInline var changeCount = 0
    /// The states of rows for their stores, as long as there are any.
    var rowStates: [RowStatesKey: WeakReference<AnyObject>] = [:]
    /// The lists whose repeated identifiers have been reported.
    private var listsWithRepetitions: Set<AnyKeyPath> = []

    /// A store with an initial state.
    ///
    /// - Parameters:
    ///   - initialState: The initial state.
    ///   - context: The type that trace events name, usually the view's; by default, the feature.
    ///   - middlewares: The middlewares that answer the feature's actions, instead of those that the feature declares.
    ///     To add to them, write `Feature.middlewares + […]`.
    ///   - scopes: The children, instead of those that the feature declares; see ``Scope/with(middlewares:scopes:)``.
    public convenience init(
        initialState: State, context: Any.Type? = nil,
        middlewares: [any Middleware<Feature>] = Feature.middlewares,
        scopes: [any FeatureScope<Feature>] = Feature.scopes
    ) {
        self.init(initialState, .type(context ?? Feature.self), middlewares, scopes.map { $0.erased }, nil)
    }

    /// A store with an initial state, and a text that its trace events name.
    ///
    /// - Parameters:
    ///   - initialState: The initial state.
    ///   - context: The text.
    ///   - middlewares: The middlewares that answer the feature's actions, instead of those that the feature declares.
    ///   - scopes: The children, instead of those that the feature declares.
    public convenience init(
        initialState: State, context: String,
        middlewares: [any Middleware<Feature>] = Feature.middlewares,
        scopes: [any FeatureScope<Feature>] = Feature.scopes
    ) {
        self.init(initialState, .text(context), middlewares, scopes.map { $0.erased }, nil)
    }

    init(
        _ state: State, _ context: TraceContext, _ middlewares: [any Middleware<Feature>],
        _ scopes: [ErasedScope<Feature>], _ link: StoreLink<Feature>?
    ) {
        current = state
        self.context = context
        self.middlewares = middlewares
        self.scopes = scopes
        self.link = link
    }

    /// What an inspector knows as the property's.
    package var inspectedSources: [(name: String, source: any InspectableSource)] {
        stateRelay.map { [(name: "state", source: $0)] } ?? []
    }

    /// The state after the last action that has been handled.
    ///
    /// The store of a child that is no longer there has the state that was last seen through it, by reading, observing
    /// or sending.
    @inlinable
    public var state: State {
        if let link { return part.tracked(link.read)?.value ?? link.read() }
        readable.noteRead()
        return current
    }

    /// The state for a view to show: the current one at once, then each that differs from the one before.
    ///
    /// OneWayKit's `statePublisher`. Subscriptions do not keep the store alive. An action that an observer sends while
    /// it receives the current state, during its subscription, is handled at once, but shown when that call is done;
    /// see ``send(_:shouldTrace:)``.
    public var stateDriver: Driver<State> {
        if let link { return link.states() }
        let relay = stateRelay ?? BehaviorRelay(value: current)
        stateRelay = relay
        return relay.asDriver()
    }

    /// The actions, each after its state has been shown. Actions of children are among them, wrapped.
    public var actions: Signal<Action> {
        if let link {
            let actions = linkedActions ?? link.actions()
            linkedActions = actions
            return actions
        }
        let relay = actionRelay ?? PublishRelay()
        actionRelay = relay
        return relay.asSignal()
    }

    /// Reports actions with the changes that they made, and what went wrong. The store of a child has the tracer of its
    /// parent.
    public var tracer: Tracer {
        if let link { return link.tracer() }
        let tracer = existingTracer ?? Tracer()
        existingTracer = tracer
        return tracer
    }

    /// Handles an action: now or, if one is being handled, after that.
    ///
    /// When the outermost call returns, ``state`` is the one that the action has led to, and its observers on the main
    /// actor have been called.
    ///
    /// There is one exception. While an observer of ``stateDriver``, or of anything made of it, is being subscribed,
    /// its first call is under way, and the store is not handling an action. What that call sends is handled at once,
    /// so that ``state`` is the new one; but as with any source, observers are called with it, in order, only when the
    /// call under way is done, and all of them before the call that subscribes returns. The observers of ``actions``
    /// and the middlewares are then called before them.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - shouldTrace: Whether ``tracer`` reports it and the actions that result from it. `nil` leaves that to
    ///     ``Tracer/isEnabled``.
    /// - Complexity: That of the updater, of comparing two states and of calling the observers.
    @inlinable
    public func send(_ action: Action, shouldTrace: Bool? = nil) {
        if let link { return link.send(action, shouldTrace) }
        send(action, shouldTrace, nil)
    }
}

// MARK: - Handling

extension OneWay {
    @inlinable
    func send(_ action: Action, _ shouldTrace: Bool?, _ run: EffectRun?) {
        if isHandling { return pending.append(.init(.action(action), shouldTrace, run)) }
        isHandling = true
        handle(action, shouldTrace)
        if !pending.isEmpty { handlePending() }
        isHandling = false
    }

    @inlinable @inline(never)
    func handlePending() {
        var count = 0
        while let entry = pending.popFirst() {
            if let run = entry.run, !run.takeTurn() { continue }
            switch entry.content {
            case .action(let action): handle(action, entry.shouldTrace)
            case .failure(let feature, let reason): report(feature, reason)
            }
            count += 1
            if count == Self.feedbackLimit { warnOfFeedback() }
        }
    }

    @inlinable
    func handle(_ action: Action, _ shouldTrace: Bool?) {
        if Inspection.isOn { return handleInspected(action, shouldTrace) }
        handlePlainly(action, shouldTrace)
    }

    @usableFromInline @inline(never)
    func handleInspected(_ action: Action, _ shouldTrace: Bool?) {
        Inspection.event(.action, "", of: self, action) { handlePlainly(action, shouldTrace) }
    }

    @inlinable
    func handlePlainly(_ action: Action, _ shouldTrace: Bool?) {
        let old = current
        let new = scopes.isEmpty ? Feature.updater(old, action) : updateWithChildren(old, action)
        if new != old {
            current = new
            changeCount &+= 1
            readable.change { stateRelay?.accept(new) }
            // After that, so that what ends may observe the state: it is the one that all observers have been shown.
            if !scopes.isEmpty, running.hasChildren { running.prune(scopes, old, new, self) }
        }
        if let existingTracer, shouldTrace ?? existingTracer.isEnabled { trace(existingTracer, action, old, new) }
        actionRelay?.accept(action)
        if !scopes.isEmpty { respondOfChildren(to: action, new, shouldTrace) }
        if !middlewares.isEmpty { respond(to: action, new, shouldTrace) }
        // If these are the last references, their deinitializers may read the state and send. (`withExtendedLifetime`
        // takes a closure, which would be isolated, and check where it runs.)
        extendLifetime(old)
        extendLifetime(new)
    }

    @inlinable @inline(never)
    func respond(to action: Action, _ state: State, _ shouldTrace: Bool?) {
        for middleware in middlewares {
            let effect = middleware.send(action, currentState: state)
            if !effect.isEmpty { perform(effect, shouldTrace) }
        }
    }

    @usableFromInline
    func updateWithChildren(_ old: State, _ action: Action) -> State {
        var absent: [AbsentChild] = []
        let new = Feature.update(old, action, scopes, &absent)
        for child in absent { report(child.feature, .absentChild(child.action)) }
        return new
    }

    @usableFromInline
    func respondOfChildren(to action: Action, _ state: State, _ shouldTrace: Bool?) {
        Feature.respondOfChildren(to: action, state, scopes, origin(shouldTrace))
    }

    @usableFromInline
    func perform(_ effect: Effect<Action>, _ shouldTrace: Bool?) {
        origin(shouldTrace).perform(effect)
    }

    /// The origin of the effects of middlewares that answer an action.
    private func origin(_ shouldTrace: Bool?) -> EffectOrigin<Action> {
        let store = WeakReference(self)
        return EffectOrigin(
            feature: Feature.self,
            running: { [running] _ in running },
            // The effects do not keep the store alive: they end with it.
            send: { store.object?.send($0, $1, $2) },
            report: { store.object?.report($0, $1, $2) },
            shouldTrace: shouldTrace)
    }

    @usableFromInline @inline(never)
    func trace(_ tracer: Tracer, _ action: Action, _ old: State, _ new: State) {
        tracer.trace(context, action, old, new)
    }

    /// Reports the failure of a stream: now or, if an action is being handled, after those that wait.
    private func report(_ feature: Any.Type, _ reason: StoreFailure.Reason, _ run: EffectRun) {
        if isHandling { return pending.append(.init(.failure(feature, reason), nil, run)) }
        report(feature, reason)
    }

    @usableFromInline
    func report(_ feature: Any.Type, _ reason: StoreFailure.Reason) {
        let failure = StoreFailure(context: context.text, feature: feature, reason: reason)
        if existingTracer?.report(failure) != true {
            BindingDiagnostics.handler(.unhandledError(failure))
        }
    }

    @usableFromInline static var feedbackLimit: Int { 10_000 }

    @usableFromInline @inline(never)
    func warnOfFeedback() {
        BindingDiagnostics.handler(.feedback(source: Self.self, count: Self.feedbackLimit, at: nil))
    }

    /// A number that differs for each state.
    var revision: Int { link?.revision() ?? changeCount }

    /// How many streams run, those of children included.
    var runningEffectCount: Int { running.count }

    /// Whether nothing is kept for effects.
    var hasNoRunningEffects: Bool { running.isEmpty }
}

extension OneWay: RepetitionListener {
    @usableFromInline
    func noteRepetition(of id: any Hashable & Sendable, in list: AnyKeyPath, _ feature: Any.Type) {
        if let link { return link.noteRepetition(id, list, feature) }
        if listsWithRepetitions.insert(list).inserted { report(feature, .repeatedIdentifier(id)) }
    }
}
