// expect: conformance of 'View' to protocol 'BindingContext' crosses into main actor-isolated code
// A bag in a variable belongs to the main actor; one in a constant can be read anywhere.

import Binding

@MainActor final class Fixed {
    let disposeBag = DisposeBag()
}

@MainActor final class View {
    var disposeBag = DisposeBag()
}

extension Fixed: BindingContext {}
extension View: BindingContext {}  // refused
