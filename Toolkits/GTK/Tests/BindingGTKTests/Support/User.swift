import BindingGTK
import CGTK
import CGTKX11
import Testing

/// Simulates the keyboard and the mouse of the display. There is one of each, so tests that use them run one after the
/// other.
///
/// When a call returns, the input has reached the display, but not yet the program: wait for its effect by
/// ``eventually(_:sourceLocation:_:)``. GLib's loop continues meanwhile.
@MainActor
enum User {
    /// Types a text where the focus is, as fast as the display accepts it.
    static func type(_ text: String) async throws {
        try await xdotool(["type", "--delay", "0", "--", text])
    }

    /// Presses keys one after the other, and those of `ctrl+a` together, by their X names.
    static func press(_ keys: String...) async throws {
        try await xdotool(["key", "--delay", "0"] + keys)
    }

    /// Clicks on the middle of a widget, by default with the first mouse button.
    static func click(_ widget: Widget, button: Int = 1) async throws {
        let (window, x, y) = try place(of: widget)
        // Without a window manager the newest window is above the others, wherever it was opened.
        try await xdotool([
            "windowraise", window, "mousemove", "--window", window, "\(Int(x))", "\(Int(y))", "click",
            "\(button)",
        ])
    }

    /// Shows a window, waits until it is drawn, and gives it the keyboard focus, which a window manager would otherwise
    /// do.
    static func look(at window: Window) async throws {
        window.present()
        try await eventually("the window is drawn") { gtk_widget_get_mapped(window.widget) != 0 && isDrawn(window) }
        gdk_display_sync(gtk_widget_get_display(window.widget))
        try await xdotool(["windowraise", number(of: window), "windowfocus", number(of: window)])
        try await eventually("the window has the focus") { window.properties.isActive }
    }

    /// Drags from the middle of a widget to a place in another one, and drops there what is dragged.
    ///
    /// - Parameters:
    ///   - place: The place in the other widget, from 0 to 1 in each direction.
    ///   - isTaken: Whether a widget there takes it. Otherwise it flies back.
    ///   - look: Called before it is dropped.
    static func drag(
        _ widget: Widget, to other: Widget, at place: (x: Double, y: Double) = (0.5, 0.5), isTaken: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation, look: @MainActor () -> Void = {}
    ) async throws {
        for widget in [widget, other] { try await waitForLayout(of: widget, sourceLocation: sourceLocation) }
        let start = try self.place(of: widget)
        let end = try self.place(of: other, at: place)
        func move(_ to: (window: String, x: Double, y: Double), by distance: Int = 0) async throws {
            let (x, y) = (Int(to.x) + distance, Int(to.y))
            try await xdotool(["mousemove", "--window", to.window, "\(x)", "\(y)"])
            // The pointer of a user takes time, too.
            try await Task.sleep(for: .milliseconds(20))
        }
        try await move(start)
        try await xdotool(["mousedown", "1"])
        for distance in [4, 8, 12, 16] { try await move(start, by: distance) }
        try await move(end, by: 2)
        try await move(end)
        if isTaken {
            try await eventually("it can be dropped", sourceLocation: sourceLocation) { hasDrop(other) }
        }
        // What the display, and the widget that is dragged from, are told of that.
        try await Task.sleep(for: .milliseconds(100))
        try await move(end, by: 1)
        try await move(end)
        look()
        try await xdotool(["mouseup", "1"])
    }

    /// Drags from the middle of a widget to places in another one, to which a closure moves, and drops there what is
    /// dragged once it has returned.
    static func hold(
        _ widget: Widget, over other: Widget,
        _ moves: @MainActor (_ to: @MainActor ((x: Double, y: Double)) async throws -> Void) async throws -> Void
    ) async throws {
        try await waitForLayout(of: other)
        let start = try self.place(of: widget)
        func move(_ to: (window: String, x: Double, y: Double), by distance: Int = 0) async throws {
            try await xdotool(["mousemove", "--window", to.window, "\(Int(to.x) + distance)", "\(Int(to.y))"])
            try await Task.sleep(for: .milliseconds(20))
        }
        try await move(start)
        try await xdotool(["mousedown", "1"])
        for distance in [4, 8, 12, 16] { try await move(start, by: distance) }
        try await moves { place in
            let end = try self.place(of: other, at: place)
            try await move(end, by: 2)
            try await move(end)
        }
        try await xdotool(["mouseup", "1"])
    }

    /// Waits until the window of a widget shows the widgets where they belong after what has just changed.
    static func waitForLayout(
        of widget: Widget, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<2 {
            let clock = gtk_widget_get_frame_clock(widget.widget)
            let count = gdk_frame_clock_get_frame_counter(clock)
            gtk_widget_queue_draw(widget.widget)
            try await eventually("a frame is drawn", sourceLocation: sourceLocation) {
                gdk_frame_clock_get_frame_counter(clock) > count
            }
        }
    }

    /// Whether something that is dragged is over a widget that takes it: this one, one around it, or one inside it.
    private static func hasDrop(_ widget: Widget) -> Bool {
        func takesDrop(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
            gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_DROP_ACTIVE.rawValue != 0
        }
        func anyTakesDrop(in widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
            takesDrop(widget) || children(of: widget).contains { anyTakesDrop(in: $0) }
        }
        var next = gtk_widget_get_parent(widget.widget)
        while let current = next {
            if takesDrop(current) { return true }
            next = gtk_widget_get_parent(current)
        }
        return anyTakesDrop(in: widget.widget)
    }

    /// Moves a window on the display, where all begin in the same corner.
    static func move(_ window: Window, x: Int, y: Int) async throws {
        try await xdotool(["windowmove", "--sync", number(of: window), "\(x)", "\(y)"])
    }

    /// Changes the size of a window, as by dragging its edge.
    static func resize(_ window: Window, width: Int, height: Int) async throws {
        try await xdotool(["windowsize", number(of: window), "\(width)", "\(height)"])
    }

    /// Runs `xdotool` and returns its output.
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

    /// The X identifier of a window.
    private static func number(of window: Window) -> String {
        "\(gdk_x11_surface_get_xid(gtk_native_get_surface(window.opaque)))"
    }

    /// A place of a widget, by default the middle, and its window.
    private static func place(
        of widget: Widget, at place: (x: Double, y: Double) = (0.5, 0.5)
    ) throws -> (window: String, x: Double, y: Double) {
        let root = try #require(gtk_widget_get_root(widget.widget))
        let window = try #require(GObject.of(UnsafeMutableRawPointer(root)) as? Window)
        var bounds = graphene_rect_t()
        try #require(gtk_widget_compute_bounds(widget.widget, window.widget, &bounds) != 0)
        // A window's surface includes its shadow.
        var (x, y) = (0.0, 0.0)
        gtk_native_get_surface_transform(window.opaque, &x, &y)
        return (
            number(of: window), x + Double(bounds.origin.x) + Double(bounds.size.width) * place.x,
            y + Double(bounds.origin.y) + Double(bounds.size.height) * place.y
        )
    }

    private static func isDrawn(_ window: Window) -> Bool {
        gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(window.widget)) > 0
    }

    /// The callback for the end of a process.
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

    /// The error output of a failed `xdotool` call.
    private struct Failure: Error {
        let message: String

        init(message: String) { self.message = message }

        init(_ error: UnsafeMutablePointer<GError>?) {
            message = error.map { String(cString: $0.pointee.message) } ?? "unknown"
            g_error_free(error)
        }
    }
}

/// Waits on the main actor until a condition holds, while GLib's loop continues.
///
/// A test that fails here would otherwise have hung: no machine needs minutes for it.
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

/// Ends a process of a test's own. In another thread than GLib's loop, in which the test would do so, the display's library
/// would be taken down while GTK still uses it.
@MainActor
func exitSuccessfully() -> Never { exit(EXIT_SUCCESS) }
