import Binding

/// Reports what the actions of a store change, and what goes wrong in it.
///
/// ```swift
/// store.tracer.events.emit(onNext: { print($0) }).disposed(by: bag)
/// store.send(.left, shouldTrace: true)
/// ```
///
/// The changes are determined when ``TraceEvent/changes`` is read: not if there is no observer, nor if an action is not
/// traced.
@MainActor
public final class Tracer {
    /// Whether actions are traced that were sent without `shouldTrace`. By default, they are not.
    @exclusivity(unchecked) public var isEnabled = false

    /// The changes of each traced action, before the action is sent by ``OneWay/actions`` and answered by middlewares.
    public let events: Signal<TraceEvent>

    /// The failures: a stream of an effect that failed, an action for a child that is not there, children that cannot
    /// be told apart.
    ///
    /// If there is no observer, a failure is reported to `BindingDiagnostics`.
    public let failures: Signal<StoreFailure>

    private let eventSource = CompactPublishRelay<TraceEvent>()
    private let failureSource = CompactPublishRelay<StoreFailure>()

    init() {
        events = eventSource.asSignal()
        failures = failureSource.asSignal()
    }

    func trace<State: FeatureState>(_ context: TraceContext, _ action: any FeatureAction, _ old: State, _ new: State) {
        guard eventSource.hasObservers else { return }
        eventSource.accept(TraceEvent(context, action) { TraceChange.changes(from: old, to: new) })
    }

    /// - Returns: Whether there was an observer.
    func report(_ failure: StoreFailure) -> Bool {
        guard failureSource.hasObservers else { return false }
        failureSource.accept(failure)
        return true
    }
}

/// The changes that an action has made.
///
/// Its description is the text that OneWayKit's tracer makes, with paths in place of the names of properties:
///
/// ```text
/// [Context: BoxView]
/// Action Triggered: left
/// Changed State:
/// position.x: 100 -> 90
/// ```
public struct TraceEvent: Sendable {
    /// The context that the store was given: the name of a type, or a text.
    public var context: String { source.text }
    /// The action.
    public let action: any FeatureAction
    /// The differences between the states before and after it. None if it changed nothing.
    ///
    /// They are determined on first access, on the thread that accesses them. Until then, or for its whole life if that
    /// never happens, the event keeps both states: as values they do not change meanwhile, but objects among their
    /// parts are compared as they are at the time of that access.
    ///
    /// - Complexity: O(*n*) in the size of the states for the first call, O(1) after that.
    public var changes: [TraceChange] { comparison.changes }

    private let source: TraceContext
    private let comparison: TraceComparison

    /// - Parameter compare: Finds the differences.
    init(_ source: TraceContext, _ action: any FeatureAction, _ compare: @escaping @Sendable () -> [TraceChange]) {
        self.source = source
        self.action = action
        comparison = TraceComparison(compare)
    }
}

/// The differences between two states, determined once, and only on access.
private final class TraceComparison: Sendable {
    private enum Progress: Sendable {
        case waiting(@Sendable () -> [TraceChange])
        case done([TraceChange])
    }

    private let progress: Guarded<Progress>

    init(_ compare: @escaping @Sendable () -> [TraceChange]) {
        progress = Guarded(.waiting(compare))
    }

    var changes: [TraceChange] {
        switch progress.withLock({ $0 }) {
        case .done(let changes): return changes
        case .waiting(let compare):
            // Outside the lock, because it calls user code: descriptions and comparisons. The first result counts.
            let new = compare()
            let (changes, outgoing) = progress.withLock { progress in
                if case .done(let changes) = progress { return (changes, progress) }
                defer { progress = .done(new) }
                return (new, progress)
            }
            // Releases the states, if nobody else has them.
            withExtendedLifetime(outgoing) {}
            return changes
        }
    }
}

extension TraceEvent: CustomStringConvertible {
    public var description: String {
        let changes = changes.isEmpty ? "There are no changes." : changes.map(\.description).joined(separator: "\n")
        return """
            [Context: \(context)]
            Action Triggered: \(ValueText.of(action))
            Changed State:
            \(changes)
            """
    }
}

/// A failure in a store.
public struct StoreFailure: Error {
    /// The kinds of failure.
    public enum Reason: Sendable {
        /// A stream of an effect has failed, and ended; with the identifier that it ran under, if any.
        case stream(id: (any Hashable & Sendable)?, any Error)
        /// An action was sent to a child that does not exist. The parent has handled it.
        case absentChild(any FeatureAction)
        /// Several children of one
        /// ``ViewFeature/forEach(_:state:embed:extract:)->ForEachScope<Self,Child.State.ID,Child>`` have the same
        /// identifier. The first of them counts. Reported once for each list of a store.
        case repeatedIdentifier(any Hashable & Sendable)
    }

    /// The context that the store was given.
    public let context: String
    /// The feature: that of the stream, or the child.
    public let feature: Any.Type
    /// What has happened.
    public let reason: Reason
}

extension StoreFailure: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .stream(let id?, let error):
            "the effect \(ValueText.of(id)) of \(feature) in \(context) failed: \(error)"
        case .stream(nil, let error):
            "an effect of \(feature) in \(context) failed: \(error)"
        case .repeatedIdentifier(let id):
            "several \(feature)s in \(context) have the identifier \(ValueText.of(id)): the first of them counts"
        case .absentChild(let action):
            "the action \(ValueText.of(action)) was sent to a \(feature) that does not exist, in \(context)"
        }
    }
}

/// The context that the events of a store name.
enum TraceContext: Sendable {
    case type(Any.Type)
    case text(String)

    var text: String {
        switch self {
        case .type(let type): String(describing: type)
        case .text(let text): text
        }
    }
}
