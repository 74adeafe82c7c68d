// expect: a field needs an initial value; for an optional: 'var age: Int[?] = nil'
// A field with a converter is refused without an initial value, also an optional without its `nil`.

import Binding
import BindingForms

@MainActor final class ViewModel {
    @Validated(as: .optional(.integer)) var age: Int? = nil
    @Validated(as: .optional(.integer)) var size: Int?  // refused
    @Validated(as: .integer) var count: Int  // refused
}
