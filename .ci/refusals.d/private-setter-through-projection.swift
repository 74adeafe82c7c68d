// expect: value of type 'Driver<String>'.* has no dynamic member 'accept'|cannot call value of non-function type 'SharedSequence
// The projection of a one-way property cannot be used to set it.

import Binding

@MainActor final class ViewModel {
    @Bindable private(set) var name = ""
    @Mutable var typed = ""
}

@MainActor
func rename(_ viewModel: ViewModel) {
    viewModel.$typed.accept("Grace")
    viewModel.$name.accept("Grace")  // refused
}
