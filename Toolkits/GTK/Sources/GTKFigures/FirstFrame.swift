import BindingGTK
import CGTK
import Glibc

/// The time from the start of a process until its window is first drawn, with and without bindings.
@MainActor
enum FirstFrame {
    private static let rounds = 15

    static func add(to table: inout Table) {
        var times: [String: [Double]] = ["bound": [], "plain": []]
        for round in 0...rounds {
            for kind in round % 2 == 0 ? ["bound", "plain"] : ["plain", "bound"] {
                let time = run(kind)
                // The first start of each kind reads files that are cached later.
                if round > 0 { times[kind]!.append(time) }
            }
        }
        table.add(
            "the first frame of a form, after the process was started", "ms", times["bound"]!, times["plain"]!, bar: 1.1
        )
    }

    private static func run(_ kind: String) -> Double {
        var output: UnsafeMutablePointer<CChar>?
        var status: Int32 = 0
        let command = "'\(CommandLine.arguments[0])' --first-frame \(kind) \(Clock.now)"
        g_spawn_command_line_sync(command, &output, nil, &status, nil)
        guard status == 0, let text = output.flatMap({ Double(String(cString: $0)) }) else {
            preconditionFailure("no window was drawn")
        }
        g_free(output)
        return text
    }

    /// Shows a window, prints how long after `start` it was drawn, and exits.
    static func show(_ kind: String, since start: Double) {
        Self.start = start
        let window: UnsafeMutablePointer<GtkWindow>
        if kind == "bound" {
            GTKMainLoop.install()
            window = Form(FormModel()).typed()
        } else {
            window = Form.plain()
        }
        gtk_window_present(window)
        let drawn: @convention(c) (OpaquePointer, gpointer?) -> Void = { _, _ in
            print(Clock.now - FirstFrame.start, terminator: "")
            fflush(nil)
            _exit(0)
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(gtk_widget_get_frame_clock(cast(window))), "after-paint",
            unsafeBitCast(drawn, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
    }

    private nonisolated(unsafe) static var start = 0.0

    private static func cast(_ window: UnsafeMutablePointer<GtkWindow>) -> UnsafeMutablePointer<GtkWidget> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
    }
}
