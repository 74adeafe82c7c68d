// expect: '(notEmpty|count)' is a rule for text and other collections; for an optional, write .*'[.]ifPresent\([.](notEmpty|count\(…\))\)'
// A rule for collections is refused where the value is none.

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
    let _: [Rule<[Int]>] = [.notEmpty, .count(1...3), .count(exactly: 3), .count(1...)]
    let _: Rule<Int> = .notEmpty  // refused
    let _: Rule<Int> = .count(1...3)  // refused
    let _: Rule<Int> = .count(exactly: 3)  // refused
    let _: Rule<[Int]?> = .notEmpty  // refused
}

@MainActor final class ViewModel {
    @Checked(.notEmpty, .count(1...3)) var name = ""
    @Checked(.notEmpty) var age = 18  // refused
    @Checked(.count(1...3)) var years = 18  // refused
    @Checked(as: .integer, .notEmpty) var size = 18  // refused
}
