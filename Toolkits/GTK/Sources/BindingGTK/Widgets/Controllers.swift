import Binding
import CGTK

/// What deals with events of a widget.
open class EventController: GObject {
    /// Gives a controller to a widget, which keeps it.
    init(_ controller: OpaquePointer, on widget: Widget) {
        super.init(wrapping: UnsafeMutableRawPointer(controller))
        // The widget takes over the reference that came with it.
        gtk_widget_add_controller(widget.widget, opaque)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Tells of the keyboard focus of a widget and what is in it.
public final class FocusController: EventController {
    /// Makes a controller for a widget.
    public init(on widget: Widget) { super.init(gtk_event_controller_focus_new(), on: widget) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Tells of the keys that are pressed in a widget and what is in it.
public final class KeyController: EventController {
    /// Makes a controller for a widget.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - phase: Whether what is in the widget has the keys first (`.bubble`) or the controller (`.capture`).
    public init(on widget: Widget, phase: PropagationPhase = .bubble) {
        super.init(gtk_event_controller_key_new(), on: widget)
        gtk_event_controller_set_propagation_phase(opaque, GtkPropagationPhase(UInt32(phase.rawValue)))
    }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Tells of clicks on a widget.
public final class ClickGesture: EventController {
    /// Makes a controller for a widget.
    public init(on widget: Widget) { super.init(gtk_gesture_click_new(), on: widget) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Deals with keys that a widget has been given by `rx.shortcut`.
public final class ShortcutController: EventController {
    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}
