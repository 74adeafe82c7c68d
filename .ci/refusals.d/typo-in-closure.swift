// expect: cannot be applied to operands of type 'Driver<String>'.* and '[(]_[)] -> _'|cannot infer type of closure parameter
// An error in a closure is reported for the closure or its binding, and not as a different mistake.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
}

@MainActor final class ViewModel {
    @Bindable private(set) var name = ""
}

@MainActor
func bind(_ viewModel: ViewModel, to label: Label, in bag: DisposeBag) {
    bag.insert(viewModel.$name => { print($0.count) })
    bag.insert(viewModel.$name => { $0.cout })  // refused
    bag.insert(viewModel.$name => { [weak label] in label?.txt = $0 })  // refused: has no member 'txt'
    bag.insert(viewModel.$name => { name in print(unknown(name)) })  // refused: cannot find 'unknown' in scope
    bag.insert(viewModel.$name.map { $0.cout } => label.rx.text)  // refused: has no member 'cout'
    bag.insert(viewModel.$name => label.rx.txt)  // refused: has no dynamic member 'txt'
}
