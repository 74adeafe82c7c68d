import Binding
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Where the cursor is when the program changes the text.
@MainActor @Suite struct CursorTests {
    private let window = Window("Cursor", width: 300, height: 200)
    private let bag = DisposeBag()
    private let relay = BehaviorRelay(value: "one two three")

    enum Kind: CaseIterable, Sendable {
        case entry, lines
    }

    private func show(_ kind: Kind) async throws -> Widget {
        let widget: Widget
        switch kind {
        case .entry:
            let entry = Entry()
            bag.insert(relay <=> entry.rx.text)
            widget = entry
        case .lines:
            let view = TextView()
            bag.insert(relay <=> view.rx.text)
            widget = view
        }
        window.child = widget
        try await User.look(at: window)
        widget.grabFocus()
        return widget
    }

    @Test(arguments: Kind.allCases)
    func staysInItsPlaceWhenTheModelChangesTheTextElsewhere(_ kind: Kind) async throws {
        _ = try await show(kind)
        try await User.press("Home", "Right", "Right", "Right", "x")
        try await eventually { relay.value == "onex two three" }
        relay.accept("onex two thirty-three")
        try await User.type("y")
        try await eventually { relay.value == "onexy two thirty-three" }
        relay.accept("äüß: onexy two thirty-three")
        try await User.type("z")
        try await eventually { relay.value == "äüß: onexyz two thirty-three" }
        // What was around the cursor goes.
        relay.accept("äüß: three")
        try await User.type("z")
        try await eventually { relay.value == "äüß: zthree" }
        relay.accept("")
        try await User.type("ab")
        try await eventually { relay.value == "ab" }
        window.destroy()
    }

    @Test(arguments: Kind.allCases)
    func staysInItsPlaceByAnUndo(_ kind: Kind) async throws {
        let history = UndoHistory(relay)
        bag.insert(window.rx.shortcut("F5", scope: .global) => history.undo)
        _ = try await show(kind)
        try await User.press("Home", "Right", "Right", "Right")
        try await User.type("abc")
        try await eventually { relay.value == "oneabc two three" }
        try await User.press("F5")
        try await eventually { relay.value == "one two three" }
        try await User.type("x")
        try await eventually { relay.value.contains("x") }
        #expect(relay.value == "onex two three")
        window.destroy()
    }

    @Test func keepsASelection() async throws {
        let entry = try #require(await show(.entry) as? Entry)
        try await User.press("Home", "ctrl+Right", "ctrl+shift+Right")
        var (start, end): (Int32, Int32) = (0, 0)
        try await eventually { gtk_editable_get_selection_bounds(entry.opaque, &start, &end) != 0 && end == 7 }
        relay.accept("zero " + relay.value)
        #expect(gtk_editable_get_selection_bounds(entry.opaque, &start, &end) != 0)
        #expect(start == 8 && end == 12)
        window.destroy()
    }

    @Test func leavesALongTextWhereItIsScrolled() async throws {
        let lines = (0..<1_000).map { "line \($0)" }
        relay.accept(lines.joined(separator: "\n"))
        let view = TextView()
        bag.insert(relay <=> view.rx.text)
        let scrolled = ScrolledWindow(view)
        window.child = scrolled
        try await User.look(at: window)
        view.grabFocus()
        let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)
        try await User.press("ctrl+Home", "Next", "Next", "Next")
        try await eventually("it is scrolled") { gtk_adjustment_get_value(adjustment) > 200 }
        // The view scrolls in steps.
        var (place, frames) = (0.0, 0)
        try await eventually("it is at rest") {
            frames = gtk_adjustment_get_value(adjustment) == place ? frames + 1 : 0
            place = gtk_adjustment_get_value(adjustment)
            return frames > 300
        }
        relay.accept((lines + ["another line"]).joined(separator: "\n"))
        let cursor: Int = view.buffer.properties.get("cursor-position")
        #expect(cursor > 0)
        try await User.type("x")
        try await eventually { relay.value.contains("x") }
        #expect(abs(gtk_adjustment_get_value(adjustment) - place) < 50)
        #expect(Array(relay.value)[cursor] == "x")
        window.destroy()
    }

    // GTK makes each selection the primary clipboard's content, and keeps the buffer from then on.
    @Test func nothingIsSelectedForAMomentWhenTheProgramSetsAText() throws {
        weak var buffer: TextBuffer?
        do {
            let view = TextView()
            g_object_ref_sink(view.raw)
            defer { g_object_unref(view.raw) }
            buffer = view.buffer
            var selections = 0
            let disconnect = view.buffer.connect("notify::has-selection") { _ in selections += 1 }
            let binding = relay <=> view.rx.text
            relay.accept("two three")
            relay.accept("zero one two")
            disconnect()
            binding.dispose()
            #expect(selections == 0)
        }
        #expect(buffer == nil)
    }
}
