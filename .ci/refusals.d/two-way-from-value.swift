// expect: the left side is a value.*; write '\$' before the property's name
// A two-way binding has a relay on the left, and a control on the right. If `$` is missing, the message says so.

import Binding
import BindingOperators

@MainActor final class ViewModel {
    @Mutable var typed = ""
}

@MainActor
func bind(_ viewModel: ViewModel, to control: ControlProperty<String>, in bag: DisposeBag) {
    bag.insert(viewModel.$typed <=> control)
    bag.insert(viewModel.typed <=> control)  // refused
    bag.insert(control <=> viewModel.$typed)  // refused: the left side wins at the start, .* exchange the sides
}
