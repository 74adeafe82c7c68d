#if canImport(BindingAdwaita)
    import Binding
    import BindingAdwaita
    import BindingCollections
    import BindingGTK
    import BindingOperators
    import CGTK
    import CGTKAccessibility
    import LettersViewModels
    import LettersWindows
    import Testing

    /// The example program Letters, with its windows, as its user has it.
    @MainActor @Suite struct LettersWindowTests {
        // Documents have another one.
        typealias Letter = LettersViewModels.Letter

        private static let now = 1_795_689_000

        /// The program, with its main window.
        @MainActor private final class Running {
            let application: AdwApplication
            let mail: MailViewModel
            let program: LettersProgram
            let window: MainWindow

            init(read: @escaping @MainActor (String, CommandProgress) async throws -> [Letter] = { _, _ in [] }) {
                // It is part of this process, and runs by GLib's loop, which that has already.
                application = AdwApplication(isUnique: false) { _ in }
                g_application_register(application.typed(), nil, nil)
                let letters = TreeArray.invented(50_000, now: LettersWindowTests.now)
                mail = MailViewModel(
                    letters: letters, unread: .unread(in: letters), scheduler: MainScheduler.instance, read: read)
                program = LettersProgram(application, mail: mail, settings: nil) { LettersWindowTests.now }
                window = program.activate()
            }

            /// The identities of the first letters that are shown.
            var first: [Letter.ID] { window.letters.list.model.rows.prefix(3).map(\.id) }

            func letter(_ id: Letter.ID) -> Letter? { mail.letters.first { $0.id == id } }

            /// Shows the window, with the focus in the list.
            func show() async throws {
                try await User.look(at: window)
                try await eventually("the rows are there") { label("Grace Hopper", in: window.letters.list) != nil }
            }

            /// The window of a class that was opened last.
            func opened<W: Window>(_: W.Type = W.self) async throws -> W {
                func find() -> W? { windows().compactMap { $0 as? W }.last }
                try await eventually("a \(W.self) is open") { find().map { $0.properties.visible } ?? false }
                let window = try #require(find())
                try await User.look(at: window)
                return window
            }

            func close() {
                for window in windows() { window.destroy() }
                mail.preferences.appearance = .system
            }

            private func windows() -> [Window] {
                let list = gtk_window_get_toplevels()!
                return (0..<g_list_model_get_n_items(list)).compactMap { index in
                    let raw = g_list_model_get_item(list, index)!
                    defer { g_object_unref(raw) }
                    return GObject.of(raw) as? Window
                }
            }
        }

        @Test func theSelectedLetterIsShownAndItsNoteIsEditedAndUndone() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let (mail, detail) = (running.mail, running.window.detail.letter)
            try await User.press("Down")
            try await eventually("a letter is selected") { mail.selection.id != nil }
            let id = try #require(mail.selection.id)
            try await eventually("it is shown") { label(running.letter(id)!.subject, in: detail) != nil }
            // Its underlined letter moves the focus there.
            try await User.press("alt+o")
            try await User.type("Answer soon")
            try await eventually("the note is the letter's") { running.letter(id)?.note == "Answer soon" }
            try await User.press("ctrl+z")
            try await eventually("a word is undone") { running.letter(id)?.note == "Answer" }
            try await User.press("ctrl+shift+z")
            try await eventually("and done again") { detail.note.properties.text == "Answer soon" }
            running.window.letters.list.grabFocus()
            try await User.press("Down")
            try await eventually("the next letter has no note") {
                mail.selection.id != id && detail.note.properties.text.isEmpty
            }
        }

        @Test func lettersGoToTheTrashAndComeBack() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let first = running.first
            try await User.click(try #require(label("Grace Hopper", in: running.window.letters.list)))
            try await eventually("it is selected") { running.mail.selection.id == first[0] }
            try await User.press("Delete")
            try await eventually("it is in the trash") { running.letter(first[0])?.folder == .trash }
            #expect(running.first[0] == first[1] && running.mail.selection.id == first[1])
            try await eventually("the user is told") {
                label("1 letter moved to “Trash”", in: running.window.toasts) != nil
            }
            try await User.press("ctrl+z")
            try await eventually("it is back") { running.first == first }
        }

        @Test func aSearchFindsLetters() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let all = running.window.letters.list.model.rows.count
            try await User.press("ctrl+f")
            try await eventually("the search has the focus") {
                let focus = gtk_root_get_focus(running.window.opaque)
                let search = running.window.letters.search.widget
                return running.mail.isSearching && focus.map { gtk_widget_is_ancestor($0, search) != 0 } ?? false
            }
            // The bar slides in.
            try await Task.sleep(for: .milliseconds(100))
            try await User.type("radia perlman")
            try await eventually("letters are found") {
                let rows = running.window.letters.list.model.rows
                return !rows.isEmpty && rows.count < all && rows.allSatisfy { $0.sender == "Radia Perlman" }
            }
            try await User.press("Escape")
            try await eventually("all are shown again") {
                running.window.letters.list.model.rows.count == all && !running.mail.isSearching
            }
        }

        @Test func aLetterIsDraggedToAFolder() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let first = running.first[0]
            let archive = try #require(label("Archive", in: running.window.folders.list))
            try await User.drag(try #require(label("Grace Hopper", in: running.window.letters.list)), to: archive)
            try await eventually("it is in the archive") { running.letter(first)?.folder == .archive }
            try await User.click(archive)
            try await eventually("the archive is shown") {
                running.mail.folder == .archive && running.first.contains(first)
            }
        }

        @Test func theMenuOfALetterGivesItAStar() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let first = running.first[0]
            try await User.click(try #require(label("Grace Hopper", in: running.window.letters.list)), button: 3)
            try await eventually("the menu is open") { openMenu(in: running.window.letters.list) != nil }
            try await User.press("s")
            try await eventually("it has a star") { running.letter(first)?.isStarred == true }
        }

        @Test func aLetterIsOpenedInAWindowOfItsOwn() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            try await User.press("Down", "Return")
            let window = try await running.opened(LetterWindow.self)
            let id = try #require(running.mail.selection.id)
            let subject = try #require(running.letter(id)?.subject)
            try await eventually { label(subject, in: window) != nil }
            window.letter.note.grabFocus()
            try await User.type("Twice")
            try await eventually("both windows show it") {
                running.window.detail.letter.note.properties.text == "Twice"
            }
            try await User.press("ctrl+w")
            try await eventually { !window.isOpen && running.window.isOpen }
        }

        @Test func aLetterIsWrittenByKeysAlone() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let count = running.mail.letters.count
            try await User.press("ctrl+n")
            let window = try await running.opened(ComposeWindow.self)
            window.recipient.grabFocus()
            try await User.type("ada")
            try await User.press("Tab")
            try await User.type("Hello")
            try await User.press("ctrl+Return")
            try await eventually("it has no address") {
                gtk_widget_has_css_class(window.recipient.widget, "error") != 0
            }
            window.recipient.grabFocus()
            try await User.press("End")
            try await User.type("@example.org")
            try await User.press("ctrl+Return")
            try await eventually("it is sent") { !window.isOpen }
            #expect(running.mail.letters.count == count + 1 && running.mail.letters.last?.folder == .sent)
            #expect(running.mail.letters.last?.subject == "Hello")

            try await User.look(at: running.window)
            try await User.press("ctrl+n")
            let draft = try await running.opened(ComposeWindow.self)
            draft.subject.grabFocus()
            try await User.type("Later")
            try await User.press("ctrl+w")
            let question = try await draft.dialog()
            try await User.look(at: question)
            try await User.press("Return")
            try await eventually("it is kept") { !draft.isOpen && running.mail.letters.last?.folder == .drafts }
            #expect(running.mail.letters.last?.subject == "Later")
        }

        @Test func anImportIsCancelledByItsButton() async throws {
            let running = Running(read: { _, progress in
                progress(0.5)
                try await Task.sleep(for: .seconds(1_000))
                return []
            })
            defer { running.close() }
            try await running.show()
            let count = running.mail.letters.count
            running.program.open(["a.mbox"])
            let cancel = running.window.letters.cancelImport
            try await eventually("it runs") { running.mail.importLetters.state.isExecuting }
            try await eventually("its bar is there") { gtk_widget_get_mapped(cancel.widget) != 0 }
            try await Task.sleep(for: .milliseconds(400))  // until it has slid in
            try await User.click(cancel)
            try await eventually("it has ended") { !running.mail.importLetters.state.isExecuting }
            #expect(running.mail.letters.count == count)
        }

        @Test func preferencesHoldAtOnce() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            let preferences = running.mail.preferences
            try await User.press("ctrl+comma")
            let window = try await running.opened(PreferencesWindow.self)
            try await User.click(window.isNewestFirst)
            try await eventually("the oldest letter is the first") {
                running.first.first == 0 || running.first[0] < 100
            }
            #expect(!preferences.isNewestFirst)
            window.appearance.properties.selected = 2
            #expect(preferences.appearance == .dark && AdwStyleManager.standard.properties.dark)
            window.signature.grabFocus()
            try await User.type("Grace")
            try await eventually { preferences.signature == "Grace" }
            try await User.press("Escape")
            try await eventually { !window.isOpen }
        }

        @Test func everyButtonAndListHasANameAndIsReachedByTheTabKey() async throws {
            let running = Running()
            defer { running.close() }
            try await running.show()
            // Its buttons can be pressed then.
            try await User.press("Down")
            try await eventually { running.mail.selection.id != nil }
            let buttons = descendants(of: running.window).filter {
                GObject.of($0) is Button && gtk_widget_get_mapped($0) != 0 && gtk_widget_get_can_focus($0) != 0
            }
            // The window's own buttons are named by GTK.
            let own = buttons.filter {
                gtk_actionable_get_action_name(OpaquePointer($0)).map { !String(cString: $0).hasPrefix("window.") }
                    ?? true
            }
            #expect(own.count >= 6)
            for button in own {
                let name = gtk_test_accessible_has_property(OpaquePointer(button), GTK_ACCESSIBLE_PROPERTY_LABEL)
                let text = GObject.of(button) as? Button
                #expect(name != 0 || text?.properties.label?.isEmpty == false)
            }
            var reached: Set<UnsafeMutablePointer<GtkWidget>> = []
            for _ in 0..<30 {
                try await User.press("Tab")
                try await Task.sleep(for: .milliseconds(20))
                if let focus = gtk_root_get_focus(running.window.opaque) { reached.insert(focus) }
            }
            for button in own { #expect(reached.contains(button)) }
        }

        @Test func theProgramIsReleasedWithItsWindows() async throws {
            weak var mail: MailViewModel?
            weak var window: MainWindow?
            func run() async throws {
                let running = Running()
                try await running.show()
                try await User.press("Down")
                try await eventually { running.mail.selection.id != nil }
                (mail, window) = (running.mail, running.window)
                running.close()
            }
            try await run()
            try await eventually("they have gone") { window == nil && mail == nil }
        }
    }

    /// The widgets inside a widget.
    @MainActor private func descendants(of widget: Widget) -> [UnsafeMutablePointer<GtkWidget>] {
        func all(_ widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
            children(of: widget).flatMap { [$0] + all($0) }
        }
        return all(widget.widget)
    }

    /// The first label in a widget that shows a text and can be seen.
    @MainActor private func label(_ text: String, in widget: Widget) -> Label? {
        descendants(of: widget).lazy.compactMap { GObject.of($0) as? Label }
            .first { $0.properties.label == text && gtk_widget_get_mapped($0.widget) != 0 }
    }
#endif
