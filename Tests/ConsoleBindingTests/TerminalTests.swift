import Glibc
import TestSupport
import Testing

@testable import ConsoleBinding

/// The whole program, in a pseudo terminal.
@Suite("Terminal", .serialized)
struct TerminalTests {
    private let leaving = "\u{1B}[?1049l"

    private func startedTerminal(_ options: String...) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(columns: 80, rows: 24, options: options)
        try terminal.expect("Ctrl-C leaves")
        return terminal
    }

    @Test("The form can be filled in, submitted and left, and the terminal is as it was")
    func signUp() throws {
        let terminal = try startedTerminal()
        #expect(terminal.settings != terminal.originalSettings)
        try terminal.type("ada漢\tAda@Example.ORG\tcorrect horse 1\t36\t\u{1B}[C\t \t\r")
        try terminal.expect("Welcome, ada漢! Your pro account is ready.")
        try terminal.type("\r")
        try terminal.type("\u{1B}[Z\u{1B}[Z\r")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.contains(leaving))
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test(
        "Ctrl-C leaves with status 130, Ctrl-D with 0", arguments: [("\u{3}", 130), ("\u{4}", 0)] as [(String, Int32)])
    func leaving(key: String, status: Int32) throws {
        let terminal = try startedTerminal()
        try terminal.type("xyz" + key)
        #expect(try terminal.end() == status)
        #expect(terminal.screen.contains(leaving))
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test("Ctrl-C leaves in the midst of a paste that has no end")
    func interruptedPaste() throws {
        let terminal = try startedTerminal()
        try terminal.type("\u{1B}[200~xyz\u{3}")
        #expect(try terminal.end() == 130)
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test(
        "Whatever ends the program, the terminal is as it was",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
    func signals(signal: Int32) throws {
        let terminal = try startedTerminal()
        terminal.send(signal)
        #expect(try terminal.end() == -signal)
        #expect(terminal.screen.contains(leaving))
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test("A search shows what it finds and why it fails, and its button repeats it")
    func search() throws {
        let terminal = try startedTerminal()
        try terminal.type("\u{1B}[Zrad1")
        try terminal.expect("searching…")
        try terminal.expect("✗ the directory is busy")
        try terminal.type("\t\r")
        try terminal.expect("1 found")
        try terminal.expect("Radia Perlman")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("The other form searches, fails, repeats and orders, fits into less, and is left with its button")
    func repositories() throws {
        let terminal = try startedTerminal("--repositories")
        #expect(terminal.settings != terminal.originalSettings)
        try terminal.type("swift1")
        try terminal.expect("searching…")
        try terminal.expect("✗ the service is busy")
        try terminal.type("\u{1B}[A\u{1B}[A\r")
        try terminal.expect("5 found")
        try terminal.expect("ivy/swift-streams")
        // From the field, which has the focus now.
        try terminal.type("\u{1B}[B\u{1B}[C\u{1B}[B ")
        try terminal.expect("(name)")
        try terminal.expect("2 hidden")
        terminal.resize(columns: 70, rows: 15)
        try terminal.expect("the form needs 70 × 16.")
        terminal.resize(columns: 70, rows: 16)
        try terminal.expect("acorn/swift-json")
        try terminal.type("\u{1B}[B\r")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.contains(leaving))
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test("A window too small says so, and the form comes back with the room for it")
    func resizing() throws {
        let terminal = try startedTerminal()
        terminal.resize(columns: 40, rows: 10)
        try terminal.expect("It has 40 × 10 cells,")
        terminal.resize(columns: 90, rows: 30)
        try terminal.expect("User name")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("What is typed while the window is too small does not reach the form, typed or pasted")
    func blindKeys() throws {
        let terminal = try startedTerminal()
        terminal.resize(columns: 60, rows: 20)
        try terminal.expect("It has 60 × 20 cells,")
        try terminal.expect("the form needs 70 × 22.")
        try terminal.expect("Ctrl-C leaves.")
        // Once Ctrl-L has been answered, all earlier input has been handled.
        try terminal.type("xyz\u{1B}[200~pasted\u{1B}[201~\t\t\u{1B}[A\r \u{C}")
        try terminal.expect("Ctrl-C leaves.")
        terminal.resize(columns: 80, rows: 24)
        let form = try terminal.expect("Ctrl-C leaves")
        try #require(form.contains("3 characters or more"))
        #expect(!form.contains("xyz") && !form.contains("pasted"))
        try terminal.type("ada")
        try terminal.expect("✓")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("Keys that came before the window had room for the form do not reach it, keys after that do")
    func keysBeforeTheForm() throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 20)
        try terminal.expect("Ctrl-C leaves.")
        try terminal.type("xyz\u{C}")
        try terminal.expect("Ctrl-C leaves.")
        terminal.resize(columns: 70, rows: 22)
        let form = try terminal.expect("Ctrl-C leaves")
        try #require(form.contains("3 characters or more"))
        try terminal.type("\u{4}")
        #expect(try terminal.end() == 0)
    }

    @Test(
        "A window that is too small can be left with the same keys",
        arguments: [("\u{3}", 130), ("\u{4}", 0), ("x\u{3}\u{4}", 130)] as [(String, Int32)])
    func leavingSmallWindow(keys: String, status: Int32) throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 20)
        try terminal.expect("Ctrl-C leaves.")
        try terminal.type(keys)
        #expect(try terminal.end() == status)
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test("Where a script is read from a keyboard, the user is told so, with the reason, and its end is the end")
    func keyboardScript() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24, output: "/dev/null")
        let said = try terminal.expect("--help lists the commands.")
        #expect(said.contains("no form is shown, because standard output is not a terminal."))
        #expect(said.contains("waiting for a script on standard input"))
        #expect(said.contains("Ctrl-D ends it"))
        #expect(said.split(separator: "\r\n").allSatisfy { $0.count <= 80 })
        try terminal.type("show\n\u{4}")
        #expect(try terminal.end() == 0)
        expectEqual(terminal.settings, terminal.originalSettings)
    }

    @Test("So is one whose terminal has no cursor to place, and one that was asked for", arguments: [true, false])
    func keyboardScriptOnTerminal(isDumb: Bool) throws {
        let terminal = try PseudoTerminal(
            columns: 80, rows: 24, options: isDumb ? ["--repositories"] : ["--script", "-"],
            kind: isDumb ? "dumb" : "xterm")
        let said = try terminal.expect("--help lists the commands.")
        expectEqual(said.contains("because TERM is 'dumb'"), isDumb)
        expectEqual(said.contains("no form is shown"), isDumb)
        #expect(said.contains(isDumb ? "type search swift" : "type username ada"))
        try terminal.type("say hello\n")
        try terminal.expect("\r\nhello\r\n")
        try terminal.type("\u{4}")
        #expect(try terminal.end() == 0)
    }

    @Test("A character that arrives in pieces is one character, and an Escape that arrives alone is none")
    func pieces() throws {
        let terminal = try startedTerminal()
        for scalar in "👩\u{200D}👧".unicodeScalars { try terminal.type(String(scalar)) }
        try terminal.expect("\u{200D}👧")
        try terminal.type("\u{1B}")
        try terminal.type("\u{7F}abc")
        try terminal.expect("abc")
        try terminal.expect("✓")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("Ctrl-Z undoes word by word, Ctrl-Y redoes, and where there is nothing to undo the form stays as it is")
    func undo() throws {
        let terminal = try startedTerminal()
        try terminal.type("\u{1A}\u{19}ada\tada@example.org")
        try terminal.expect("ada@example.org")
        try terminal.type("\u{1A}")
        try terminal.expect("such as ada@example.org")
        try terminal.type("\u{1A}")
        try terminal.expect("3 characters or more")
        try terminal.type("\u{19}")
        try terminal.expect("✓")
        #expect(!terminal.screen.contains(leaving))
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
    }

    @Test("Where no shell could continue it, a signal to stop does not leave the form without its terminal")
    func suspension() throws {
        let terminal = try startedTerminal()
        terminal.send(SIGTSTP)
        try terminal.expect(leaving)
        try terminal.expect("Ctrl-C leaves")
        #expect(terminal.settings != terminal.originalSettings)
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
        expectEqual(terminal.settings, terminal.originalSettings)
    }
}
