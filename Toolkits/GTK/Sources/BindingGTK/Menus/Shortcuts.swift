import Binding
import CGTK

extension Reactive where Base: Widget {
    /// Emits when the user presses a key combination: `window.rx.shortcut("<Control>s") => viewModel.save`.
    ///
    /// For keys of the whole program, see ``Application/setKeys(_:for:)``.
    ///
    /// - Parameters:
    ///   - keys: The keys in GTK's notation, such as `<Control><Shift>s`, `F5` or `Escape`.
    ///   - scope: Where they apply: while the focus is in the widget (`.local`), or in its window (`.global`).
    public func shortcut(_ keys: String, scope: ShortcutScope = .local) -> ControlEvent<Void> {
        controlEvent { widget, send in
            let shortcut = Shortcut {
                send(())
                return true
            }
            return shortcut.add(keys, scope, to: widget)
        }
    }
}

/// The handler of a key combination, held by the C controller and so by the widget.
@MainActor
final class Shortcut {
    private let pressed: @MainActor () -> Bool
    /// The controller, while it holds this object.
    private var controller: OpaquePointer?

    /// - Parameter pressed: Returns whether the keys have been handled; others get them otherwise.
    init(_ pressed: @escaping @MainActor () -> Bool) {
        self.pressed = pressed
    }

    /// - Returns: A closure that removes the shortcut.
    func add(_ keys: String, _ scope: ShortcutScope, to widget: Widget) -> @MainActor () -> Void {
        guard let trigger = gtk_shortcut_trigger_parse_string(keys) else {
            fatalError(
                "shortcut: GTK does not know the keys '\(keys)'. They look like '<Control><Shift>s', 'F5', 'Escape'.")
        }
        let action = gtk_callback_action_new(
            { _, _, data in
                let shortcut = Unmanaged<Shortcut>.fromOpaque(data!).takeUnretainedValue()
                return MainActor.assumeIsolated { shortcut.pressed() } ? 1 : 0
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in
                let shortcut = Unmanaged<Shortcut>.fromOpaque(data!).takeRetainedValue()
                MainActor.assumeIsolated { shortcut.controller = nil }
            })
        let controller = gtk_shortcut_controller_new()!
        gtk_shortcut_controller_set_scope(controller, GtkShortcutScope(UInt32(scope.rawValue)))
        // Each call takes ownership of its arguments.
        gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
        gtk_widget_add_controller(widget.widget, controller)
        self.controller = controller
        // Holds neither the widget nor its controller.
        return { [weak self] in self?.remove() }
    }

    private func remove() {
        guard let controller, let widget = gtk_event_controller_get_widget(controller) else { return }
        self.controller = nil
        gtk_widget_remove_controller(widget, controller)
    }
}
