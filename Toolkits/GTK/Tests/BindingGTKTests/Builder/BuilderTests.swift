import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import CGTK
import Glibc
import Testing

/// Widgets that are described in XML.
@MainActor @Suite struct BuilderTests {
    private static let letter = """
        <?xml version="1.0" encoding="UTF-8"?>
        <interface>
          <object class="GtkAdjustment" id="copies">
            <property name="lower">1</property>
            <property name="upper">9</property>
          </object>
          <object class="GtkBox" id="content">
            <property name="orientation">vertical</property>
            <child><object class="GtkEntry" id="subject"/></child>
            <child>
              <object class="GtkSpinButton" id="count"><property name="adjustment">copies</property></object>
            </child>
            <child><object class="GtkLabel"/></child>
          </object>
        </interface>
        """

    private func withFile(named name: String = "letter.ui", _ text: String, _ body: (String) throws -> Void) throws {
        let folder = try #require(takenText(g_dir_make_tmp("binding-XXXXXX", nil)))
        defer { rmdir(folder) }
        let path = "\(folder)/\(name)"
        try #require(g_file_set_contents(path, text, -1, nil) != 0)
        defer { unlink(path) }
        try body(path)
    }

    @Test func aFileThatEndsTooEarlyIsRefused() throws {
        let whole = Self.letter
        for count in [whole.count - 5, whole.count - 40, whole.count / 2, 3] {
            let part = String(whole.prefix(count))
            #expect(throws: BuilderError.self, "the first \(count) characters") { try Builder(text: part) }
            try withFile(part) { path in
                let error = try #require(throws: BuilderError.self) { try Builder(file: path) }
                #expect(error.source == path && !error.reason.isEmpty)
            }
        }
        _ = try Builder(text: "<interface/>")
    }

    @Test func widgetsOfAFileAreBoundAndStayWhereTheyAreShown() async throws {
        try withFile(Self.letter) { path in
            let window = Window("Letter")
            var builder: Builder? = try Builder(file: path)
            #expect(builder?.ids == ["content", "copies", "count", "subject"])
            let subject = try #require(builder?.widget("subject", as: Entry.self))
            #expect(builder?.widget("subject") === subject)
            let count: SpinButton = try #require(builder?.widget("count"))
            let copies = try #require(builder?.object("copies", as: Adjustment.self))
            window.child = builder?.widget("content")
            builder = nil
            let (text, number) = (BehaviorRelay(value: "Bread"), BehaviorRelay(value: 3.0))
            let bag = DisposeBag {
                text <=> subject.rx.text
                number <=> count.rx.value
            }
            #expect(String(cString: gtk_editable_get_text(subject.opaque)) == "Bread")
            gtk_editable_set_text(subject.opaque, "Cheese")
            copies.properties.value = 7
            #expect(text.value == "Cheese" && number.value == 7)
            bag.dispose()
            window.destroy()
        }
    }

    @Test func whatTheBuilderMadeGoesWithIt() throws {
        weak var subject: Entry?
        var builder: Builder? = try Builder(text: Self.letter)
        subject = builder?.widget("subject")
        #expect(subject != nil)
        builder = nil
        #expect(subject == nil)
    }

    @Test func aWindowOfAFileIsAWindow() async throws {
        let builder = try Builder(
            text:
                "<interface><object class='GtkWindow' id='main'><property name='title'>Main</property></object></interface>"
        )
        let window = builder.widget("main", as: Window.self)
        #expect(window.isOpen && window.properties.title == "Main")
        var isClosed = false
        let bag = DisposeBag { window.rx.closed => { isClosed = true } }
        try await User.look(at: window)
        window.close()
        try await eventually { isClosed }
        bag.dispose()
    }

    /// Whether a widget of libadwaita has its class before any other has been made.
    private static func hasAdwaitaClass() throws -> Bool {
        _ = AdwApplication { _ in }
        let builder = try Builder(text: "<interface><object class='AdwEntryRow' id='name'/></interface>")
        return builder.widget("name", as: AdwEntryRow.self).properties.title == ""
    }

    @Test func widgetsOfLibadwaitaHaveTheirClasses() async {
        await #expect(processExitsWith: .success) {
            let hasClass = try await MainActor.run { try BuilderTests.hasAdwaitaClass() }
            try #require(hasClass)
        }
    }

    @Test func mistakesSayWhatAndWhere() throws {
        func error(_ text: String) -> String {
            do {
                _ = try Builder(text: "<interface>\n  \(text)\n</interface>")
                return "none"
            } catch { return "\(error)" }
        }
        #expect(error("<object class='GtkFoo'/>") == "<input>:2:27: Invalid object type 'GtkFoo'")
        #expect(
            error("<object class='GtkBox'><property name='colour'>1</property></object>")
                == "<input>:2:51: Invalid property: GtkBox.colour")
        #expect(
            error("<object class='GtkBox' id='a'/><object class='GtkBox' id='a'/>")
                == "<input>:2:65: Duplicate object ID 'a' (previously on line 2)")
        #expect(
            error("<object class='GtkButton'><signal name='clicked' handler='save'/></object>")
                == "<input>: No function named `save`.")
        let text = try #require(throws: BuilderError.self) { try Builder(text: "Bread") }
        #expect(text.description == "<input>:1:1: Document must begin with an element (e.g. <book>)")
        try withFile(named: "a letter.ui", "<interface>\n<object class='GtkFoo'/></interface>") { path in
            let error = try #require(throws: BuilderError.self) { try Builder(file: path) }
            #expect(error.source == path && error.line == 2 && error.column == 25)
            #expect(error.reason == "Invalid object type 'GtkFoo'")
        }
        let missing = try #require(throws: BuilderError.self) { try Builder(file: "/nowhere/letter.ui") }
        #expect(missing.line == nil && missing.description.contains("/nowhere/letter.ui"))
        #expect(throws: BuilderError.self) { try Builder(resource: "/nowhere/letter.ui") }
    }

    enum Mistake: String, Codable, CaseIterable, Sendable {
        case unknownID, otherClass, noWidget
    }

    @Test(arguments: Mistake.allCases)
    func anIDThatIsNotThereOrOfAnotherClassStopsTheProgram(_ mistake: Mistake) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [mistake] in
            try await MainActor.run {
                let builder = try Builder(text: BuilderTests.letter)
                switch mistake {
                case .unknownID: _ = builder.widget("subjct", as: Entry.self)
                case .otherClass: _ = builder.widget("subject", as: Label.self)
                case .noWidget: _ = builder.widget("copies")
                }
            }
        }
        let message =
            switch mistake {
            case .unknownID:
                "Builder: <input> has no object with the id 'subjct'. Its ids are: content, copies, count, subject."
            case .otherClass: "Builder: in <input>, 'subject' is a GtkEntry: its class in Swift is Entry, not Label."
            case .noWidget:
                "Builder: in <input>, 'copies' is a GtkAdjustment: its class in Swift is Adjustment, not Widget."
            }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }

    @Test func aThousandBuildersLeaveNothing() throws {
        weak var subject: Entry?
        for _ in 0..<1_000 {
            let builder = try Builder(text: Self.letter)
            #expect(subject == nil)
            subject = builder.widget("subject")
        }
        #expect(subject == nil)
    }
}
