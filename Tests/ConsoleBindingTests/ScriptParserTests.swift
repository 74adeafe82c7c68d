import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Script parser")
struct ScriptParserTests {
    private func command(_ line: String) throws(ScriptProblem) -> ScriptCommand? {
        try ScriptParser.command(in: Array(line.utf8))
    }

    @Test(
        "Each command is understood",
        arguments: [
            ("type username ada", ScriptCommand.type(control: "username", text: "ada")),
            ("  type\tusername  a b ", .type(control: "username", text: " a b ")),
            ("type username #1", .type(control: "username", text: "#1")),
            ("type username \u{301}a", .type(control: "username", text: "\u{301}a")),
            ("clear email", .clear(control: "email")), ("toggle terms ", .toggle(control: "terms")),
            ("choose plan  pro ", .choose(control: "plan", option: "pro")),
            ("press submit\r", .press(control: "submit")),
            ("set age 3", .set(value: "age", text: "3")), ("set age", .set(value: "age", text: "")),
            ("show", .show), ("model", .model), ("bind", .bind), ("unbind", .unbind), ("wait", .wait(steps: nil)),
            ("wait 3", .wait(steps: 3)), ("say", .say("")), ("say  a ", .say(" a ")), ("\u{FEFF}show", .show),
            ("changes", .changes), ("undo", .undo), ("redo ", .redo), ("until  3 found ", .until(text: "3 found")),
        ])
    func commands(line: String, expected: ScriptCommand) throws {
        #expect(try command(line) == expected)
    }

    @Test("Empty lines and comments are nothing", arguments: ["", "  ", "\t", "# show", "  #", "\r"])
    func nothing(line: String) throws {
        #expect(try command(line) == nil)
    }

    @Test(
        "What is wrong is said, and what would be right",
        arguments: [
            ("shwo", "there is no command 'shwo'", "Did you mean 'show'? The commands are: type, "),
            ("frobnicate", "there is no command 'frobnicate'", "The commands are: type, clear, "),
            ("type", "CONTROL is missing", "Usage: type CONTROL TEXT"),
            ("until ", "TEXT is missing", "Usage: until TEXT"),
            ("type username", "TEXT is missing", "Usage: type CONTROL TEXT"),
            ("type username ", "TEXT is missing", "Usage: type CONTROL TEXT"),
            ("choose plan", "OPTION is missing", "Usage: choose CONTROL OPTION"),
            ("press", "CONTROL is missing", "Usage: press CONTROL"),
            ("press submit now", "'now' is not expected here", "Usage: press CONTROL"),
            ("show it", "'it' is not expected here", "Usage: show"),
            ("wait -1", "'-1' is no number of steps", "A number from 1 to 1000"),
            ("wait 99999999999999999999", "'99999999999999999999' is no number of steps", "A number"),
            ("a\u{1B}[2J", "there is no command 'a\u{FFFD}[2J'", "The commands"),
        ])
    func mistakes(line: String, complaint: String, remedy: String) throws {
        let problem = #expect(throws: ScriptProblem.self) { try command(line) }
        expectEqual(problem?.complaint, complaint)
        expectEqual(problem?.remedy.hasPrefix(remedy), true)
    }

    @Test("A line that is not UTF-8 is refused", arguments: [[0xFF], [0x73, 0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        let problem = #expect(throws: ScriptProblem.self) { try ScriptParser.command(in: bytes) }
        expectEqual(problem?.complaint, "the line is not UTF-8")
    }

    @Test("The nearest name is suggested, and nothing where none is near")
    func suggestions() {
        let names = ["username", "email", "password", "age", "ok"]
        expectEqual(Suggestion.nearest(to: "usrname", among: names), "username")
        expectEqual(Suggestion.nearest(to: "EMIAL", among: names), "email")
        expectEqual(Suggestion.nearest(to: "agee", among: names), "age")
        #expect(Suggestion.nearest(to: "telephone", among: names) == nil)
        #expect(Suggestion.nearest(to: "", among: names) == nil)
        #expect(Suggestion.nearest(to: String(repeating: "x", count: 100_000), among: names) == nil)
    }
}
