// expect: cannot convert value of type .*'String'[)]? to closure result type '(Bool|Void)'
// A request for a Boolean answer cannot be answered with a text.

import Binding
import BindingOperators

@MainActor
func bind(_ request: ControlRequest<String, Bool>) -> any Disposable {
    _ = request.answer { $0 }  // refused
    _ = (request => { reason in return reason })  // refused
    return request => { $0.isEmpty }
}
