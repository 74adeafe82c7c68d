// accept
// What other cases do wrong, done right: the modules are found, and correct code compiles.

import Binding
import BindingOperators

@MainActor final class Field: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""
    var caption: String?
    var isHidden = false
}

extension Reactive where Base: Field {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

@MainActor final class ViewModel {
    @Bindable private(set) var title = ""
    @Bindable private(set) var isEmpty = true
    @Bindable private(set) var subtitle: String?
    @Mutable var typed = ""
    @ViewAction var alert: (String) -> Void
    @ViewAction.NoParam var dismiss: () -> Void
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()
    let field = Field()
    var shown = ""

    init(_ viewModel: ViewModel) {
        binding {
            viewModel.$title => field.rx.caption
            viewModel.$isEmpty => field.rx.isHidden
            viewModel.$subtitle => field.rx.caption
            viewModel.$subtitle.map { $0 ?? "" } => { [weak self] in self?.shown = $0 }
            viewModel.$typed <=> field.rx.text
            viewModel.$alert => { [weak self] in self?.shown = $0 }
            viewModel.$dismiss => { [weak self] in self?.shown = "" }
        }
    }
}
