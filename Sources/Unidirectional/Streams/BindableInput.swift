import Binding

extension InputWrapper where Input: BindableInputType {
    /// The relay of a `@Mutable` property: `stream.input.isOn`.
    ///
    /// It is read and written, and `<=>` takes it.
    ///
    /// Which relay it is, the getter tells when a property is asked for the first time in a program: it is called, and
    /// waits where another thread is just changing the value. A property that is no `@Mutable` is a mistake of the
    /// programmer, also where it can be set and computes its value from several relays; one that computes its value from
    /// a single `@Mutable` of its own type, read once, cannot be told from that one, and must not be asked for here.
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
    /// The value of a `@Mutable` property, and its changes: `dependency.inputObservables.isOn`. As with
    /// ``InputWrapper``, the property must be one.
    ///
    /// - Complexity: O(*n*) in the number of the input's properties.
    public subscript<Value: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Parts, Value>
    ) -> Property<Value> {
        Property(relayOfMutable(keyPath, of: parts))
    }
}
