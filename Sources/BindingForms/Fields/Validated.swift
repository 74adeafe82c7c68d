import Binding

/// A property with rules, whose projection is the ``Field`` that a user edits.
///
/// ```swift
/// @MainActor final class SignUpViewModel {
///     @Validated(.notEmpty, .count(3...20)) var userName = ""
///     @Validated(as: .integer, .in(18...120)) var age = 18  // typed as text, an Int here
/// }
/// binding {
///     viewModel.$userName <=> nameField.rx.text
///     nameField.rx.editingDidEnd => viewModel.$userName.touch
///     viewModel.$userName.message => nameMessage.rx.text
/// }
/// ```
///
/// The value may be one that breaks the rules: a ``Form`` of such fields says whether all is well. Angular's `FormControl` is to
/// its validators what this is to its rules; ReactiveSwift's `ValidatingProperty` refuses the value instead.
@MainActor @propertyWrapper
public struct Validated<Raw: Equatable & Sendable, Value: Equatable & Sendable> {
    /// What the user edits: the text as typed, what is wrong with it, whether it was changed.
    public let projectedValue: Field<Raw, Value>

    /// A property that is typed as it is.
    ///
    /// - Parameters:
    ///   - wrappedValue: The first value.
    ///   - rules: What the value has to be, in the order in which that is said.
    @inlinable
    public init(wrappedValue: Value, _ rules: Rule<Value>...) where Raw == Value {
        projectedValue = Field(wrappedValue, rules)
    }

    /// A property that is typed as something else.
    ///
    /// - Parameters:
    ///   - wrappedValue: The first value.
    ///   - converter: How what is typed is read, and what is shown of a value.
    ///   - rules: What the value has to be, in the order in which that is said.
    @inlinable
    public init(wrappedValue: Value, as converter: ValueConverter<Raw, Value>, _ rules: Rule<Value>...) {
        projectedValue = Field(wrappedValue, as: converter, rules)
    }

    /// The value. Where what is typed cannot be read, it is the one before.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
    }
}
