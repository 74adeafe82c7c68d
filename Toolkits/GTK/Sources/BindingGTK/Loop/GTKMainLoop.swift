import Binding
import CGTK

/// Runs the main actor on GLib's main loop, so that tasks, ``MainScheduler``, and values from other threads are served
/// while GTK occupies the main thread.
@MainActor
public enum GTKMainLoop {
    /// After the user's events (0) and after GTK's layout and drawing (110, 120), which would otherwise never run while
    /// values keep coming.
    private nonisolated static let priority = G_PRIORITY_DEFAULT_IDLE

    private static var isInstalled = false

    /// Makes GLib's loop serve the main actor, whoever runs it: an application, a dialog, `g_main_loop_run`.
    ///
    /// ``Application/run(_:)`` calls it; a program that runs GLib's loop itself calls it once before that. Calling it
    /// again does nothing.
    public static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        require(
            MainActorLoop.isUsable,
            "GTKMainLoop.install: an asynchronous main has awaited something, and the main actor is no longer on the first "
                + "thread. Let main be synchronous, and start tasks with Task { … }.")
        // Tasks on the main actor, and blocks on the main dispatch queue.
        g_unix_fd_add_full(
            priority, MainActorLoop.descriptor, G_IO_IN,
            { _, _, _ in
                MainActor.assumeIsolated { _ = MainActorLoop.drain() }
                return gboolean(1)  // G_SOURCE_CONTINUE
            }, nil, nil)
        // What the library schedules on the main actor, so that it runs in nested loops, too.
        MainActorLoop.schedule { action in
            g_idle_add_full(
                priority,
                { handover in
                    let handover = Unmanaged<Handover>.fromOpaque(handover!).takeUnretainedValue()
                    MainActor.assumeIsolated { handover.action() }
                    return gboolean(0)  // G_SOURCE_REMOVE
                }, Unmanaged.passRetained(Handover(action)).toOpaque(),
                { Unmanaged<Handover>.fromOpaque($0!).release() })
        }
    }

    private final class Handover: Sendable {
        let action: @MainActor @Sendable () -> Void

        init(_ action: @escaping @MainActor @Sendable () -> Void) {
            self.action = action
        }
    }
}
