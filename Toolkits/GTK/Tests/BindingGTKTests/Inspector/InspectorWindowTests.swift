import Binding
import BindingGTK
import BindingGTKInspector
import BindingInspector
import CGTK
import Testing

/// The inspector's window, over a program that goes on.
@MainActor @Suite struct InspectorWindowTests {
    @Test func valuesAreFollowedLive() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        try await User.look(at: program.window)
        program.window.name.grabFocus()
        try await User.type("ada")
        try await eventually("the name is there") { program.row("name")?.value == "\"ada\"" }
        #expect(program.row("name")?.edited == "ada" && program.row("name")?.note == "String")
        try await User.click(program.window.greet)
        try await eventually("so is what is not bound") { program.row("visits")?.value == "1" }
        #expect(program.row("visits")?.edited == nil)
        program.window.password.grabFocus()
        try await User.type("swordfish")
        try await eventually("the password came") { program.viewModel.password == "swordfish" }
        try await eventually("it is dots") { program.row("password")?.value == "•••" }
        #expect(!"\(program.list.model.rows)".contains("swordfish"))
    }

    @Test func aValueIsEditedInPlace() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        try await program.clickText(of: "age")
        try await eventually("it is selected") { program.inspector.objects.tree.selected == program.row("age")?.id }
        try await User.press("ctrl+a")
        try await User.type("42")
        try await eventually("it is a draft") { program.row("age")?.edited == "42" }
        #expect(program.viewModel.age == 36)
        try await User.press("Return")
        try await eventually("it is set") { program.viewModel.age == 42 }
        try await eventually("it is told why") {
            program.inspector.objects.detail.answer.properties.label.contains("42 was entered in BindingInspector")
        }
    }

    @Test func whatIsRefusedStaysWithTheReason() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        try await program.clickText(of: "age")
        try await User.press("ctrl+a")
        try await User.type("seven")
        try await User.press("Return")
        try await eventually("it is refused") { program.view("age")?.refusal.properties.visible == true }
        #expect(program.view("age")?.refusal.properties.label == "“seven” is no Int.")
        #expect(program.viewModel.age == 36 && program.view("age")?.entry.properties.text == "seven")
        // Also when the value changes meanwhile.
        program.viewModel.age = 37
        try await eventually("the new value is known") { program.row("age")?.value == "37" }
        #expect(program.view("age")?.entry.properties.text == "seven")
        try await User.press("Escape")
        try await eventually("the value is back") { program.view("age")?.entry.properties.text == "37" }
        #expect(program.view("age")?.refusal.properties.visible == false)
    }

    @Test func aWidgetIsPickedByAClickThatItDoesNotGet() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        program.viewModel.name = "ada"
        var clicks = 0
        let disconnect = program.window.greet.connect("clicked") { _ in clicks += 1 }
        defer { disconnect() }
        try await User.click(program.inspector.pick)
        try await eventually("it is picking") { program.inspector.pick.properties.active }
        try await User.click(program.window.greeting)
        let detail = program.inspector.objects.detail
        try await eventually("it is told why") {
            detail.answer.properties.label.hasPrefix("InspectedWindow.greeting.label shows \"Hello, ada!\"")
        }
        #expect(detail.title.properties.label == "InspectedWindow.greeting")
        #expect(detail.graph.model.rows.map(\.title).contains("InspectedViewModel.name"))
        #expect(!program.inspector.pick.properties.active)
        // A button is picked, not pressed; the next click is its own again.
        try await User.click(program.inspector.pick)
        try await User.click(program.window.greet)
        try await eventually("the button is there") { detail.title.properties.label == "InspectedWindow.greet" }
        #expect(clicks == 0)
        #expect(detail.answer.properties.label.contains("InspectedWindow.greet.sensitive shows true"))
        try await User.click(program.window.greet)
        try await eventually("it is pressed") { clicks == 1 && program.viewModel.visits == 1 }
    }

    @Test func aDisabledWidgetAndOneThatIsNotBoundArePicked() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        let detail = program.inspector.objects.detail
        try await User.click(program.inspector.pick)
        try await User.click(program.window.greet)
        try await eventually("it is told why it is disabled") {
            detail.answer.properties.label.contains("InspectedWindow.greet.sensitive shows false")
        }
        try await User.click(program.inspector.pick)
        try await User.click(program.window.unbound)
        try await eventually("nothing is bound to that") {
            detail.answer.properties.label.hasPrefix("Nothing is bound to this widget")
        }
    }

    @Test func escapeEndsPicking() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        try await User.click(program.inspector.pick)
        try await eventually("it is picking") { program.inspector.pick.properties.active }
        try await User.press("Escape")
        try await eventually("it is not any more") { !program.inspector.pick.properties.active }
        try await User.click(program.window.name)
        try await eventually("the click is the entry's") {
            program.window.name.widget
                == gtk_widget_get_ancestor(
                    gtk_root_get_focus(program.window.opaque), gtk_entry_get_type())
        }
    }

    @Test func theLogIsWrittenAsItHappensAndFiltered() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        program.inspector.pages.properties.visibleChildName = "log"
        program.inspector.search.properties.text = "InspectedViewModel"
        let tree = program.inspector.log.tree
        try await User.look(at: program.window)
        program.window.name.grabFocus()
        try await User.type("a")
        try await eventually("it is logged") {
            tree.rows.first?.title == "\"a\" was entered in InspectedWindow.name.text"
        }
        #expect(tree.rows.map(\.depth).prefix(3) == [0, 1, 2])
        #expect(tree.rows.contains { $0.title == "InspectedWindow.greeting.label = \"Hello, a!\"" })
        // Closed, and opened again.
        let count = tree.rows.count
        try await User.look(at: program.inspector)
        try await User.waitForLayout(of: program.inspector.log.list)
        let arrow = try #require(views(in: program.inspector.log.list).first { $0.row?.id == tree.rows[0].id }?.arrow)
        try await User.click(arrow)
        try await eventually("it is closed") { tree.rows.count < count && tree.rows[0].isOpen == false }
        try await User.click(arrow)
        try await eventually("it is open") { tree.rows.count == count }
        try await User.click(program.inspector.log.pause)
        try await eventually("it is paused") { tree.isPaused }
        program.viewModel.age = 50
        try await Task.sleep(for: .milliseconds(400))
        #expect(tree.rows.count == count)
        try await User.click(program.inspector.log.clear)
        try await User.click(program.inspector.log.pause)
        try await eventually("only what came since") { tree.rows.map(\.title).contains { $0.hasSuffix("= 50") } }
        #expect(!tree.rows.contains { $0.title.contains("Hello, a!") })
    }

    @Test func aFilterShowsNothingNewWhileTheLogIsPausedAndClearRemovesWhatItHides() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        let tree = program.inspector.log.tree
        program.viewModel.age = 50
        tree.refresh()
        try #require(tree.rows.contains { $0.title.hasSuffix("= 50") })
        tree.isPaused = true
        program.viewModel.age = 51
        tree.filter = "age"
        #expect(!tree.rows.contains { $0.title.hasSuffix("= 51") })
        tree.filter = "no such thing"
        #expect(tree.rows.isEmpty)
        tree.clear()
        tree.filter = ""
        #expect(tree.rows.isEmpty)
        tree.isPaused = false
        #expect(tree.rows.contains { $0.title.hasSuffix("= 51") })
        #expect(!tree.rows.contains { $0.title.hasSuffix("= 50") })
    }

    @Test func itDoesNotInspectItself() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        let shared = BindingInspector.shared
        try await eventually("the program is quiet") { program.inspector.isQuiet }
        let log = shared.log().count
        // What is between a control and its observer is known only after the first time.
        try await use(program, searching: "age")
        let revision = shared.revision
        try await use(program, searching: "name")
        try await Task.sleep(for: .milliseconds(400))
        #expect(shared.log().count == log, "\(shared.log().suffix(3).map(\.description))")
        #expect(shared.revision == revision)
        #expect(!shared.objects.contains { "\($0.name)\($0.label ?? "")".contains("Inspector") })
    }

    /// Uses all of the inspector's window.
    private func use(_ program: InspectedProgram, searching text: String) async throws {
        let inspector = program.inspector
        inspector.pages.properties.visibleChildName = "objects"
        inspector.search.properties.text = "InspectedViewModel"
        try await User.waitForLayout(of: program.list)
        try await User.click(try #require(views(in: program.list).first { $0.row?.isOpen != nil }?.title))
        try await User.press("Down", "Up", "Left", "Right")
        try await User.press("ctrl+f", "ctrl+a")
        try await User.type(text)
        try await eventually("it is found") { inspector.objects.tree.filter == text }
        try await User.click(inspector.pick)
        try await eventually("it is picking") { inspector.pick.properties.active }
        try await User.press("Escape")
        try await eventually("it is not picking") { !inspector.pick.properties.active }
        inspector.pages.properties.visibleChildName = "log"
        try await User.waitForLayout(of: inspector.log.clear)
        try await User.click(inspector.log.clear)
        try await eventually("it is cleared") { inspector.log.tree.rows.isEmpty }
    }

    @Test func aDialogOfTheProgramLeavesTheInspectorUsable() async throws {
        let program = InspectedProgram()
        defer { program.close() }
        try await program.show()
        program.window.alert("Something has happened.")
        _ = try await program.window.dialog()
        try await User.click(program.inspector.pick)
        try await eventually("it is picking") { program.inspector.pick.properties.active }
        try await User.press("Escape")
    }

    @Test func closedWindowsAreReleased() async throws {
        weak var closed: InspectorWindow?
        weak var window: InspectedWindow?
        func use() async throws {
            let program = InspectedProgram()
            try await program.show()
            try await program.clickText(of: "age")
            try await User.click(program.inspector.pick)
            try await eventually("it is picking") { program.inspector.pick.properties.active }
            (closed, window) = (program.inspector, program.window)
            program.close()
        }
        try await use()
        try await eventually("they are gone") { closed == nil && window == nil }
    }
}

extension InspectorWindow {
    /// Whether it shows all that was recorded.
    fileprivate var isQuiet: Bool { shownRevision == BindingInspector.shared.revision }
}
