import Binding
import CBindingGTK
import CGTK

extension GObject {
    /// Has each edit of the object's text told as one value, if it is a line of text or a text buffer. Where a selection is
    /// typed over, GTK tells of a deletion and of an insertion. Calling it again does nothing.
    final func keepEditsWhole() {
        if let buffer = self as? TextBuffer {
            guard begins("binding-edits", with: raw) else { return }
            let edit = TextEdit(of: buffer)
            buffer.connect("begin-user-action") { _ in edit.begin() }
            buffer.connect("end-user-action") { _ in edit.end() }
        } else if g_type_is_a(binding_object_type(raw), gtk_editable_get_type()) != 0,
            let text = gtk_editable_get_delegate(opaque)
        {
            guard begins("binding-edits", with: raw) else { return }
            let text = GObject.of(UnsafeMutableRawPointer(text))
            text.keepTypingWhole(of: self, from: text, "delete-text")
        }
    }

    /// Has what is typed into a widget told as one edit of an object.
    ///
    /// - Parameters:
    ///   - object: What is edited.
    ///   - source: What tells of a step before it is made, by the signal `step`.
    fileprivate func keepTypingWhole(of object: GObject, from source: GObject, _ step: String) {
        guard let input = inputMethod else { return }
        let edit = TextEdit(of: object)
        // What is typed comes from an input method. GTK's own handler of that was connected before this one.
        source.connect(step) { [weak input] _ in if input?.isCommitting == true { edit.begin() } }
        input.connect("commit") { _ in edit.endAll() }
    }

    /// Whether something has not yet been done for an object, and is to be now.
    fileprivate func begins(_ key: String, with other: UnsafeMutableRawPointer) -> Bool {
        guard g_object_get_data(typed(), key) != other else { return false }
        g_object_set_data(typed(), key, other)
        return true
    }

    /// What turns the keys that are pressed in a widget into text.
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

    /// Whether the object, an input method, is just sending its signal `commit`.
    private var isCommitting: Bool {
        g_signal_get_invocation_hint(raw)?.pointee.signal_id == g_signal_lookup("commit", gtk_im_context_get_type())
    }
}

extension TextView {
    /// Has what is typed over a selection told as one edit of the view's text. Calling it again does nothing, unless the
    /// view has another text.
    final func keepEditsWhole(of buffer: TextBuffer) {
        guard begins("binding-typing", with: buffer.raw) else { return }
        keepTypingWhole(of: buffer, from: buffer, "begin-user-action")
    }
}

/// An edit of a text that is told in several steps.
@MainActor
private final class TextEdit {
    private weak let object: GObject?
    /// How often it was begun and not ended. The first end may be that of an edit which began before anybody asked.
    private var depth = 0

    init(of object: GObject) { self.object = object }

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
