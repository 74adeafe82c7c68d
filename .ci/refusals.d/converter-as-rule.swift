// expect: '(integer|decimal|trimmed|lossless)' is a converter, not a rule; write 'as: [.](integer|decimal|trimmed|lossless)' before the rules
// The name of a converter among the rules says that `as:` is missing.

import Binding
import BindingForms

@MainActor final class ViewModel {
    @Validated(as: .integer, .in(18...120)) var age = 18
    @Validated(as: .trimmed) var name = ""
    @Validated(.integer, .in(18...120)) var size = 18  // refused
    @Validated(.decimal) var price = 0.5  // refused
    @Validated(.trimmed) var title = ""  // refused
}
