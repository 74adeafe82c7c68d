import Binding
import BindingCollections
import BindingOperators
import ViewModels

/// The part of the form that searches for members: its controls, and their bindings to their view model.
@MainActor
final class SearchSection {
    let viewModel: SearchViewModel

    private let query = TextField(maximumLength: 32)
    private let summary = Label()
    private let results = List(visibleCount: 3, placeholder: "", hides: .last)
    private let failure = Label(style: .bad)
    private let retry = Button("Retry")

    /// Makes the section; nothing is bound yet.
    init(viewModel: SearchViewModel) {
        self.viewModel = viewModel
    }

    /// The rows of the section, from top to bottom.
    var rows: [FormRow] {
        [
            .field(caption: "Find member", .init(name: "search", kind: .text(query)), message: summary),
            .results(results, failure: failure, retry: .init(name: "retry", kind: .button(retry), successor: "search")),
        ]
    }

    /// Binds the controls to the view model, whose values win initially.
    @BindingDisposables
    func bindings() -> any Disposable {
        viewModel.$query <=> query.rx.text

        viewModel.$summary => summary.rx.text
        viewModel.$failure.map { $0 == nil ? .faint : .bad } => summary.rx.style
        viewModel.$results.updates(by: \.self).map(ListRow.init) => results.rx.rows
        viewModel.$failure.map { $0.map { "✗ \($0)" } ?? "" } => failure.rx.text
        viewModel.$failure.map { $0 != nil } => retry.rx.isEnabled
        viewModel.$failure.map { $0 == nil ? ["no search has failed"] : [] } => retry.rx.obstacles
        // It stays visible, disabled, while a search is under way, because a repeated search may fail again.
        viewModel.$hasNothingToRepeat => retry.rx.isHidden

        retry.rx.tap => { [weak viewModel] in viewModel?.retry() }
    }
}
