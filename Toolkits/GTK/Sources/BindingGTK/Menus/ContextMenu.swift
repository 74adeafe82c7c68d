import Binding
import CBindingGTK
import CGTK

extension Widget {
    /// Sets the menu that opens when the user clicks the widget with the secondary mouse button, or presses the Menu key
    /// or Shift-F10 while the focus is in it, replacing the previous one; `nil` for none.
    ///
    /// The menu that a text has anyway, to cut, copy and paste, gets the items in addition. In a list or a table, the
    /// menu is that of a row: the row that is clicked, or that has the focus if a key is pressed, is selected first,
    /// unless it is one of the selected rows already. A click beside the rows selects none.
    public final func setContextMenu(_ menu: Menu?) {
        contextMenu = nil
        contextMenu = menu.map { ContextMenu($0, on: self) }
    }
}

/// A menu that opens by the secondary mouse button or a key, for as long as this object exists.
///
/// Its popover is only there while it is open.
@MainActor
final class ContextMenu {
    private let menu: Menu
    private weak let widget: Widget?
    /// The popover while the menu is open, and until the chosen item has been activated.
    private var popover: AttachedPopover?
    private var remove: @MainActor () -> Void = {}

    init(_ menu: Menu, on widget: Widget) {
        self.menu = menu
        self.widget = widget
        let text = TextMenu(in: widget)
        text?.extend(by: menu)
        // The text of a label has a menu while it can be selected.
        let opensByItself = { [weak label = widget as? Label] in label.map(\.properties.selectable) ?? (text != nil) }
        let click = ClickGesture(on: widget)
        gtk_gesture_single_set_button(click.opaque, guint(GDK_BUTTON_SECONDARY))
        click.connect("pressed") { [weak self] in
            if !opensByItself() { self?.open(at: ($0[1], $0[2])) }
        }
        let keys = Shortcut { [weak self] in
            guard let self, !opensByItself() else { return false }
            open(at: nil)
            return true
        }
        let removeKeys = keys.add("Menu|<Shift>F10", .local, to: widget)
        let controlled = widget.widget
        remove = {
            removeKeys()
            gtk_widget_remove_controller(controlled, click.opaque)
            text?.extend(by: nil)
        }
    }

    isolated deinit { remove() }

    private func open(at point: (x: Double, y: Double)?) {
        guard let widget else { return }
        let place = widget.menuPlace(at: point)
        let new = PopoverMenu(menu)
        gtk_popover_set_has_arrow(new.typed(), 0)
        gtk_widget_set_halign(new.widget, GTK_ALIGN_START)
        popover = nil
        gtk_widget_set_parent(new.widget, widget.widget)
        popover = AttachedPopover(new, to: widget)
        let focus = gtk_widget_get_root(widget.widget).flatMap { Widget.from(gtk_root_get_focus($0)) }
        new.connect("closed") { [weak self, weak focus, unowned new] _ in
            // What had the focus has it again before the chosen item may remove it, so that its list knows who is next.
            focus?.grabFocus()
            // GTK activates the item after it has closed the menu, and finds the action by way of the widget.
            let closed = ObjectIdentifier(new)
            Task { [weak self] in self?.forget(closed) }
        }
        if var place { gtk_popover_set_pointing_to(new.typed(), &place) }
        new.popUp()
    }

    private func forget(_ closed: ObjectIdentifier) {
        if let popover, ObjectIdentifier(popover.popover) == closed { self.popover = nil }
    }
}

/// The menu that the text of a widget has anyway: of the widget itself, or of the line of text inside it.
@MainActor
private struct TextMenu {
    /// The C object.
    let owner: UnsafeMutableRawPointer

    init?(in widget: Widget) {
        let isEditable = g_type_is_a(binding_object_type(widget.raw), gtk_editable_get_type()) != 0
        let delegate = isEditable ? gtk_editable_get_delegate(widget.opaque) : nil
        let owner = [widget.raw, delegate.map { UnsafeMutableRawPointer($0) }].lazy.compactMap { $0 }
            .first { binding_object_find_property($0, "extra-menu") != nil }
        guard let owner else { return nil }
        self.owner = owner
    }

    func extend(by menu: Menu?) {
        GObject.of(owner).properties.set("extra-menu", menu)
    }
}
