/// Children of one kind by their identifiers: the rows of a list.
public struct ForEachScope<Parent: ViewFeature, ID: Hashable & Sendable, Child: ViewFeature>: FeatureScope {
    let elements: ChildElements<Parent.State, ID, Child.State>
    let embed: @Sendable (ID, Child.Action) -> Parent.Action
    let extract: @Sendable (Parent.Action) -> (ID, Child.Action)?
    var child = ChildFeature<Child>()

    /// The same with something else in place of what the children declare: for tests, as a rule.
    ///
    /// - Parameters:
    ///   - middlewares: What answers actions, instead of the declared ones.
    ///   - scopes: The children in turn, instead of the declared ones.
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
                var hint = 0
                guard let (id, action) = extract(action), let childState = elements.find(parentState, id, &hint) else {
                    return
                }
                child.respond(to: action, childState, origin.child(Child.self, place, id) { embed(id, $0) })
            },
            remaining: { [elements, child] formerly, parentState in
                var remaining: [AnyHashable: RunningEffects] = [:]
                elements.forEach(parentState) { id, childState in
                    let key = AnyHashable(id)
                    guard let running = formerly[key] else { return }
                    child.prune(running, childState)
                    remaining[key] = running
                }
                return remaining
            })
    }
}

/// How children are kept in the state of their parent.
struct ChildElements<State, ID, Element>: Sendable {
    /// Finds one; the hint is where it was the last time.
    let find: @Sendable (State, ID, inout Int) -> Element?
    /// Changes one, and says whether it is there.
    let change: @Sendable (inout State, ID, (inout Element) -> Void) -> Bool
    /// Goes through all of them.
    let forEach: @Sendable (State, (ID, Element) -> Void) -> Void
}

extension ViewFeature {
    /// Makes the elements of an array features that are parts of this one, each by its `id`.
    ///
    /// As ``scope(_:state:embed:extract:)``, and: each child's effects have their own identifiers, and end when it is
    /// removed from the array. An action for a child that is not there still reaches the parent; that it missed the
    /// child is told by ``Tracer/failures``. (The Composable Architecture's `forEach`.)
    ///
    /// - Parameters:
    ///   - child: The feature of each element.
    ///   - state: Where their states are. Where several have one `id`, the first of them counts.
    ///   - embed: Wraps the `id` of a child and an action of its in one of the parent's.
    ///   - extract: Unwraps them; `nil` for actions that are not of these children.
    /// - Complexity: An action takes O(*n*) in the number of elements to find its child.
    public static func forEach<Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, [Child.State]> & Sendable,
        embed: @escaping @Sendable (Child.State.ID, Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> (Child.State.ID, Child.Action)?
    ) -> ForEachScope<Self, Child.State.ID, Child> where Child.State: Identifiable, Child.State.ID: Sendable {
        ForEachScope(
            elements: ChildElements(
                find: { parentState, id, hint in
                    let elements = parentState[keyPath: state]
                    if elements.indices.contains(hint), elements[hint].id == id { return elements[hint] }
                    guard let index = elements.firstIndex(where: { $0.id == id }) else { return nil }
                    hint = index
                    return elements[index]
                },
                change: { parentState, id, change in
                    guard let index = parentState[keyPath: state].firstIndex(where: { $0.id == id }) else {
                        return false
                    }
                    change(&parentState[keyPath: state][index])
                    return true
                },
                forEach: { parentState, body in
                    for element in parentState[keyPath: state] { body(element.id, element) }
                }),
            embed: embed, extract: extract)
    }

    /// Makes the values of a dictionary features that are parts of this one, each by its key; see
    /// ``forEach(_:state:embed:extract:)``.
    ///
    /// - Complexity: An action takes O(1) to find its child.
    public static func forEach<ID, Child: ViewFeature>(
        _ child: Child.Type, state: WritableKeyPath<State, [ID: Child.State]> & Sendable,
        embed: @escaping @Sendable (ID, Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> (ID, Child.Action)?
    ) -> ForEachScope<Self, ID, Child> where ID: Sendable {
        ForEachScope(
            elements: ChildElements(
                find: { parentState, id, _ in parentState[keyPath: state][id] },
                change: { parentState, id, change in
                    guard let index = parentState[keyPath: state].index(forKey: id) else { return false }
                    change(&parentState[keyPath: state].values[index])
                    return true
                },
                forEach: { parentState, body in
                    for (id, element) in parentState[keyPath: state] { body(id, element) }
                }),
            embed: embed, extract: extract)
    }
}

extension OneWay {
    /// The store of one of the children, for its row or its screen; `nil` where there is none with that identifier.
    ///
    /// Once the child has gone, the store keeps showing the state that was seen last.
    ///
    /// - Parameters:
    ///   - scope: What the child is an element of.
    ///   - id: Its identifier.
    /// - Complexity: O(1) where the child stays at its place, else O(*n*) in the number of elements, for each state that
    ///   the store is asked for or shows.
    public func scope<ID, Child>(_ scope: ForEachScope<Feature, ID, Child>, id: ID) -> OneWay<Child>? {
        let elements = scope.elements
        var hint = 0
        let find: @MainActor (State) -> Child.State? = { elements.find($0, id, &hint) }
        guard let childState = find(state) else { return nil }
        return child(
            Child.self, childState, find: find,
            embed: { [embed = scope.embed] in embed(id, $0) },
            extract: { [extract = scope.extract] in
                guard let (extractedID, action) = extract($0), extractedID == id else { return nil }
                return action
            })
    }
}
