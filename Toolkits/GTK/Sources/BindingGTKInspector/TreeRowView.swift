import BindingGTK
import CGTK

/// What shows a row of a tree: an arrow, a title, a note, and a value, which may be edited.
@MainActor
package final class TreeRowView: Box {
    package let arrow = Button(icon: "pan-end-symbolic").addClass("flat").addClass("binding-inspector-arrow")
    package let title = Label()
    package let note = Label().addClass("dim-label").addClass("caption")
    package let value = Label().addClass("binding-inspector-value")
    package let entry = Entry().addClass("binding-inspector-entry")
    package let refusal = Label().addClass("error").addClass("caption")

    package private(set) var row: TreeRow?
    private var isShowing = false

    init(_ tree: any TreeOwner) {
        super.init(.horizontal, spacing: 8)
        for label in [title, value] { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END) }
        gtk_label_set_ellipsize(note.opaque, PANGO_ELLIPSIZE_END)
        let edits = Box(.vertical, spacing: 2, [entry, refusal]).with(\.hexpand, true)
        for part in [arrow, title, note, value, edits] as [Widget] {
            append(part.with(\.valign, .center))
        }
        value.with(\.hexpand, true).with(\.xalign, 0)
        entry.accessible(.label, "Value")
        arrow.connect("clicked") { [weak self, weak tree] _ in
            if let id = self?.row?.id { tree?.toggle(id) }
        }
        entry.connect("changed") { [weak self, weak tree] _ in
            guard let self, !isShowing, let id = row?.id else { return }
            tree?.enter(entry.properties.text, in: id)
        }
        entry.connect("activate") { [weak self, weak tree] _ in
            if let id = self?.row?.id { tree?.commit(id) }
        }
        let focus = FocusController(on: entry)
        focus.connect("enter") { [weak self, weak tree] _ in
            if let id = self?.row?.id { tree?.select(id) }
        }
        let keys = KeyController(on: entry, phase: .capture)
        keys.answer("key-pressed") { [weak self, weak tree] arguments in
            let key: Int = arguments[0]
            guard key == Int(GDK_KEY_Escape), let id = self?.row?.id else { return false }
            tree?.revert(id)
            return true
        }
    }

    func show(_ row: TreeRow) {
        isShowing = true
        defer { isShowing = false }
        self.row = row
        gtk_widget_set_margin_start(widget, Int32(row.depth * 18))
        gtk_widget_set_opacity(arrow.widget, row.isOpen == nil ? 0 : 1)
        arrow.properties.sensitive = row.isOpen != nil
        arrow.properties.iconName = row.isOpen == true ? "pan-down-symbolic" : "pan-end-symbolic"
        arrow.accessible(.label, row.isOpen == true ? "Close" : "Open")
        title.properties.label = row.title
        note.properties.label = row.note
        note.properties.visible = !row.note.isEmpty
        value.properties.label = row.value
        value.properties.visible = row.edited == nil
        entry.parent?.properties.visible = row.edited != nil
        if let edited = row.edited, edited != entry.properties.text { entry.properties.text = edited }
        entry.properties.placeholderText = row.value
        refusal.properties.label = row.refusal ?? ""
        refusal.properties.visible = row.refusal != nil
        set("error", row.refusal != nil, on: entry)
        set("heading", row.isHeading, on: title)
        set("error", row.isLong, on: note)
        set("dim-label", !row.isLong, on: note)
    }

    private func set(_ name: String, _ isOn: Bool, on widget: Widget) {
        if isOn { widget.addClass(name) } else { widget.removeClass(name) }
    }
}

extension Widget {
    /// The widget that contains this one.
    fileprivate var parent: Widget? { Widget.from(gtk_widget_get_parent(widget)) }
}

/// What the rows of a tree tell of their user.
@MainActor
protocol TreeOwner: AnyObject {
    func toggle(_ id: TreeRow.ID)
    func setOpen(_ id: TreeRow.ID, _ isOpen: Bool)
    func select(_ id: TreeRow.ID)
    func enter(_ text: String, in id: TreeRow.ID)
    func commit(_ id: TreeRow.ID)
    func revert(_ id: TreeRow.ID)
}

extension TreeOwner {
    func select(_: TreeRow.ID) {}
    func enter(_: String, in _: TreeRow.ID) {}
    func commit(_: TreeRow.ID) {}
    func revert(_: TreeRow.ID) {}
    func setOpen(_: TreeRow.ID, _: Bool) {}
    func toggle(_: TreeRow.ID) {}
}

/// A list of such rows, in which the arrow keys open and close them.
@MainActor
func treeView(_ owner: any TreeOwner) -> ListView<TreeRow, TreeRowView> {
    let list = ListView<TreeRow, TreeRowView> { [weak owner] in
        TreeRowView(owner ?? NoOwner.shared)
    } show: { view, row in
        view.show(row)
    }
    list.addClass("binding-inspector-tree")
    let keys = KeyController(on: list, phase: .capture)
    keys.answer("key-pressed") { [weak list, weak owner] arguments in
        let key: Int = arguments[0]
        guard let list, let owner, let id = list.model.selectedID,
            key == Int(GDK_KEY_Right) || key == Int(GDK_KEY_Left),
            let row = list.model.rows.first(where: { $0.id == id }), row.isOpen != nil, !hasFocusInText(list)
        else { return false }
        owner.setOpen(id, key == Int(GDK_KEY_Right))
        return true
    }
    return list
}

/// Whether the user is typing into a row.
@MainActor
private func hasFocusInText(_ list: Widget) -> Bool {
    guard let root = gtk_widget_get_root(list.widget), let focus = gtk_root_get_focus(root) else { return false }
    return String(cString: gtk_widget_get_css_name(focus)) == "text"
}

@MainActor
private final class NoOwner: TreeOwner {
    static let shared = NoOwner()
}
