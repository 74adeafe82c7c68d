import Testing

@testable import ConsoleBinding

/// The pane that F12 opens, with the whole program in a pseudo terminal: there is one inspector in a program.
@Suite("Inspector's pane", .serialized)
struct InspectorPaneTests {
    private let f12 = "\u{1B}[24~"

    private func paneAfterTyping(_ text: String, columns: UInt16, rows: UInt16) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        try terminal.expect("Ctrl-C leaves")
        try terminal.type(text + f12)
        return terminal
    }

    @Test("Beside the form it says why a field and its message show what they show, and follows while one types")
    func beside() throws {
        let terminal = try paneAfterTyping("ab", columns: 150, rows: 40)
        try terminal.expect("─ Why")
        try terminal.expect("SignUpForm.userName.text shows \"ab\":")
        try terminal.expect("\"ab\" was entered in SignUpForm.userName.text")
        try terminal.expect("SignUpViewModel.userName.state = (invalid, [\"1 character too short\"])")
        try terminal.expect("─ Log")
        try terminal.type("c")
        try terminal.expect("distinctUntilChanged: valid")
        try terminal.type("\t\t x")
        try terminal.expect("SignUpForm.password.text shows •••")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("Without room for both it takes the form's place, and keys do not reach the form meanwhile")
    func inPlace() throws {
        let terminal = try paneAfterTyping("ab", columns: 80, rows: 24)
        try terminal.expect("F12 shows the form again")
        try terminal.type("xyz" + f12)
        try terminal.expect("Create account")
        try terminal.type("c" + f12)
        try terminal.expect("\"abc\" was entered in SignUpForm.userName.text")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test(
        "It is beside the form, or below it, or in its place",
        arguments: [
            (150, 30, .beside(columns: 79)), (111, 40, .beside(columns: 40)), (110, 40, .below(rows: 15)),
            (80, 33, .below(rows: 8)), (80, 32, .inPlace), (70, 25, .inPlace),
        ] as [(Int, Int, InspectorPane.Place)])
    @MainActor
    func place(columns: Int, rows: Int, place: InspectorPane.Place) {
        #expect(InspectorPane.place(in: WindowSize(columns: columns, rows: rows), formRows: 25) == place)
    }
}
