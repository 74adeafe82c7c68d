import Binding
import CBindingGTK
import CGTK

extension GObject {
    /// Makes each edit of the object's text emit one value, if the object is a line of text or a text buffer. Typing
    /// over a selection makes GTK emit a deletion and an insertion. Calling it again does nothing.
    final func keepEditsWhole() {
        if let buffer = self as? TextBuffer {
            guard begins("binding-edits", with: raw) else { return }
            buffer.mirror = TextMirror(of: buffer)
            let edit = TextEdit(of: buffer)
            buffer.connect("begin-user-action") { _ in edit.begin() }
            buffer.connect("end-user-action") { _ in edit.end() }
        } else if let lineOfText {
            guard begins("binding-edits", with: raw) else { return }
            GObject.of(UnsafeMutableRawPointer(lineOfText)).keepTypingWhole(of: self)
        }
    }

    /// Makes each text that is typed into a widget one edit of an object.
    fileprivate func keepTypingWhole(of object: GObject) {
        guard let input = inputMethod else { return }
        let edit = TextEdit(of: object)
        edit.begin(beforeCommitsOf: input)
        input.connect("commit") { _ in edit.endAll() }
    }

    /// Returns whether something has not been done for an object yet, and records it as done.
    fileprivate func begins(_ key: String, with other: UnsafeMutableRawPointer) -> Bool {
        guard g_object_get_data(typed(), key) != other else { return false }
        g_object_set_data(typed(), key, other)
        return true
    }

    /// The input method, which turns the keys that are pressed in a widget into text.
    private var inputMethod: GObject? {
        let controllers = UnsafeMutableRawPointer(gtk_widget_observe_controllers(typed()))
        defer { g_object_unref(controllers) }
        let list = OpaquePointer(controllers)
        for index in 0..<g_list_model_get_n_items(list) {
            let controller = g_list_model_get_item(list, index)!
            defer { g_object_unref(controller) }
            guard g_type_is_a(binding_object_type(controller), gtk_event_controller_key_get_type()) != 0,
                let method = gtk_event_controller_key_get_im_context(OpaquePointer(controller))
            else { continue }
            return GObject.of(UnsafeMutableRawPointer(method))
        }
        return nil
    }
}

extension TextView {
    /// Makes typing over a selection one edit of the view's text. Calling it again does nothing, unless the view has
    /// another buffer.
    final func keepEditsWhole(of buffer: TextBuffer) {
        guard begins("binding-typing", with: buffer.raw) else { return }
        keepTypingWhole(of: buffer)
    }
}

/// An edit of a text that GTK reports in several steps.
@MainActor
private final class TextEdit {
    private weak let object: GObject?
    /// The number of begun edits that have not ended. The first end may belong to an edit that began before this was
    /// connected.
    private var depth = 0

    private static let key = "binding-edit"

    /// Calls what is to begin before an input method commits a text. A handler would be too late: GTK's own, which inserts
    /// the text, was connected before, and before any handler only an emission hook is called.
    private static let hook: Void = {
        let commit = g_signal_lookup("commit", gtk_im_context_get_type())
        _ = g_signal_add_emission_hook(
            commit, 0,
            { _, _, arguments, _ in
                let input = g_value_get_object(arguments!)!.assumingMemoryBound(to: CGTK._GObject.self)
                if let edit = g_object_get_data(input, TextEdit.key) {
                    nonisolated(unsafe) let edit = edit
                    MainActor.assumeIsolated { Unmanaged<TextEdit>.fromOpaque(edit).takeUnretainedValue().begin() }
                }
                return 1
            }, nil, nil)
    }()

    init(of object: GObject) { self.object = object }

    /// Begins the edit, and no other, whenever an input method is about to commit a text.
    func begin(beforeCommitsOf input: GObject) {
        _ = Self.hook
        g_object_set_data_full(input.typed(), Self.key, Unmanaged.passRetained(self).toOpaque()) {
            Unmanaged<TextEdit>.fromOpaque($0!).release()
        }
    }

    func begin() {
        depth += 1
        object?.rx.beginEdit()
    }

    func end() {
        guard depth > 0 else { return }
        depth -= 1
        object?.rx.endEdit()
    }

    func endAll() { while depth > 0 { end() } }
}
