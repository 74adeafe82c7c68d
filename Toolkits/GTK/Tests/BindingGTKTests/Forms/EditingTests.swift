import Binding
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct EditingTests {
    /// Types into a field and ends the edit in both ways.
    private func expectCommitted<Field: EditableText>(_ field: Field) {
        let other = Entry()
        let window = Window("Editing")
        window.child = Box(.vertical, [field, other])
        window.present()
        gtk_widget_grab_focus(field.widget)
        var count = 0
        let binding = field.rx.editingDidEnd => { count += 1 }
        emit("activate", by: GObject.of(UnsafeMutableRawPointer(gtk_editable_get_delegate(field.opaque))))
        #expect(count == 1, "the Enter key")
        gtk_widget_grab_focus(other.widget)
        #expect(count == 2, "the focus has left")
        gtk_widget_grab_focus(field.widget)
        #expect(count == 2, "the focus has come")
        binding.dispose()
        gtk_widget_grab_focus(other.widget)
        #expect(count == 2, "the binding has ended")
        window.destroy()
    }

    @Test func ends() {
        expectCommitted(Entry())
        expectCommitted(PasswordEntry())
        expectCommitted(SearchEntry())
        expectCommitted(SpinButton(0...10))
    }

    @Test func anEditIsHeldBackUntilItEnds() {
        let (name, letter) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let (entry, view) = (Entry(), TextView())
        let window = Window("Editing")
        window.child = Box(.vertical, [entry, view])
        window.present()
        gtk_widget_grab_focus(entry.widget)
        let bag = DisposeBag {
            name <=> entry.rx.text.committed(on: entry.rx.editingDidEnd)
            letter <=> view.rx.text.committed(on: view.rx.editingDidEnd)
        }
        gtk_editable_set_text(entry.opaque, "Ada")
        #expect(name.value == "")
        gtk_widget_grab_focus(view.widget)
        #expect(name.value == "Ada")
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(view.typed()), "Dear Ada", -1)
        #expect(letter.value == "")
        gtk_widget_grab_focus(entry.widget)
        #expect(letter.value == "Dear Ada")
        bag.dispose()
        window.destroy()
    }

    @Test func theFocusGoesBothWays() async throws {
        enum Field { case name, mail, note }
        let focus = Focus<Field>(.mail)
        weak var closed: Window?
        let bag = DisposeBag()
        func bind() {
            let (name, mail, note) = (Entry(), Entry(), Entry())
            let window = Window("Focus")
            window.child = Box(.vertical, [name, mail, note])
            closed = window
            bag.insert {
                focus[.name] <=> name.rx.isFocused
                focus[.mail] <=> mail.rx.isFocused
                focus[.note] <=> note.rx.isFocused
            }
            #expect(mail.isFocused)
            window.present()
            #expect(mail.isFocused, "shown")
            focus.move(to: .name)
            #expect(name.isFocused && !mail.isFocused)
            gtk_widget_grab_focus(mail.widget)
            #expect(focus.current.value == .mail)
            gtk_widget_set_sensitive(note.widget, 0)
            focus.move(to: .note)
            #expect(focus.current.value == .mail, "what is insensitive does not take it")
            #expect(mail.isFocused)
            focus.clear()
            #expect(!name.isFocused && !mail.isFocused && !note.isFocused)
            window.destroy()
        }
        bind()
        try await eventually("the window has gone") { closed == nil }
        bag.dispose()
    }

    @Test func theFocusIsReportedOnceForEachChange() {
        let (first, second, third) = (Entry(), Entry(), Entry())
        let window = Window("Focus")
        var told: [Bool] = []
        let binding = first.rx.isFocused => { told.append($0) }
        window.child = Box(.vertical, [first, second, third])
        window.present()
        for entry in [first, second, third, first] { gtk_widget_grab_focus(entry.widget) }
        #expect(told == [false, true, false, true])
        binding.dispose()
        gtk_widget_grab_focus(second.widget)
        #expect(told.count == 4)
        window.destroy()
    }

    @Test func whatIsWrongIsShown() {
        let entry = Entry()
        let (error, isUrgent) = (BehaviorRelay(value: ""), BehaviorRelay(value: true))
        let isInvalid = BehaviorRelay(value: true)
        let (label, box) = (Label(), Box(.vertical))
        let bag = DisposeBag {
            error => entry.rx.error
            isUrgent => label.rx.hasClass("warning")
            isInvalid => box.rx.isInvalid
        }
        #expect(gtk_widget_has_css_class(entry.widget, "error") == 0)
        error.accept("Too short")
        #expect(gtk_widget_has_css_class(entry.widget, "error") != 0)
        #expect(entry.properties.tooltipText == "Too short")
        error.accept("")
        #expect(gtk_widget_has_css_class(entry.widget, "error") == 0)
        #expect(entry.properties.tooltipText == nil)
        #expect(gtk_widget_has_css_class(label.widget, "warning") != 0)
        isUrgent.accept(false)
        #expect(gtk_widget_has_css_class(label.widget, "warning") == 0)
        #expect(gtk_widget_has_css_class(box.widget, "error") != 0)
        isInvalid.accept(false)
        #expect(gtk_widget_has_css_class(box.widget, "error") == 0)
        bag.dispose()
    }
}
