// expect: '(notEmpty|count)' is a rule for text and other collections; for an optional, write .*'[.]ifPresent\([.](notEmpty|count\(…\))\)'
// A rule for collections is refused if the value is not one.

import Binding
import BindingForms

func rules() {
    let _: [Rule<[Int]>] = [.notEmpty, .count(1...3), .count(exactly: 3), .count(1...)]
    let _: Rule<Int> = .notEmpty  // refused
    let _: Rule<Int> = .count(1...3)  // refused
    let _: Rule<Int> = .count(exactly: 3)  // refused
    let _: Rule<[Int]?> = .notEmpty  // refused
}

@MainActor final class ViewModel {
    @Validated(.notEmpty, .count(1...3)) var name = ""
    @Validated(.notEmpty) var age = 18  // refused
    @Validated(.count(1...3)) var years = 18  // refused
    @Validated(as: .integer, .notEmpty) var size = 18  // refused
}
