import Binding
import BindingCollections
import BindingOperators
import ViewModels

/// The form with the list of members: its controls, and their bindings to the view model.
@MainActor
final class MembersForm: Form {
    let disposeBag = DisposeBag()
    var onChange: @MainActor () -> Void = {}
    private(set) var isDismissed = false { didSet { onChange() } }

    private let viewModel: MembersViewModel
    private let (query, order) = (TextField(maximumLength: 24), Choice(MemberOrder.names))
    private let members = List(visibleCount: 8, placeholder: "nobody of that name")
    private let (summary, details) = (Label(style: .faint), Label(style: .strong))
    private let (add, remove, quit) = (Button("Add"), Button("Remove"), Button("Quit"))

    /// Makes the form and binds it.
    init(viewModel: MembersViewModel) {
        self.viewModel = viewModel
        watchContent()
        bind()
    }

    func bind() {
        binding {
            // Two ways: what is entered, and which member is selected.
            viewModel.$query <=> query.rx.text
            viewModel.$order <=> order.rx.selection ?? MemberOrder.name.rawValue
            viewModel.selection.$id <=> members.rx.selectedID

            // One way: the list gets the changes of its rows.
            viewModel.shown.map(ListRow.init) => members.rx.rows
            viewModel.summary => summary.rx.text
            viewModel.selected.map { $0.map { "Selected: \($0.name), \($0.points) points" } ?? "" } => details.rx.text
            viewModel.$canAdd => add.rx.isEnabled
            viewModel.$canAdd.map { $0 ? [] : ["the name of somebody new is to be entered first"] } => add.rx.obstacles
            viewModel.selected.map { $0 != nil } => remove.rx.isEnabled
            viewModel.selected.map { $0 == nil ? ["nobody is selected"] : [] } => remove.rx.obstacles

            // Events: what the user asks for.
            add.rx.tap => { [weak viewModel] in viewModel?.add() }
            remove.rx.tap => { [weak viewModel] in viewModel?.remove() }
            quit.rx.tap => { [weak self] in self?.isDismissed = true }
        }
    }

    var content: FormContent {
        FormContent(
            title: "Members",
            rows: [
                .blank,
                .field(caption: "Find or add", .init(name: "find", kind: .text(query)), message: summary),
                .field(caption: "Sort by", .init(name: "order", kind: .choice(order))),
                .blank,
                .listing(caption: "Members", .init(name: "members", kind: .list(members)), members),
                .blank,
                .heading(details),
                .buttons([
                    .init(name: "add", kind: .button(add)), .init(name: "remove", kind: .button(remove)),
                    .init(name: "quit", kind: .button(quit)),
                ]),
            ],
            hint: "Tab moves · Up, Down select in the list · Enter presses · Ctrl-C leaves")
    }

    var values: [ModelValue] {
        [
            .text("query", viewModel.$query), .option("order", viewModel.$order, among: order.options),
        ]
    }
}
