import Binding

// Mistakes that are easily made, each with a message that names it and the cure. The compiler looks at functions that
// are unavailable only after no other has fitted, so that bindings that are right take no longer to check.
//
// A value and a source of values are told apart by `Equatable`, which no source is. Where two sources' types do not go
// together the compiler's own message names both, so there is nothing here that would take its place.

// A value on the left side of `=>`.

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, which does not tell of its changes; write '$' before the property's name, as in 'viewModel.$name => label.rx.text'"
)
@_documentation(visibility: internal)
public func => (value: some Equatable, target: some BindingTarget) -> any Disposable {
    Disposables.create()
}

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, which does not tell of its changes; write '$' before the property's name, as in 'viewModel.$name => { print($0) }'"
)
@_documentation(visibility: internal)
public func => <Value: Equatable>(value: Value, onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    Disposables.create()
}

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, which does not tell of its changes; write '$' before the property's name, as in 'viewModel.$name => { _ in print() }'"
)
@_documentation(visibility: internal)
public func => (value: some Equatable, onNext: @escaping @MainActor () -> Void) -> any Disposable {
    Disposables.create()
}

// An action on the left side of `=>`.

/// An action instead of the calls of it.
@available(
    *, unavailable,
    message:
        "the left side is a function, which does not tell of its calls; write '$' before an action's name, as in 'viewModel.$alert => label.rx.text'"
)
@_documentation(visibility: internal)
public func => <each Argument>(
    action: (repeat each Argument) -> Void, target: some BindingTarget
) -> any Disposable {
    Disposables.create()
}

/// An action instead of the calls of it.
@available(
    *, unavailable,
    message:
        "the left side is a function, which does not tell of its calls; write '$' before an action's name, as in 'viewModel.$alert => { print($0) }'"
)
@_documentation(visibility: internal)
public func => <each Argument, Result>(
    action: (repeat each Argument) -> Void, onNext: @escaping @MainActor (repeat each Argument) -> Result
) -> any Disposable {
    Disposables.create()
}

// A value on the right side of `=>`.

/// A control's value instead of what can be bound of the control.
@available(
    *, unavailable,
    message:
        "the right side is a value, which cannot be bound; write '.rx' behind the control, as in 'viewModel.$name => label.rx.text', or '$' before the name of a '@Mutable' property"
)
@_documentation(visibility: internal)
public func => <Element: Equatable>(
    source: some ObservableConvertibleType<Element>, value: Element?
) -> any Disposable {
    Disposables.create()
}

// What takes values and tells of none, on the right side of `<=>`.

/// A property that goes one way in a binding that goes two.
@available(
    *, unavailable,
    message:
        "the right side goes one way: it is set, and does not tell what a user changes; write '=>', or declare a 'ControlProperty' of that name with 'controlProperty(changes:getter:setter:)'"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable, Other: Sendable>(
    left: some TwoWayLeftSide<Value>, binder: Binder<Other>
) -> any Disposable {
    Disposables.create()
}

/// A control's value instead of what can be bound of the control.
@available(
    *, unavailable,
    message:
        "the right side is a value, which cannot be bound; write '.rx' behind the control, as in 'viewModel.$name <=> field.rx.text'"
)
@_documentation(visibility: internal)
public func <=> <Value: Equatable>(left: some TwoWayLeftSide<Value>, value: Value?) -> any Disposable {
    Disposables.create()
}

/// The sides of a binding that goes two ways, exchanged.
@available(
    *, unavailable,
    message:
        "the left side wins at the start, and must be a relay or a part of one; exchange the sides, as in 'viewModel.$name <=> field.rx.text'"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable>(
    control: some ControlPropertyType<Value>, left: some TwoWayLeftSide<Value>
) -> any Disposable {
    Disposables.create()
}

/// A property's value instead of its relay.
@available(
    *, unavailable,
    message:
        "the left side is a value, which does not tell of its changes; write '$' before the property's name, as in 'viewModel.$name <=> field.rx.text'"
)
@_documentation(visibility: internal)
public func <=> (value: some Equatable, right: some TwoWayRightSide) -> any Disposable {
    Disposables.create()
}

/// What only tells, in a binding that goes two ways.
@available(
    *, unavailable,
    message: "the left side can only be read; write '=>', or mark the property '@Mutable' in place of '@Bindable'"
)
@_documentation(visibility: internal)
public func <=> <Sharing: SharingStrategy, Value: Sendable>(
    sequence: SharedSequence<Sharing, Value>, right: some TwoWayRightSide
) -> any Disposable {
    Disposables.create()
}

/// A part that cannot be compared, in a binding that goes two ways.
@available(
    *, unavailable,
    message:
        "the part is not 'Equatable', so that edits of other parts would be written over it; make it so, or bind its parts"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable>(lens: Lens<Value>, right: some TwoWayRightSide) -> any Disposable {
    Disposables.create()
}
