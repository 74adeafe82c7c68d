import CGLib
import Glibc

let checks = LoopChecks("GLibLoop", LoopChecks.Options(CommandLine.arguments + ["--hook"]))
MainActorSource.attach()
exit(
    checks.run(watch: Descriptors.watch) { condition in
        while condition() { g_main_context_iteration(nil, 1) }
    })

/// Watches the program's own descriptors, at the priority of events.
@MainActor
enum Descriptors {
    private static var actions: [Int32: @MainActor () -> Void] = [:]

    static func watch(_ descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        actions[descriptor] = action
        let id = g_unix_fd_add(
            descriptor, G_IO_IN,
            { descriptor, _, _ in
                MainActor.assumeIsolated { Descriptors.actions[descriptor]?() }
                return 1  // G_SOURCE_CONTINUE
            }, nil)
        // So that it is also answered in a loop that one of its own actions runs.
        g_source_set_can_recurse(g_main_context_find_source_by_id(nil, id), 1)
    }
}
