// expect: 'total' is a get-only property|'value' is a get-only property
// A derived value follows from others: those are what one sets.

import Binding

@MainActor final class Cart {
    @Mutable var price = 10
    @Derived({ (cart: Cart) in cart.price * 2 }) var total: Int
}

@MainActor func use(_ cart: Cart, _ name: DerivedValue<String>) {
    cart.price = 12
    cart.total = 24  // refused
    name.value = "Ada"  // refused
}
