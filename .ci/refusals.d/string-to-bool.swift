// expect: '=>' cannot be applied to operands of type 'Driver<String>'.* and 'Binder<Bool>'
// A text cannot be bound to a Boolean property.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
    var isHidden = false
}

@MainActor
func bind(_ driver: Driver<String>, to label: Label, in bag: DisposeBag) {
    bag.insert(driver => label.rx.text)
    bag.insert(driver => label.rx.isHidden)  // refused
}
