import Binding
import CGTK

/// A button that opens a popover: `MenuButton(icon: "open-menu-symbolic", PopoverMenu(menu))`.
open class MenuButton: Widget {
    /// Makes a button with a text.
    public init(_ text: String, _ popover: Popover) {
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_label(opaque, text)
        gtk_menu_button_set_use_underline(opaque, 1)
        gtk_menu_button_set_popover(opaque, popover.moved(into: self))
    }

    /// Makes a button with an icon of the theme.
    public init(icon: String, _ popover: Popover) {
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_popover(opaque, popover.moved(into: self))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    override var accessibleParts: [OpaquePointer] {
        // The button that is pressed is inside.
        [opaque] + [gtk_widget_get_first_child(widget)].compactMap { $0.map { OpaquePointer($0) } }
    }

    /// Opens the popover.
    public final func popUp() { gtk_menu_button_popup(opaque) }

    /// Closes the popover.
    public final func popDown() { gtk_menu_button_popdown(opaque) }
}

/// A bubble over a window, which closes when the user clicks outside it.
///
/// It belongs to a ``MenuButton``, or is attached to any widget.
open class Popover: Widget {
    /// Makes a popover around a widget.
    public init(_ child: Widget) {
        super.init(gtk_popover_new())
        gtk_popover_set_child(typed(), child.moved(into: self))
    }

    init(popover: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) { super.init(popover()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// Makes the popover point at a widget. It is removed together with the widget.
    ///
    /// - Returns: The popover.
    @discardableResult
    public final func attach(to widget: Widget) -> Self {
        let popover = moved(into: widget)
        widget.popovers.removeAll { !$0.isAttached }
        gtk_widget_set_parent(popover, widget.widget)
        widget.popovers.append(AttachedPopover(self, to: widget))
        return self
    }

    /// Opens the popover. The widget that it points at has to be in a window that is shown.
    public final func popUp() {
        let parent = gtk_widget_get_parent(widget)
        require(
            parent.map { gtk_widget_get_mapped($0) != 0 } ?? false,
            "popUp: the popover points at nothing that is shown. Give it to a MenuButton, or attach(to:) a widget, and wait until "
                + "that is in a window that is shown.")
        gtk_popover_popup(typed())
    }

    /// Closes the popover.
    public final func popDown() { gtk_popover_popdown(typed()) }
}

/// A menu in a popover.
open class PopoverMenu: Popover {
    /// Makes a popover with a menu's items.
    public init(_ menu: Menu) { super.init(popover: gtk_popover_menu_new_from_model(menu.typed())) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A popover as long as it points at a widget, from which it is removed with this object.
@MainActor
final class AttachedPopover {
    let popover: Popover
    private let widget: UnsafeMutablePointer<GtkWidget>

    init(_ popover: Popover, to widget: Widget) {
        self.popover = popover
        self.widget = widget.widget
    }

    isolated deinit {
        if isAttached { gtk_widget_unparent(popover.widget) }
    }

    var isAttached: Bool { gtk_widget_get_parent(popover.widget) == widget }
}
