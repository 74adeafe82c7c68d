// expect: '<=>' is unavailable: what is typed into the left side has another type than the right side; give the field a converter
// A field binds what is typed, which is of the value's type unless it has a converter.

import Binding
import BindingForms
import BindingOperators

@MainActor final class TextField: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""
    var caption: String?
}

extension Reactive where Base: TextField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
    var caption: ControlProperty<String?> {
        controlProperty(changes: base.edits, getter: { $0.caption }, setter: { $0.caption = $1 })
    }
}

@MainActor final class ViewModel {
    @Validated(as: .integer, .in(18...120)) var age = 18
    @Validated(.in(18...120)) var other = 18
    @Validated(.notBlank) var name = ""
}

@MainActor
func bind(_ viewModel: ViewModel, _ field: TextField, in bag: DisposeBag) {
    bag.insert {
        viewModel.$age <=> field.rx.text
        viewModel.$name <=> field.rx.text
        viewModel.$name <=> field.rx.caption ?? ""
        viewModel.$other <=> field.rx.text  // refused
        viewModel.$name <=> field.rx.caption  // refused
        viewModel.other <=> field.rx.text  // refused: the left side is a value, whose changes cannot be observed
    }
}
