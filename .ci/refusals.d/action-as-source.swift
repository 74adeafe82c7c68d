// expect: the left side is a function, whose calls cannot be observed; write '[$]' before an action's name
// An action is called; its projection emits the calls.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
}

@MainActor final class ViewModel {
    @ViewAction var alert: (String) -> Void
    @ViewAction.NoParam var dismiss: () -> Void
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: ViewModel, label: Label) {
        binding {
            viewModel.$alert => label.rx.text
            viewModel.$dismiss => { print("gone") }
            viewModel.alert => label.rx.text  // refused
            viewModel.alert => { print($0) }  // refused
            viewModel.dismiss => { print("gone") }  // refused
        }
    }
}
