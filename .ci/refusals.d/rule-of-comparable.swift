// expect: '(in|greaterThan)' takes a (range of values|value) of the type that the rule is for, which must be 'Comparable'; for an optional, write '[.]ifPresent
// A comparison rule is refused if the value is not comparable, or not with the given one.

import Binding
import BindingForms

struct Guest: Sendable {}

func rules() {
    let _: [Rule<Double>] = [
        .in(0...1), .in(0..<1), .in(0...), .in(...1), .in(..<1), .greaterThan(0), .equals(1), .isOneOf([1, 2]),
    ]
    let _: Rule<Int?> = .ifPresent(.in(0...1), .greaterThan(0))
    let _: Rule<Int?> = .in(0...1)  // refused
    let _: Rule<Int> = .in(0...1.5)  // refused
    let _: Rule<Int?> = .greaterThan(0)  // refused
    let _: Rule<Guest> = .equals(Guest())  // refused: 'equals' is a rule for values that are 'Equatable'
    let _: Rule<Int> = .equals("1")  // refused: 'equals' is a rule for values that are 'Equatable'
    let _: Rule<Int> = .isOneOf(["1"])  // refused: 'isOneOf' is a rule for values that
}

@MainActor final class ViewModel {
    @Validated(.in(18...120), .greaterThan(17)) var age = 18
    @Validated(.in(18...120)) var name = ""  // refused
    @Validated(as: .optional(.integer), .in(18...120)) var years: Int? = nil  // refused
}
