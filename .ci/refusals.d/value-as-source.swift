// expect: the left side is a value, which does not tell of its changes; write '[$]' before the property's name
// The value of a property does not emit its changes: its projection does.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
    var caption: String?
}

@MainActor final class ViewModel {
    @Bindable private(set) var name = ""
    @Bindable private(set) var title: String?
    @Bindable private(set) var count = 0
    @Mutable var typed = ""

    func save() {}
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: ViewModel, label: Label) {
        binding {
            viewModel.$name => label.rx.text
            viewModel.$typed => label.rx.text
            viewModel.name => label.rx.text  // refused
            viewModel.title => label.rx.caption  // refused
            viewModel.typed => label.rx.text  // refused
            viewModel.name => viewModel.$typed  // refused
            viewModel.count => { print($0) }  // refused
            viewModel.count => { number in print(number + 1) }  // refused
            viewModel.count => viewModel.save  // refused
        }
    }
}

@MainActor
func bind(_ viewModel: ViewModel, to label: Label, in bag: DisposeBag) {
    (viewModel.$name => label.rx.text).disposed(by: bag)
    (viewModel.name => label.rx.text).disposed(by: bag)  // refused
}
