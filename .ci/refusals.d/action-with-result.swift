// expect: property type '[(]String[)] -> Bool' does not match 'wrappedValue' type '[(]String[)] -> Void'
// An action sends something to the view and gets no answer.

import Binding

@MainActor final class ViewModel {
    @ViewAction var alert: (String) -> Void
    @ViewAction var confirm: (String) -> Bool  // refused
}
