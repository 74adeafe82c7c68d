import Binding

// Common mistakes, each with a message that names it and its remedy. The compiler considers unavailable functions only
// after no other one fits, so correct bindings take no longer to type-check.
//
// A value is distinguished from a source of values by `Equatable`, to which no source conforms. If the types of two
// sources do not match, the compiler's own message names both, so nothing here replaces it.

// A value on the left side of `=>`.

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, whose changes cannot be observed; write '$' before the property's name, as in 'viewModel.$name => label.rx.text'"
)
@_documentation(visibility: internal)
public func => (value: some Equatable, target: some BindingTarget) -> any Disposable {
    Disposables.create()
}

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, whose changes cannot be observed; write '$' before the property's name, as in 'viewModel.$name => { print($0) }'"
)
@_documentation(visibility: internal)
public func => <Value: Equatable>(value: Value, onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    Disposables.create()
}

/// A property's value instead of its source.
@available(
    *, unavailable,
    message:
        "the left side is a value, whose changes cannot be observed; write '$' before the property's name, as in 'viewModel.$name => { _ in print() }'"
)
@_documentation(visibility: internal)
public func => (value: some Equatable, onNext: @escaping @MainActor () -> Void) -> any Disposable {
    Disposables.create()
}

// An action on the left side of `=>`.

/// An action instead of its projection.
@available(
    *, unavailable,
    message:
        "the left side is a function, whose calls cannot be observed; write '$' before an action's name, as in 'viewModel.$alert => label.rx.text'"
)
@_documentation(visibility: internal)
public func => <each Argument>(
    action: (repeat each Argument) -> Void, target: some BindingTarget
) -> any Disposable {
    Disposables.create()
}

/// An action instead of its projection.
@available(
    *, unavailable,
    message:
        "the left side is a function, whose calls cannot be observed; write '$' before an action's name, as in 'viewModel.$alert => { print($0) }'"
)
@_documentation(visibility: internal)
public func => <each Argument, Result>(
    action: (repeat each Argument) -> Void, onNext: @escaping @MainActor (repeat each Argument) -> Result
) -> any Disposable {
    Disposables.create()
}

// A value on the right side of `=>`.

/// A control's value instead of its bindable property.
@available(
    *, unavailable,
    message:
        "the right side is a value, which cannot be bound; write '.rx' after the control, as in 'viewModel.$name => label.rx.text', or '$' before the name of a '@Mutable' property"
)
@_documentation(visibility: internal)
public func => <Element: Equatable>(
    source: some ObservableConvertibleType<Element>, value: Element?
) -> any Disposable {
    Disposables.create()
}

// A right side of `<=>` that takes values but reports none.

/// A one-way property in a two-way binding.
@available(
    *, unavailable,
    message:
        "the right side goes one way: it can be set, but does not report what a user changes; write '=>', or declare a 'ControlProperty' of that name with 'controlProperty(changes:getter:setter:property:)'"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable, Other: Sendable>(
    left: some TwoWayLeftSide<Value>, binder: Binder<Other>
) -> any Disposable {
    Disposables.create()
}

/// A control's value instead of its bindable property.
@available(
    *, unavailable,
    message:
        "the right side is a value, which cannot be bound; write '.rx' after the control, as in 'viewModel.$name <=> field.rx.text'"
)
@_documentation(visibility: internal)
public func <=> <Value: Equatable>(left: some TwoWayLeftSide<Value>, value: Value?) -> any Disposable {
    Disposables.create()
}

/// The sides of a two-way binding, exchanged.
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
        "the left side is a value, whose changes cannot be observed; write '$' before the property's name, as in 'viewModel.$name <=> field.rx.text'"
)
@_documentation(visibility: internal)
public func <=> (value: some Equatable, right: some TwoWayRightSide) -> any Disposable {
    Disposables.create()
}

/// A field with another type than the control, which may also be a field that has no converter.
@available(
    *, unavailable,
    message:
        "what is typed into the left side has another type than the right side; give the field a converter, as in '@Validated(as: .integer)', or write '<=> field.rx.text ?? \"\"' if the right side is optional"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable, Other: Sendable>(
    left: some TwoWayLeftSide<Value> & Equatable, right: some TwoWayRightSide<Other>
) -> any Disposable {
    Disposables.create()
}

/// A read-only sequence in a two-way binding.
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

/// A part that is not `Equatable` in a two-way binding.
@available(
    *, unavailable,
    message:
        "the part is not 'Equatable', so that edits of other parts would be written over it; make it so, or bind its parts"
)
@_documentation(visibility: internal)
public func <=> <Value: Sendable>(lens: Lens<Value>, right: some TwoWayRightSide) -> any Disposable {
    Disposables.create()
}
