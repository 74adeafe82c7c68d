import Binding

extension InputWrapper where Input: BindableInputType {
    /// The relay of a `@Mutable` property: `stream.input.isOn`.
    ///
    /// It is read and written, and `<=>` takes it.
    ///
    /// - Complexity: O(*n*) in the number of the input's properties.
    public subscript<Value: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Input, Value>
    ) -> BehaviorRelay<Value> {
        relayOfMutable(keyPath, of: input)
    }

    /// A relay as it is: `stream.input.$isOn`.
    @inlinable
    public subscript<Value: Sendable>(
        dynamicMember keyPath: KeyPath<Input, BehaviorRelay<Value>>
    ) -> BehaviorRelay<Value> {
        input[keyPath: keyPath]
    }
}

extension ReadOnly where Parts: BindableInputType {
    /// The value of a `@Mutable` property, and its changes: `dependency.inputObservables.isOn`.
    ///
    /// - Complexity: O(*n*) in the number of the input's properties.
    public subscript<Value: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Parts, Value>
    ) -> Property<Value> {
        Property(relayOfMutable(keyPath, of: parts))
    }
}

/// The relay behind a `@Mutable` property.
///
/// A key path to the property does not lead to its wrapper, so each wrapper of the right type is asked whether the key
/// path reads it.
private func relayOfMutable<Input, Value: Sendable>(
    _ keyPath: ReferenceWritableKeyPath<Input, Value>, of input: Input
) -> BehaviorRelay<Value> {
    var mirror: Mirror? = Mirror(reflecting: input)
    while let current = mirror {
        for case let property as Mutable<Value> in current.children.map(\.value)
        where property.projectedValue.isTouched(by: { _ = input[keyPath: keyPath] }) {
            return property.projectedValue
        }
        mirror = current.superclassMirror
    }
    BindingDiagnostics.reportMistake(.notMutable(input: Input.self, value: Value.self))
    return BehaviorRelay(value: input[keyPath: keyPath])
}
