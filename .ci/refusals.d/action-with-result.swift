// expect: property type '[(]String[)] -> Bool' does not match 'wrappedValue' type '[(]String[)] -> Void'
// An action tells the view something; it gets no answer.

import Binding

@MainActor final class ViewModel {
    @ViewAction var alert: (String) -> Void
    @ViewAction var confirm: (String) -> Bool  // refused
}
