import Binding
import BindingCollections
import BindingGTK
import BindingInspector
import BindingOperators
import CGTK

/// The live objects, and what there is to say about the selected one.
package final class ObjectsPage: Box, BindingContext {
    package let disposeBag = DisposeBag()
    package let tree: ObjectTree
    package let detail: DetailPane

    package private(set) var list: ListView<TreeRow, TreeRowView>!
    private let inspector: BindingInspector

    init(_ inspector: BindingInspector) {
        self.inspector = inspector
        tree = ObjectTree(inspector)
        detail = DetailPane(inspector)
        super.init(.horizontal, spacing: 0)
        list = treeView(self)
        let scrolled = ScrolledWindow(list).with(\.vexpand, true).with(\.hexpand, true)
        let paned = Paned(.horizontal, scrolled, detail).with(\.position, 500).with(\.hexpand, true)
        append(paned.with(\.shrinkStartChild, false).with(\.shrinkEndChild, false))
        binding {
            tree.$rows.updates() => list.rx.rows
            tree.$selected <=> list.rx.selectedID
            tree.$selected => { [weak self] _ in self?.showSelection() }
            list.rx.activated => { [weak self] row in
                if row.isOpen != nil { self?.tree.toggle(row.id) }
            }
        }
        detail.chosen = { [weak self] id in self?.show(id) }
    }

    /// Shows what has been recorded meanwhile.
    func refresh() {
        tree.refresh()
        showSelection()
    }

    private func showSelection() {
        guard let selection = tree.selection else { return }
        detail.show(title: selection.title, note: selection.note, selection.properties.map { ($0.name, $0.id) })
    }

    /// Shows a widget that the user has picked.
    func show(_ widget: Widget) {
        refresh()
        guard !tree.select(ObjectIdentifier(widget)) else { return }
        tree.selected = nil
        let name = String(describing: type(of: widget))
        detail.say("\(name)", "Nothing is bound to this widget, or to what it is in, as far as the inspector has seen.")
    }

    /// Shows what the user has chosen in the graph.
    private func show(_ vertex: BindingBranch) {
        guard !tree.select(vertex.id) else { return }
        tree.selected = nil
        detail.show(
            title: vertex.vertex.name, note: vertex.vertex.place ?? "", [(vertex.vertex.name, vertex.id)])
    }
}

extension ObjectsPage: TreeOwner {
    package func toggle(_ id: TreeRow.ID) { tree.toggle(id) }

    package func setOpen(_ id: TreeRow.ID, _ isOpen: Bool) { tree.set(id, isOpen: isOpen) }

    package func select(_ id: TreeRow.ID) { if tree.selected != id { tree.selected = id } }

    package func enter(_ text: String, in id: TreeRow.ID) { property(id).map { tree.enter(text, in: $0) } }

    package func commit(_ id: TreeRow.ID) { property(id).map { tree.commit($0) } }

    package func revert(_ id: TreeRow.ID) { property(id).map { tree.revert($0) } }

    private func property(_ id: TreeRow.ID) -> InspectedProperty.ID? {
        if case .property(let id) = id { id } else { nil }
    }
}
