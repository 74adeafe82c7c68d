import BindingGTK
import CGTK
import CGTKX11
import Testing

/// Somebody at the keyboard and the mouse of the display. There is one of each, so such tests run one after the other.
///
/// What they do has reached the display when a call returns, and not yet the program: wait for what is to come of it by
/// ``eventually(_:sourceLocation:_:)``. GLib's loop goes on meanwhile.
@MainActor
enum User {
    /// Types a text, as fast as the display takes it, where the focus is.
    static func type(_ text: String) async throws {
        try await xdotool(["type", "--delay", "0", "--", text])
    }

    /// Presses keys one after the other, and those of `ctrl+a` together, by the names that X has for them.
    static func press(_ keys: String...) async throws {
        try await xdotool(["key", "--delay", "0"] + keys)
    }

    /// Clicks on the middle of a widget, with the first button of the mouse or another one.
    static func click(_ widget: Widget, button: Int = 1) async throws {
        let (window, x, y) = try place(of: widget)
        // Without a window manager the last window is on top of the others, wherever it was opened.
        try await xdotool([
            "windowraise", window, "mousemove", "--window", window, "\(Int(x))", "\(Int(y))", "click",
            "\(button)",
        ])
    }

    /// Shows a window, has it drawn, and gives it the keyboard, which is otherwise a window manager's work.
    static func look(at window: Window) async throws {
        window.present()
        try await eventually("the window is drawn") { gtk_widget_get_mapped(window.widget) != 0 && isDrawn(window) }
        gdk_display_sync(gtk_widget_get_display(window.widget))
        try await xdotool(["windowraise", number(of: window), "windowfocus", number(of: window)])
        try await eventually("the window has the focus") { window.properties.isActive }
    }

    /// What `xdotool` writes, when it has ended.
    @discardableResult
    static func xdotool(_ arguments: [String]) async throws -> String {
        var error: UnsafeMutablePointer<GError>?
        let flags = GSubprocessFlags(G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_MERGE.rawValue)
        let words = (["xdotool"] + arguments).map { g_strdup($0) }
        defer { for word in words { g_free(word) } }
        let started = (words.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            g_subprocess_newv($0.baseAddress, flags, &error)
        }
        guard let process = started else { throw Failure(error) }
        defer { g_object_unref(UnsafeMutableRawPointer(process)) }
        return try await withCheckedThrowingContinuation { continuation in
            let box = Unmanaged.passRetained(Continuation(continuation))
            g_subprocess_communicate_utf8_async(process, nil, nil, Continuation.resume, box.toOpaque())
        }
    }

    /// The number that X has for a window.
    private static func number(of window: Window) -> String {
        "\(gdk_x11_surface_get_xid(gtk_native_get_surface(window.opaque)))"
    }

    /// The middle of a widget, and the window that it is in.
    private static func place(of widget: Widget) throws -> (window: String, x: Double, y: Double) {
        let root = try #require(gtk_widget_get_root(widget.widget))
        let window = try #require(GObject.of(UnsafeMutableRawPointer(root)) as? Window)
        var bounds = graphene_rect_t()
        try #require(gtk_widget_compute_bounds(widget.widget, window.widget, &bounds) != 0)
        // A window's surface has its shadow, too.
        var (x, y) = (0.0, 0.0)
        gtk_native_get_surface_transform(window.opaque, &x, &y)
        return (
            number(of: window), x + Double(bounds.origin.x + bounds.size.width / 2),
            y + Double(bounds.origin.y + bounds.size.height / 2)
        )
    }

    private static func isDrawn(_ window: Window) -> Bool {
        gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(window.widget)) > 0
    }

    /// What C calls when a process has ended.
    private final class Continuation {
        private let continuation: CheckedContinuation<String, any Error>

        init(_ continuation: CheckedContinuation<String, any Error>) { self.continuation = continuation }

        static let resume: GAsyncReadyCallback = { process, result, data in
            let continuation = Unmanaged<Continuation>.fromOpaque(data!).takeRetainedValue().continuation
            var output: UnsafeMutablePointer<CChar>?
            var error: UnsafeMutablePointer<GError>?
            let process = OpaquePointer(process!)
            guard g_subprocess_communicate_utf8_finish(process, result, &output, nil, &error) != 0 else {
                return continuation.resume(throwing: Failure(error))
            }
            defer { g_free(output) }
            let text = output.map { String(cString: $0) } ?? ""
            if g_subprocess_get_successful(process) != 0 {
                continuation.resume(returning: text)
            } else {
                continuation.resume(throwing: Failure(message: text))
            }
        }
    }

    /// What the user's hands said when they could not do something.
    private struct Failure: Error {
        let message: String

        init(message: String) { self.message = message }

        init(_ error: UnsafeMutablePointer<GError>?) {
            message = error.map { String(cString: $0.pointee.message) } ?? "unknown"
            g_error_free(error)
        }
    }
}

/// Waits on the main actor until something is so, while GLib's loop goes on.
///
/// A test that fails here would have hung otherwise: no machine takes minutes over it.
@MainActor
func eventually(
    _ what: Comment = "it has come to be so", sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @MainActor () -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while !condition() {
        try #require(ContinuousClock.now < end, what, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(1))
    }
}
