// expect: the right side goes one way: .*; write '=>', or declare a 'ControlProperty'
// A property of a control that the user does not change is bound one way.

import Binding
import BindingOperators

@MainActor final class Label: ReactiveCompatible {
    var text = ""
    var isHidden = false
}

@MainActor final class Field: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""
}

extension Reactive where Base: Field {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

@MainActor final class ViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var typed = ""
    @Mutable var count = 0

    func bind(_ field: Field, _ label: Label) {
        binding {
            $typed <=> field.rx.text
            $typed => label.rx.text
            $typed <=> label.rx.text  // refused
            $count <=> label.rx.text  // refused
            $typed <=> label.rx.isHidden  // refused
        }
    }
}
