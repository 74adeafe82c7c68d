// expect: requires that 'DerivedValue<Int>' conform to '(BindingTarget|TwoWayLeftSide)'|no exact matches in reference to operator function '=>'
// Nothing is bound to a derived value, which follows from what it reads.

import Binding
import BindingOperators

@MainActor func oneWay(_ price: BehaviorRelay<Int>, _ label: Binder<Int>) -> DisposeBag {
    let total = DerivedValue { price.value * 2 }
    return DisposeBag {
        total => label
        price => total  // refused
    }
}

@MainActor func twoWays(_ price: BehaviorRelay<Int>, _ field: ControlProperty<Int>) -> DisposeBag {
    let total = DerivedValue { price.value * 2 }
    return DisposeBag {
        price <=> field
        total <=> field  // refused
    }
}
