import BindingGTK
import CGTK
import Glibc
import Testing

@main enum Runner {
    @MainActor static func main() {
        gtk_init()
        GTKMainLoop.install()
        Task {
            let status: CInt = await Testing.__swiftPMEntryPoint()
            exit(status)
        }
        g_main_loop_run(g_main_loop_new(nil, 0))
    }
}
