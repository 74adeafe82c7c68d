// expect: cannot convert value of type .*'String'[)]? to closure result type '(Bool|Void)'
// What asks whether it may close is not answered by a text.

import Binding
import BindingOperators

@MainActor
func bind(_ request: ControlRequest<String, Bool>) -> any Disposable {
    _ = request.answer { $0 }  // refused
    _ = (request => { reason in return reason })  // refused
    return request => { $0.isEmpty }
}
