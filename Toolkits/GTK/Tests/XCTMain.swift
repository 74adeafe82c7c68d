import BindingGTK
import CGTK
import Glibc
import Testing

/// Runs the tests on GLib's loop, as in a program; it serves the main actor. SwiftPM takes the entry point of tests
/// from a file with this name.
@main enum Runner {
    @MainActor static func main() {
        g_set_prgname("BindingGTKTests")
        guard gtk_init_check() != 0 else {
            fputs(
                """
                There is no display for GTK. Toolkits/GTK/test runs the tests on one of their own, in memory.

                """, fdopen(2, "w"))
            exit(2)
        }
        GTKMainLoop.install()
        Task {
            let status: CInt = await Testing.__swiftPMEntryPoint()
            exit(status)
        }
        g_main_loop_run(g_main_loop_new(nil, 0))
    }
}
