// expect: '<=>' requires the types .*'String'.* and .*'Optional<String>'.* be equivalent
// A control with an optional value needs a default to be bound to a value.

import Binding
import BindingOperators

@MainActor
func bind(_ relay: BehaviorRelay<String>, _ control: ControlProperty<String?>, in bag: DisposeBag) {
    bag.insert(relay <=> control ?? "nothing")
    bag.insert(relay <=> control)  // refused
}
