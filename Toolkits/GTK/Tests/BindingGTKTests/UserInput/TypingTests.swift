import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Typing into controls, to which the program may react.
@MainActor @Suite struct TypingTests {
    private let window = Window("Typing", width: 300)
    private let bag = DisposeBag()
    private let relay = BehaviorRelay(value: "first")

    /// The controls that have a text.
    enum Kind: CaseIterable {
        case entry, password, search, lines
    }

    /// The values that the relay's observers received.
    private final class Values {
        var all: [String] = []
    }

    /// Shows a focused control that is bound to the relay.
    private func show(_ kind: Kind) async throws -> Values {
        let widget: Widget
        switch kind {
        case .entry:
            let entry = Entry()
            bag.insert(relay <=> entry.rx.text)
            widget = entry
        case .password:
            let entry = PasswordEntry()
            bag.insert(relay <=> entry.rx.property("text"))
            widget = entry
        case .search:
            let entry = SearchEntry()
            bag.insert(relay <=> entry.rx.property("text"))
            widget = entry
        case .lines:
            let view = TextView()
            bag.insert(relay <=> view.rx.text)
            widget = view
        }
        window.child = widget
        try await User.look(at: window)
        widget.grabFocus()
        let values = Values()
        bag.insert(relay.skip(1) => { values.all.append($0) })
        return values
    }

    @Test(arguments: Kind.allCases)
    func arrivesWholeAndInOrder(in kind: Kind) async throws {
        relay.accept("")
        let values = try await show(kind)
        let text = "the quick brown fox jumps over the lazy dog"
        try await User.type(text)
        try await eventually { relay.value.count == text.count }
        #expect(values.all == text.indices.map { String(text[...$0]) })
        window.destroy()
    }

    @Test(arguments: Kind.allCases)
    func isOneEditOverASelection(in kind: Kind) async throws {
        let values = try await show(kind)
        try await User.press("ctrl+a", "x")
        try await eventually { relay.value.contains("x") }
        #expect(values.all == ["x"])
        // Later typing arrives as before.
        try await User.type("y")
        try await eventually { relay.value == "xy" }
        try await User.press("ctrl+a", "BackSpace")
        try await eventually { relay.value == "" }
        #expect(values.all == ["x", "xy", ""])
        window.destroy()
    }

    @Test(arguments: Kind.allCases)
    func isOneEditInPlaceOfALetter(in kind: Kind) async throws {
        let values = try await show(kind)
        try await User.press("Home", "Insert", "x")
        try await eventually { relay.value == "xirst" }
        #expect(values.all == ["xirst"])
        window.destroy()
    }

    @Test(arguments: [Kind.entry, .search, .lines])
    func canBePastedAndTakenBack(in kind: Kind) async throws {
        let values = try await show(kind)
        try await User.press("ctrl+a", "ctrl+c", "End", "ctrl+v")
        try await eventually { relay.value == "firstfirst" }
        try await User.press("ctrl+a", "ctrl+v")
        try await eventually { relay.value == "first" }
        #expect(values.all == ["firstfirst", "first"])
        try await User.press("ctrl+a")
        try await User.type("!")
        try await eventually { relay.value == "!" }
        try await User.press("ctrl+z")
        try await eventually { relay.value != "!" }
        window.destroy()
    }

    @Test func staysWhereItWasTypedWhenTheModelChangesIt() async throws {
        let entry = Entry()
        bag.insert(relay <=> entry.rx.text)
        bag.insert(relay => { [relay] in if $0 != $0.lowercased() { relay.accept($0.lowercased()) } })
        window.child = entry
        try await User.look(at: window)
        entry.grabFocus()
        try await User.press("Home", "Right", "Right")
        try await User.type("XYZ")
        try await eventually { relay.value.count == 8 }
        #expect(relay.value == "fixyzrst")
        #expect(entry.properties.text == "fixyzrst")
        #expect(gtk_editable_get_position(entry.opaque) == 5)
        window.destroy()
    }

    @Test func goesOnWhileOtherThreadsSetWhatIsShown() async throws {
        relay.accept("")
        let values = try await show(.entry)
        let numbers = BehaviorRelay(value: 0)
        var last = 0
        var isInOrder = true
        bag.insert(
            numbers => {
                isInOrder = isInOrder && $0 >= last
                last = $0
            })
        let count = 100_000
        let thread = Task.detached { for number in 1...count { numbers.accept(number) } }
        let text = "abcdefghijklmnopqrstuvwxyz"
        try await User.type(text)
        await thread.value
        try await eventually { relay.value.count == text.count && last == count }
        #expect(values.all == text.indices.map { String(text[...$0]) })
        #expect(isInOrder)
        window.destroy()
    }

    @Test func arrivesInALoopThatAValueOfAnotherThreadHasBegun() async throws {
        relay.accept("")
        let values = try await show(.entry)
        let question = PublishRelay<String>()
        bag.insert(
            question.asSignal() => { [relay] text in
                MainActorLoop.runNested { while !relay.value.hasSuffix(text) { g_main_context_iteration(nil, 1) } }
                relay.accept("answered")
            })
        await Task.detached { question.accept("yes") }.value
        try await User.type("yes")
        try await eventually { relay.value == "answered" }
        #expect(values.all == ["y", "ye", "yes", "answered"])
        window.destroy()
    }
}
