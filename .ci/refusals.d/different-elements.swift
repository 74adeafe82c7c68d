// expect: operator '=>' cannot be applied to operands of type '.*(Int|Void).* and '.*String.*'
// The source's elements must have the target's type. The compiler names both types.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
}

@MainActor final class ViewModel {
    @Bindable private(set) var count = 0
    @Mutable var typed = ""

    func rename(_ name: String) {}
    func save() {}
}

@MainActor
func bind(
    _ viewModel: ViewModel, _ label: Label, _ taps: ControlEvent<Void>, _ control: ControlProperty<String>,
    in bag: DisposeBag
) {
    bag.insert(viewModel.$count.map { "\($0)" } => label.rx.text)
    bag.insert(taps => viewModel.save)
    bag.insert(viewModel.$count => label.rx.text)  // refused
    bag.insert(viewModel.$count => viewModel.$typed)  // refused
    bag.insert(viewModel.$count => control)  // refused
    bag.insert(viewModel.$count => viewModel.rename)  // refused
    bag.insert(viewModel.$count => { (name: String) in print(name) })  // refused
    bag.insert(taps => label.rx.text)  // refused
    bag.insert(viewModel.$count => viewModel.save)  // refused: requires the types 'Int' and '[(][)]' be equivalent
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: ViewModel, label: Label) {
        binding {
            viewModel.$typed => label.rx.text
            viewModel.$count => label.rx.text  // refused
        }
    }
}
