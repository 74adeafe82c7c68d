import Binding

/// Keeps a relay and a control alike: `viewModel.$typedText <=> field.rx.text`.
///
/// The left side wins at the start. See ``BehaviorRelay/bindTwoWay(to:)``.
///
/// - Returns: What ends the binding.
public func <=> <Value: Sendable>(
    relay: BehaviorRelay<Value>, control: some ControlPropertyType<Value>
) -> any Disposable {
    relay.bindTwoWay(to: control)
}

/// Keeps a relay and a control alike; a value equal to what the other side holds is not written.
///
/// - Returns: What ends the binding.
public func <=> <Value: Sendable & Equatable>(
    relay: BehaviorRelay<Value>, control: some ControlPropertyType<Value>
) -> any Disposable {
    relay.bindTwoWay(to: control)
}

/// Keeps two relays alike. The left one wins at the start.
///
/// - Returns: What ends the binding.
public func <=> <Value: Sendable>(left: BehaviorRelay<Value>, right: BehaviorRelay<Value>) -> any Disposable {
    left.bindTwoWay(to: right)
}

/// Keeps two relays alike; a value equal to what the other side holds is not written.
///
/// - Returns: What ends the binding.
public func <=> <Value: Sendable & Equatable>(
    left: BehaviorRelay<Value>, right: BehaviorRelay<Value>
) -> any Disposable {
    left.bindTwoWay(to: right)
}

/// A control's property without the optional, `nil` from the control becoming a default value:
/// `viewModel.$name <=> field.rx.text ?? "unnamed"`.
///
/// - Parameter defaultValue: Evaluated on the main actor each time that a `nil` comes, and at no other time.
/// - Returns: The property.
public func ?? <Value: Sendable>(
    property: ControlProperty<Value?>, defaultValue: @autoclosure @escaping @MainActor () -> Value
) -> ControlProperty<Value> {
    property.replaceNil(with: defaultValue)
}
