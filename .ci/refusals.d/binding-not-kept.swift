// warn: result of (operator '(=>|<=>)'|call to '(drive|bindTwoWay)[(].*') is unused
// A binding that is not kept cannot be disposed of.

import Binding
import BindingOperators

@MainActor
func bind(_ relay: BehaviorRelay<String>, _ other: BehaviorRelay<String>, _ property: ControlProperty<String>) {
    relay => { _ in }  // warned
    relay.asDriver() => other  // warned
    relay <=> property  // warned
    relay.asDriver().drive(onNext: { _ in })  // warned
    relay.bindTwoWay(to: other)  // warned
}
