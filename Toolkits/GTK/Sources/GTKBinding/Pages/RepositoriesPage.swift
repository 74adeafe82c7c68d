import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import ViewModels

/// A page for the search for repositories, with the console example's stream.
final class RepositoriesPage: Box, BindingContext {
    let disposeBag = DisposeBag()

    private let searchText = SearchEntry(placeholder: "such as swift or json")
    private let order = DropDown(RepositoryOrder.names) { "by \($0)" }
    private let hidesArchived = CheckButton("_Hide what is archived")
    private let (summary, hiddenCount) = (Label().addClass("dim-label"), Label().addClass("dim-label"))
    private let failure = Label().addClass("error")
    private let spinner = Spinner()
    private let retry = Button("_Retry")
    private let repositories = ColumnView<Repository>([
        Column("Name", expands: true) { $0.name + ($0.isArchived ? " (archived)" : "") },
        Column("Language") { $0.language },
        Column("Stars", alignment: 1) { "\($0.stars)" },
    ])

    init(_ stream: RepositoryStream) {
        super.init(.vertical, spacing: 12)
        margin(24)
        append(Box(.horizontal, spacing: 8, [searchText.with(\.hexpand, true), order]))
        append(Box(.horizontal, spacing: 12, [hidesArchived, hiddenCount.with(\.hexpand, true), spinner, summary]))
        let failing = Box(.horizontal, spacing: 12, [failure.with(\.hexpand, true), retry])
        append(failing)
        append(ScrolledWindow(repositories).with(\.vexpand, true).with(\.hasFrame, true))
        binding {
            // In: what the user types and presses.
            searchText.rx.text => stream.input.searchText
            retry.rx.clicked => stream.input.retry

            // Both ways: initially the stream's value, then whatever is chosen.
            stream.input.order <=> order.rx.selection ?? RepositoryOrder.stars.rawValue
            stream.input.hidesArchived <=> hidesArchived.rx.active

            // Out: what the page shows.
            stream.output.repositories.updates(by: \.id) => repositories.rx.rows
            stream.output.isSearching => spinner.rx.spinning
            stream.output.hiddenCount.map { $0 > 0 ? "\($0) hidden" : "" } => hiddenCount.rx.label
            stream.output.summary => summary.rx.label
            stream.output.failure.map { $0 ?? "" } => failure.rx.label
            stream.output.failure.map { $0 != nil } => failing.rx.visible
        }
    }

    /// Enters a sample search: the stream receives what is typed, and cannot change it.
    func fill() { searchText.properties.text = "swift" }
}
