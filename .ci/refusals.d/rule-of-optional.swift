// expect: '(notNil|ifPresent)' is a rule for an optional, and this value is never nil
// A rule for optionals is refused if there is always a value.

import Binding
import BindingForms

func rules() {
    let _: [Rule<String?>] = [.notNil, .ifPresent(.notEmpty), .ifPresent(.where("short") { $0.count > 3 })]
    let _: Rule<String> = .notNil  // refused
    let _: Rule<String> = .ifPresent(.notEmpty)  // refused
    let _: Rule<Int> = .ifPresent(.in(1...3))  // refused
}

@MainActor final class ViewModel {
    @Validated(as: .optional(.integer), .notNil, .ifPresent(.in(1...3))) var age: Int? = nil
    @Validated(.notNil) var name = ""  // refused
    @Validated(as: .integer, .ifPresent(.in(1...3))) var size = 18  // refused
}
