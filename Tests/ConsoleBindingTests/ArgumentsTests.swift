import Testing

@testable import ConsoleBinding

@Suite("Arguments")
struct ArgumentsTests {
    @Test("The options are understood")
    func options() throws {
        #expect(try Request(arguments: []) == .run)
        #expect(try Request(arguments: ["--demo"]) == .demo)
        #expect(try Request(arguments: ["--script", "a b"]) == .script(path: "a b"))
        #expect(try Request(arguments: ["--script=a"]) == .script(path: "a"))
        #expect(try Request(arguments: ["--script", "-"]) == .script(path: "-"))
        #expect(try Request(arguments: ["--demo", "-h"]) == .help)
    }

    @Test(
        "What is no option is refused", arguments: [["--x"], ["--script"], ["--script="], ["--demo", "--demo"], ["x"]])
    func mistakes(arguments: [String]) {
        #expect(throws: UsageError.self) { try Request(arguments: arguments) }
    }

    @Test("A mistyped option gets the nearest one suggested")
    func suggestion() {
        #expect(throws: UsageError("there is no option '--dmeo'; did you mean --demo?")) {
            try Request(arguments: ["--dmeo"])
        }
    }

    @Test("The help names each command and each control")
    @MainActor
    func help() {
        for word in ScriptCommand.Word.allCases { #expect(Help.text.contains(word.usage)) }
        let form = SignUpForm(viewModel: SignUpViewModel(clock: ManualClock()))
        for control in form.allControls { #expect(Help.text.contains(control.name)) }
    }
}
