import Binding
import BindingGTK
import BindingGTKInspector
import Glibc

/// Prints an error and exits.
func fail(_ message: String) -> Never {
    fputs("GTKBinding: \(message)\n", fdopen(2, "w"))
    exit(2)
}

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    fail("\(error)\nGTKBinding --help lists the options.")
}
if options.wantsHelp {
    print(Options.help)
    exit(0)
}

let models = Models(scheduler: MainScheduler.instance)
var status: Int32 = 0
let application = Application(id: "org.example.GTKBinding") { application in
    // The theme's own red is hard to read on a dark background.
    Style.load("label.error { color: mix(@error_color, @theme_fg_color, 0.4); }")
    if options.isDark { Settings.standard.properties.gtkApplicationPreferDarkTheme = true }
    let window = MainWindow(models, application, page: options.page)
    window.present()
    if options.isFilled { window.fill() }
    guard let file = options.screenshot else { return }
    Task {
        // Long enough for the searches to finish.
        try? await Task.sleep(for: options.isFilled ? .seconds(2) : .milliseconds(500))
        if !window.savePicture(to: file, scale: options.scale) {
            fputs("GTKBinding: the window could not be drawn to \(file)\n", fdopen(2, "w"))
            status = 1
        }
        application.quit()
    }
}
#if DEBUG
    application.inspector()
#endif
let ending = application.run()
exit(ending == 0 ? status : ending)
