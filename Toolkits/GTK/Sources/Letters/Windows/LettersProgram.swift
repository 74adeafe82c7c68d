import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import Glibc
import LettersViewModels

/// The program: what its windows share, and how they are opened.
@MainActor
package final class LettersProgram: BindingContext {
    /// What the desktop knows the program by: the names of its desktop file, its icon and its settings.
    package nonisolated static let id = "org.example.Letters"

    package let disposeBag = DisposeBag()
    package let mail: MailViewModel
    /// The time, in seconds since 1970.
    let now: @MainActor () -> Int
    let settings: ApplicationSettings?

    private(set) weak var application: Application?

    /// Makes the program.
    ///
    /// - Parameters:
    ///   - application: The application, whose windows are opened.
    ///   - mail: The letters.
    ///   - settings: Where the preferences are remembered; `nil` for nowhere.
    ///   - now: The time, in seconds since 1970.
    package init(
        _ application: Application?, mail: MailViewModel, settings: ApplicationSettings?,
        now: @escaping @MainActor () -> Int = { Int(time(nil)) }
    ) {
        (self.application, self.mail, self.settings, self.now) = (application, mail, settings, now)
        let preferences = mail.preferences
        binding {
            preferences.$appearance.map { $0.colorScheme } => AdwStyleManager.standard.rx.colorScheme
            if let settings {
                settings["appearance"] <=> preferences.$appearance
                settings["shows-preview"] <=> preferences.$showsPreview
                settings["newest-first"] <=> preferences.$isNewestFirst
                settings["signature"] <=> preferences.$signature
            }
            mail.importLetters.values => { [weak self] letters in
                self?.application?.send(
                    DesktopNotification(MailViewModel.Notice.imported(count: letters.count).text), id: "import")
            }
        }
        if let application { setKeys(of: application) }
    }

    private func setKeys(of application: Application) {
        let keys = [
            "compose": ["<Control>n"], "reply": ["<Control>r"], "open": ["<Control>Return"], "search": ["<Control>f"],
            "star": ["<Control>d"], "unread": ["<Control>u"], "archive": ["<Control>e"], "import": ["<Control>o"],
            "undo": ["<Control>z"], "redo": ["<Control><Shift>z"], "preferences": ["<Control>comma"],
            "shortcuts": ["<Control>question"], "close": ["<Control>w"],
        ]
        for (action, keys) in keys { application.setKeys(keys, for: "win.\(action)") }
    }

    /// The main window, while it is open.
    private weak var main: MainWindow?

    /// Shows the main window, in front of the others.
    @discardableResult
    package func activate() -> MainWindow {
        let window = main.flatMap { $0.isOpen ? $0 : nil } ?? MainWindow(self)
        main = window
        window.present()
        return window
    }

    /// Imports files of letters.
    package func open(_ paths: [String]) {
        activate()
        for path in paths { mail.importLetters.start(path) }
    }

    /// Shows a letter in a window of its own.
    func open(_ id: Letter.ID) { LetterWindow(self, id).present() }

    /// Opens a window for a new letter.
    func compose(to recipient: String = "", subject: String = "") {
        let draft = ComposeViewModel(
            to: recipient, subject: subject, signature: mail.preferences.signature,
            deliver: { [unowned self] in keep($0, in: .sent) })
        ComposeWindow(draft, self).present()
    }

    /// Opens a window for a reply to the selected letter.
    func reply() {
        guard let letter = mail.selectedLetter else { return }
        compose(
            to: letter.address, subject: letter.subject.hasPrefix("Re: ") ? letter.subject : "Re: \(letter.subject)")
    }

    /// Puts a letter that was written here into a folder.
    func keep(_ draft: ComposeViewModel, in folder: Folder) {
        mail.keep(draft, in: folder, sender: translated("You"), now: now())
    }

    /// Asks for a file, and imports its letters.
    func chooseImport(over window: Window) async {
        let filters = [FileFilter(translated("Letters"), ["*.mbox"]), .all(translated("All Files"))]
        if let path = await window.chooseFile(translated("Import Letters"), filters: filters) {
            mail.importLetters.start(path)
        }
    }

    /// Shows the preferences.
    func showPreferences(over window: Window) { PreferencesWindow(mail.preferences, over: window).present() }

    /// Shows all keys.
    func showShortcuts(over window: Window) {
        guard let builder = try? Builder(resource: "/org/example/Letters/shortcuts.ui") else { return }
        let shortcuts = builder.object("shortcuts", as: ShortcutsWindow.self)
        shortcuts.properties.transientFor = window
        shortcuts.present()
    }

    /// Shows what the program is.
    func showAbout(over window: Window) {
        let about = AdwAboutWindow()
        about.properties.transientFor = window
        about.properties.modal = true
        about.properties.applicationName = translated("Letters")
        about.properties.applicationIcon = Self.id
        about.properties.version = "1.0"
        about.properties.developerName = "Binding"
        about.properties.comments = translated("Letters that nobody has sent, to show what data bindings do.")
        about.properties.licenseType = .mitX11
        about.present()
    }
}

extension Preferences.Appearance: SettingsValue {
    fileprivate var colorScheme: AdwColorScheme {
        switch self {
        case .system: .default
        case .light: .forceLight
        case .dark: .forceDark
        }
    }
}
