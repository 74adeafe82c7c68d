import Binding

/// How a feature is a part of another one: a ``Scope``, an ``OptionalScope`` or a ``ForEachScope``.
public protocol FeatureScope<Parent>: Sendable {
    /// The feature that it is a part of.
    associatedtype Parent: ViewFeature

    /// The scope without the child's type.
    var erased: ErasedScope<Parent> { get }
}

/// A ``FeatureScope`` without the child's type. Only this library makes them.
public struct ErasedScope<Parent: ViewFeature>: Sendable {
    /// Updates the child's part of the state, if the action is the child's.
    let update: @Sendable (inout Parent.State, Parent.Action, inout [AbsentChild]) -> Void
    /// Lets the child's middlewares answer the action, if it is the child's.
    let respond: @MainActor @Sendable (Parent.Action, Parent.State, _ place: Int, EffectOrigin<Parent.Action>) -> Void
    /// Finds the children with running effects that are no longer in the state, and has the others do the same for
    /// their children.
    let gone: Gone

    /// Takes the effects, the state before, if it is known, and the current state.
    typealias Gone =
        @MainActor @Sendable (ChildEffects, Parent.State?, Parent.State, any RepetitionListener) -> [AnyHashable]
}

/// A child that was sent an action but is not there.
struct AbsentChild {
    let feature: Any.Type
    let action: any FeatureAction
}

/// A child that is always there.
///
/// ```swift
/// static let header = scope(
///     Header.self, state: \.header, embed: Action.header,
///     extract: { if case .header(let action) = $0 { action } else { nil } })
/// static let scopes: [any FeatureScope<Self>] = [header]
/// ```
public struct Scope<Parent: ViewFeature, Child: ViewFeature>: FeatureScope {
    let state: WritableKeyPath<Parent.State, Child.State> & Sendable
    let embed: @Sendable (Child.Action) -> Parent.Action
    let extract: @Sendable (Parent.Action) -> Child.Action?
    var child = ChildFeature<Child>()

    /// A copy with replacements for what the child declares, mainly for tests.
    ///
    /// - Parameters:
    ///   - middlewares: The middlewares that answer actions, instead of the declared ones.
    ///   - scopes: The child's own children, instead of the declared ones.
    public func with(
        middlewares: [any Middleware<Child>]? = nil, scopes: [any FeatureScope<Child>]? = nil
    ) -> Scope {
        var scope = self
        scope.child.replace(middlewares, scopes)
        return scope
    }

    public var erased: ErasedScope<Parent> {
        ErasedScope(
            update: { [state, extract, child] parentState, action, absent in
                guard let action = extract(action) else { return }
                child.update(&parentState[keyPath: state], action, &absent)
            },
            respond: { [state, embed, extract, child] action, parentState, place, origin in
                guard let action = extract(action) else { return }
                child.respond(to: action, parentState[keyPath: state], origin.child(Child.self, place, 0, embed: embed))
            },
            gone: { [state, child] running, old, new, listener in
                for effects in running.all.values {
                    child.prune(effects, old?[keyPath: state], new[keyPath: state], listener)
                }
                return []
            })
    }
}

extension ViewFeature {
    /// Makes another feature a child of this one that is always there.
    ///
    /// The child's updater runs on its part of the state whenever one of its actions arrives, then the parent's updater
    /// is called with the wrapped action. The child's middlewares run as well. (The Composable Architecture's `Scope`.)
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - state: The path to its state.
    ///   - embed: Wraps an action of the child in one of the parent's.
    ///   - extract: Unwraps it; `nil` for actions that are not the child's.
    public static func scope<Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, Child.State> & Sendable,
        embed: @escaping @Sendable (Child.Action) -> Action, extract: @escaping @Sendable (Action) -> Child.Action?
    ) -> Scope<Self, Child> {
        Scope(state: state, embed: embed, extract: extract)
    }
}

extension OneWay {
    /// The store of a child, for the child's screen: it shows the child's part of the state, and sends its actions,
    /// wrapped, to this store. It keeps this store alive.
    ///
    /// - Complexity: O(1).
    public func scope<Child>(_ scope: Scope<Feature, Child>) -> OneWay<Child> {
        let path = scope.state
        // To make the store is not to read the state.
        let last = untracked { LastSeen(state[keyPath: path]) }
        return child(
            Child.self, last, find: { $0[keyPath: path] }, embed: scope.embed, extract: scope.extract)
    }
}

/// A child of any kind of scope.
struct ChildFeature<Child: ViewFeature>: Sendable {
    private var givenMiddlewares: [any Middleware<Child>]?
    private var givenScopes: [ErasedScope<Child>]?

    /// Replaces the middlewares and scopes that the child declares.
    mutating func replace(_ middlewares: [any Middleware<Child>]?, _ scopes: [any FeatureScope<Child>]?) {
        givenMiddlewares = middlewares ?? givenMiddlewares
        givenScopes = scopes?.map { $0.erased } ?? givenScopes
    }

    // Read each time, not once: a feature may be a part of itself, as a folder is.
    private var scopes: [ErasedScope<Child>] { givenScopes ?? Child.erasedScopes }

    func update(_ state: inout Child.State, _ action: Child.Action, _ absent: inout [AbsentChild]) {
        state = Child.update(state, action, scopes, &absent)
    }

    @MainActor
    func respond(to action: Child.Action, _ state: Child.State, _ origin: EffectOrigin<Child.Action>) {
        Child.respondOfChildren(to: action, state, scopes, origin)
        for middleware in givenMiddlewares ?? Child.middlewares {
            origin.perform(middleware.send(action, currentState: state))
        }
    }

    @MainActor
    func prune(
        _ running: RunningEffects, _ old: Child.State?, _ state: Child.State, _ listener: any RepetitionListener
    ) {
        if running.hasChildren { running.prune(scopes, old, state, listener) }
    }
}
