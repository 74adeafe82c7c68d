import Binding
import BindingCollections
import BindingGTK
import BindingOperators

/// A page for a list of a hundred thousand people, which is filtered and sorted during typing.
final class PeoplePage: Box, BindingContext {
    private typealias Sorting = PeopleViewModel.Sorting

    /// Converts between the table header's sorting and the view model's.
    private static let sorting = ValueConverter<ColumnSorting?, Sorting>(
        parse: { sorting in
            // The header has no sorting until the view model has set one.
            guard let sorting, let key = Sorting.Key(rawValue: sorting.column) else {
                throw ConversionError("Choose a column to sort by")
            }
            return Sorting(key: key, isAscending: sorting.isAscending)
        },
        format: { ColumnSorting(column: $0.key.rawValue, isAscending: $0.isAscending) })

    let disposeBag = DisposeBag()

    private let query = SearchEntry(placeholder: "part of a name or a city")
    private let people = ColumnView<Person>([
        Column("Name", id: Sorting.Key.name.rawValue, sortedBy: .ascending(\.name), expands: true) { $0.name },
        Column("City", id: Sorting.Key.city.rawValue, sortedBy: .ascending(\.city), expands: true) { $0.city },
        Column("Born", id: Sorting.Key.year.rawValue, alignment: 1, sortedBy: .ascending(\.year)) { "\($0.year)" },
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
            viewModel.$sorting <=> people.rx.sorting.converted(by: Self.sorting)
            viewModel.selection.$id <=> people.rx.selectedID

            viewModel.shown => people.rx.rows
            viewModel.summary => summary.rx.label
            viewModel.details => details.rx.label
        }
    }
}
