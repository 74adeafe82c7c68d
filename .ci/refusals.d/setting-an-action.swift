// expect: cannot assign to property: 'alert' is a get-only property
// An action is called, not assigned.

import Binding

@MainActor final class ViewModel {
    @ViewAction var alert: (String) -> Void

    func begin() {
        alert("begun")
        alert = { print($0) }  // refused
    }
}
