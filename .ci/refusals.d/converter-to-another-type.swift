// expect: 'integer' reads integer types; for an optional, write
// A converter to a type other than the property's is refused, naming the protocol that the type would have to conform
// to.

import Binding
import BindingForms

/// A property wrapper with the same kind of declaration as a field.
@propertyWrapper struct Checked<Raw: Sendable, Value: Sendable> {
    var wrappedValue: Value

    init(wrappedValue: Value, _ rules: Rule<Value>...) where Raw == Value { self.wrappedValue = wrappedValue }

    init(wrappedValue: Value, as converter: ValueConverter<Raw, Value>, _ rules: Rule<Value>...) {
        self.wrappedValue = wrappedValue
    }
}

enum Size: String, CaseIterable { case small, large }

@MainActor final class ViewModel {
    @Checked(as: .integer) var age: UInt8 = 18
    @Checked(as: .oneOf) var size = Size.small
    @Checked(as: .integer) var name = ""  // refused
    @Checked(as: .decimal) var title = ""  // refused: 'decimal' reads 'Double' and 'Float'
    @Checked(as: .lossless) var guests: [Int] = []  // refused: conform to 'LosslessStringConvertible'
    @Checked(as: .optional(.integer)) var count: Int = 3  // refused: 'Wrapped
}
