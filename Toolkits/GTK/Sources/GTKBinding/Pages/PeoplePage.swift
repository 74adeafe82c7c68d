import Binding
import BindingCollections
import BindingGTK
import BindingOperators

/// A list of a hundred thousand people, which is filtered and sorted while one types.
final class PeoplePage: Box, BindingContext {
    let disposeBag = DisposeBag()

    private let query = SearchEntry(placeholder: "part of a name or a city")
    private let people = ColumnView<Person>([
        .text("Name", expands: true) { $0.name }, .text("City", expands: true) { $0.city },
        .text("Born", alignment: .end) { "\($0.year)" },
    ])
    private let (summary, details) = (Label().addClass("dim-label"), Label().addClass("heading"))

    init(_ viewModel: PeopleViewModel) {
        super.init(.vertical, spacing: 12)
        margin(24)
        append(query)
        append(summary)
        append(ScrolledWindow(people).with(\.vexpand, true).with(\.hasFrame, true))
        append(details)
        binding {
            viewModel.$query <=> query.rx.text
            viewModel.$sorting <=> people.rx.sorting
            viewModel.selection.$id <=> people.rx.selectedID

            viewModel.shown => people.rx.rows
            viewModel.summary => summary.rx.label
            viewModel.details => details.rx.label
        }
    }
}
