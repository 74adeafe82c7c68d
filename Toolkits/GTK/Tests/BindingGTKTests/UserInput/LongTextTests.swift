import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Texts that are so long that reading them takes a while.
@MainActor @Suite struct LongTextTests {
    private let view = TextView()
    private let relay = BehaviorRelay(value: "")
    private let bag = DisposeBag()

    /// The buffer's text by GTK.
    private var text: String {
        let buffer = gtk_text_view_get_buffer(view.typed())
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let text = gtk_text_buffer_get_text(buffer, &start, &end, 0)!
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The fastest of some calls.
    private func time(_ body: () -> Void) -> Duration {
        (0..<20).map { _ in ContinuousClock().measure(body) }.min()!
    }

    @Test func aKeyTakesLessThanReadingTheText() async throws {
        let window = Window("A long text", width: 300, height: 200)
        window.child = ScrolledWindow(view)
        relay.accept(String(repeating: "A line of a long letter, with ä and ö.\n", count: 25_000))
        bag.insert(relay <=> view.rx.text)
        try await User.look(at: window)
        view.grabFocus()
        try await User.press("ctrl+Home")
        try await User.type("xyz")
        try await eventually { relay.value.hasPrefix("xyzA line") }
        #expect(relay.value == text)
        let buffer = gtk_text_view_get_buffer(view.typed())
        let reading = time { _ = text }
        let key = time { gtk_text_buffer_insert_at_cursor(buffer, "k", -1) }
        #expect(relay.value == text)
        #expect(key < reading, "\(key) a key, \(reading) to read the text")
        window.destroy()
    }

    @Test func isTheSameAfterAnyEdits() {
        bag.insert(relay <=> view.rx.text)
        let buffer = gtk_text_view_get_buffer(view.typed())
        var generator = SplitMix(state: 7)
        let pieces = ["a", "ä", "\u{1F600}", "e\u{301}", "two\nlines", "", "ß\n"]
        for number in 0..<2_000 {
            let count = Int(gtk_text_buffer_get_char_count(buffer))
            let places = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)]
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(places[0]))
            gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(min(places[0] + 3, places[1])))
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: gtk_text_buffer_delete(buffer, &start, &end)
            case 1: gtk_text_buffer_undo(buffer)
            case 2: relay.accept(String(relay.value.shuffled(using: &generator)))
            case 3:
                gtk_text_buffer_begin_user_action(buffer)
                gtk_text_buffer_insert(buffer, &start, "user", -1)
                gtk_text_buffer_get_start_iter(buffer, &end)
                gtk_text_buffer_insert(buffer, &end, "\(number)", -1)
                gtk_text_buffer_end_user_action(buffer)
            default: gtk_text_buffer_insert(buffer, &start, pieces.randomElement(using: &generator)!, -1)
            }
            guard relay.value == text else {
                Issue.record("edit \(number): \(relay.value.debugDescription) in place of \(text.debugDescription)")
                return
            }
        }
    }

    @Test func isTheSameWhenAnEditIsReplacedByAnother() {
        bag.insert(relay <=> view.rx.text)
        let buffer = view.buffer
        var isReplacing = false
        buffer.connect("insert-text") { [unowned buffer] arguments in
            guard !isReplacing, arguments[1] == "bad" as String else { return }
            isReplacing = true
            g_signal_stop_emission_by_name(buffer.raw, "insert-text")
            gtk_text_buffer_insert_at_cursor(buffer.typed(), "fine", -1)
            isReplacing = false
        }
        gtk_text_buffer_insert_at_cursor(buffer.typed(), "bad", -1)
        #expect(text == "fine" && relay.value == "fine")
        gtk_text_buffer_insert_at_cursor(buffer.typed(), "!", -1)
        #expect(relay.value == "fine!")
    }
}
