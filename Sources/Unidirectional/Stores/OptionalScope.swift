/// A child that may or may not be there, such as a sheet or a detail screen.
public struct OptionalScope<Parent: ViewFeature, Child: ViewFeature>: FeatureScope {
    let state: WritableKeyPath<Parent.State, Child.State?> & Sendable
    let embed: @Sendable (Child.Action) -> Parent.Action
    let extract: @Sendable (Parent.Action) -> Child.Action?
    /// What distinguishes a child from the one that takes its place.
    let identity: @Sendable (Child.State) -> AnyHashable
    var child = ChildFeature<Child>()

    /// A copy with replacements for what the child declares, mainly for tests.
    ///
    /// - Parameters:
    ///   - middlewares: The middlewares that answer actions, instead of the declared ones.
    ///   - scopes: The child's own children, instead of the declared ones.
    public func with(
        middlewares: [any Middleware<Child>]? = nil, scopes: [any FeatureScope<Child>]? = nil
    ) -> OptionalScope {
        var scope = self
        scope.child.replace(middlewares, scopes)
        return scope
    }

    public var erased: ErasedScope<Parent> {
        ErasedScope(
            update: { [state, extract, child] parentState, action, absent in
                guard let action = extract(action) else { return }
                guard var childState = parentState[keyPath: state] else {
                    return absent.append(AbsentChild(feature: Child.self, action: action))
                }
                child.update(&childState, action, &absent)
                parentState[keyPath: state] = childState
            },
            respond: { [state, embed, extract, identity, child] action, parentState, place, origin in
                guard let action = extract(action), let childState = parentState[keyPath: state] else { return }
                child.respond(
                    to: action, childState, origin.child(Child.self, place, identity(childState), embed: embed))
            },
            gone: { [state, identity, child] running, old, new, listener in
                guard let childState = new[keyPath: state] else { return Array(running.all.keys) }
                let key = identity(childState)
                if let effects = running.all[key] {
                    let former = old?[keyPath: state].flatMap { identity($0) == key ? $0 : nil }
                    child.prune(effects, former, childState, listener)
                }
                return running.all.keys.filter { $0 != key }
            })
    }
}

extension ViewFeature {
    /// Makes another feature a child of this one that is there while its state is not `nil`.
    ///
    /// As ``scope(_:state:embed:extract:)``, and the child's effects end when the state becomes `nil`. An action for a
    /// child that is not there still reaches the parent; ``Tracer/failures`` reports that it missed the child. (The
    /// Composable Architecture's `ifLet`.)
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - state: The path to its state.
    ///   - embed: Wraps an action of the child in one of the parent's.
    ///   - extract: Unwraps it; `nil` for actions that are not the child's.
    @_disfavoredOverload
    public static func ifLet<Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, Child.State?> & Sendable,
        embed: @escaping @Sendable (Child.Action) -> Action, extract: @escaping @Sendable (Action) -> Child.Action?
    ) -> OptionalScope<Self, Child> {
        OptionalScope(state: state, embed: embed, extract: extract, identity: { _ in 0 })
    }

    /// Makes another feature a child of this one that is there while its state is not `nil`; see
    /// ``ifLet(_:state:embed:extract:)``. The child's effects also end when a state with another `id` takes its place.
    public static func ifLet<Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, Child.State?> & Sendable,
        embed: @escaping @Sendable (Child.Action) -> Action, extract: @escaping @Sendable (Action) -> Child.Action?
    ) -> OptionalScope<Self, Child> where Child.State: Identifiable {
        OptionalScope(state: state, embed: embed, extract: extract, identity: { AnyHashable($0.id) })
    }
}

extension OneWay {
    /// The store of a child that is there now, for the child's screen; `nil` if it is not there.
    ///
    /// Once the child has gone, the store keeps showing the state that was seen last. When another one takes its place,
    /// it shows that one.
    ///
    /// - Complexity: O(1).
    public func scope<Child>(_ scope: OptionalScope<Feature, Child>) -> OneWay<Child>? {
        let path = scope.state
        guard let childState = state[keyPath: path] else { return nil }
        return child(
            Child.self, LastSeen(childState), find: { $0[keyPath: path] }, embed: scope.embed, extract: scope.extract)
    }
}
