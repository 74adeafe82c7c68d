import Binding

// Sources for the main actor: drivers, signals, behavior relays, control properties and control events.

/// Sends each value to an observer or a relay, on the main actor: `viewModel.$name => label.rx.text`.
///
/// - Returns: A disposable that ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, target: some BindingTarget<Element>
) -> any Disposable {
    target.takeOnMainActor(from: source)
}

/// Sends each value to an observer or a relay of optional values, on the main actor.
///
/// - Returns: A disposable that ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, target: some BindingTarget<Element?>
) -> any Disposable {
    target.takeOnMainActor(from: source.asSharedSequence().map { Optional($0) })
}

/// Calls a closure with each value, on the main actor: `viewModel.$name => { print($0) }`.
///
/// - Returns: A disposable that ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, onNext: @escaping @MainActor (Element) -> Void
) -> any Disposable {
    source.bindOnMainActor(onNext: onNext)
}

/// Calls a closure without an argument, on the main actor: `button.rx.tap => viewModel.submit`.
///
/// - Returns: A disposable that ends the binding.
@inlinable
public func => (
    source: consuming some SharedSequenceConvertibleType<Void>, onNext: @escaping @MainActor () -> Void
) -> any Disposable {
    source.bindOnMainActor { _ in onNext() }
}

// Observables, subjects and publish relays: an observer or a relay is called on the thread that sends; a closure, which
// belongs to a view, on the main actor.

/// Sends each value to an observer or a relay, on the thread that sends, or on the main actor if an observer belongs
/// there.
///
/// - Returns: A disposable that ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, target: some BindingTarget<Element>
) -> any Disposable {
    target.take(from: source)
}

/// Sends each value to an observer or a relay of optional values.
///
/// - Returns: A disposable that ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, target: some BindingTarget<Element?>
) -> any Disposable {
    target.take(from: source.asObservable().map { Optional($0) })
}

/// Calls a closure with each value, on the main actor: at once if the value is sent there. For a call on the thread
/// that sends, use `bind(onNext:)`.
///
/// - Returns: A disposable that ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, onNext: @escaping @MainActor (Element) -> Void
) -> any Disposable {
    source.bindOnMainActor(onNext: onNext)
}

/// Calls a closure without an argument, on the main actor: at once if the value is sent there.
///
/// - Returns: A disposable that ends the binding.
@inlinable @_disfavoredOverload
public func => (
    source: some ObservableType<Void>, onNext: @escaping @MainActor () -> Void
) -> any Disposable {
    source.bindOnMainActor { _ in onNext() }
}

// Requests. When the compiler resolves the overload, a closure of several statements without `return` fits these
// functions as well as those that observe. The request is optional here so that the compiler prefers the others.

/// Answers each request of a control with a closure, on the main actor:
/// `window.rx.closeRequest => { [weak self] _ in self?.mayClose ?? true }`.
///
/// A closure that returns nothing observes the requests, which are answered with the default.
///
/// - Parameters:
///   - request: The request. If it is `nil`, nothing is bound.
///   - answer: Called on the main actor with each request.
/// - Returns: A disposable that ends the binding.
public func => <Value: Sendable, Answer: Sendable>(
    request: ControlRequest<Value, Answer>?, answer: @escaping @MainActor (Value) -> Answer
) -> any Disposable {
    request?.answer(answer) ?? Disposables.create()
}

/// Answers each request of a control with a closure without an argument, on the main actor.
///
/// - Parameters:
///   - request: The request. If it is `nil`, nothing is bound.
///   - answer: Called on the main actor with each request.
/// - Returns: A disposable that ends the binding.
public func => <Answer: Sendable>(
    request: ControlRequest<Void, Answer>?, answer: @escaping @MainActor () -> Answer
) -> any Disposable {
    request?.answer(answer) ?? Disposables.create()
}
