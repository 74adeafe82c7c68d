// expect: '=>' cannot be applied to operands of type 'Driver<String[?]>'.* and 'Binder<String>'
// A value can be bound to an optional; an optional cannot be bound to a value.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
    var caption: String?
}

@MainActor
func bind(_ driver: Driver<String?>, _ texts: Driver<String>, to label: Label, in bag: DisposeBag) {
    bag.insert(driver => label.rx.caption)
    bag.insert(texts => label.rx.caption)
    bag.insert(driver => label.rx.text)  // refused
}
