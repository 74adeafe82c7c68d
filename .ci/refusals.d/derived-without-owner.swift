// expect: cannot infer type of closure parameter '\$0' without a type annotation
// The owner's type has to be written: the wrapper does not know in which class it is.

import Binding

@MainActor final class Cart {
    @Mutable var price = 10
    @Derived({ (cart: Cart) in cart.price * 2 }) var total: Int
    @Derived({ $0.price * 2 }) var double: Int  // refused
}
