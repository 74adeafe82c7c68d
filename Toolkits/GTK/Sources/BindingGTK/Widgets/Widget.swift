import Binding
import CGTK

/// What windows are made of.
open class Widget: GObject {
    /// The widget of C.
    public final var widget: UnsafeMutablePointer<GtkWidget> { typed() }

    /// Adds a class of CSS, such as `suggested-action` or `error`.
    @discardableResult
    public final func addClass(_ name: String) -> Self {
        gtk_widget_add_css_class(widget, name)
        return self
    }

    /// Removes a class of CSS.
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// Sets the distance from what is around the widget, on all sides.
    @discardableResult
    public final func margin(_ size: Int) -> Self {
        gtk_widget_set_margin_top(widget, Int32(size))
        gtk_widget_set_margin_bottom(widget, Int32(size))
        gtk_widget_set_margin_start(widget, Int32(size))
        gtk_widget_set_margin_end(widget, Int32(size))
        return self
    }

    /// Gives the widget the keyboard focus. Returns whether it takes it.
    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Tells those who observe the focus that the widget does not take it.
    final lazy var focusRefusals = PublishRelay<Void>()

    /// What ``setContextMenu(_:)`` has set.
    final var contextMenu: ContextMenu?

    /// The widget of C, for another one to have in it.
    final func moved(into parent: Widget) -> UnsafeMutablePointer<GtkWidget> {
        require(
            !(self is Window) && parent !== self && gtk_widget_is_ancestor(parent.widget, widget) == 0,
            "\(type(of: self)): it cannot be in this \(type(of: parent)).")
        let current = gtk_widget_get_parent(widget)
        require(
            current == nil,
            "\(type(of: self)): it cannot be in this \(type(of: parent)) while it is in another widget. Remove it there first."
        )
        return widget
    }

    /// Takes over a widget that is made by the closure, once GTK can make one.
    init(_ make: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) {
        Desktop.open()
        super.init(wrapping: UnsafeMutableRawPointer(make()))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}
