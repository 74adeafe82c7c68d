import Binding

/// A running stream of actions: until it has ended, and the last of its waiting actions has been taken.
@MainActor
@usableFromInline
final class EffectRun {
    /// What it is known by among the streams of its feature.
    private(set) var name = EffectName.own(ObjectIdentifier(EffectRun.self))
    /// Disposed of at the latest when the run is dropped, on whichever thread that happens.
    let subscription = SerialDisposable()
    /// Whether its waiting actions are no longer to be handled.
    private(set) var isCancelled = false
    /// Where it is registered.
    private weak var home: RunningEffects?
    /// How many of its actions wait.
    private var waitingCount = 0
    private var hasEnded = false

    init(_ id: (any Hashable & Sendable)?, in home: RunningEffects) {
        self.home = home
        name = id.map(EffectName.init) ?? .own(ObjectIdentifier(self))
    }

    deinit { subscription.dispose() }

    func cancel() {
        isCancelled = true
        subscription.dispose()
    }

    /// The stream has sent all that it had to send.
    func end() {
        hasEnded = true
        forgetIfDone()
    }

    /// Notes that an action of the stream waits.
    @usableFromInline
    func beginWaiting() { waitingCount += 1 }

    /// Notes that an action of the stream waits no more.
    ///
    /// - Returns: Whether it is to be handled.
    @usableFromInline
    func takeTurn() -> Bool {
        waitingCount -= 1
        if isCancelled { return false }
        forgetIfDone()
        return true
    }

    private func forgetIfDone() {
        if hasEnded, waitingCount == 0 { home?.forget(self) }
    }
}

/// What a stream is known by among those of its feature.
enum EffectName: Hashable {
    /// By its identifier, and the identifier's type, because `AnyHashable` considers `1` and `1.0` equal. Objects are
    /// told apart by their own equality alone, which may hold between an object of a class and one of a subclass.
    case given(ObjectIdentifier, AnyHashable)
    /// By the run, if it was given no identifier.
    case own(ObjectIdentifier)

    init(_ id: any Hashable & Sendable) {
        let type = type(of: id)
        self = .given(ObjectIdentifier(type is AnyClass ? AnyObject.self : type), AnyHashable(id))
    }
}

/// Where effects come from: the feature whose middleware has returned them, as a part of a store.
@MainActor
struct EffectOrigin<Action: Sendable> {
    /// The feature.
    let feature: Any.Type
    /// What runs for the feature. Called only once there is an effect.
    ///
    /// - Parameter isNeeded: Whether to make it if nothing runs.
    let running: @MainActor (_ isNeeded: Bool) -> RunningEffects?
    /// Takes an action, whether it is to be traced, and the stream that sent it.
    let send: @MainActor (Action, Bool?, EffectRun?) -> Void
    /// Takes what went wrong, in which feature, and in which stream.
    let report: @MainActor (Any.Type, StoreFailure.Reason, EffectRun) -> Void
    /// Whether the action that the effects answer is traced; the same applies to those that result from it.
    let shouldTrace: Bool?

    func perform(_ effect: Effect<Action>) {
        for step in effect.steps {
            switch step {
            case .send(let action): send(action, shouldTrace, nil)
            case .run(let id, let stream): running(true)?.start(id, stream, for: self)
            case .cancel(let id): running(false)?.cancel(EffectName(id))
            }
        }
    }

    /// The origin of the effects of a child.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - place: The place of its scope.
    ///   - identity: What distinguishes it from the other children of that scope.
    ///   - embed: Wraps its actions.
    func child<Child: ViewFeature>(
        _ child: Child.Type, _ place: Int, _ identity: AnyHashable,
        embed: @escaping @Sendable (Child.Action) -> Action
    ) -> EffectOrigin<Child.Action> {
        let (running, send) = (running, send)
        return EffectOrigin<Child.Action>(
            feature: Child.self,
            running: { isNeeded in running(isNeeded)?.child(place, identity, isNeeded: isNeeded) },
            send: { send(embed($0), $1, $2) },
            report: report,
            shouldTrace: shouldTrace)
    }
}
