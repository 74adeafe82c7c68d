/// Children of one kind by their identifiers, such as the rows of a list.
public struct ForEachScope<Parent: ViewFeature, ID: Hashable & Sendable, Child: ViewFeature>: FeatureScope {
    let elements: ChildElements<Parent.State, ID, Child.State>
    let embed: @Sendable (ID, Child.Action) -> Parent.Action
    let extract: @Sendable (Parent.Action) -> (ID, Child.Action)?
    var child = ChildFeature<Child>()

    @usableFromInline
    init(
        _ elements: ChildElements<Parent.State, ID, Child.State>,
        embed: @escaping @Sendable (ID, Child.Action) -> Parent.Action,
        extract: @escaping @Sendable (Parent.Action) -> (ID, Child.Action)?
    ) {
        self.elements = elements
        self.embed = embed
        self.extract = extract
    }

    /// A copy with replacements for what the children declare, mainly for tests.
    ///
    /// - Parameters:
    ///   - middlewares: The middlewares that answer actions, instead of the declared ones.
    ///   - scopes: The children's own children, instead of the declared ones.
    public func with(
        middlewares: [any Middleware<Child>]? = nil, scopes: [any FeatureScope<Child>]? = nil
    ) -> ForEachScope {
        var scope = self
        scope.child.replace(middlewares, scopes)
        return scope
    }

    public var erased: ErasedScope<Parent> {
        ErasedScope(
            update: { [elements, extract, child] parentState, action, absent in
                guard let (id, action) = extract(action) else { return }
                let isThere = elements.change(&parentState, id) { child.update(&$0, action, &absent) }
                if !isThere { absent.append(AbsentChild(feature: Child.self, action: action)) }
            },
            respond: { [elements, embed, extract, child] action, parentState, place, origin in
                guard let (id, action) = extract(action), let childState = elements.find(parentState, id) else {
                    return
                }
                child.respond(to: action, childState, origin.child(Child.self, place, id) { embed(id, $0) })
            },
            gone: { [elements, child] running, old, new, listener in
                let isSame = old.map { elements.haveSameIDs($0, new) } ?? false
                if isSame, running.nestingCount == 0 { return [] }
                let known = isSame ? running.order as? ChildOrder<ID> : nil
                let order = known ?? elements.order(new)
                running.order = order
                if let repeated = order.repeated {
                    listener.noteRepetition(of: repeated, in: elements.list, Child.self)
                }
                if let old, isSame {
                    elements.forEachChange(old, new, order) { id, formerly, childState in
                        if let effects = running.all[id] { child.prune(effects, formerly, childState, listener) }
                    }
                    return []
                }
                return running.all.compactMap { key, effects in
                    guard let id = key.base as? ID, let childState = elements.element(new, id, order) else {
                        return key
                    }
                    child.prune(effects, nil, childState, listener)
                    return nil
                }
            })
    }
}

extension ViewFeature {
    /// Makes the elements of an array children of this feature, each by its `id`.
    ///
    /// As ``scope(_:state:embed:extract:)``, and each child's effects have their own identifiers, and end when it is
    /// removed from the array. An action for a child that is not there still reaches the parent; ``Tracer/failures``
    /// reports that it missed the child. (The Composable Architecture's `forEach`.)
    ///
    /// No two elements should have the same `id`. If they do, the first of them counts, for states, actions and
    /// effects, and the others are ignored; ``Tracer/failures`` reports it once, when it is noticed: while children's
    /// stores are observed, or their effects are running.
    ///
    /// - Parameters:
    ///   - child: The feature of each element.
    ///   - state: The path to their states.
    ///   - embed: Wraps the `id` and an action of a child in one of the parent's.
    ///   - extract: Unwraps them; `nil` for actions that are not of these children.
    /// - Complexity: An action takes O(*n*) in the number of elements to find its child. While stores of children are
    ///   observed, or their effects are running, each new state takes O(*n*) comparisons with the one before, none if
    ///   the array has not been touched; only the stores of children that have changed are then called. Elements that
    ///   come, go or move take O(*n*) more, whatever their number.
    @inlinable
    public static func forEach<Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, [Child.State]> & Sendable,
        embed: @escaping @Sendable (Child.State.ID, Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> (Child.State.ID, Child.Action)?
    ) -> ForEachScope<Self, Child.State.ID, Child> where Child.State: Identifiable, Child.State.ID: Sendable {
        ForEachScope(ChildElements(array: state), embed: embed, extract: extract)
    }

    /// Makes the values of a dictionary children of this feature, each by its key; see
    /// ``forEach(_:state:embed:extract:)``.
    ///
    /// - Complexity: An action takes O(1) to find its child. While stores of children are observed, or their effects
    ///   are running, each new state takes O(*n*) comparisons with the one before; only the stores of children that
    ///   have changed are then called.
    @inlinable
    public static func forEach<ID, Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, [ID: Child.State]> & Sendable,
        embed: @escaping @Sendable (ID, Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> (ID, Child.Action)?
    ) -> ForEachScope<Self, ID, Child> where ID: Sendable {
        ForEachScope(ChildElements(dictionary: state), embed: embed, extract: extract)
    }
}

extension OneWay {
    /// The store of one of the children, for its row or its screen; `nil` if there is none with that identifier.
    ///
    /// Once the child has gone, the store keeps showing the state that was seen last. When one with that identifier
    /// comes back, it shows that one.
    ///
    /// - Parameters:
    ///   - scope: The scope that the child is an element of.
    ///   - id: Its identifier.
    /// - Complexity: Making the store, and reading its state, takes O(*n*) in the number of elements the first few
    ///   times after a new state, and O(1) after that. An observed store is called for its child's changes only; all
    ///   observed stores share the work of finding these, see
    ///   ``ViewFeature/forEach(_:state:embed:extract:)->ForEachScope<Self,Child.State.ID,Child>``.
    public func scope<ID, Child>(_ scope: ForEachScope<Feature, ID, Child>, id: ID) -> OneWay<Child>? {
        let rows = rows(of: scope)
        guard let childState = rows.find(id) else { return nil }
        let last = rows.lastSeen(id, as: childState)
        return child(
            Child.self, last, find: { rows.find(id) }, states: { rows.states(of: id, last) },
            embed: { [embed = scope.embed] in embed(id, $0) },
            extract: { [extract = scope.extract] in
                guard let (extractedID, action) = extract($0), extractedID == id else { return nil }
                return action
            })
    }
}
