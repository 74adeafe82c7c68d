import Binding
import BindingGTK
import CGTK

/// Waits for a click on a widget of the program's windows, which does not reach the widget.
@MainActor
final class WidgetPicker {
    private var ends: [@MainActor () -> Void] = []
    private weak var pointed: Widget?
    /// Whether a widget is one that is looked for; the click is about the nearest such one, from the inside out.
    private let isKnown: @MainActor (Widget) -> Bool
    private let picked: @MainActor (Widget?) -> Void

    /// - Parameters:
    ///   - window: The window that is left out.
    ///   - isKnown: Whether a widget can be picked.
    ///   - picked: Called once: with the widget that can be picked, or else the one under the pointer; `nil` if the user has
    ///     given up.
    init(
        except window: Window, isKnown: @escaping @MainActor (Widget) -> Bool,
        picked: @escaping @MainActor (Widget?) -> Void
    ) {
        (self.isKnown, self.picked) = (isKnown, picked)
        _ = Self.style
        observeEscape(in: window)
        let list = gtk_window_get_toplevels()!
        for place in 0..<g_list_model_get_n_items(list) {
            guard let raw = g_list_model_get_item(list, place) else { continue }
            defer { g_object_unref(raw) }
            if raw != window.raw, let other = GObject.of(raw) as? Window { observe(other) }
        }
    }

    private func observe(_ window: Window) {
        observeEscape(in: window)
        gtk_widget_set_cursor_from_name(window.widget, "crosshair")
        ends.append { [weak window] in if let window { gtk_widget_set_cursor(window.widget, nil) } }
        let motion = EventController(gtk_event_controller_motion_new(), in: window)
        motion.connect("motion") { [weak self, weak window] arguments in
            guard let self, let window else { return }
            point(at: widget(in: window, at: (arguments[0], arguments[1])))
        }
        motion.connect("leave") { [weak self] _ in self?.point(at: nil) }
        let click = EventController(gtk_gesture_click_new(), in: window)
        click.connect("pressed") { [unowned click] _ in
            gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        click.connect("released") { [weak self, weak window] arguments in
            guard let self, let window else { return }
            end(with: widget(in: window, at: (arguments[1], arguments[2])))
        }
        for controller in [motion, click] {
            ends.append { [weak window, weak controller] in
                guard let window, let controller else { return }
                gtk_widget_remove_controller(window.widget, controller.opaque)
            }
        }
    }

    private func observeEscape(in window: Window) {
        let keys = KeyController(on: window, phase: .capture)
        keys.answer("key-pressed") { [weak self] arguments in
            let key: Int = arguments[0]
            guard key == Int(GDK_KEY_Escape), let self else { return false }
            end(with: nil)
            return true
        }
        ends.append { [weak window, weak keys] in
            guard let window, let keys else { return }
            gtk_widget_remove_controller(window.widget, keys.opaque)
        }
    }

    /// The widget at a place of a window: the innermost one that can be picked, or else the innermost one.
    private func widget(in window: Window, at place: (x: Double, y: Double)) -> Widget? {
        // Also what is disabled: why, is a good question.
        let flags = GtkPickFlags(rawValue: GTK_PICK_INSENSITIVE.rawValue | GTK_PICK_NON_TARGETABLE.rawValue)
        let innermost = gtk_widget_pick(window.widget, place.x, place.y, flags)
        var next = innermost
        while let current = next {
            if let widget = GObject.existing(UnsafeMutableRawPointer(current)) as? Widget, isKnown(widget) {
                return widget
            }
            next = gtk_widget_get_parent(current)
        }
        return Widget.from(innermost)
    }

    private func point(at widget: Widget?) {
        guard widget !== pointed else { return }
        pointed?.removeClass(Self.mark)
        pointed = widget
        widget?.addClass(Self.mark)
    }

    private func end(with widget: Widget?) {
        guard !ends.isEmpty else { return }
        let ends = ends
        self.ends = []
        point(at: nil)
        // GTK is calling one of them.
        Task { for end in ends { end() } }
        picked(widget)
    }

    /// Gives up, if the user has not picked anything yet.
    func cancel() { end(with: nil) }

    private static let mark = "binding-inspector-picked"
    private static let style = Style.load(".\(mark) { outline: 2px solid #e66100; outline-offset: -2px; }")
}

extension EventController {
    /// Makes the controller of a widget that is asked before the widgets inside it.
    fileprivate convenience init(_ controller: OpaquePointer, in widget: Widget) {
        self.init(wrapping: UnsafeMutableRawPointer(controller))
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(widget.widget, controller)
    }
}
