import Binding
import BindingCollections
import BindingGTK
import BindingInspector
import BindingOperators
import CGTK

/// The log as it is written, the latest change first, with what followed from each.
package final class LogPage: Box, BindingContext {
    package let disposeBag = DisposeBag()
    package let tree: ChangeTree
    package let pause = ToggleButton("P_ause")
    package let clear = Button("C_lear")
    private var scrolled: ScrolledWindow!
    package private(set) var list: ListView<TreeRow, TreeRowView>!

    init(_ inspector: BindingInspector) {
        tree = ChangeTree(inspector)
        super.init(.vertical, spacing: 0)
        list = treeView(self)
        append(Box(.horizontal, [pause, clear]).margin(6))
        scrolled = ScrolledWindow(list).with(\.vexpand, true)
        append(scrolled)
        binding {
            tree.$rows.updates() => list.rx.rows
            list.rx.selectedID => { _ in }
            list.rx.activated => { [weak self] row in
                if row.isOpen != nil { self?.tree.toggle(row.id) }
            }
            pause.rx.active => { [weak self] isOn in self?.tree.isPaused = isOn }
            clear.rx.clicked => { [weak self] in self?.tree.clear() }
        }
    }
}

extension LogPage {
    /// Shows what has been recorded meanwhile; what is new stays in view for whoever looks at the top.
    func refresh() {
        let isAtTop = scrolled.properties.vadjustment.map { $0.properties.value < 1 } ?? true
        let first = tree.rows.first?.id
        tree.refresh()
        if isAtTop, let new = tree.rows.first?.id, new != first { list.scroll(to: new) }
    }
}

extension LogPage: TreeOwner {
    package func toggle(_ id: TreeRow.ID) { tree.toggle(id) }

    package func setOpen(_ id: TreeRow.ID, _ isOpen: Bool) { tree.set(id, isOpen: isOpen) }
}
