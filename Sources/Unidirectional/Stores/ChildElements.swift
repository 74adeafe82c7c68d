/// How children of one kind are kept in the state of their parent.
///
/// Closures instead of protocol requirements, so that they are specialized for the types of the program that makes
/// them: they go through all children.
@usableFromInline
struct ChildElements<State, ID: Hashable & Sendable, Element: Equatable & Sendable>: Sendable {
    /// Where they are.
    @usableFromInline let list: AnyKeyPath & Sendable
    /// Finds one.
    @usableFromInline let find: @Sendable (State, ID) -> Element?
    /// Changes one, and returns whether it is there.
    @usableFromInline let change: @Sendable (inout State, ID, (inout Element) -> Void) -> Bool
    /// Whether two states have children with the same identifiers in the same order.
    @usableFromInline let haveSameIDs: @Sendable (State, State) -> Bool
    /// Determines where each child is.
    @usableFromInline let order: @Sendable (State) -> ChildOrder<ID>
    /// Finds one in a state by the order of that state.
    @usableFromInline let element: @Sendable (State, ID, ChildOrder<ID>) -> Element?
    /// Goes through those that differ in two states with the same identifiers, whose order is given, with the old and
    /// the new element.
    @usableFromInline let forEachChange: ForEachChange

    @usableFromInline
    typealias ForEachChange = @Sendable (State, State, ChildOrder<ID>, (ID, Element, Element) -> Void) -> Void

    @inlinable
    init(
        list: AnyKeyPath & Sendable,
        find: @escaping @Sendable (State, ID) -> Element?,
        change: @escaping @Sendable (inout State, ID, (inout Element) -> Void) -> Bool,
        haveSameIDs: @escaping @Sendable (State, State) -> Bool,
        order: @escaping @Sendable (State) -> ChildOrder<ID>,
        element: @escaping @Sendable (State, ID, ChildOrder<ID>) -> Element?,
        forEachChange: @escaping ForEachChange
    ) {
        self.list = list
        self.find = find
        self.change = change
        self.haveSameIDs = haveSameIDs
        self.order = order
        self.element = element
        self.forEachChange = forEachChange
    }
}

/// Where the children of a list are: of several with one identifier, the first.
@usableFromInline
struct ChildOrder<ID: Hashable & Sendable>: Sendable {
    @usableFromInline var places: [ID: Int] = [:]
    /// An identifier that several children have.
    @usableFromInline var repeated: ID?

    @inlinable
    init() {}

    @inlinable
    init(_ count: Int, _ id: (Int) -> ID) {
        places.reserveCapacity(count)
        for place in 0..<count {
            let id = id(place)
            if places[id] == nil { places[id] = place } else { repeated = repeated ?? id }
        }
    }
}

extension ChildElements where Element: Identifiable, ID == Element.ID {
    /// The elements of an array, by their own identifiers.
    @inlinable
    init(array: WritableKeyPath<State, [Element]> & Sendable) {
        self.init(
            list: array,
            find: { state, id in state[keyPath: array].first { $0.id == id } },
            change: { state, id, change in
                guard let index = state[keyPath: array].firstIndex(where: { $0.id == id }) else { return false }
                change(&state[keyPath: array][index])
                return true
            },
            haveSameIDs: { old, new in
                let (old, new) = (old[keyPath: array], new[keyPath: array])
                return old.count == new.count
                    && (old.isIdentical(new) || old.indices.allSatisfy { old[$0].id == new[$0].id })
            },
            order: { state in
                let elements = state[keyPath: array]
                return ChildOrder(elements.count) { elements[$0].id }
            },
            element: { state, id, order in
                guard let place = order.places[id] else { return nil }
                let elements = state[keyPath: array]
                // If it is not there, the order is that of another state.
                if place < elements.count, elements[place].id == id { return elements[place] }
                return elements.first { $0.id == id }
            },
            forEachChange: { old, new, order, body in
                let (old, new) = (old[keyPath: array], new[keyPath: array])
                if old.isIdentical(new) { return }
                for place in new.indices where old[place] != new[place] {
                    let id = new[place].id
                    if order.repeated == nil || order.places[id] == place { body(id, old[place], new[place]) }
                }
            })
    }
}

extension ChildElements {
    /// The values of a dictionary, by their keys.
    @inlinable
    init(dictionary: WritableKeyPath<State, [ID: Element]> & Sendable) {
        self.init(
            list: dictionary,
            find: { state, id in state[keyPath: dictionary][id] },
            change: { state, id, change in
                guard let index = state[keyPath: dictionary].index(forKey: id) else { return false }
                change(&state[keyPath: dictionary].values[index])
                return true
            },
            haveSameIDs: { old, new in
                let (old, new) = (old[keyPath: dictionary], new[keyPath: dictionary])
                return old.count == new.count && old.keys.allSatisfy { new.index(forKey: $0) != nil }
            },
            order: { _ in ChildOrder() },
            element: { state, id, _ in state[keyPath: dictionary][id] },
            forEachChange: { old, new, _, body in
                let old = old[keyPath: dictionary]
                for (id, element) in new[keyPath: dictionary] {
                    if let former = old[id], former != element { body(id, former, element) }
                }
            })
    }
}

extension Array {
    /// Whether this and another array of the same length share their elements: then the two are equal, without a
    /// comparison.
    @inlinable
    func isIdentical(_ other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}
