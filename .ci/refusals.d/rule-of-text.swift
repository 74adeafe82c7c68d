// expect: '(email|notBlank|matches)' is a rule for text; for an optional( text)?, write .*'[.]ifPresent\([.](email|notBlank|matches\(…\))\)'
// A rule for text is refused where the value is none.

import Binding
import BindingForms

/// As a field is declared.
@propertyWrapper struct Checked<Raw: Sendable, Value: Sendable> {
    var wrappedValue: Value

    init(wrappedValue: Value, _ rules: Rule<Value>...) where Raw == Value { self.wrappedValue = wrappedValue }

    init(wrappedValue: Value, as converter: ValueConverter<Raw, Value>, _ rules: Rule<Value>...) {
        self.wrappedValue = wrappedValue
    }
}

@MainActor
func rules() {
    let _: [Rule<String>] = [.email, .notBlank.hint, .matches(/[a-z]*/).message("small letters")]
    let _: [Rule<String?>] = [.ifPresent(.email, .notBlank), .ifPresent(.matches(/[a-z]*/))]
    let _: Rule<Int> = .email  // refused
    let _: Rule<Int> = .notBlank  // refused
    let _: Rule<Int> = .matches(/[a-z]*/)  // refused
    let _: Rule<String?> = .email  // refused
    let _: Rule<Int> = .email.message("an address, please")  // refused
}

@MainActor final class ViewModel {
    @Checked(.email, .notBlank) var email = ""
    @Checked(as: .optional(.lossless), .ifPresent(.email)) var other: String? = nil
    @Checked(.email) var age = 18  // refused
    @Checked(.matches(/[a-z]*/)) var years: Int = 18  // refused
    @Checked(.notBlank) var name: String? = nil  // refused
    @Checked(as: .integer, .email) var size = 18  // refused
}
