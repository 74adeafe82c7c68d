import Binding
import BindingAdwaita
import BindingForms
import BindingGTK
import BindingOperators
import LettersViewModels

/// The window with folders, letters, and the letter that is selected.
package final class MainWindow: AdwWindow, BindingContext {
    package let disposeBag = DisposeBag()

    package let folders: FolderPane
    package let letters: ListPane
    package let detail: DetailPane
    package let toasts = AdwToastOverlay()

    private let program: LettersProgram
    private let leaflet = AdwLeaflet()

    package init(_ program: LettersProgram) {
        self.program = program
        let mail = program.mail
        folders = FolderPane(mail, menu: Menu(Self.mainMenu))
        letters = ListPane(mail, menu: Menu(Self.letterMenu), now: program.now)
        detail = DetailPane(mail)
        super.init(translated("Letters"), application: program.application, width: 1100, height: 700)
        properties.iconName = LettersProgram.id
        let panes: [(Widget, isPage: Bool)] = [
            (folders, true), (Separator(.vertical), false), (letters, true), (Separator(.vertical), false),
            (detail, true),
        ]
        for (pane, isPage) in panes { leaflet.append(pane)?.properties.navigatable = isPage }
        toasts.properties.child = leaflet
        content = toasts
        bindPanes(mail)
        bindActions(mail)
        if let settings = program.settings { rememberSize(in: settings) }
        letters.list.grabFocus()
    }

    private func bindPanes(_ mail: MailViewModel) {
        let isFolded = leaflet.rx.folded
        binding {
            isFolded => folders.header.rx.showEndTitleButtons
            isFolded => letters.header.rx.showStartTitleButtons
            isFolded => letters.header.rx.showEndTitleButtons
            isFolded => detail.header.rx.showStartTitleButtons
            isFolded => letters.back.rx.visible
            isFolded => detail.back.rx.visible
            letters.back.rx.clicked => { [unowned self] in leaflet.navigate(.back) }
            detail.back.rx.clicked => { [unowned self] in leaflet.navigate(.back) }
            folders.list.rx.activated => { [unowned self] _ in show(letters) }
            letters.list.rx.activated => { [unowned self] letter in
                if leaflet.properties.folded { show(detail) } else { program.open(letter.id) }
            }
            letters.list.rx.shortcut("Delete") => { [weak mail] in mail?.moveSelected(to: .trash) }
            mail.$notice => { [unowned self] in tell($0) }
        }
    }

    /// Shows a pane, where there is room for one.
    private func show(_ pane: Widget) {
        leaflet.properties.visibleChild = pane
    }

    private func tell(_ notice: MailViewModel.Notice) {
        let toast = AdwToast(title: notice.text)
        if notice.canBeUndone {
            toast.properties.buttonLabel = translated("_Undo")
            toast.properties.actionName = "win.undo"
        }
        toasts.addToast(toast)
    }

    /// The actions of the menus, the buttons and the keys.
    private func bindActions(_ mail: MailViewModel) {
        let needSelection = ["star", "unread", "archive", "trash", "inbox"].map { Action($0) }
        let needLetter = ["reply", "open"].map { Action($0) }
        let (undo, redo) = (Action("undo"), Action("redo"))
        let others = ["search", "compose", "import", "preferences", "shortcuts", "about", "close"].map { Action($0) }
        addActions(needSelection + needLetter + [undo, redo] + others)
        for action in needSelection + needLetter + others {
            binding { action.rx.activate => { [unowned self] in perform(action.name) } }
        }
        for action in needSelection { binding { mail.hasSelection => { [action] in action.isEnabled = $0 } } }
        for action in needLetter { binding { mail.current => { [action] in action.isEnabled = $0 != nil } } }
        binding {
            mail.history.canUndo => { [undo] in undo.isEnabled = $0 }
            mail.history.canRedo => { [redo] in redo.isEnabled = $0 }
            undo.rx.activate => mail.history.undo
            redo.rx.activate => mail.history.redo
            mail.importLetters.isExecuting => { [others] isRunning in
                others.first { $0.name == "import" }?.isEnabled = !isRunning
            }
        }
    }

    private func perform(_ action: String) {
        let mail = program.mail
        switch action {
        case "star": mail.toggleStar()
        case "unread": mail.markUnread()
        case "archive": mail.moveSelected(to: .archive)
        case "trash": mail.moveSelected(to: .trash)
        case "inbox": mail.moveSelected(to: .inbox)
        case "reply": program.reply()
        case "open": if let id = mail.selection.id { program.open(id) }
        case "search":
            mail.isSearching = true
            letters.search.grabFocus()
        case "compose": program.compose()
        case "import": Task { await program.chooseImport(over: self) }
        case "preferences": program.showPreferences(over: self)
        case "shortcuts": program.showShortcuts(over: self)
        case "about": program.showAbout(over: self)
        case "close": close()
        default: break
        }
    }

    private static var mainMenu: [Menu.Item] {
        [
            .section([.item(translated("_Import…"), "win.import")]),
            .section([.item(translated("_Undo"), "win.undo"), .item(translated("_Redo"), "win.redo")]),
            .section([
                .item(translated("_Preferences"), "win.preferences"),
                .item(translated("_Keyboard Shortcuts"), "win.shortcuts"),
                .item(translated("_About Letters"), "win.about"),
            ]),
        ]
    }

    private static var letterMenu: [Menu.Item] {
        [
            .section([
                .item(translated("_Reply"), "win.reply"), .item(translated("_Open in a New Window"), "win.open"),
            ]),
            .section([
                .item(translated("_Star"), "win.star"), .item(translated("Mark as _Unread"), "win.unread"),
            ]),
            .section([
                .submenu(
                    translated("_Move to"),
                    [
                        .item(Folder.inbox.title, "win.inbox"), .item(Folder.archive.title, "win.archive"),
                        .item(Folder.trash.title, "win.trash"),
                    ])
            ]),
        ]
    }
}
