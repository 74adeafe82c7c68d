// expect: main actor-isolated
// Computations run on the main actor, so they are read there, and batches are made there. Elsewhere `await` does it.

import Binding

@MainActor final class Cart {
    @Mutable var price = 10
    @Derived({ (cart: Cart) in cart.price * 2 }) var total: Int
}

func use(_ cart: Cart, _ count: DerivedValue<Int>) {
    print(cart.total)  // refused
    print(count.value)  // refused
    batch {}  // refused
    untracked {}  // refused
}

func wait(for cart: Cart, _ count: DerivedValue<Int>) async -> Int {
    await cart.total + count.value
}
