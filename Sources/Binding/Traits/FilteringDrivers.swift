// Operators of `Driver` and `Signal` that leave values out or add some: the same as those of `Observable`, where they
// are described, with closures that run on the main actor and do not throw.

extension SharedSequence {
    /// The values that pass a test; see ``ObservableType/filter(_:)``.
    @inlinable
    public consuming func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> SharedSequence {
        .init(
            sharing: OperatorStage(sourceOfOperator(), MainActorDispatcher.unchecked(isIncluded)) {
                $0.attachFiltered($1, $2, $3)
            })
    }

    /// The values that differ from the one before; see ``ObservableType/distinctUntilChanged(by:)``.
    @inlinable
    public consuming func distinctUntilChanged(
        by areEqual: @escaping @MainActor (Element, Element) -> Bool
    ) -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged(by: MainActorDispatcher.unchecked(areEqual)))
    }

    /// The values whose key differs from that of the one before; see
    /// ``ObservableType/distinctUntilChanged(_:)-((Self.Element)->Key)``.
    @inlinable
    public consuming func distinctUntilChanged<Key: Equatable & Sendable>(
        _ key: @escaping @MainActor (Element) -> Key
    ) -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged(MainActorDispatcher.unchecked(key)))
    }

    /// The values whose property differs from that of the one before; see ``ObservableType/distinctUntilChanged(at:)``.
    @inlinable
    public consuming func distinctUntilChanged<Property: Equatable & Sendable>(
        at keyPath: KeyPath<Element, Property> & Sendable
    ) -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged(at: keyPath))
    }

    /// All values but the first ones; see ``ObservableType/skip(_:)``.
    @inlinable
    public consuming func skip(_ count: Int) -> SharedSequence {
        .init(sharing: sourceOfOperator().skip(count))
    }

    /// The values from the first one that fails a test; see ``ObservableType/skip(while:)``.
    public func skip(while isUnwanted: @escaping @MainActor (Element) -> Bool) -> SharedSequence {
        .init(sharing: source.skip(while: MainActorDispatcher.unchecked(isUnwanted)))
    }

    /// The values from the moment another sequence sends one; see ``ObservableType/skip(until:)``.
    public func skip(until other: some SharedSequenceConvertibleType) -> SharedSequence {
        .init(sharing: source.skip(until: other.asSharedSequence().source))
    }

    /// The first values, then completion; see ``ObservableType/take(_:)``.
    public func take(_ count: Int) -> SharedSequence { .init(sharing: source.take(count)) }

    /// The values up to the first that fails a test; see ``ObservableType/take(while:inclusive:)``.
    public func take(
        while isWanted: @escaping @MainActor (Element) -> Bool, inclusive: Bool = false
    ) -> SharedSequence {
        .init(sharing: source.take(while: MainActorDispatcher.unchecked(isWanted), inclusive: inclusive))
    }

    /// The values up to the first that fails a test; see ``ObservableType/take(while:behavior:)``.
    public func take(
        while isWanted: @escaping @MainActor (Element) -> Bool, behavior: TakeBehavior
    ) -> SharedSequence {
        take(while: isWanted, inclusive: behavior == .inclusive)
    }

    /// The values up to the first that passes a test; see ``ObservableType/take(until:behavior:)``.
    @_disfavoredOverload
    public func take(
        until isLast: @escaping @MainActor (Element) -> Bool, behavior: TakeBehavior = .exclusive
    ) -> SharedSequence {
        take(while: { !isLast($0) }, inclusive: behavior == .inclusive)
    }

    /// The last values, once the sequence has completed; see ``ObservableType/takeLast(_:)``.
    public func takeLast(_ count: Int) -> SharedSequence { .init(sharing: source.takeLast(count)) }

    /// The value at a position, then completion; see ``ObservableType/element(at:)``. If there is none, the sequence
    /// completes without it, as it cannot fail.
    public func element(at index: Int) -> SharedSequence {
        .init(sharing: source.element(at: index, missing: .completed))
    }

    /// The first value, or `nil` if the sequence completes without one; see ``ObservableType/first()``.
    public func first() -> SharedSequence<Sharing, Element?> { .init(sharing: source.first()) }

    /// Only the completion; see ``ObservableType/ignoreElements()->Observable<Never>``.
    public func ignoreElements() -> SharedSequence<Sharing, Never> { .init(sharing: source.withoutElements()) }

    /// Only the completion, as a sequence of any type of values.
    public func ignoreElements<Result: Sendable>() -> SharedSequence<Sharing, Result> {
        .init(sharing: source.withoutElements())
    }

    /// The values until another sequence sends one; see ``ObservableType/take(until:)``.
    public func take(until other: some SharedSequenceConvertibleType) -> SharedSequence {
        .init(sharing: source.take(until: other.asSharedSequence().source))
    }

    /// Some values, then those of this sequence; see ``ObservableType/startWith(_:)``.
    ///
    /// - Parameter elements: The values to begin with, in this order.
    public func startWith(_ elements: Element...) -> SharedSequence {
        .init(sharing: source.startingWith(elements))
    }

    /// The same values, or a default if there are none; see ``ObservableType/ifEmpty(default:)``.
    public func ifEmpty(default element: Element) -> SharedSequence {
        .init(sharing: source.ifEmpty(default: element))
    }

    /// The same values, or those of another sequence if there are none; see
    /// ``ObservableType/ifEmpty(switchTo:)-(Observable<Self.Element>)``.
    public func ifEmpty(switchTo other: SharedSequence) -> SharedSequence {
        .init(sharing: source.ifEmpty(switchTo: other.source))
    }
}

extension SharedSequence where Element: Equatable {
    /// The values that differ from the one before; see ``ObservableType/distinctUntilChanged()``.
    @inlinable
    public consuming func distinctUntilChanged() -> SharedSequence {
        .init(sharing: sourceOfOperator().distinctUntilChanged())
    }
}
