import Binding
import CGTK

/// The base class of all widgets.
open class Widget: GObject {
    /// The C widget.
    public final var widget: UnsafeMutablePointer<GtkWidget> { typed() }

    /// Adds a CSS class, such as `suggested-action` or `error`.
    @discardableResult
    public final func addClass(_ name: String) -> Self {
        gtk_widget_add_css_class(widget, name)
        return self
    }

    /// Removes a CSS class.
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// Sets the margin on all sides.
    @discardableResult
    public final func margin(_ size: Int) -> Self {
        gtk_widget_set_margin_top(widget, Int32(size))
        gtk_widget_set_margin_bottom(widget, Int32(size))
        gtk_widget_set_margin_start(widget, Int32(size))
        gtk_widget_set_margin_end(widget, Int32(size))
        return self
    }

    /// Gives the widget the keyboard focus. Returns whether it took it.
    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Emits when the widget does not take the focus that was to be given to it.
    final lazy var focusRefusals = PublishRelay<Void>()

    /// The menu that ``setContextMenu(_:)`` set.
    final var contextMenu: ContextMenu?

    /// What ``setDragContent(_:)`` set.
    final var dragOrigin: DragOrigin?

    /// The popovers that point at the widget. They leave it before GTK disposes of it: some widgets, such as a text,
    /// try to remove children of theirs that they do not know until these are gone.
    final var popovers: [AttachedPopover] = []

    /// The C widgets that assistive technologies find in its place: itself, and one inside that takes the focus for it.
    var accessibleParts: [OpaquePointer] { [opaque] }

    /// What assistive technologies are told beyond the name, but for ``contentError``.
    final var accessibleDescription = "" { didSet { describe() } }

    /// The tooltip that the widget has while nothing is wrong with the content.
    final var tooltipBesideError: String?

    /// What is wrong with the content; empty for nothing.
    final var contentError = "" {
        willSet {
            if contentError.isEmpty, !newValue.isEmpty {
                tooltipBesideError = gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
            }
        }
        didSet { if contentError != oldValue { showContentError() } }
    }

    /// Where a context menu is to open, in the widget's coordinates, and prepares the widget for it; `nil` for beside
    /// the widget.
    ///
    /// - Parameter point: Where the user has clicked; `nil` if the menu is opened by a key.
    func menuPlace(at point: (x: Double, y: Double)?) -> GdkRectangle? {
        point.map { GdkRectangle(x: Int32($0.x), y: Int32($0.y), width: 1, height: 1) }
    }

    /// The C widget, for insertion into another one.
    package final func moved(into parent: Widget) -> UnsafeMutablePointer<GtkWidget> {
        require(
            !(self is Window) && parent !== self && gtk_widget_is_ancestor(parent.widget, widget) == 0,
            "\(type(of: self)): it cannot be a child of this \(type(of: parent)).")
        let current = gtk_widget_get_parent(widget)
        require(
            current == nil,
            "\(type(of: self)): it cannot be a child of this \(type(of: parent)) while it is in another widget. Remove it there first."
        )
        return widget
    }

    /// The C widget, for removal from another one.
    final func removed(from parent: Widget) -> UnsafeMutablePointer<GtkWidget> {
        let current = Widget.from(gtk_widget_get_parent(widget))
        require(
            current === parent,
            """
            \(type(of: self)): it cannot be removed from this \(type(of: parent)): it is in \
            \(current.map { "another widget, a \(type(of: $0))" } ?? "no widget").
            """)
        return widget
    }

    /// Takes over a widget that the closure makes, once GTK is ready to make one.
    init(_ make: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) {
        super.init(wrapping: made(make()))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    isolated deinit {
        // Stored properties go after the superclass's deinitializer has released the C widget.
        contextMenu = nil
        dragOrigin = nil
        popovers = []
    }
}
