// expect: cannot assign to property: 'name' setter is inaccessible
// Only the view model's own file can set a property that is `private(set)`.

import Binding

@MainActor
func rename(_ viewModel: ViewModel) {
    viewModel.rename()
    viewModel.name = "Grace"  // refused
}
