import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import CGTKAccessibility
import Testing

// More examples of Documentation/GTK.md; see DocumentExample.

// EXAMPLE: gtk, drag and drop
struct Letter: Identifiable, Equatable {
    let id: Int
    var subject: String
}

@MainActor final class LettersViewModel {
    @Bindable private(set) var letters: TreeArray<Letter> = [
        Letter(id: 1, subject: "Bread"), Letter(id: 2, subject: "Cheese"),
    ]
    @Bindable private(set) var files: [String] = []

    func move(_ drop: RowDrop<Letter>) { drop.move(in: &letters) }
    func attach(_ paths: [String]) { files += paths }
}

final class LettersWindow: Window, BindingContext {
    let disposeBag = DisposeBag()
    let list = ListView<Letter, Label> {
        Label()
    } show: { label, letter in
        label.properties.label = letter.subject
    }
    let attachments = Label("Drop files here")

    init(_ viewModel: LettersViewModel, _ application: Application? = nil) {
        super.init("Letters", application: application, width: 300, height: 300)
        list.setRowsDraggable { letters in letters.map(\.subject).joined(separator: "\n") }
        child = Box(.vertical, [ScrolledWindow(list).with(\.vexpand, true), attachments])
        binding {
            viewModel.$letters.updates() => list.rx.rows
            list.rx.droppedRows => viewModel.move
            attachments.rx.dropped(.files) => viewModel.attach
            viewModel.$files.map { $0.isEmpty ? "Drop files here" : $0.joined(separator: "\n") } => attachments.rx.label
        }
    }
}
// END

// EXAMPLE: gtk, builder
final class SearchWindow: Window, BindingContext {
    let disposeBag = DisposeBag()

    init(_ text: BehaviorRelay<String>, file: String) throws {
        let builder = try Builder(file: file)
        let (entry, clear) = (builder.widget("search", as: SearchEntry.self), builder.widget("clear", as: Button.self))
        super.init("Search")
        child = builder.widget("content")
        binding {
            text <=> entry.rx.text
            text.asDriver().map { !$0.isEmpty } => clear.rx.sensitive
            clear.rx.clicked => { text.accept("") }
        }
    }
}
// END

@Suite("Programs of the desktop, as the document has them")
@MainActor
struct GTKDesktopDocumentTests {
    private let print = Printer()

    @Test("What screen readers are told")
    func accessibility() {
        // EXAMPLE: gtk, accessibility
        let (isPlaying, error) = (BehaviorRelay(value: false), BehaviorRelay(value: ""))
        let play = Button(icon: "media-playback-start-symbolic")
        let title = Entry().accessible(.required, true)
        let row = Box(.horizontal, [Label("_Title", for: title), title, play])
        let bag = DisposeBag()
        bag.insert {
            isPlaying.asDriver().map { $0 ? "Pause" : "Play" } => play.rx.accessibleLabel
            error => title.rx.error  // red, its tooltip, and what screen readers say
        }
        // END
        func isCalled(_ name: String) -> Bool {
            accessibility_has_text(play.widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name) != 0
        }
        #expect(isCalled("Play"))
        isPlaying.accept(true)
        #expect(isCalled("Pause"))
        error.accept("Too long")
        #expect(accessibility_has_text(title.widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Too long") != 0)
        withExtendedLifetime(row) {}
    }

    @Test("A list whose rows are dragged")
    func dragAndDrop() async throws {
        let viewModel = LettersViewModel()
        let window = LettersWindow(viewModel)
        try await User.look(at: window)
        try await eventually("the rows are there") { rowLabels(in: window.list).count == 2 }
        let labels = rowLabels(in: window.list)
        let bread = try #require(labels.first { $0.properties.label == "Bread" })
        let cheese = try #require(labels.first { $0.properties.label == "Cheese" })
        try await User.drag(bread, to: cheese, at: (0.5, 0.9))
        try await eventually("it is moved") { viewModel.letters.map(\.id) == [2, 1] }
        bread.setDragContent { .files(["/tmp/letter"]) }
        viewModel.attach(["/tmp/letter"])
        #expect(window.attachments.properties.label == "/tmp/letter")
        window.destroy()
    }

    private func rowLabels(in widget: Widget) -> [Label] {
        func labels(in widget: UnsafeMutablePointer<GtkWidget>) -> [Label] {
            if let label = GObject.of(widget) as? Label { return [label] }
            return children(of: widget).flatMap { labels(in: $0) }
        }
        return labels(in: widget.widget)
    }

    @Test("Settings")
    func settings() throws {
        let folder = try SchemaFolder.compiled.get()
        let window = Window("Notes")
        let larger = Button("A")
        ApplicationSettings("org.example.Notes", in: folder).reset("font-size")
        // EXAMPLE: gtk, settings
        let settings = ApplicationSettings("org.example.Notes", in: folder)
        let fontSize = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        bag.insert {
            settings["font-size"] <=> fontSize
            settings.isWritable("font-size") => larger.rx.sensitive
        }
        print(fontSize.value)  // prints 11
        fontSize.accept(14)
        print(settings.get("font-size") as Int)  // prints 14
        window.rememberSize(in: settings)
        // END
        #expect(try print.lines == DocumentExample("gtk, settings").output)
        #expect(window.properties.defaultWidth == 600 && larger.properties.sensitive)
        window.destroy()
    }

    @Test("A window of a .ui file")
    func builder() throws {
        var file = #filePath
        file.replace("GTKDesktopDocumentTests.swift", with: "search.ui")
        let text = BehaviorRelay(value: "Ada")
        let window = try SearchWindow(text, file: file)
        let box = try #require(window.child)
        let widgets = children(of: box.widget).map { GObject.of($0) }
        let entry = try #require(widgets.first as? SearchEntry)
        let clear = try #require(widgets.last as? Button)
        #expect(entry.properties.text == "Ada" && clear.properties.sensitive)
        emit("clicked", by: clear)
        #expect(entry.properties.text == "" && !clear.properties.sensitive)
        window.destroy()
    }
}
