import Binding

/// The state of a feature: a plain value with all that is shown.
public protocol FeatureState: Equatable, Sendable {}

/// What may happen in a feature: usually an enumeration.
public protocol FeatureAction: Sendable {}

/// A part of a program: what it shows, what may happen in it, and how that changes what it shows.
///
/// ```swift
/// enum CounterFeature: ViewFeature {
///     struct State: FeatureState {
///         var count = 0
///     }
///
///     enum Action: FeatureAction {
///         case increment, decrement
///     }
///
///     static let updater: Updater = { state, action in
///         var state = state
///         switch action {
///         case .increment: state.count += 1
///         case .decrement: state.count -= 1
///         }
///         return state
///     }
/// }
/// ```
///
/// A feature is a type without instances; a ``OneWay`` is what runs it. The protocol and its parts are those of
/// OneWayKit.
public protocol ViewFeature: SendableMetatype {
    /// The state that is shown.
    associatedtype State: FeatureState
    /// The actions: what may happen.
    associatedtype Action: FeatureAction

    /// Makes the next state from the current one and an action, and does nothing else.
    typealias Updater = @Sendable (State, Action) -> State

    /// Makes the next state.
    ///
    /// It is called on the main actor, once for each action. The actions of children (``scopes``) reach it after the
    /// child's own updater has made its part of the state.
    static var updater: Updater { get }

    /// The middlewares, which do the work other than changing the state, in the order of the array. None by default.
    static var middlewares: [any Middleware<Self>] { get }

    /// The features that are parts of this one: their states are parts of its state, their actions are wrapped in its
    /// actions. None by default. See ``scope(_:state:embed:extract:)``, `ifLet(_:state:embed:extract:)` and
    /// ``forEach(_:state:embed:extract:)->ForEachScope<Self,Child.State.ID,Child>``.
    static var scopes: [any FeatureScope<Self>] { get }
}

extension ViewFeature {
    public static var middlewares: [any Middleware<Self>] { [] }
    public static var scopes: [any FeatureScope<Self>] { [] }
}

extension ViewFeature {
    /// Makes the next state, the children's parts of it first, in the order of their scopes.
    ///
    /// - Parameters:
    ///   - scopes: The children.
    ///   - absent: Collects children that were sent an action but are not there.
    static func update(
        _ state: State, _ action: Action, _ scopes: [ErasedScope<Self>], _ absent: inout [AbsentChild]
    ) -> State {
        guard !scopes.isEmpty else { return updater(state, action) }
        var state = state
        for scope in scopes { scope.update(&state, action, &absent) }
        return updater(state, action)
    }

    /// Lets the middlewares of the children answer an action, and begins their effects.
    ///
    /// - Parameters:
    ///   - state: The state after the action.
    ///   - origin: Where the effects of this feature run, and where they send their actions.
    @MainActor
    static func respondOfChildren(
        to action: Action, _ state: State, _ scopes: [ErasedScope<Self>], _ origin: EffectOrigin<Action>
    ) {
        for (place, scope) in scopes.enumerated() { scope.respond(action, state, place, origin) }
    }

    static var erasedScopes: [ErasedScope<Self>] { scopes.map { $0.erased } }
}
