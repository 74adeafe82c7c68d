import CGTK

/// Another program on the display, which has copied a text and hands it out only when told to.
@MainActor
final class SilentProgram {
    /// The unanswered requests for the text.
    private static var questions: [OpaquePointer] = []

    private let display: OpaquePointer

    /// Opens a connection of its own to the display, as another program does.
    init() { display = gdk_display_open(gdk_display_get_name(gdk_display_get_default())) }

    isolated deinit { gdk_display_close(display) }

    /// Copies a text.
    func copy() {
        let content = g_object_new_with_properties(Self.contentType, 0, nil, nil)!
        let provider = UnsafeMutableRawPointer(content).assumingMemoryBound(to: GdkContentProvider.self)
        gdk_clipboard_set_content(gdk_display_get_clipboard(display), provider)
        g_object_unref(content)
        gdk_display_flush(display)
    }

    /// Whether somebody is waiting for the text.
    var isAsked: Bool { !Self.questions.isEmpty }

    /// Answers all requests with nothing.
    func answer() {
        for question in Self.questions {
            g_task_return_boolean(question, 1)
            g_object_unref(UnsafeMutableRawPointer(question))
        }
        Self.questions = []
    }

    private static let contentType = g_type_register_static_simple(
        gdk_content_provider_get_type(), "BindingSilentContent", guint(MemoryLayout<GdkContentProviderClass>.size),
        { type, _ in
            let content = type!.assumingMemoryBound(to: GdkContentProviderClass.self)
            content.pointee.ref_formats = { _ in
                let builder = gdk_content_formats_builder_new()
                gdk_content_formats_builder_add_mime_type(builder, "text/plain;charset=utf-8")
                return gdk_content_formats_builder_free_to_formats(builder)
            }
            content.pointee.write_mime_type_async = { content, _, _, _, cancellable, answered, data in
                let question = g_task_new(UnsafeMutableRawPointer(content), cancellable, answered, data)!
                nonisolated(unsafe) let unanswered = question
                MainActor.assumeIsolated { SilentProgram.questions.append(unanswered) }
            }
            content.pointee.write_mime_type_finish = { _, question, error in
                g_task_propagate_boolean(question, error)
            }
        }, guint(MemoryLayout<GdkContentProvider>.size), nil, G_TYPE_FLAG_NONE)
}
