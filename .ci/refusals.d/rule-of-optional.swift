// expect: '(notNil|ifPresent)' is a rule for an optional, and this value is always there
// A rule for an optional is refused where there is always a value.

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

func rules() {
    let _: [Rule<String?>] = [.notNil, .ifPresent(.notEmpty), .ifPresent(.where("short") { $0.count > 3 })]
    let _: Rule<String> = .notNil  // refused
    let _: Rule<String> = .ifPresent(.notEmpty)  // refused
    let _: Rule<Int> = .ifPresent(.in(1...3))  // refused
}

@MainActor final class ViewModel {
    @Checked(as: .optional(.integer), .notNil, .ifPresent(.in(1...3))) var age: Int? = nil
    @Checked(.notNil) var name = ""  // refused
    @Checked(as: .integer, .ifPresent(.in(1...3))) var size = 18  // refused
}
