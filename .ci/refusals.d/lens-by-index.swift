// warn: deprecated: stops the program when there are fewer elements; use 'element\(id:\)'
// A lens by index would stop the program when the array shrinks.

import Binding

struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
}

@MainActor final class ViewModel {
    @Mutable var rows: [Row] = []
}

@MainActor
func read(_ viewModel: ViewModel) -> (Lens<String>?, Lens<String>) {
    let first = viewModel.$rows.element(id: 1)?.title
    let second = viewModel.$rows[1].title  // warned
    return (first, second)
}
