extension BehaviorRelay
where
    Element: RandomAccessCollection & MutableCollection, Element.Index: Sendable,
    Element.Element: Identifiable & Sendable, Element.Element.ID: Sendable
{
    /// A lens to the element with an identity, which follows the element when it moves; `nil` if there is none now.
    ///
    /// If the element is removed later, the lens keeps its last value; a write then changes nothing and notifies no
    /// observer. If the element comes back, the lens refers to it again.
    ///
    /// - Complexity: O(*n*), and O(1) per access while the element stays where it was, otherwise O(*n*). In a collection
    ///   whose subscript takes longer, as long as that instead of O(1).
    @inlinable
    public func element(id: Element.Element.ID) -> Lens<Element.Element>? {
        let root = value
        return root.firstIndex { $0.id == id }.map { Lens(self, LensPath(id: id, at: $0, in: root)) }
    }
}

extension Lens
where
    Value: RandomAccessCollection & MutableCollection, Value.Index: Sendable, Value.Element: Identifiable & Sendable,
    Value.Element.ID: Sendable
{
    /// A lens to the element with an identity; see ``BehaviorRelay/element(id:)``.
    @inlinable
    public func element(id: Value.Element.ID) -> Lens<Value.Element>? {
        let root = value
        return root.firstIndex { $0.id == id }.map { then(LensPath(id: id, at: $0, in: root)) }
    }
}

extension LensPath
where
    Root: RandomAccessCollection & MutableCollection, Root.Index: Sendable, Root.Element == Part, Part: Identifiable,
    Part.ID: Sendable
{
    @usableFromInline
    init(id: Part.ID, at index: Root.Index, in root: Root) {
        let seen = SeenElement<Root>(id: id, index: index, element: root[index])
        self.init(
            get: { root in
                guard let index = seen.index(in: root) else { return seen.element }
                let element = root[index]
                seen.note(index, element)
                return element
            },
            update: { root, change in
                guard let index = seen.index(in: root) else {
                    var element = seen.element
                    _ = change(&element)
                    return false
                }
                guard change(&root[index]) else { return false }
                seen.note(index, root[index])
                return true
            })
    }
}

extension RandomAccessCollection where Element: Identifiable {
    /// Where the element with an identity is: usually where it was.
    ///
    /// - Complexity: O(1) if it is there, otherwise O(*n*).
    // Searching takes a hundred times as long in code that is not specialized.
    @inlinable
    package func index(ofID id: Element.ID, near index: Index?) -> Index? {
        if let index, index >= startIndex, index < endIndex, self[index].id == id { return index }
        return firstIndex { $0.id == id }
    }
}

/// The last known index and value of an element. Comparisons and releases are done outside of the lock.
private struct SeenElement<Root: RandomAccessCollection & Sendable>: Sendable
where Root.Element: Identifiable & Sendable, Root.Index: Sendable, Root.Element.ID: Sendable {
    private struct Sight: Sendable {
        var index: Root.Index
        var element: Root.Element
    }

    private let id: Root.Element.ID
    private let last: Guarded<Sight>

    init(id: Root.Element.ID, index: Root.Index, element: Root.Element) {
        self.id = id
        last = Guarded(Sight(index: index, element: element))
    }

    /// The last known value of the element.
    var element: Root.Element { last.withLock { $0.element } }

    /// The current index of the element.
    func index(in root: Root) -> Root.Index? {
        root.index(ofID: id, near: last.withLock { $0.index })
    }

    func note(_ index: Root.Index, _ element: Root.Element) {
        last.replace(with: Sight(index: index, element: element))
    }
}
