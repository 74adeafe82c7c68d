import Binding
import BindingAdwaita
import BindingCollections
import BindingGTK
import BindingGTKInspector
import BindingOperators
import Glibc
import LettersViewModels
import LettersWindows

/// Prints an error and exits.
func fail(_ message: String) -> Never {
    fputs("Letters: \(message)\n", fdopen(2, "w"))
    exit(2)
}

let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
    fail("\(error)\nLetters --help lists the options.")
}
if options.wantsHelp {
    print(Options.help)
    exit(0)
}

// What was installed with the program; see Data/install.
let share = Installation.share
do {
    try Resources.load(file: "\(share)/letters/letters.gresource")
} catch {
    fail("\(error)\nToolkits/GTK/letters installs the program in a folder of its own, and starts it.")
}

/// When the invented letters end. A picture of the window is always the same.
let now = options.screenshot == nil ? Int(time(nil)) : 1_795_689_000
var started: LettersProgram?

/// The program, which is made when it is wanted first.
@MainActor
func program(_ application: Application) -> LettersProgram {
    if let started { return started }
    Translations.use("letters", in: "\(share)/locale")
    let letters = TreeArray.invented(50_000, now: now)
    let mail = MailViewModel(letters: letters, unread: .unread(in: letters), scheduler: MainScheduler.instance)
    let settings = ApplicationSettings(LettersProgram.id, in: "\(share)/glib-2.0/schemas")
    let program = LettersProgram(application, mail: mail, settings: settings) { now }
    if options.isDark { mail.preferences.appearance = .dark }
    started = program
    return program
}

var status: Int32 = 0
let application = AdwApplication(id: LettersProgram.id, isUnique: options.screenshot == nil) { application in
    let (program, window) = (program(application), program(application).activate())
    guard let file = options.screenshot else { return }
    Task {
        try? await Task.sleep(for: .seconds(1))
        program.mail.selectLatest()
        // Until the letter is drawn.
        try? await Task.sleep(for: .seconds(1))
        if !window.savePicture(to: file, scale: options.scale) { status = 1 }
        application.quit()
    }
}
let bag = DisposeBag()
bag.insert {
    application.rx.open => { [unowned application] paths in program(application).open(paths) }
}
#if DEBUG
    application.inspector()
#endif
let ending = application.run([CommandLine.arguments[0]] + options.files)
exit(ending == 0 ? status : ending)
