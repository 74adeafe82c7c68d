import Binding

/// The streams that run for a feature, by their identifiers, and those of its children.
@MainActor
@usableFromInline
final class RunningEffects {
    private enum Name: Hashable {
        case given(AnyHashable)
        /// Of a run that was given no identifier.
        case own(ObjectIdentifier)
    }

    private var runs: [Name: EffectRun] = [:]
    /// By the place of the child's scope among its parent's, and by what tells one child of a scope from the others.
    private var children: [Int: [AnyHashable: RunningEffects]] = [:]

    @usableFromInline
    nonisolated init() {}

    /// Whether nothing runs. What has ended leaves nothing behind.
    var isEmpty: Bool { runs.isEmpty && children.isEmpty }

    /// How many streams run, those of children included.
    var count: Int {
        children.values.joined().reduce(runs.count) { $0 + $1.value.count }
    }

    /// Subscribes to a stream.
    func start<Action>(
        _ id: (any Hashable & Sendable)?, _ stream: Observable<Action>, for origin: EffectOrigin<Action>
    ) {
        let run = EffectRun()
        let name: Name = id.map { .given(AnyHashable($0)) } ?? .own(ObjectIdentifier(run))
        cancel(name)
        runs[name] = run
        let (send, report, feature, shouldTrace) = (origin.send, origin.report, origin.feature, origin.shouldTrace)
        // A binder, so that the source calls on the main actor; it holds the run weakly, which holds the subscription.
        // Events, so that an error keeps its place behind the values.
        run.subscription.disposable = stream.materialize().subscribe(
            Binder(run) { [weak self] run, event in
                guard !run.isCancelled else { return }
                switch event {
                case .next(let action): return send(action, shouldTrace, run)
                case .error(let error): report(feature, .stream(id: id, error))
                case .completed: break
                }
                self?.forget(name, run)
            })
    }

    func cancel(_ id: any Hashable & Sendable) { cancel(.given(AnyHashable(id))) }

    private func cancel(_ name: Name) {
        runs.removeValue(forKey: name)?.cancel()
    }

    private func forget(_ name: Name, _ run: EffectRun) {
        guard runs[name] === run else { return }
        // Outside of the change of the dictionary: it may be the last reference to something of the user's.
        let outgoing = runs.removeValue(forKey: name)
        withExtendedLifetime(outgoing) {}
    }

    /// Cancels all that runs here and in the children.
    private func cancelAll() {
        let runs = runs.values
        let children = children.values
        self.runs = [:]
        self.children = [:]
        for run in runs { run.cancel() }
        for child in children.joined() { child.value.cancelAll() }
    }

    // MARK: Children

    /// The effects of a child.
    func child(_ place: Int, _ identity: AnyHashable) -> RunningEffects {
        if let child = children[place]?[identity] { return child }
        let child = RunningEffects()
        children[place, default: [:]][identity] = child
        return child
    }

    /// Cancels the effects of children that are there no more.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the feature whose effects these are.
    ///   - state: Its state.
    /// - Complexity: O(*n*) in the number of children, where effects of any are running; else O(1).
    @usableFromInline
    func prune<Feature: ViewFeature>(_ scopes: [ErasedScope<Feature>], _ state: Feature.State) {
        guard !children.isEmpty else { return }
        for (place, scope) in scopes.enumerated() {
            guard let formerly = children[place] else { continue }
            let stillThere = scope.remaining(formerly, state).filter { !$0.value.isEmpty }
            children[place] = stillThere.isEmpty ? nil : stillThere
            for (identity, child) in formerly where stillThere[identity] == nil { child.cancelAll() }
        }
    }
}

/// A stream of actions that runs.
@MainActor
@usableFromInline
final class EffectRun {
    /// Disposed of at the latest when the run is dropped, on whichever thread that happens.
    let subscription = SerialDisposable()
    /// Whether its actions that wait still are not to be handled.
    @usableFromInline private(set) var isCancelled = false

    deinit { subscription.dispose() }

    func cancel() {
        isCancelled = true
        subscription.dispose()
    }
}

/// Where effects come from: the feature whose middleware has returned them, as a part of a store.
@MainActor
struct EffectOrigin<Action: Sendable> {
    /// The feature.
    let feature: Any.Type
    /// What runs for the feature. Asked only once there is an effect.
    let running: @MainActor () -> RunningEffects
    /// Takes an action, whether it is to be traced, and the stream that sent it.
    let send: @MainActor (Action, Bool?, EffectRun?) -> Void
    /// Takes what went wrong, and in which feature.
    let report: @MainActor (Any.Type, StoreFailure.Reason) -> Void
    /// Whether the action that the effects answer is traced; so are those that come of it.
    let shouldTrace: Bool?

    func perform(_ effect: Effect<Action>) {
        for step in effect.steps {
            switch step {
            case .send(let action): send(action, shouldTrace, nil)
            case .run(let id, let stream): running().start(id, stream, for: self)
            case .cancel(let id): running().cancel(id)
            }
        }
    }

    /// The origin of the effects of a child.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - place: The place of its scope.
    ///   - identity: What tells it from the other children of that scope.
    ///   - embed: Wraps its actions.
    func child<Child: ViewFeature>(
        _ child: Child.Type, _ place: Int, _ identity: AnyHashable,
        embed: @escaping @Sendable (Child.Action) -> Action
    ) -> EffectOrigin<Child.Action> {
        let (running, send) = (running, send)
        return EffectOrigin<Child.Action>(
            feature: Child.self,
            running: { running().child(place, identity) },
            send: { send(embed($0), $1, $2) },
            report: report,
            shouldTrace: shouldTrace)
    }
}
