import Binding
import CGTK

/// An object that handles a widget's events.
open class EventController: GObject {
    /// Adds a controller to a widget, which keeps it.
    init(_ controller: OpaquePointer, on widget: Widget) {
        super.init(wrapping: UnsafeMutableRawPointer(controller))
        // The widget takes over the initial reference.
        gtk_widget_add_controller(widget.widget, opaque)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Observes the keyboard focus of a widget and everything inside it.
public final class FocusController: EventController {
    /// Makes a controller for a widget.
    public init(on widget: Widget) { super.init(gtk_event_controller_focus_new(), on: widget) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Observes the keys that are pressed in a widget and everything inside it.
public final class KeyController: EventController {
    /// Makes a controller for a widget.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - phase: Whether the widgets inside it get the keys first (`.bubble`) or the controller does (`.capture`).
    public init(on widget: Widget, phase: PropagationPhase = .bubble) {
        super.init(gtk_event_controller_key_new(), on: widget)
        gtk_event_controller_set_propagation_phase(opaque, GtkPropagationPhase(UInt32(phase.rawValue)))
    }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Observes clicks on a widget.
public final class ClickGesture: EventController {
    /// Makes a controller for a widget.
    public init(on widget: Widget) { super.init(gtk_gesture_click_new(), on: widget) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Handles keys that `rx.shortcut` has set for a widget.
public final class ShortcutController: EventController {
    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}
