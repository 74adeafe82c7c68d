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
///     viewModel.$userName.messageText => nameMessage.rx.text
/// }
/// ```
///
/// The value may be one that breaks the rules: a ``Form`` of such fields says whether all are valid. Angular's
/// `FormControl` and its validators work the same way; ReactiveSwift's `ValidatingProperty` refuses the value instead.
@MainActor @propertyWrapper
public struct Validated<Raw: Equatable & Sendable, Value: Equatable & Sendable> {
    /// The field that the user edits: the text as typed, what is wrong with it, whether it was changed.
    public let projectedValue: Field<Raw, Value>

    /// A property whose value is what is typed.
    ///
    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - name: What the field is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the value, in the order of their messages.
    @inlinable
    public init(
        wrappedValue: Value, name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: Rule<Value>...
    ) where Raw == Value {
        projectedValue = Field(wrappedValue, .asTyped, rules, named: name)
    }

    /// A property whose value is read from what is typed.
    ///
    /// - Parameters:
    ///   - wrappedValue: The initial value.
    ///   - converter: Reads what is typed, and formats a value to show it.
    ///   - name: What the field is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the value, in the order of their messages.
    @inlinable
    public init(
        wrappedValue: Value, as converter: ValueConverter<Raw, Value>,
        name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: Rule<Value>...
    ) {
        projectedValue = Field(wrappedValue, converter, rules, named: name)
    }

    /// A property without a value.
    @available(
        *, unavailable, message: "a field needs an initial value; for an optional: 'var age: Int? = nil'"
    )
    @_documentation(visibility: internal)
    public init(
        as converter: ValueConverter<Raw, Value>, name: @autoclosure @escaping @MainActor () -> String? = nil,
        _ rules: Rule<Value>...
    ) { preconditionFailure("The compiler does not let this be called.") }

    /// The value. While what is typed cannot be read, it is the previous one.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
    }
}
