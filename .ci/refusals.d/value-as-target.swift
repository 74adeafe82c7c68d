// expect: the right side is a value, which cannot be bound; write '[.]rx' after the control
// The value of a control cannot be bound: the members of `rx` can.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
    var caption: String?
}

@MainActor final class ViewModel {
    @Bindable private(set) var name = ""
    @Mutable var typed = ""
}

@MainActor
func bind(_ viewModel: ViewModel, to label: Label, in bag: DisposeBag) {
    bag.insert(viewModel.$name.map { $0.count } => label.text)  // refused: to expected .*[(]Int[)] -> Void
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: ViewModel, label: Label) {
        binding {
            viewModel.$name => label.rx.text
            viewModel.$name => viewModel.$typed
            viewModel.$name => label.text  // refused
            viewModel.$name => label.caption  // refused
            viewModel.$name => viewModel.typed  // refused
            viewModel.$typed <=> label.text  // refused
        }
    }
}
