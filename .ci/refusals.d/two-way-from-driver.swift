// expect: the left side can only be read; write '=>', or mark the property '@Mutable'
// A driver can only be observed, so it cannot be one side of a two-way binding.

import Binding
import BindingOperators

@MainActor
func bind(
    _ driver: Driver<String>, _ relay: BehaviorRelay<String>, _ control: ControlProperty<String>, in bag: DisposeBag
) {
    bag.insert(relay <=> control)
    bag.insert(driver <=> control)  // refused
}
