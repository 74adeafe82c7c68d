import Binding
import Testing

@Suite("A control that holds another value than it was given")
struct ValueNotTakenTests {
    private final class Entry {}

    @Test("the warning says what, where, and what to do")
    func says() {
        let warning = BindingDiagnostics.Warning.valueNotTaken(
            control: Entry.self, property: "text", given: "a text of 100000 characters",
            held: "a text of 65534 characters")
        #expect(
            "\(warning)" == """
                Binding: warning: the property 'text' of Entry was set to a text of 100000 characters, and holds a text of \
                65534 characters. What is bound to it both ways is set to that. Set what it can hold, or let it hold more.
                """)
    }
}
