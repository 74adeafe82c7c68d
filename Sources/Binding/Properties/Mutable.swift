/// A property of a view model that a view shows and its user changes: a two-way binding.
///
/// ```swift
/// @MainActor final class ViewModel {
///     @Mutable var typedText = ""
/// }
/// viewModel.$typedText.bindTwoWay(to: field.rx.text)      // or, with BindingOperators: <=>
/// ```
///
/// The projection is a ``BehaviorRelay``. Otherwise it behaves like ``Bindable``.
@propertyWrapper
public struct Mutable<Value: Sendable>: Sendable {
    @usableFromInline let relay: BehaviorRelay<Value>

    /// A property with an initial value.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value.
    ///   - fileID: The file that declares the property, for warnings.
    ///   - line: The line that declares the property, for warnings.
    @inlinable
    public init(wrappedValue: Value, fileID: StaticString = #fileID, line: UInt = #line) {
        relay = BehaviorRelay(value: wrappedValue, of: StaticSourcePlace(fileID, line))
    }

    /// The value.
    public var wrappedValue: Value {
        @inlinable get { relay.value }
        @inlinable nonmutating set { relay.accept(newValue) }
        @inlinable nonmutating _modify {
            var value = relay.broadcaster.borrow()
            defer { relay.broadcaster.giveBack(value) }
            yield &value
        }
    }

    /// The relay that holds the value.
    @inlinable
    public var projectedValue: BehaviorRelay<Value> { relay }
}
