import Binding

extension InputWrapper where Input: BindableInputType {
    /// The relay of a `@Mutable` property: `stream.input.isOn`.
    ///
    /// It can be read and written, and bound with `<=>`.
    ///
    /// When a property is first accessed in a program, its getter is called to find the relay; it waits if another
    /// thread is just changing the value. A property that is not a `@Mutable` is a mistake of the programmer, even if
    /// it can be set and computes its value from several relays; one that computes its value from a single `@Mutable`
    /// of its own type, read once, cannot be told from that one, and must not be accessed here.
    ///
    /// - Complexity: O(*n*) in the number of the input's properties.
    public subscript<Value: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Input, Value>
    ) -> BehaviorRelay<Value> {
        relayOfMutable(keyPath, of: input)
    }

    /// The relay itself: `stream.input.$isOn`.
    @inlinable
    public subscript<Value: Sendable>(
        dynamicMember keyPath: KeyPath<Input, BehaviorRelay<Value>>
    ) -> BehaviorRelay<Value> {
        input[keyPath: keyPath]
    }
}

extension ReadOnly where Parts: BindableInputType {
    /// The value of a `@Mutable` property, and its changes: `dependency.inputObservables.isOn`. As with
    /// ``InputWrapper``, the property must be a `@Mutable`.
    ///
    /// - Complexity: O(*n*) in the number of the input's properties.
    public subscript<Value: Sendable>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Parts, Value>
    ) -> Property<Value> {
        Property(relayOfMutable(keyPath, of: parts))
    }
}
