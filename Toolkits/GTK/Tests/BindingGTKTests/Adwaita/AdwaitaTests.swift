#if canImport(BindingAdwaita)
    import Binding
    import BindingAdwaita
    import BindingGTK
    import BindingOperators
    import CGTK
    import Testing

    // The example of Documentation/GTK.md; see DocumentExample.

    // EXAMPLE: gtk, libadwaita
    @MainActor final class PreferencesViewModel {
        @Mutable var name = "Ada"
        @Mutable var isDark = false
        @Mutable var language = 0
        @ViewAction<String> var message

        func save() { message("Saved, \(name).") }
    }

    final class PreferencesExample: AdwWindow, BindingContext {
        let disposeBag = DisposeBag()
        let name = AdwEntryRow().with(\.title, "Name")
        let language = AdwComboRow(title: "Language", choices: ["English", "Deutsch"])
        let dark = Switch().with(\.valign, .center)
        let save = Button("_Save").addClass("suggested-action")
        let toasts = AdwToastOverlay()

        init(_ viewModel: PreferencesViewModel, _ application: Application? = nil) {
            super.init("Preferences", application: application, width: 420, height: 420)
            let darkRow = AdwActionRow().with(\.title, "Dark").with(\.subtitle, "For all windows")
            darkRow.addSuffix(dark)
            let (group, page) = (AdwPreferencesGroup().with(\.title, "You"), AdwPreferencesPage())
            for row in [name, language, darkRow] as [Widget] { group.add(row) }
            page.add(group)
            toasts.properties.child = page
            let header = AdwHeaderBar()
            header.packEnd(save)
            content = Box(.vertical, spacing: 0, [header, toasts.with(\.vexpand, true)])
            binding {
                viewModel.$name <=> name.rx.text
                viewModel.$language <=> language.rx.selected
                viewModel.$isDark <=> dark.rx.active
                viewModel.$isDark.asDriver().map { $0 ? .forceDark : .default }
                    => AdwStyleManager.standard.rx.colorScheme
                save.rx.clicked => viewModel.save
                viewModel.$message => { [toasts] in toasts.addToast(AdwToast(title: $0)) }
            }
        }
    }
    // END

    @MainActor @Suite struct AdwaitaTests {
        @Test("rows of preferences are bound, a toast is shown, and the style is dark when the model says so")
        func preferences() async throws {
            let viewModel = PreferencesViewModel()
            let window = PreferencesExample(viewModel)
            defer {
                AdwStyleManager.standard.properties.colorScheme = .default
                window.destroy()
            }
            window.present()
            #expect(window.name.properties.text == "Ada")
            window.name.properties.text = "Grace"
            #expect(viewModel.name == "Grace")
            window.language.properties.selected = 1
            #expect(viewModel.language == 1)
            viewModel.isDark = true
            #expect(window.dark.properties.active && AdwStyleManager.standard.properties.dark)
            gtk_widget_activate(window.save.widget)
            try await eventually("a toast is shown") { texts(in: window.toasts.widget).contains("Saved, Grace.") }
        }

        @Test("a window of an application has what is set as its content, and is one of its windows")
        func window() throws {
            let window = AdwWindow("A")
            defer { window.destroy() }
            let label = Label("a")
            window.content = label
            #expect(window.content === label && window.properties.title == "A")
            window.content = nil
            #expect(window.content == nil)
            // What has been taken out can be put in again.
            window.content = label
        }

        @Test("a toast is the program's and the overlay's, and what comes back is the same object")
        func toast() {
            let overlay = AdwToastOverlay()
            weak var toast: AdwToast?
            let dismissed = BehaviorRelay(value: 0)
            let bag = DisposeBag()
            func add() {
                let new = AdwToast(title: "One")
                bag.insert(new.rx.dismissed.asSignal().emit(onNext: { dismissed.accept(1) }))
                overlay.addToast(new)
                toast = new
            }
            add()
            #expect(toast?.properties.title == "One")
            toast?.dismiss()
            #expect(dismissed.value == 1)
            bag.dispose()
            #expect(toast == nil)
        }

        @Test("the choices of a row can be set again")
        func choices() {
            let row = AdwComboRow(title: "Size", choices: ["S", "M", "L"])
            row.properties.selected = 2
            row.setChoices(["one", "two"])
            #expect(row.properties.selected == 0 && row.properties.title == "Size")
        }

        /// The texts of all labels in a widget.
        private func texts(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
            var all: [String] = []
            if let label = GObject.of(UnsafeMutableRawPointer(widget)) as? Label { all.append(label.properties.label) }
            var child = gtk_widget_get_first_child(widget)
            while let next = child {
                all += texts(in: next)
                child = gtk_widget_get_next_sibling(next)
            }
            return all
        }
    }
#endif
