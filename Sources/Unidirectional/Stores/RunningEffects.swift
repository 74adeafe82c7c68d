import Binding

/// The streams that run for a feature, by their identifiers, and those of its children.
@MainActor
@usableFromInline
final class RunningEffects {
    private var runs: [EffectName: EffectRun] = [:]
    /// By the place of the child's scope among its parent's.
    private var children: [Int: ChildEffects] = [:]
    /// Where these are kept, if they are those of a child.
    private weak var siblings: ChildEffects?
    private var identity: AnyHashable?

    @usableFromInline
    nonisolated init() {}

    fileprivate init(_ identity: AnyHashable, among siblings: ChildEffects) {
        self.identity = identity
        self.siblings = siblings
    }

    /// Whether nothing runs. What has ended leaves nothing behind.
    var isEmpty: Bool { runs.isEmpty && children.isEmpty }

    /// Whether something runs for children.
    @usableFromInline var hasChildren: Bool { !children.isEmpty }

    /// How many streams run, those of children included.
    var count: Int {
        children.values.reduce(runs.count) { $0 + $1.all.values.reduce(0) { $0 + $1.count } }
    }

    /// Subscribes to a stream.
    func start<Action>(
        _ id: (any Hashable & Sendable)?, _ stream: Observable<Action>, for origin: EffectOrigin<Action>
    ) {
        let run = EffectRun(id, in: self)
        // In one step, so that this is not taken for empty, and forgotten, in between.
        runs.updateValue(run, forKey: run.name)?.cancel()
        let (send, report, feature, shouldTrace) = (origin.send, origin.report, origin.feature, origin.shouldTrace)
        // A binder, so that the source calls on the main actor; it holds the run weakly, because the run holds the
        // subscription. Events, so that an error keeps its place after the values.
        run.subscription.disposable = stream.materialize().subscribe(
            Binder(run) { run, event in
                guard !run.isCancelled else { return }
                switch event {
                case .next(let action): return send(action, shouldTrace, run)
                case .error(let error): report(feature, .stream(id: id, error), run)
                case .completed: break
                }
                run.end()
            })
    }

    /// Cancels a stream. What it has sent, and still waits, is not handled any more.
    func cancel(_ name: EffectName) {
        guard let run = runs.removeValue(forKey: name) else { return }
        leaveIfEmpty()
        run.cancel()
    }

    /// Releases a stream that has ended.
    func forget(_ run: EffectRun) {
        guard runs[run.name] === run else { return }
        // Released outside the change of the dictionary: it may be the last reference to a user's object.
        let outgoing = runs.removeValue(forKey: run.name)
        leaveIfEmpty()
        withExtendedLifetime(outgoing) {}
    }

    /// Cancels all that runs here and in the children.
    fileprivate func cancelAll() {
        let (runs, children) = (runs, children)
        self.runs = [:]
        self.children = [:]
        for run in runs.values { run.cancel() }
        for child in children.values { for effects in child.all.values { effects.cancelAll() } }
    }

    private func leaveIfEmpty() {
        if isEmpty, let identity { siblings?.remove(identity) }
    }

    // MARK: Children

    /// The effects of a child.
    ///
    /// - Parameters:
    ///   - place: The place of its scope.
    ///   - identity: What distinguishes it from the other children of that scope.
    ///   - isNeeded: Whether to make them if there are none.
    func child(_ place: Int, _ identity: AnyHashable, isNeeded: Bool) -> RunningEffects? {
        if let child = children[place]?.all[identity] { return child }
        guard isNeeded else { return nil }
        let scope = children[place] ?? ChildEffects(of: self, place)
        let child = RunningEffects(identity, among: scope)
        scope.all[identity] = child
        if children.isEmpty { siblings?.nestingCount += 1 }
        children[place] = scope
        return child
    }

    fileprivate func remove(_ place: Int) {
        guard children.removeValue(forKey: place) != nil, children.isEmpty else { return }
        siblings?.nestingCount -= 1
        leaveIfEmpty()
    }

    /// Cancels the effects of children that are no longer there.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the feature whose effects these are.
    ///   - old: Its state before; `nil` if that is not known.
    ///   - state: Its current state.
    ///   - listener: Notified of identifiers that several children have.
    /// - Complexity: O(1) if no effects of children are running. Otherwise that of checking whether the children are
    ///   the same as before: see ``ViewFeature/forEach(_:state:embed:extract:)``.
    @usableFromInline
    func prune<Feature: ViewFeature>(
        _ scopes: [ErasedScope<Feature>], _ old: Feature.State?, _ state: Feature.State,
        _ listener: some RepetitionListener
    ) {
        guard !children.isEmpty else { return }
        for (place, scope) in scopes.enumerated() {
            guard let child = children[place] else { continue }
            let gone = scope.gone(child, old, state, listener)
            let outgoing = gone.compactMap { child.remove($0) }
            for effects in outgoing { effects.cancelAll() }
        }
    }
}

/// The effects of the children of one scope.
@MainActor
final class ChildEffects {
    /// By what distinguishes the children. None is empty.
    fileprivate(set) var all: [AnyHashable: RunningEffects] = [:]
    /// How many of them have effects of children in turn.
    fileprivate(set) var nestingCount = 0
    /// Where each child is, if that has been determined: a `ChildOrder`.
    var order: Any?
    private weak var parent: RunningEffects?
    private let place: Int

    fileprivate init(of parent: RunningEffects, _ place: Int) {
        self.parent = parent
        self.place = place
    }

    @discardableResult
    fileprivate func remove(_ identity: AnyHashable) -> RunningEffects? {
        guard let outgoing = all.removeValue(forKey: identity) else { return nil }
        if outgoing.hasChildren { nestingCount -= 1 }
        if all.isEmpty { parent?.remove(place) }
        return outgoing
    }
}

/// Is notified when several children of one scope have the same identifier.
@MainActor
@usableFromInline
protocol RepetitionListener: AnyObject {
    /// - Parameters:
    ///   - id: The identifier.
    ///   - list: Where the children are in the state of their parent.
    ///   - feature: The children's feature.
    func noteRepetition(of id: any Hashable & Sendable, in list: AnyKeyPath, _ feature: Any.Type)
}
