import BindingGTK
import CBindingGTK
import CGTK
import Testing

/// Not the C structure.
typealias GObject = BindingGTK.GObject

/// Makes an object emit a signal without arguments, as GTK does when the user acts.
@MainActor
func emit(_ signal: String, by object: GObject) {
    var instance = GValue()
    g_value_init(&instance, g_type_from_name(g_type_name_from_instance(object.typed())))
    defer { g_value_unset(&instance) }
    g_value_set_object(&instance, object.raw)
    let number = g_signal_lookup(signal, instance.g_type)
    precondition(number != 0, "no signal '\(signal)'")
    g_signal_emitv(&instance, number, 0, nil)
}

extension Window {
    /// The dialogs that are shown over the window.
    var dialogs: [Window] {
        let windows = gtk_window_get_toplevels()!
        return (0..<g_list_model_get_n_items(windows)).compactMap { index in
            let window = g_list_model_get_item(windows, index)!
            defer { g_object_unref(window) }
            let isOurs = UnsafeMutableRawPointer(gtk_window_get_transient_for(.init(OpaquePointer(window)))) == raw
            return isOurs ? GObject.of(window) as? Window : nil
        }
    }

    /// The dialog over the window, as soon as there is one.
    func dialog(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Window {
        try await eventually("a dialog is shown", sourceLocation: sourceLocation) { !dialogs.isEmpty }
        return dialogs[0]
    }

    /// Presses a dialog's button by its number.
    func press(_ number: Int) {
        emit("clicked", by: GObject.of(gtk_dialog_get_widget_for_response(typed(), Int32(number))))
    }
}
