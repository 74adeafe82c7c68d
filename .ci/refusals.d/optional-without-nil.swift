// expect: an optional with a converter needs its 'nil': 'var age: Int[?] = nil'
// An optional with a converter is refused without its `nil`.

import Binding
import BindingForms

@MainActor final class ViewModel {
    @Validated(as: .optional(.integer)) var age: Int? = nil
    @Validated(as: .optional(.integer)) var size: Int?  // refused
}
