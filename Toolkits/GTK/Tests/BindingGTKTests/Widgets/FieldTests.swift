import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct FieldTests {
    private func text(_ field: Widget) -> String { String(cString: gtk_editable_get_text(field.opaque)) }

    @Test func entry() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { Entry(placeholder: "Name") }, property: { $0.rx.text }, read: text,
            write: { gtk_editable_set_text($0.opaque, $1) })
        try await expectBound(
            ["a", "b", "c"], make: { Entry() }, property: { $0.rx.placeholderText },
            read: { gtk_entry_get_placeholder_text($0.typed()).map { String(cString: $0) } },
            write: { gtk_entry_set_placeholder_text($0.typed(), $1) })
    }

    @Test func passwordEntry() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { PasswordEntry() }, property: { $0.rx.text }, read: text,
            write: { gtk_editable_set_text($0.opaque, $1) })
    }

    @Test func searchEntry() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { SearchEntry(placeholder: "Find") }, property: { $0.rx.text }, read: text,
            write: { gtk_editable_set_text($0.opaque, $1) })
    }

    @Test func textView() async throws {
        try await expectBound(
            ["a", "b\nc", ""], make: { TextView() }, property: { $0.rx.text },
            read: { view in
                let buffer = gtk_text_view_get_buffer(view.typed())
                var (start, end) = (GtkTextIter(), GtkTextIter())
                gtk_text_buffer_get_bounds(buffer, &start, &end)
                let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)!
                defer { g_free(text) }
                return String(cString: text)
            },
            write: { gtk_text_buffer_set_text(gtk_text_view_get_buffer($0.typed()), $1, -1) })
    }

    @Test func spinButton() async throws {
        try await expectBound(
            [1, 2, 3], make: { SpinButton(0...10) }, property: { $0.rx.value },
            read: { gtk_spin_button_get_value($0.opaque) }, write: { gtk_spin_button_set_value($0.opaque, $1) })
    }

    @Test func scale() async throws {
        try await expectBound(
            [1, 2, 3], make: { Scale(0...10, step: 1) }, property: { $0.rx.value },
            read: { gtk_range_get_value($0.typed()) }, write: { gtk_range_set_value($0.typed(), $1) })
    }

    @Test func aTextThatIsSetToWhatItIsIsNotSent() {
        let (upper, lower) = (Entry(), SearchEntry())
        var told: [String] = []
        let bag = DisposeBag {
            upper.rx.text.changed => { told.append($0) }
            // Each sets the other one, until both agree.
            upper.rx.text => { lower.properties.text = $0.lowercased() }
            lower.rx.text => { upper.properties.text = $0.uppercased() }
        }
        for text in ["a", "a", "A", "b"] { upper.properties.text = text }
        #expect(told == ["a", "A", "a", "A", "b", "B"])
        bag.dispose()
    }

    @Test func aFractionOutOfRangeIsTheNearestOneAndWhatIsNoNumberIsRefused() {
        let (bar, label) = (ProgressBar(), Label())
        let (fraction, alignment) = (BehaviorRelay(value: 0.5), BehaviorRelay(value: 0.0))
        let bag = DisposeBag {
            fraction <=> bar.rx.fraction
            alignment <=> label.rx.xalign
        }
        fraction.accept(1.000_000_1)
        #expect(bar.properties.fraction == 1 && fraction.value == 1)
        alignment.accept(-3)
        #expect(label.properties.xalign == 0 && alignment.value == 0)
        for strange in [Double.nan, .infinity, -.infinity] {
            fraction.accept(strange)
            #expect(bar.properties.fraction == 1 && fraction.value == 1)
        }
        bag.dispose()
    }

    @Test func aValueOutOfRangeIsTheNearestOne() {
        let scale = Scale(0...10, step: 1)
        let relay = BehaviorRelay(value: 5.0)
        let bag = DisposeBag { relay <=> scale.rx.value }
        relay.accept(20)
        #expect(gtk_range_get_value(scale.typed()) == 10)
        #expect(relay.value == 10)
        bag.dispose()
    }
}
