import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import ViewModels

/// A page for the list of members, with the console example's view model.
final class MembersPage: Box, BindingContext {
    let disposeBag = DisposeBag()

    private let query = SearchEntry(placeholder: "find or add")
    private let order = DropDown(MemberOrder.names) { "by \($0)" }
    private let members = ListView<Member, MemberRow>(make: { MemberRow() }, show: { $0.show($1) })
    private let (summary, details) = (Label().addClass("dim-label"), Label().addClass("heading"))
    private let (add, remove) = (Button("_Add"), Button("_Remove").addClass("destructive-action"))

    init(_ viewModel: MembersViewModel) {
        super.init(.vertical, spacing: 12)
        margin(24)
        append(Box(.horizontal, spacing: 8, [query.with(\.hexpand, true), order, add]))
        append(summary)
        append(ScrolledWindow(members).with(\.vexpand, true).with(\.hasFrame, true))
        append(Box(.horizontal, spacing: 8, [details.with(\.hexpand, true), remove]))
        binding {
            // Two ways: what is entered, and which member is selected.
            viewModel.$query <=> query.rx.text
            viewModel.$order <=> order.rx.selection ?? MemberOrder.name.rawValue
            viewModel.selection.$id <=> members.rx.selectedID

            // One way: the list gets the changes of its rows.
            viewModel.shown => members.rx.rows
            viewModel.summary => summary.rx.label
            viewModel.selected.map { $0.map { "\($0.name), \($0.points) points" } ?? "" } => details.rx.label
            viewModel.$canAdd => add.rx.sensitive
            viewModel.selected.map { $0 != nil } => remove.rx.sensitive

            // Events: what the user asks for.
            add.rx.clicked => { [weak viewModel] in viewModel?.add() }
            remove.rx.clicked => { [weak viewModel] in viewModel?.remove() }
        }
    }
}

/// A member's line in the list.
final class MemberRow: Box {
    private let (name, points) = (Label(), Label().addClass("dim-label").addClass("numeric"))

    init() {
        super.init(.horizontal, spacing: 12, [name.with(\.hexpand, true), points])
        margin(4)
    }

    func show(_ member: Member) {
        name.properties.label = member.name
        points.properties.label = "\(member.points)"
    }
}
