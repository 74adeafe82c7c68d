import Glibc
import TestSupport
import Testing

@testable import ConsoleBinding

/// Checks that the demonstration shows what it says, and that the code it quotes is the example's.
@Suite("Demonstration")
@MainActor
struct DemoTests {
    /// A step of the demonstration: its text, the code that it quotes, and the form afterwards.
    private struct Step {
        var text = ""
        var code: [String] = []
        var shown: [String] = []

        /// The new texts of the rows that have changed.
        var after: String { shown.filter { $0.hasPrefix("+ ") }.joined(separator: "\n") }
        var before: String { shown.filter { $0.hasPrefix("- ") }.joined(separator: "\n") }
    }

    private func printed() async throws -> String {
        var printed = ""
        try await ScriptRunner(.signUp) { printed += $0 }.run(Demo.lines, name: "demo")
        return printed
    }

    /// The steps: each begins with the text after something is shown.
    private func steps() async throws -> [Step] {
        var steps = [Step()]
        for line in try await printed().split(separator: "\n").map(String.init) {
            let isShown = ["- ", "+ ", "= ", "┌", "│", "└", "├", " Tab,", "username \""].contains(where: line.hasPrefix)
            if isShown {
                steps[steps.count - 1].shown.append(line)
                continue
            }
            if !(steps.last?.shown.isEmpty ?? true) { steps.append(Step()) }
            if line.hasPrefix("   | ") {
                steps[steps.count - 1].code.append(String(line.dropFirst(5)))
            } else {
                steps[steps.count - 1].text += (steps.last?.text.isEmpty == true ? "" : " ") + line.trimmed
            }
        }
        return steps
    }

    @Test("It runs to its end, which is the Quit button")
    func end() async throws {
        let printed = try await printed()
        for number in 1...6 { #expect(printed.contains("\n\(number). ")) }
        #expect(printed.contains("Welcome, adaaugustakinglo!"))
        #expect(!printed.contains("not reached"))
    }

    @Test("It is shown in full at the beginning and at the end, and in between only what has changed")
    func frames() async throws {
        let steps = try await steps()
        let full = steps.indices.filter { steps[$0].shown.contains { $0.hasPrefix("┌") } }
        expectEqual(full, [0, steps.count - 2])
        for step in steps[1..<(steps.count - 2)] {
            #expect(step.shown.contains { !$0.hasPrefix("=") }, "\(step.text)")
        }
    }

    /// For each step, a part of its text, what its changes show then, what they do not show, and what is gone.
    private static let claims: [(says: String, shows: [String], hides: [String], took: [String])] = [
        (
            "A user types \"ab\"", ["[ab ", "✗ 1 character too short", "[ada@example ", "✗ the domain has no dot"],
            ["✓"], ["3 characters or more"]
        ),
        ("both labels follow", ["[aba7 ", "[ada@example.org ", "✓"], ["✗"], ["✗ 1 character too short"]),
        ("lower case", ["[ada.l@example.org ", "✓"], ["Ada"], ["[ada@example.org "]),
        ("The field cuts it to 16 characters", ["[adaaugustakinglo "], ["adaaugustakinglov"], ["[aba7 "]),
        ("the button can be pressed", ["[ Create account ]"], ["✗", "or more"], ["( Create account )"]),
        ("after four of ten steps", ["]  40%"], ["Welcome"], []),
        (
            "asks for an alert",
            ["Welcome, adaaugustakinglo!", "made in this run: 1", "adaaugustakinglo · ada.l@example.org", "[   "],
            ["%"], ["40%", "none yet"]
        ),
        ("Its button closes it", [], ["Welcome"], ["Welcome", "OK"]),
        ("nobody listens", ["[grace ", "3 characters or more"], ["✓"], []),
        ("the two agree again", ["[   ", "3 characters or more"], ["grace"], ["[grace "]),
        ("Nothing is searched for before", ["[ad ", "part of a name"], ["searching", "found"], []),
        ("Now it has, and the search is under way", ["[ad ", "searching…"], ["found", "Ada"], ["part of a name"]),
        ("600 milliseconds later it is answered", ["3 found", "Ada Lovelace", "Adele Goldberg"], [], ["searching…"]),
        ("is cancelled", ["[rad ", "searching…"], ["found"], ["3 found"]),
        ("only that is answered", ["1 found", "Radia Perlman"], ["Ada"], ["searching…", "Ada Lovelace"]),
        ("fails on purpose", ["✗ failed", "✗ the directory is busy", "[ Retry ]"], ["found"], ["Radia Perlman"]),
        ("it is disabled", ["searching…", "(›Retry‹)"], ["found", "busy"], ["the directory is busy"]),
        ("the focus goes to the field", ["› Find member [rad1", "1 found", "Radia"], ["Retry"], ["(›Retry‹)"]),
    ]

    @Test("What each step says is what it shows, and no step goes unheard")
    func claims() async throws {
        let steps = try await steps().filter { $0.shown.contains { $0.hasPrefix("+ ") || $0.hasPrefix("- ") } }
        expectEqual(steps.count, Self.claims.count)
        for (step, claim) in zip(steps, Self.claims) {
            #expect(step.text.contains(claim.says))
            for text in claim.shows { #expect(step.after.contains(text), "\(claim.says): \(text)\n\(step.after)") }
            for text in claim.hides { #expect(!step.after.contains(text), "\(claim.says): \(text)\n\(step.after)") }
            for text in claim.took { #expect(step.before.contains(text), "\(claim.says): \(text)\n\(step.before)") }
        }
    }

    @Test("What the view model has is printed where it is spoken of")
    func values() async throws {
        let steps = try await steps()
        let values = { (says: String) in
            steps.first { $0.text.contains(says) }?.shown.first { $0.hasPrefix("username ") } ?? "nothing"
        }
        #expect(values("in the view model at once").hasPrefix("username \"aba7\", email \"ada@example.org\""))
        #expect(values("lower case").contains("email \"ada.l@example.org\""))
        #expect(values("cuts it to 16").hasPrefix("username \"adaaugustakinglo\","))
        #expect(values("nobody listens").hasPrefix("username \"\","))
    }

    @Test("Beside each step stands the code that does it, and it is a line of the file that is named")
    func code() async throws {
        let steps = try await steps()
        var quoted = 0
        var files: [String: Set<String>] = [:]
        for step in steps.dropFirst() {
            #expect(!step.code.isEmpty || step.text.contains("whole form"), "\(step.text)")
            let names = step.text.split(whereSeparator: { "(), ".contains($0) }).filter { $0.hasSuffix(".swift") }
            // A section begins with the names of the files that it quotes.
            if !names.isEmpty {
                files = try [:].merging(
                    names.map { (String($0), try sourceLines(String($0))) }, uniquingKeysWith: { $1 })
            }
            for line in step.code {
                #expect(files.values.contains { $0.contains(line) }, "in none of \(files.keys.sorted()): \(line)")
                quoted += 1
            }
        }
        #expect(quoted >= 20)
    }

    @Test("What Getting started shows of it is a part of it")
    func document() async throws {
        let blocks = try text(of: "Documentation/GettingStarted.md").split(separator: "```")
        let excerpt = try #require(blocks.first { $0.hasPrefix("text\n   ") })
        #expect(excerpt.contains("   | "))
        let printed = try await printed()
        #expect(printed.contains(excerpt.dropFirst("text\n".count)))
    }

    @Test("It fits into 80 columns, but for what the view model has")
    func width() async throws {
        for line in try await printed().split(separator: "\n") where !line.hasPrefix("username \"") {
            #expect(line.displayWidth <= 80, "\(line)")
        }
    }

    /// The lines of code in a file of the examples, without indentation and without the word `package`: the script
    /// leaves it out, because it is irrelevant to bindings, and a line with it is wider than 80 columns.
    private func sourceLines(_ name: String) throws -> Set<String> {
        let lines = try text(of: "Examples/\(name)").split(separator: "\n").map { String($0).trimmed }
        return Set(lines.filter { !$0.hasPrefix("//") }.map { $0.replacing("package ", with: "") })
    }

    /// The content of a file of the package.
    private func text(of name: String) throws -> String {
        let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + name
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0, "cannot open \(path)")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while case let chunk = try SystemCall.read(descriptor, upTo: 65_536), !chunk.isEmpty { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The text without the spaces around it.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}
