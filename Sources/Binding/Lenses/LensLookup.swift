// How parts are named: by member, `$account.name`, and by key path, `$query[\.filter]`, which means the part also where
// there is a member of that name.

extension BehaviorRelay {
    /// A part of the value, both ways.
    @inlinable
    public subscript<Part: Sendable>(
        dynamicMember keyPath: WritableKeyPath<Element, Part> & Sendable
    ) -> Lens<Part> { self[keyPath] }

    /// A part of the value that can only be read.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Element, Part> & Sendable
    ) -> Driver<Part> { self[keyPath] }

    /// A part of the value, both ways: `$query[\.filter]`.
    @inlinable
    public subscript<Part: Sendable>(_ keyPath: WritableKeyPath<Element, Part> & Sendable) -> Lens<Part> {
        Lens(self, LensPath(keyPath))
    }

    /// A part of the value that can only be read.
    public subscript<Part: Sendable>(_ keyPath: KeyPath<Element, Part> & Sendable) -> Driver<Part> {
        asDriver()[keyPath]
    }

    /// The value, or a default where it is missing. What is written is there from then on.
    ///
    /// - Parameter defaultValue: What stands for `nil`. It is not stored.
    @inlinable
    public func or<Wrapped: Sendable>(_ defaultValue: Wrapped) -> Lens<Wrapped> where Element == Wrapped? {
        Lens(self, LensPath(or: defaultValue))
    }
}

extension Lens {
    /// A part of this part, both ways.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: WritableKeyPath<Value, Part> & Sendable
    ) -> Lens<Part> { self[keyPath] }

    /// A part of this part that can only be read.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Value, Part> & Sendable
    ) -> Driver<Part> { self[keyPath] }

    /// A part of this part, both ways: `$search.query[\.filter]`.
    public subscript<Part: Sendable>(_ keyPath: WritableKeyPath<Value, Part> & Sendable) -> Lens<Part> {
        then(LensPath(keyPath))
    }

    /// A part of this part that can only be read.
    public subscript<Part: Sendable>(_ keyPath: KeyPath<Value, Part> & Sendable) -> Driver<Part> {
        asDriver()[keyPath]
    }
}

extension SharedSequence {
    /// A part of each value. That of a driver is told only when it has changed, if it is `Equatable`; that of a signal
    /// is told each time, because one event is not another one that looks the same.
    public subscript<Part: Sendable>(
        dynamicMember keyPath: KeyPath<Element, Part> & Sendable
    ) -> SharedSequence<Sharing, Part> { self[keyPath] }

    /// A part of each value, also where there is an operator of that name: `$query[\.filter]`.
    public subscript<Part: Sendable>(
        _ keyPath: KeyPath<Element, Part> & Sendable
    ) -> SharedSequence<Sharing, Part> {
        let get: @Sendable (Element) -> Part = { $0[keyPath: keyPath] }
        return .init(sharing: Sharing.replaysLatest ? source.part(get) : source.map(get))
    }
}

extension BehaviorRelay where Element: MutableCollection, Element.Index == Int, Element.Element: Sendable {
    /// An element by its place, which stops the program when there are fewer.
    @available(
        *, deprecated,
        message: "stops the program when there are fewer elements; use 'element(id:)', which follows the element"
    )
    public subscript(_ index: Int) -> Lens<Element.Element> { Lens(self, .init(at: index)) }
}

extension Lens where Value: MutableCollection, Value.Index == Int, Value.Element: Sendable {
    /// An element by its place, which stops the program when there are fewer.
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
