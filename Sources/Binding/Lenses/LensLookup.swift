// Parts by name: as members, `$account.name`, and by key path, `$query[\.filter]`, which means the part even if there
// is a member of that name.

extension BehaviorRelay {
    /// A part of the value that can be read and set.
    @inlinable
    public subscript<Part: Sendable>(
        dynamicMember keyPath: WritableKeyPath<Element, Part> & Sendable
    ) -> Lens<Part> { self[keyPath] }

    /// A part of the value that can only be read.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Element, Part> & Sendable
    ) -> Driver<Part> { self[keyPath] }

    /// A part of the value that can be read and set: `$query[\.filter]`.
    @inlinable
    public subscript<Part: Sendable>(_ keyPath: WritableKeyPath<Element, Part> & Sendable) -> Lens<Part> {
        Lens(self, LensPath(keyPath))
    }

    /// A part of the value that can only be read.
    public subscript<Part: Sendable>(_ keyPath: KeyPath<Element, Part> & Sendable) -> Driver<Part> {
        asDriver()[keyPath]
    }

    /// The value, or a default if it is `nil`. A write stores the value.
    ///
    /// - Parameter defaultValue: The value in place of `nil`. It is not stored.
    @inlinable
    public func or<Wrapped: Sendable>(_ defaultValue: Wrapped) -> Lens<Wrapped> where Element == Wrapped? {
        Lens(self, LensPath(or: defaultValue))
    }
}

extension Lens {
    /// A part of this part that can be read and set.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: WritableKeyPath<Value, Part> & Sendable
    ) -> Lens<Part> { self[keyPath] }

    /// A part of this part that can only be read.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Value, Part> & Sendable
    ) -> Driver<Part> { self[keyPath] }

    /// A part of this part that can be read and set: `$search.query[\.filter]`.
    public subscript<Part: Sendable>(_ keyPath: WritableKeyPath<Value, Part> & Sendable) -> Lens<Part> {
        then(LensPath(keyPath))
    }

    /// A part of this part that can only be read.
    public subscript<Part: Sendable>(_ keyPath: KeyPath<Value, Part> & Sendable) -> Driver<Part> {
        asDriver()[keyPath]
    }
}

extension SharedSequence {
    /// A part of each value. A driver sends it only when it has changed, if it is `Equatable`; a signal sends it each
    /// time, because equal events are still separate events.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Element, Part> & Sendable
    ) -> SharedSequence<Sharing, Part> { self[keyPath] }

    /// A part of each value, even if there is an operator of that name: `$query[\.filter]`.
    public subscript<Part: Sendable>(
        _ keyPath: KeyPath<Element, Part> & Sendable
    ) -> SharedSequence<Sharing, Part> {
        let get: @Sendable (Element) -> Part = { $0[keyPath: keyPath] }
        return .init(sharing: Sharing.replaysLatest ? source.part(get) : source.map(get))
    }
}

extension BehaviorRelay where Element: MutableCollection, Element.Index == Int, Element.Element: Sendable {
    /// An element by its index; the program stops if there are fewer elements.
    @available(
        *, deprecated,
        message: "stops the program when there are fewer elements; use 'element(id:)', which follows the element"
    )
    public subscript(_ index: Int) -> Lens<Element.Element> { Lens(self, .init(at: index)) }
}

extension Lens where Value: MutableCollection, Value.Index == Int, Value.Element: Sendable {
    /// An element by its index; the program stops if there are fewer elements.
    @available(
        *, deprecated,
        message: "stops the program when there are fewer elements; use 'element(id:)', which follows the element"
    )
    public subscript(_ index: Int) -> Lens<Value.Element> { then(.init(at: index)) }
}

extension LensPath where Root: MutableCollection, Root.Index == Int, Root.Element == Part {
    fileprivate init(at index: Int) {
        self.init(get: { $0[index] }, update: { root, change in change(&root[index]) })
    }
}
