import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Windows that ask before they close.
@MainActor @Suite struct ClosingTests {
    /// A letter that is written in two windows.
    @MainActor private final class LetterViewModel {
        @Mutable var hasChanges = true
    }

    private final class LetterWindow: Window, BindingContext {
        let disposeBag = DisposeBag()
        let entry = Entry()
        var questions = 0

        init(_ name: String, _ viewModel: LetterViewModel) {
            super.init(name, width: 300, height: 100)
            titlebar = HeaderBar()
            child = entry
            binding {
                rx.mayClose { window in
                    guard viewModel.hasChanges else { return true }
                    window.questions += 1
                    return await window.confirm("Discard the letter?", button: "_Discard")
                }
            }
        }

        /// The button in the title bar.
        var closeButton: Widget {
            func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> Widget? {
                if gtk_widget_has_css_class(widget, "close") != 0 { return GObject.of(widget) as? Widget }
                return children(of: widget).lazy.compactMap { find($0) }.first
            }
            return find(titlebar!.widget)!
        }
    }

    @Test func isAskedOverTheWindowThatCloses() async throws {
        let viewModel = LetterViewModel()
        let (first, second) = (LetterWindow("First", viewModel), LetterWindow("Second", viewModel))
        try await User.look(at: second)
        try await User.look(at: first)
        try await User.click(first.closeButton)
        let question = try await first.dialog()
        #expect(second.dialogs.isEmpty)
        // Impatience asks no second question.
        first.close()
        first.close()
        #expect(first.questions == 1 && first.isOpen)
        try await User.look(at: question)
        try await User.press("Escape")
        try await eventually("the question has gone") { first.dialogs.isEmpty }
        #expect(first.isOpen)

        try await User.look(at: first)
        try await User.click(first.closeButton)
        try await User.look(at: try await first.dialog())
        try await User.press("Return")
        try await eventually("the window is closed") { !first.isOpen }
        #expect(first.questions == 2 && second.questions == 0)

        try await User.look(at: second)
        try await User.click(second.closeButton)
        let other = try await second.dialog()
        // Gone by another way: nobody is left to ask.
        second.destroy()
        try await eventually("the question goes, too") { !other.isOpen }
    }

    @Test func closesAtOnceWhereNothingIsAsked() async throws {
        let viewModel = LetterViewModel()
        viewModel.hasChanges = false
        weak var window: LetterWindow?
        func open() -> LetterWindow {
            let new = LetterWindow("Letter", viewModel)
            window = new
            return new
        }
        try await User.look(at: open())
        try await User.click(#require(window?.closeButton))
        try await eventually("it has gone") { window == nil }
    }

    @Test func allWhoAreAskedHaveToAgree() async throws {
        let window = Window("Asked twice")
        var (isWilling, asked) = (false, 0)
        let bag = DisposeBag {
            window.rx.mayClose { _ in
                asked += 1
                await Task.yield()
                return true
            }
            window.rx.closeRequest => { isWilling }
        }
        window.present()
        window.close()
        try await eventually("somebody was asked") { asked == 1 }
        for _ in 0..<100 { await Task.yield() }
        #expect(window.isOpen)
        isWilling = true
        window.close()
        try await eventually("it is closed") { !window.isOpen }
        bag.dispose()
    }

    @Test func whoIsNoLongerBoundIsNotAsked() async throws {
        let window = Window("Not asked")
        let binding = window.rx.mayClose { _ in false }
        binding.dispose()
        window.present()
        window.close()
        #expect(!window.isOpen)
    }
}
