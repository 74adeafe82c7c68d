// expect: '(integer' reads integer types; for an optional, write '[.]optional\([.]integer\)'|decimal' reads 'Double' and 'Float'; for an optional, write '[.]optional\([.]decimal\)', and for Foundation's 'Decimal' '[.]format\([.]number\)')
// A converter of numbers is refused for optionals, and for numbers of another kind.

import Binding
import BindingForms

struct Amount: Equatable, Sendable {}

@MainActor final class ViewModel {
    @Validated(as: .optional(.integer)) var age: Int? = nil
    @Validated(as: .decimal) var price: Double = 0
    @Validated(as: .trimmed(.decimal)) var weight: Float = 0
    @Validated(as: .integer) var size: Int? = nil  // refused
    @Validated(as: .integer) var ratio = 0.5  // refused
    @Validated(as: .decimal) var amount = Amount()  // refused
    @Validated(as: .decimal) var discount: Double? = nil  // refused
}
