// expect: 'projectedValue' is unavailable: @Derived is for properties of classes; elsewhere use DerivedValue|'wrappedValue' is unavailable: @Derived is for properties of classes; elsewhere use DerivedValue|reference to .* subscript|requires that 'Cart' be a class type
// A property of a structure has no object that it could be derived of.

import Binding

final class Owner: Sendable {}

@MainActor struct Cart {
    let price = BehaviorRelay(value: 10)
    @Derived({ (owner: Owner) in 1 }) var total: Int  // refused
}
