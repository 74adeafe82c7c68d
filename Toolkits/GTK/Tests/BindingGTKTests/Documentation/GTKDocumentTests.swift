import Binding
import BindingCollections
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import Testing

// The examples of Documentation/GTK.md; see DocumentExample. The first program is Tests/Hello.

// EXAMPLE: gtk, view model
struct Note: Identifiable, Equatable {
    let id: Int
    var title: String
    var stars = 0
}

@MainActor final class NotesViewModel {
    enum Part { case title }

    @Bindable private(set) var notes: TreeArray<Note> = [Note(id: 1, title: "Bread")]
    @Mutable var selected: Note.ID?
    @Mutable var title = ""
    let focus = Focus<Part>()
    let confirm = Interaction<String, Bool>()

    private(set) lazy var add = Command(of: self) { me in
        me.notes.append(Note(id: (me.notes.map(\.id).max() ?? 0) + 1, title: me.title))
        me.title = ""
        me.focus.move(to: .title)
    }.enabled(by: $title.asDriver().map { !$0.isEmpty })

    private(set) lazy var clear = Command(of: self) { me in
        if try await me.confirm.ask("Delete all notes?") { me.notes = [] }
    }

    func addStar(to note: Note) {
        if let place = notes.firstIndex(where: { $0.id == note.id }) { notes[place].stars += 1 }
    }
}
// END

// EXAMPLE: gtk, window
final class NotesWindow: Window, BindingContext {
    let disposeBag = DisposeBag()
    let entry = Entry(placeholder: "A note").with(\.hexpand, true)
    let add = Button("_Add")
    let clear = Action("clear")
    let table = ColumnView<Note>([
        Column("Title", sortedBy: .ascending(\.title), expands: true) { $0.title },
        Column("Stars", alignment: 1, sortedBy: .ascending(\.stars)) { "\($0.stars)" },
    ])

    init(_ viewModel: NotesViewModel, _ application: Application? = nil) {
        super.init("Notes", application: application, width: 400, height: 300)
        addActions([clear])
        let menu = Menu([.item("_Delete All…", "win.clear")])
        titlebar = HeaderBar(end: [MenuButton(icon: "open-menu-symbolic", PopoverMenu(menu))])
        child = Box(
            .vertical, [Box(.horizontal, [entry, add]), ScrolledWindow(table).with(\.vexpand, true)]
        ).margin(12)
        binding {
            viewModel.$notes.updates().sorted(by: table.order) => table.rx.rows
            viewModel.$selected <=> table.rx.selectedID
            table.rx.activated => viewModel.addStar

            viewModel.$title <=> entry.rx.text
            viewModel.focus[.title] <=> entry.rx.isFocused
            add.rx.command(viewModel.add)
            entry.rx.activate => viewModel.add

            clear.rx.command(viewModel.clear)
            viewModel.confirm.answer { [weak self] question in
                await self?.confirm(question, button: "_Delete", isDestructive: true)
            }
        }
    }
}
// END

@Suite("Windows with GTK, as the document has them")
@MainActor
struct GTKDocumentTests {
    private let print = Printer()

    @Test("A window with a table, a command and a question")
    func notes() async throws {
        let viewModel = NotesViewModel()
        let window = NotesWindow(viewModel)
        window.present()
        #expect(!window.add.isEnabled)
        window.entry.properties.text = "Cheese"
        window.table.sorting = ColumnSorting(column: "Title")
        #expect(window.add.grabFocus() && !window.entry.isFocused)
        emit("activate", by: window.entry)
        await viewModel.add.finished()
        #expect(viewModel.notes.map(\.title) == ["Bread", "Cheese"])
        #expect(window.entry.isFocused && window.entry.properties.text == "")
        viewModel.selected = 2
        #expect(window.table.model.selectedID == 2)
        viewModel.addStar(to: viewModel.notes[1])
        #expect(window.table.model.rows.last?.stars == 1)

        window.clear.activate()
        try await window.dialog().press(0)
        await viewModel.clear.finished()
        #expect(viewModel.notes.count == 2)
        window.clear.activate()
        try await window.dialog().press(1)
        await viewModel.clear.finished()
        #expect(window.table.model.rows.isEmpty)
        window.destroy()
    }

    @Test("A window is kept until it is closed")
    func release() async throws {
        weak var window: NotesWindow?
        do {
            let viewModel = NotesViewModel()
            NotesWindow(viewModel).present()
            let windows = gtk_window_get_toplevels()!
            window = try #require(
                (0..<g_list_model_get_n_items(windows)).lazy.compactMap { place -> NotesWindow? in
                    let raw = g_list_model_get_item(windows, place)!
                    defer { g_object_unref(raw) }
                    return GObject.of(raw) as? NotesWindow
                }.first)
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(window != nil)
        window?.close()
        try await eventually("the window is gone") { window == nil }
    }

    @Test("Properties")
    func properties() throws {
        // EXAMPLE: gtk, properties
        let label = Label("Ada").with(\.xalign, 0.5).with(\.wrap, true)
        label.properties.label = "Grace"
        print(label.properties.wrap, label.properties.label)  // prints true Grace

        let title = BehaviorRelay(value: "Hedy")
        let bag = DisposeBag()
        bag.insert {
            title => label.rx.label
            label.rx.visible.asDriver() => { print($0) }  // prints true
            label.rx.property("tooltip-text") => { (text: String?) in print(text ?? "none") }  // prints none
        }
        print(label.properties.label)  // prints Hedy
        // END
        #expect(try print.lines == DocumentExample("gtk, properties").output)
    }

    @Test("Every widget")
    func everyWidget() throws {
        // EXAMPLE: gtk, every widget
        let (pages, color) = (Notebook(), BehaviorRelay<RGBA?>(value: RGBA(css: "orange")))
        let button = ColorButton()
        pages.appendPage(button, tabLabel: Label("Color"))
        let bag = DisposeBag()
        bag.insert(color <=> button.rx.rgba)
        print(button.properties.rgba?.css ?? "none")  // prints rgb(255,165,0)
        // END
        #expect(try print.lines == DocumentExample("gtk, every widget").output)
    }

    @Test("Signals")
    func signals() async throws {
        let window = Window("Letter")
        let saveButton = Button("_Save")
        // This answer comes first, because GTK stops asking after the first refusal.
        var requests = 0
        let observation = DisposeBag { window.rx.closeRequest => { requests += 1 } }
        defer { observation.dispose() }
        // EXAMPLE: gtk, signals
        let hasChanges = BehaviorRelay(value: true)
        let bag = DisposeBag()
        bag.insert {
            saveButton.rx.clicked => { hasChanges.accept(false) }
            window.rx.shortcut("<Control>s") => { hasChanges.accept(false) }
            window.rx.closeRequest => { !hasChanges.value }  // whether it may close
        }
        // END
        window.present()
        window.close()
        try await eventually { requests == 1 }
        #expect(window.isOpen)
        emit("clicked", by: saveButton)
        window.close()
        try await eventually { !window.isOpen }
    }

    @Test("Edits that are held back")
    func heldBack() throws {
        // EXAMPLE: gtk, held back
        let (name, other) = (Entry(), Entry())
        let window = Window("Form")
        window.child = Box(.vertical, [name, other])
        let text = BehaviorRelay(value: "")
        let bag = DisposeBag()
        bag.insert(text <=> name.rx.text.committed(on: name.rx.editingDidEnd))
        name.grabFocus()
        name.properties.text = "Ada"
        print(text.value.isEmpty)  // prints true
        other.grabFocus()
        print(text.value)  // prints Ada
        // END
        #expect(try print.lines == DocumentExample("gtk, held back").output)
        window.destroy()
    }

    @Test("Values of other threads")
    func threads() async throws {
        // EXAMPLE: gtk, threads
        let fraction = BehaviorRelay(value: 0.0)
        let bar = ProgressBar()
        let bag = DisposeBag()
        bag.insert(fraction => bar.rx.fraction)
        Task.detached {
            for step in 1...4 { fraction.accept(Double(step) / 4) }  // on another thread
        }
        // END
        try await eventually { bar.properties.fraction == 1 }
    }
}
