import BindingTesting
import TestSupport
import Testing
import ViewModels

@testable import ConsoleBinding

@Suite("Arguments")
struct ArgumentsTests {
    @Test("The options are understood")
    func options() throws {
        #expect(try Request(arguments: []) == .run(.signUp))
        #expect(try Request(arguments: ["--demo"]) == .demo)
        #expect(try Request(arguments: ["--script", "a b"]) == .script(path: "a b", .signUp))
        #expect(try Request(arguments: ["--script=a"]) == .script(path: "a", .signUp))
        #expect(try Request(arguments: ["--script", "-"]) == .script(path: "-", .signUp))
        #expect(try Request(arguments: ["--demo", "-h"]) == .help)
    }

    @Test("The list of members, too, goes with the terminal and with scripts")
    func members() throws {
        #expect(try Request(arguments: ["--members"]) == .run(.members))
        #expect(try Request(arguments: ["--script=-", "--members"]) == .script(path: "-", .members))
    }

    @Test("The other form goes with the terminal and with scripts, before and after")
    func repositories() throws {
        #expect(try Request(arguments: ["--repositories"]) == .run(.repositories))
        #expect(try Request(arguments: ["--repositories", "--script", "a"]) == .script(path: "a", .repositories))
        #expect(try Request(arguments: ["--script=-", "--repositories"]) == .script(path: "-", .repositories))
        #expect(try Request(arguments: ["--repositories", "--repositories", "--help"].dropFirst()) == .help)
    }

    @Test(
        "Options that do not go together are refused, with a word why",
        arguments: [
            (["--demo", "--script", "a"], "'--script': give only one of --script and --demo"),
            (["--script", "a", "--script=b"], "'--script=b': give only one of --script and --demo"),
            (["--repositories", "--repositories"], "'--repositories' is given twice"),
            (
                ["--repositories", "--demo"],
                "--demo uses the sign-up form and cannot be combined with --repositories"
            ),
            (
                ["--demo", "--repositories"],
                "--demo uses the sign-up form and cannot be combined with --repositories"
            ),
            (["--members", "--members"], "'--members' is given twice"),
            (["--members", "--repositories"], "'--repositories' and --members exclude each other"),
            (["--members", "--demo"], "--demo uses the sign-up form and cannot be combined with --members"),
            (["--member"], "there is no option '--member'; did you mean --members?"),
            (["--repositories=x"], "there is no option '--repositories=x'; did you mean --repositories?"),
            (["--repository"], "there is no option '--repository'; did you mean --repositories?"),
            (["--repositories", "x"], "there is no option 'x'"),
            (["--repositories", "--script"], "--script needs a file's name, or -"),
        ] as [([Argument], String)])
    func nonsense(arguments: [Argument], complaint: String) {
        #expect(throws: UsageError(complaint)) { try Request(arguments: arguments) }
    }

    @Test(
        "What is no option is refused",
        arguments: [["--x"], ["--script"], ["--script="], ["--demo", "--demo"], ["x"]] as [[Argument]])
    func mistakes(arguments: [Argument]) {
        #expect(throws: UsageError.self) { try Request(arguments: arguments) }
    }

    @Test("The name of a script may be any bytes, and is kept as it is")
    func namesThatAreNoText() throws {
        let name = Argument(bytes: [0x61, 0xFF, 0x62])
        #expect(try Request(arguments: ["--script", name]) == .script(path: name, .signUp))
        let joined = Argument(bytes: Array("--script=".utf8) + name.bytes)
        #expect(try Request(arguments: [joined]) == .script(path: name, .signUp))
        expectEqual(name.text, "a\u{FFFD}b")
        #expect(throws: UsageError("there is no option 'a\u{FFFD}b'")) { try Request(arguments: [name]) }
    }

    @Test("A mistyped option gets the nearest one suggested")
    func suggestion() {
        #expect(throws: UsageError("there is no option '--dmeo'; did you mean --demo?")) {
            try Request(arguments: ["--dmeo"])
        }
    }

    @Test("The help names each command, and each control and value of all forms")
    @MainActor
    func help() throws {
        for word in ScriptCommand.Word.allCases { #expect(Help.text.contains(word.usage)) }
        let sections = Help.text.split(separator: "\n\n").map(String.init)
        let kinds = [
            (FormKind.signUp, "sign-up form"), (.repositories, "search for repositories"),
            (.members, "list of members"),
        ]
        for (kind, name) in kinds {
            let form = kind.form(clock: ManualClock(), scheduler: TestScheduler())
            let controls = try #require(sections.first { $0.hasPrefix("Controls of the \(name)") })
            for control in form.allControls {
                #expect(controls.contains("  \(control.name)") || controls.contains(", \(control.name)"))
            }
            let values = try #require(Help.text.split(separator: "\n").first { $0.contains("of the \(name): ") })
            for value in form.values { #expect(values.contains(value.name)) }
        }
    }
}
