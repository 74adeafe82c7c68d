import Binding
import BindingOperators
import Unidirectional
import ViewModels

/// The form that searches for repositories: its controls, and their bindings to the stream.
@MainActor
final class RepositoryForm: Form {
    let disposeBag = DisposeBag()
    var onChange: @MainActor () -> Void = {}
    private(set) var isDismissed = false { didSet { onChange() } }

    private let stream: RepositoryStream
    private let searchText = TextField(maximumLength: 32)
    private let (order, hidesArchived) = (Choice(RepositoryOrder.names), CheckBox("Hide what is archived"))
    private let (summary, hiddenCount, failure) = (Label(), Label(style: .faint), Label(style: .bad))
    private let repositories = List(visibleCount: 6, placeholder: "", hides: .last)
    private let (retry, quit) = (Button("Retry"), Button("Quit"))

    init(stream: RepositoryStream) {
        self.stream = stream
        watchContent()
        bind()
    }

    func bind() {
        binding {
            // In: what the user types and presses.
            searchText.rx.text => stream.input.searchText
            retry.rx.tap => stream.input.retry

            // Both ways: initially the stream's value, then whatever is chosen.
            stream.input.order <=> order.rx.selection ?? RepositoryOrder.stars.rawValue
            stream.input.hidesArchived <=> hidesArchived.rx.isOn

            // Out: what the form shows.
            stream.output.repositories.map { $0.map(\.rowText) } => repositories.rx.items
            stream.output.isSearching => repositories.rx.isOutdated
            stream.output.hiddenCount.map { $0 > 0 ? "\($0) hidden" : "" } => hiddenCount.rx.text
            stream.output.summary => summary.rx.text
            stream.output.failure.map { $0 == nil ? .faint : .bad } => summary.rx.style
            stream.output.failure.map { $0.map { "✗ \($0)" } ?? "" } => failure.rx.text
            stream.output.failure.map { $0 != nil } => retry.rx.isEnabled
            Driver.combineLatest(stream.output.failure, stream.output.isSearching) { $0 == nil && !$1 }
                => retry.rx.isHidden
            stream.output.failure.map { $0 == nil ? ["no search has failed"] : [] } => retry.rx.obstacles

            quit.rx.tap => { [weak self] in self?.isDismissed = true }
        }
    }

    var content: FormContent {
        FormContent(
            title: "Repositories",
            rows: [
                .blank,
                .field(caption: "Search", .init(name: "search", kind: .text(searchText)), message: summary),
                .field(caption: "Order", .init(name: "order", kind: .choice(order))),
                .field(caption: "Archived", .init(name: "hide", kind: .checkBox(hidesArchived)), message: hiddenCount),
                .blank,
                .results(
                    repositories, failure: failure,
                    retry: .init(name: "retry", kind: .button(retry), successor: "search")),
                .blank,
                .buttons([.init(name: "quit", kind: .button(quit))]),
            ])
    }

    var values: [ModelValue] {
        [.option("order", stream.input.order, among: order.options), .answer("hide", stream.input.hidesArchived)]
    }
}
