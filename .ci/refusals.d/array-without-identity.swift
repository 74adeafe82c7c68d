// expect: 'updates[(][)]' is unavailable: the rows of an array are told apart by an identity; name it, as in 'updates[(]by: .*name[)]'
// Arrays are compared by the identities of their rows.

import Binding
import BindingCollections

struct Person: Identifiable, Sendable {
    let id: Int
}

@MainActor final class ViewModel {
    @Bindable var names: [String] = []
    @Bindable var people: [Person] = []
    @Bindable var tree: TreeArray<String> = []
}

@MainActor
func lists(_ viewModel: ViewModel) -> [ListUpdates<String>] {
    _ = viewModel.$people.updates()
    return [
        viewModel.$names.updates(by: \.self),
        viewModel.$tree.updates(),
        viewModel.$names.updates(),  // refused
    ]
}
