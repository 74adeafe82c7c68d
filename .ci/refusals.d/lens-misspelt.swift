// expect: has no dynamic member 'cuont' using key path from root type '\[String\]'
// A missing part is refused by its name.

import Binding
import BindingOperators

struct Account: Equatable {
    var name = ""
}

@MainActor final class ViewModel {
    @Bindable var names: [String] = []
    @Mutable var account = Account()
}

@MainActor
func bind(_ viewModel: ViewModel, to control: ControlProperty<String>, in bag: DisposeBag) {
    bag.insert(viewModel.$names.count => { print($0) })
    bag.insert(viewModel.$account.name <=> control)
    bag.insert(viewModel.$names.cuont => { print($0) })  // refused
    bag.insert(viewModel.$account.nmae <=> control)  // refused: has no dynamic member 'nmae'
}
