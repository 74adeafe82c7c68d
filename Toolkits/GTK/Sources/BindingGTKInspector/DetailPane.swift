import Binding
import BindingCollections
import BindingGTK
import BindingInspector
import BindingOperators
import CGTK

/// Why something has its value, what it depends on, and what is bound to it.
package final class DetailPane: Box, BindingContext {
    package let disposeBag = DisposeBag()
    package let title = Label("Nothing is selected").addClass("heading").with(\.wrap, true)
    package let note = Label().addClass("dim-label").addClass("caption").with(\.wrap, true)
    package let answer = Label().addClass("binding-inspector-steps").with(\.wrap, true).with(\.selectable, true)
    package private(set) var graph: ListView<TreeRow, TreeRowView>!
    /// Told of what the user chooses in the graph.
    var chosen: (@MainActor (BindingBranch) -> Void)?

    @Bindable private var rows: TreeArray<TreeRow> = []
    private var branches: [TreeRow.ID: BindingBranch] = [:]
    private let inspector: BindingInspector

    init(_ inspector: BindingInspector) {
        self.inspector = inspector
        super.init(.vertical, spacing: 6)
        graph = treeView(self)
        answer.with(\.yalign, 0).with(\.wrapMode, .wordChar)
        for part in [title, note] { append(part) }
        let answers = ScrolledWindow(answer).with(\.vexpand, true).with(\.minContentHeight, 120)
        let graphs = ScrolledWindow(graph).with(\.vexpand, true).with(\.minContentHeight, 120)
        let paned = Paned(.vertical, answers, graphs).with(\.vexpand, true)
        append(paned)
        margin(12)
        gtk_widget_set_size_request(widget, 300, -1)
        binding {
            $rows.updates() => graph.rx.rows
            graph.rx.activated => { [weak self] row in
                if let self, let branch = branches[row.id] { chosen?(branch) }
            }
            // Bound, so that the selection is the inspector's own.
            graph.rx.selectedID => { _ in }
        }
        say("Nothing is selected", "Select a property, or pick a widget of the program.")
    }

    /// The properties of an object of which it says something.
    private static let mostParts = 20

    /// Says something that is about nothing that is known.
    func say(_ title: String, _ text: String) {
        self.title.properties.label = title
        note.properties.label = ""
        note.properties.visible = false
        set(answer: text)
        (rows, branches) = ([], [:])
    }

    /// Shows what there is to say about properties, or about a vertex of the graph.
    func show(title: String, note: String, _ parts: [(name: String, id: InspectedProperty.ID)]) {
        self.title.properties.label = title
        self.note.properties.label = note
        self.note.properties.visible = !note.isEmpty
        // Each takes a look at all that is bound.
        let parts = parts.prefix(Self.mostParts)
        set(answer: parts.map { answer(about: $0.id) }.joined(separator: "\n\n"))
        var rows: [TreeRow] = []
        branches = [:]
        for part in parts {
            let around = inspector.surroundings(of: part.id)
            let suffix = parts.count == 1 ? "" : ": \(part.name)"
            add("Depends on\(suffix)", around.sources, to: &rows)
            add("Bound to it\(suffix)", around.followers, to: &rows)
        }
        let new = TreeArray(rows)
        if new != self.rows { self.rows = new }
    }

    private func set(answer text: String) {
        // What the user has selected in it stays so.
        if answer.properties.label != text { answer.properties.label = text }
    }

    private func answer(about id: InspectedProperty.ID) -> String {
        let why = inspector.why(id)
        let known = Set(why.notes)
        let rest = inspector.whyNot(id).reasons.filter { !known.contains($0) }
        return ([why.description] + rest).joined(separator: "\n")
    }

    private func add(_ heading: String, _ found: [BindingBranch], to rows: inout [TreeRow]) {
        guard !found.isEmpty else { return }
        // Two parts may have one name.
        rows.append(TreeRow(id: .heading("\(rows.count) \(heading)"), depth: 0, title: heading, isHeading: true))
        func add(_ branch: BindingBranch, _ depth: Int) {
            let id = TreeRow.ID.branch(rows.count, branch.id)
            branches[id] = branch
            let isStep = branch.vertex.kind == .operator || branch.vertex.kind == .binding
            rows.append(
                TreeRow(
                    id: id, depth: depth, title: branch.vertex.name, note: branch.vertex.place ?? "",
                    value: isStep ? "" : branch.vertex.value ?? ""))
            for next in branch.branches { add(next, depth + 1) }
        }
        for branch in found { add(branch, 1) }
    }
}

extension DetailPane: TreeOwner {}
