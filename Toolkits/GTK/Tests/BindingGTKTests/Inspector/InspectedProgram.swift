import Binding
import BindingGTK
import BindingGTKInspector
import BindingInspector
import BindingOperators
import CGTK
import Testing

@MainActor final class InspectedViewModel {
    @Mutable var name = ""
    @Mutable var age = 36
    @Mutable var password = ""
    @Bindable var visits = 0
}

final class InspectedWindow: Window, BindingContext {
    let disposeBag = DisposeBag()
    let viewModel: InspectedViewModel
    let (name, password) = (Entry(), PasswordEntry())
    let (greeting, unbound) = (Label(), Label("Nothing is bound to this"))
    let greet = Button("_Greet")

    init(_ viewModel: InspectedViewModel, _ application: Application? = nil) {
        self.viewModel = viewModel
        super.init("Inspected", application: application, width: 420)
        child = Box(.vertical, spacing: 12, [name, password, greeting, greet, unbound]).margin(24)
        binding {
            viewModel.$name <=> name.rx.text
            viewModel.$password <=> password.rx.text
            viewModel.$name.asDriver().map { $0.isEmpty ? "Who are you?" : "Hello, \($0)!" } => greeting.rx.label
            viewModel.$name.asDriver().map { !$0.isEmpty } => greet.rx.sensitive
            greet.rx.clicked => { viewModel.visits += 1 }
        }
    }
}

/// A window of a program, and the inspector's, side by side.
@MainActor
final class InspectedProgram {
    let viewModel = InspectedViewModel()
    let window: InspectedWindow
    let inspector: InspectorWindow

    /// What is recorded before does not count: other tests of this process make bindings, too.
    init() {
        BindingInspector.shared.start()
        window = InspectedWindow(viewModel)
        inspector = InspectorWindow.open()
    }

    func show() async throws {
        for window in [window, inspector] as [Window] { try await User.look(at: window) }
        try await User.move(window, x: 0, y: 650)
        try await User.move(inspector, x: 0, y: 0)
        try await eventually("the model is there") { row("name") != nil }
    }

    func close() {
        inspector.destroy()
        window.destroy()
        BindingInspector.shared.stop()
    }

    var list: ListView<TreeRow, TreeRowView> { inspector.objects.list }

    /// The row of a property of the view model.
    func row(_ name: String) -> TreeRow? {
        guard let object = inspector.objects.tree.objects.last(where: { $0.name == "InspectedViewModel" }),
            let property = object.properties.first(where: { $0.name == name })
        else { return nil }
        return list.model.rows.first { $0.id == .property(property.id) }
    }

    /// What shows that row.
    func view(_ name: String) -> TreeRowView? {
        guard let row = row(name) else { return nil }
        return views(in: list).first { $0.row?.id == row.id && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Shows a property of the view model alone, and clicks on its text.
    func clickText(of name: String) async throws {
        inspector.search.properties.text = name
        try await eventually("it is in view") { view(name) != nil && list.model.rows.count < 10 }
        try await User.waitForLayout(of: list)
        try await User.click(try #require(view(name)?.entry))
    }
}

/// The widgets of the rows of a list that are in view.
@MainActor
func views(in widget: Widget) -> [TreeRowView] {
    func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> [TreeRowView] {
        if let view = GObject.of(widget) as? TreeRowView { return [view] }
        return children(of: widget).flatMap { find($0) }
    }
    return find(widget.widget)
}
