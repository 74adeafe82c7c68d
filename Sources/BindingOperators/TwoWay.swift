import Binding

/// Keeps a relay, or a part of one, in sync with a control: `viewModel.$typedText <=> field.rx.text`.
///
/// The right side may also be another relay, or a part of one. The left side wins at the start. If values are
/// `Equatable`, one that is equal to what the other side holds is not written. See `BehaviorRelay.bindTwoWay(to:)`.
///
/// - Returns: A disposable that ends the binding.
@inlinable
public func <=> <Value: Sendable>(
    left: some TwoWayLeftSide<Value>, right: some TwoWayRightSide<Value>
) -> any Disposable {
    left.bindTwoWay(to: right)
}

/// A control's property, unwrapped, with a default value in place of `nil`:
/// `viewModel.$name <=> field.rx.text ?? "unnamed"`.
///
/// - Parameters:
///   - property: The property of a control whose value may be `nil`.
///   - defaultValue: Evaluated on the main actor each time a `nil` arrives, and at no other time.
/// - Returns: The property.
@inlinable
public func ?? <Value: Sendable>(
    property: ControlProperty<Value?>, defaultValue: @autoclosure @escaping @MainActor () -> Value
) -> ControlProperty<Value> {
    property.replaceNil(with: defaultValue)
}

/// A driver or a signal, unwrapped, with a default value in place of `nil`:
/// `viewModel.$nickname ?? "none" => label.rx.text`.
///
/// - Parameters:
///   - sequence: The driver or the signal that may send `nil`.
///   - defaultValue: Evaluated on the main actor each time a `nil` arrives, and at no other time.
/// - Returns: The driver or the signal.
public func ?? <Sharing: SharingStrategy, Value: Sendable>(
    sequence: consuming SharedSequence<Sharing, Value?>, defaultValue: @autoclosure @escaping @MainActor () -> Value
) -> SharedSequence<Sharing, Value> {
    sequence.replaceNil(with: defaultValue)
}
