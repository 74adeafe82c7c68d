// expect: '(email|notBlank|matches)' is a rule for text; for an optional( text)?, write .*'[.]ifPresent\([.](email|notBlank|matches\(…\))\)'
// A rule for text is refused if the value is not text.

import Binding
import BindingForms

@MainActor
func rules() {
    let _: [Rule<String>] = [.email, .notBlank.hint, .matches(/[a-z]*/).message("lower case")]
    let _: [Rule<String?>] = [.ifPresent(.email, .notBlank), .ifPresent(.matches(/[a-z]*/))]
    let _: Rule<Int> = .email  // refused
    let _: Rule<Int> = .notBlank  // refused
    let _: Rule<Int> = .matches(/[a-z]*/)  // refused
    let _: Rule<String?> = .email  // refused
    let _: Rule<Int> = .email.message("an address, please")  // refused
}

@MainActor final class ViewModel {
    @Validated(.email, .notBlank) var email = ""
    @Validated(as: .optional(.lossless), .ifPresent(.email)) var other: String? = nil
    @Validated(.email) var age = 18  // refused
    @Validated(.matches(/[a-z]*/)) var years: Int = 18  // refused
    @Validated(.notBlank) var name: String? = nil  // refused
    @Validated(as: .integer, .email) var size = 18  // refused
}
