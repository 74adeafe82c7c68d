// EXAMPLE: glib loop
import Binding
import CGLib

/// The main actor under GLib's main loop, whoever runs it: `g_main_loop_run`, an application, a dialog.
@MainActor
enum MainActorSource {
    /// After the user's events (0) and after GTK's layout and drawing (110, 120), which would wait forever if values came
    /// without end.
    nonisolated private static let priority = G_PRIORITY_DEFAULT_IDLE

    /// Call this once, before the loop runs.
    static func attach() {
        // Tasks on the main actor, and blocks in the main dispatch queue.
        g_unix_fd_add_full(
            priority, MainActorLoop.descriptor, G_IO_IN,
            { _, _, _ in
                MainActor.assumeIsolated { _ = MainActorLoop.drain() }
                return 1  // G_SOURCE_CONTINUE
            }, nil, nil)
        // What the library hands to the main actor, so that it also arrives in nested loops.
        MainActorLoop.schedule { action in
            g_idle_add_full(
                priority,
                { handover in
                    let handover = Unmanaged<Handover>.fromOpaque(handover!).takeUnretainedValue()
                    MainActor.assumeIsolated { handover.action() }
                    return 0  // G_SOURCE_REMOVE
                }, Unmanaged.passRetained(Handover(action)).toOpaque(),
                { Unmanaged<Handover>.fromOpaque($0!).release() })
        }
    }
}

private final class Handover: Sendable {
    let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }
}
// END
