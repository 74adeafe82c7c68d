import Binding

// What is for the main actor: drivers, signals, behaviour relays, control properties and control events.

/// Has an observer or a relay take each value, on the main actor: `viewModel.$name => label.rx.text`.
///
/// - Returns: What ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, target: some BindingTarget<Element>
) -> any Disposable {
    target.takeOnMainActor(from: source)
}

/// Has an observer or a relay of optional values take each value, on the main actor.
///
/// - Returns: What ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, target: some BindingTarget<Element?>
) -> any Disposable {
    source.bindOnMainActor(to: target.asObserver())
}

/// Calls a closure with each value, on the main actor: `viewModel.$name => { print($0) }`.
///
/// - Returns: What ends the binding.
@inlinable
public func => <Element: Sendable>(
    source: consuming some SharedSequenceConvertibleType<Element>, onNext: @escaping @MainActor (Element) -> Void
) -> any Disposable {
    source.bindOnMainActor(onNext: onNext)
}

/// Calls a closure without an argument, on the main actor: `button.rx.tap => viewModel.submit`.
///
/// - Returns: What ends the binding.
@inlinable
public func => (
    source: consuming some SharedSequenceConvertibleType<Void>, onNext: @escaping @MainActor () -> Void
) -> any Disposable {
    source.bindOnMainActor { _ in onNext() }
}

// What is for any thread: observables, subjects and publish relays.

/// Has an observer or a relay take each value, on the thread that sends, or on the main actor where an observer belongs
/// there.
///
/// - Returns: What ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, target: some BindingTarget<Element>
) -> any Disposable {
    target.take(from: source)
}

/// Has an observer or a relay of optional values take each value.
///
/// - Returns: What ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, target: some BindingTarget<Element?>
) -> any Disposable {
    source.bind(to: target.asObserver())
}

/// Calls a closure with each value, on the thread that sends.
///
/// - Returns: What ends the binding.
@inlinable @_disfavoredOverload
public func => <Element: Sendable>(
    source: some ObservableType<Element>, onNext: @escaping @Sendable (Element) -> Void
) -> any Disposable {
    source.bind(onNext: onNext)
}

/// Calls a closure without an argument, on the thread that sends.
///
/// - Returns: What ends the binding.
@inlinable @_disfavoredOverload
public func => (
    source: some ObservableType<Void>, onNext: @escaping @Sendable () -> Void
) -> any Disposable {
    source.bind { _ in onNext() }
}
