import Binding
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// A pane whose bindings are made anew for each row that is selected.
@MainActor @Suite struct RebindingTests {
    private let window = Window("Details", width: 300)
    private let name = Entry()
    private let other = Entry()
    private let text = BehaviorRelay(value: "")
    private let focus = Focus<Int>()

    private func show() async throws {
        window.child = Box(.vertical, [name, other])
        try await User.look(at: window)
        name.grabFocus()
    }

    private func bind() -> DisposeBag {
        DisposeBag {
            text <=> name.rx.text.committed(on: name.rx.editingDidEnd)
            focus[1] <=> name.rx.isFocused
            name.rx.isFocused => { _ in }
        }
    }

    /// Whether anything but GTK is told of the window's focus.
    private var isObserved: Bool {
        let signal = g_signal_lookup("notify", gtk_window_get_type())
        let property = g_quark_from_string("focus-widget")
        return g_signal_has_handler_pending(window.raw, signal, property, 1) != 0
    }

    /// The fastest of some changes of the focus.
    private func time() -> Duration {
        (0..<20).map { _ in
            ContinuousClock().measure { for entry in [other, name] { entry.grabFocus() } }
        }.min()!
    }

    @Test func leavesAFocusChangeAsFastAsAtFirst() async throws {
        try await show()
        #expect(!isObserved)
        var bag = bind()
        #expect(isObserved)
        let before = time()
        for _ in 0..<10_000 {
            bag.dispose()
            bag = bind()
        }
        let after = time()
        #expect(after < before * 5, "\(before) at first, \(after) after 10,000 rebinds")
        try await User.type("x")
        try await User.press("Tab")
        try await eventually { text.value == "x" && other.isFocused }
        bag.dispose()
        #expect(!isObserved)
        window.destroy()
    }
}
