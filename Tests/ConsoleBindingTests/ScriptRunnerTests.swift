import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Script runner")
@MainActor
struct ScriptRunnerTests {
    @Test("A script makes an account, and sees its progress step by step")
    func signUp() async throws {
        let printed = try await runScript(
            correctEntries + ["press submit", "show", "wait 3", "show", "wait 4", "show", "wait", "show", "press ok"])
        let frames = printed.split(separator: "┌").map(String.init)
        expectEqual(frames.count, 4)
        #expect(frames[0].contains("]   0%"))
        #expect(frames[1].contains("]  30%"))
        #expect(frames[2].contains("]  70%"))
        #expect(!frames[3].contains("%"))
        #expect(frames[3].contains("ada · ada@example.org · 36 · pro"))
        #expect(frames[3].contains("Welcome, ada! Your pro account is ready."))
    }

    @Test("What a script prints is the same on every run")
    func determinism() async throws {
        let lines = correctEntries + ["press submit", "wait 1", "show", "wait 8", "show", "wait 1", "show"]
        let first = try await runScript(lines)
        for _ in 0..<50 {
            let next = try await runScript(lines)
            expectEqual(next, first)
        }
    }

    @Test("Waiting for nothing is no wait")
    func idleWait() async throws {
        #expect(try await runScript(["wait", "wait 3", "say done"]) == "done\n")
    }

    @Test("Two submissions in one run are waited for one by one")
    func twice() async throws {
        var second = correctEntries
        second[0] = "type username grace"
        let printed = try await runScript(
            correctEntries + ["press submit", "wait 1000", "press ok"] + second
                + ["press submit", "show", "wait 10", "show"])
        #expect(printed.contains("]   0%"))
        #expect(printed.contains("ada · ada@example.org"))
        #expect(printed.contains("grace · ada@example.org"))
    }

    @Test("A script that ends while an account is being made ends")
    func endWhileSubmitting() async throws {
        #expect(try await runScript(correctEntries + ["press submit"]) == "")
        #expect(try await runScript(correctEntries + ["press submit", "wait 2"]) == "")
    }

    @Test("A submission that waits for a name begins, or ends, with the command that decides it")
    func decided() async throws {
        var lines = correctEntries
        lines[0] = "type username ghost"
        for (command, bar) in [("wait 1", "]  20%"), ("set username grace", "]  10%"), ("set username", nil)] {
            for _ in 0..<20 {
                let printed = try await runScript(
                    lines + ["press submit", "wait 5", command, "show", "set username ghosts", "wait 1", "show"])
                let frames = printed.split(separator: "┌")
                #expect(frames[0].contains("%") == (bar != nil))
                #expect(frames[1].contains(bar ?? "none yet"))
            }
        }
    }

    @Test("A submission that has come to nothing leaves the next one no steps")
    func refused() async throws {
        var lines = correctEntries
        lines[0] = "type username ghopper"
        for _ in 0..<20 {
            let printed = try await runScript(
                lines + ["press submit", "wait 7", "set username ada", "press submit", "wait 1", "show"])
            #expect(printed.contains("]  10%"))
        }
    }

    @Test("Quitting ends the script, also while an account is being made")
    func quitting() async throws {
        #expect(try await runScript(["press quit", "say no"]) == "")
        #expect(try await runScript(correctEntries + ["press submit", "wait 1", "press quit", "say no"]) == "")
    }

    @Test("What came before a mistake was printed, what comes after is not done")
    func mistake() async throws {
        let (printed, error) = try await runWrongScript(["say a", "", "# b", "sya c", "say d"])
        expectEqual(printed, "a\n")
        #expect(
            error?.description == """
                test.script:4: error: there is no command 'sya'
                test.script:4: note: Did you mean 'say'? The commands are: type, clear, toggle, choose, press, undo, \
                redo, show, changes, wait, until, say, set, model, unbind, bind
                """)
    }

    @Test(
        "A command that cannot be done says why, and what can",
        arguments: [
            (
                "type usrname a", "there is no control 'usrname'",
                "Did you mean 'username'? The controls are: username, email, password, age, plan, terms, submit, quit, "
                    + "search, retry, ok"
            ),
            (
                "type terms yes", "'type' does not apply to 'terms', which is a check box",
                "The command for it is: toggle terms; 'type' takes: username, email, password, age, search"
            ),
            (
                "toggle username", "'toggle' does not apply to 'username', which is a text field",
                "The command for it is: type username TEXT; 'toggle' takes: terms"
            ),
            (
                "press plan", "'press' does not apply to 'plan', which is a choice",
                "The command for it is: choose plan OPTION; 'press' takes: submit, quit, retry, ok"
            ),
            (
                "clear submit", "'clear' does not apply to 'submit', which is a button",
                "The command for it is: press submit"
            ),
            ("undo", "there is nothing to undo", "Entries of the sign-up form can be undone, unless it is"),
            ("redo", "there is nothing to redo", "Entries of the sign-up form can be undone"),
            ("choose plan prp", "there is no option 'prp'", "Did you mean 'pro'? The options are: free, pro, team"),
            ("press ok", "there is no message to answer", "The controls are: username, "),
            ("press retry", "'retry' is disabled", "Reasons: no search has failed"),
            ("set name ada", "there is no value 'name'", "The values are: username, email"),
            ("set age old", "'old' is no number", "A number, or nothing"),
            ("set plan gold", "there is no plan 'gold'", "The plans are: free, pro, team"),
            ("set terms maybe", "there is no answer 'maybe'", "The answers are: yes, no"),
            (
                "press submit", "'submit' is disabled",
                "Reasons: user name: 3 characters or more; e-mail: such as ada@example.org; "
                    + "password: 8 characters or more; age: 18 or more; terms: must be accepted"
            ),
        ])
    func impossible(line: String, complaint: String, remedy: String) async throws {
        let (printed, error) = try await runWrongScript(["say a", line])
        expectEqual(printed, "a\n")
        expectEqual(error?.line, 2)
        expectEqual(error?.problem.complaint, complaint)
        expectEqual(error?.problem.remedy.hasPrefix(remedy), true, "\(error?.problem.remedy ?? "nothing")")
    }

    @Test("While an account is being made, its fields and the button are disabled")
    func disabled() async throws {
        for line in [
            "type username x", "clear email", "type age 1", "toggle terms", "choose plan team", "press submit",
        ] {
            let (_, error) = try await runWrongScript(correctEntries + ["press submit", "wait 1", line])
            expectEqual(error?.problem.complaint.hasSuffix("is disabled"), true)
            expectEqual(error?.problem.remedy.contains("account is being made"), true)
        }
    }

    @Test("A field that stays disabled because nothing binds it any more does not ask to be waited for")
    func disabledForGood() async throws {
        let lines = correctEntries + ["press submit", "unbind", "wait", "type username x"]
        let (_, error) = try await runWrongScript(lines)
        expectEqual(error?.problem.complaint, "'username' is disabled")
        expectEqual(error?.problem.remedy, "Nothing is under way: bind the form anew")
    }

    @Test("A message is to be answered before anything else")
    func modal() async throws {
        let (_, error) = try await runWrongScript(correctEntries + ["press submit", "wait", "type username x"])
        expectEqual(error?.problem.complaint, "'username' is behind a message")
        expectEqual(error?.problem.remedy, "Read it first: press ok")
    }

    @Test("What the form makes of a value, and what the view model makes of an entry, both sides have")
    func bothWays() async throws {
        let printed = try await runScript([
            "type email  Ada @ Example.ORG", "set username 0123456789abcdefghij", "set age 1234", "set plan team",
            "model", "show",
        ])
        #expect(
            printed.hasPrefix(
                """
                username "0123456789abcdef", email "ada@example.org", password of 0 characters, age 123, plan team, \
                terms no

                """))
        #expect(printed.contains("[ada@example.org         ]"))
        #expect(printed.contains("[0123456789abcdef        ]"))
        #expect(printed.contains("free   pro  (team)"))
    }

    @Test("Without bindings nothing passes; bound again, the view model's values win")
    func disposal() async throws {
        let printed = try await runScript([
            "type username ada", "unbind", "type username x", "set email a@b.c", "model", "show", "bind", "bind",
            "show",
            "type username y", "model",
        ])
        let parts = printed.split(separator: "┌").map(String.init)
        #expect(parts[0].hasPrefix("username \"ada\", email \"a@b.c\""))
        #expect(parts[1].contains("[adax                    ]  ✓"))
        #expect(parts[1].contains("such as ada@example.org"))
        #expect(parts[2].contains("[ada                     ]  ✓"))
        #expect(parts[2].contains("[a@b.c                   ]  ✓"))
        #expect(parts[2].contains("username \"aday\""))
    }

    @Test("A search goes on during wait alone, and a step of it is 100 milliseconds")
    func search() async throws {
        let frames = try await runScript([
            "type search a", "wait 2", "type search d", "wait 2", "show", "wait 1", "show", "wait 5", "show", "wait 1",
            "show",
        ]).split(separator: "┌").map(String.init)
        expectEqual(frames.count, 4)
        #expect(frames[0].contains("Find member [ad                      ]  part of a name"))
        #expect(frames[1].contains("searching…"))
        #expect(frames[2].contains("searching…"))
        #expect(frames[3].contains("3 found"))
        for name in ["Ada Lovelace", "Adele Goldberg", "Radia Perlman"] { #expect(frames[3].contains(name)) }
    }

    @Test("A search that fails shows a row with a button, which repeats it")
    func searchThatFails() async throws {
        let frames = try await runScript([
            "type search ad1", "wait", "show", "press retry", "show", "wait", "show", "press quit", "show",
        ]).split(separator: "┌").map(String.init)
        expectEqual(frames.count, 3)
        #expect(frames[0].contains("✗ the directory is busy"))
        #expect(frames[0].contains("[ Retry ]"))
        #expect(frames[1].contains("searching…"))
        #expect(!frames[1].contains("busy"))
        #expect(frames[2].contains("3 found"))
        #expect(frames[2].contains("Ada Lovelace"))
        // The focus has moved from the button to the field.
        #expect(frames[1].contains("(›Retry‹)"))
        #expect(!frames[2].contains("Retry"))
        #expect(frames[2].contains("› Find member [ad1"))
    }

    @Test("A button that is hidden behind a message is said to be behind it")
    func hiddenBehindMessage() async throws {
        let (_, error) = try await runWrongScript(correctEntries + ["press submit", "wait", "press retry"])
        expectEqual(error?.problem.complaint, "'retry' is behind a message")
    }

    @Test("What has changed is printed row by row, first all of the form")
    func changes() async throws {
        let printed = try await runScript([
            "changes", "say A", "changes", "say B", "type username ada", "changes", "say C", "set terms yes", "changes",
        ])
        let lines = printed.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("┌─ Sign up"))
        #expect(
            lines.suffix(8) == [
                "A", "= nothing has changed", "B",
                "- │ › User name   [                        ]  3 characters or more           │",
                "+ │ › User name   [ada                     ]  ✓                              │", "C",
                "- │   Terms       [ ] I accept the terms      must be accepted               │",
                "+ │   Terms       [x] I accept the terms      ✓                              │",
            ])
    }

    @Test("A script can wait for what the form is to show, and stops where it never will")
    func until() async throws {
        let lines = [
            "type search ad", "until searching…", "show", "until 3 found", "show", "until 3 found", "say done",
        ]
        let frames = try await runScript(lines).split(separator: "┌").map(String.init)
        expectEqual(frames.count, 2)
        #expect(frames[0].contains("searching…") && !frames[0].contains("found"))
        #expect(frames[1].contains("3 found") && frames[1].hasSuffix("done\n"))
        let account = try await runScript(
            correctEntries + ["press submit", "until 70%", "show", "until Welcome", "show"])
        #expect(account.contains("]  70%") && account.contains("Welcome, ada!"))

        let (_, error) = try await runWrongScript(["show", "type search ad", "until 4 found"])
        #expect(
            error?.problem.complaint
                == "the form does not show '4 found', and nothing is under way that could change it")
        expectEqual(error?.line, 3)
    }

    @Test("A search and a submission go on in the same wait")
    func searchWhileSubmitting() async throws {
        let lines = correctEntries + ["press submit", "type search grace", "wait 9", "show", "wait 1", "show"]
        let printed = try await runScript(lines)
        let frames = printed.split(separator: "┌").map(String.init)
        #expect(frames[0].contains("]  90%"))
        #expect(frames[0].contains("Grace Hopper"))
        #expect(frames[1].contains("Welcome, ada!"))
        for _ in 0..<20 {
            let next = try await runScript(lines)
            expectEqual(next, printed)
        }
    }

    @Test("Without bindings a search field searches for nothing")
    func searchUnbound() async throws {
        let printed = try await runScript(["unbind", "type search ad", "wait", "show", "bind", "show"])
        let frames = printed.split(separator: "┌").map(String.init)
        #expect(frames[0].contains("[ad                      ]  part of a name"))
        #expect(frames[1].contains("[                        ]  part of a name"))
    }

    @Test("The other form: typed, found, ordered, hidden; the values that both sides have can be set")
    func repositories() async throws {
        let frames = try await runScript(
            [
                "type search swift", "wait 8", "show", "wait 1", "show", "choose order name", "toggle hide", "show",
                "model", "set order stars", "set hide no", "show", "press quit", "show",
            ], on: .repositories
        ).split(separator: "┌").map(String.init)
        expectEqual(frames.count, 4)
        let names = frames.map { frame in
            frame.split(separator: "\n").filter { $0.contains("★") }.map { $0.split(separator: " ")[1] }
        }
        let byStars: [Substring] = [
            "ivy/swift-streams", "juniper/swift-benchmarks", "acorn/swift-json", "birch/swift-yaml",
            "ginkgo/swift-parser",
        ]
        let byName: [Substring] = ["acorn/swift-json", "ivy/swift-streams", "juniper/swift-benchmarks"]
        expectEqual(names, [[], byStars, byName, byStars])
        #expect(frames[0].contains("searching…"))
        #expect(frames[1].contains("5 found"))
        #expect(frames[2].contains("2 hidden"))
        #expect(frames[2].hasSuffix("order name, hide yes\n"))
        #expect(frames[3].contains("(stars)  name"))
        #expect(frames[3].contains("[ ] Hide"))
    }

    @Test(
        "What cannot be done with the other form is said in its own terms",
        arguments: [
            (
                "type serch a", "there is no control 'serch'",
                "Did you mean 'search'? The controls are: search, order, hide, retry, quit"
            ),
            (
                "type username a", "there is no control 'username'",
                "The controls are: search, order, hide, retry, quit"
            ),
            ("press ok", "there is no control 'ok'", "The controls are: search, order, hide, retry, quit"),
            (
                "type hide yes", "'type' does not apply to 'hide', which is a check box",
                "The command for it is: toggle hide; 'type' takes: search"
            ),
            ("choose order size", "there is no option 'size'", "The options are: stars, name"),
            ("press retry", "'retry' is disabled", "Reasons: no search has failed"),
            ("set search swift", "there is no value 'search'", "The values are: order, hide"),
            ("set order size", "there is no order 'size'", "The orders are: stars, name"),
            ("set hide maybe", "there is no answer 'maybe'", "The answers are: yes, no"),
        ])
    func impossibleWithRepositories(line: String, complaint: String, remedy: String) async throws {
        let (printed, error) = try await runWrongScript(["say a", line], on: .repositories)
        expectEqual(printed, "a\n")
        expectEqual(error?.problem, ScriptProblem(complaint, remedy: remedy))
    }

    @Test("The list of members: sorted, filtered, and one selected, added, removed")
    func members() async throws {
        let frames = try await runScript(
            [
                "choose members Tony", "choose order points", "show", "type find ad", "show", "set query Hedy West",
                "press add", "show", "press remove", "show", "until 17 members", "model",
            ], on: .members
        ).split(separator: "┌").map(String.init)
        #expect(frames[0].contains("• Tony Hoare") && frames[0].contains("Selected: Tony Hoare, 69 points"))
        #expect(!frames[1].contains("•") && frames[1].contains("( Remove )") && frames[1].contains("3 of 15"))
        #expect(frames[2].contains("• Hedy West                    0 points") && frames[2].contains("16 members"))
        #expect(!frames[3].contains("Hedy West") && frames[3].contains("• Hedy Lamarr"))
        #expect(frames[3].hasSuffix("query \"\", order points\n"))
    }

    @Test(
        "What cannot be done with the list is said in its own terms",
        arguments: [
            (
                "choose members Nobody", "there is no row that begins with 'Nobody'",
                "The rows are, from first to last: Ada Lovelace 36 points … 石井 裕 30 points"
            ),
            (
                "type members a", "'type' does not apply to 'members', which is a list",
                "The command for it is: choose members TEXT; 'type' takes: find"
            ),
            ("press remove", "'remove' is disabled", "Reasons: nobody is selected"),
            (
                "press add", "'add' is disabled",
                "Reasons: the name of somebody new is to be entered first"
            ),
        ])
    func impossibleWithMembers(line: String, complaint: String, remedy: String) async throws {
        let (_, error) = try await runWrongScript([line], on: .members)
        expectEqual(error?.problem, ScriptProblem(complaint, remedy: remedy))
    }

    @Test("Without bindings the stream hears nothing; bound again, it gets what its field holds")
    func repositoriesUnbound() async throws {
        let frames = try await runScript(
            [
                "unbind", "type search json", "choose order name", "wait", "show", "bind", "show", "wait", "show",
            ], on: .repositories
        ).split(separator: "┌").map(String.init)
        #expect(frames[0].contains("[json                    ]  such as swift or json"))
        #expect(frames[0].contains("stars  (name)"))
        #expect(frames[1].contains("(stars)  name"))
        #expect(frames[2].contains("3 found"))
    }

    @Test("What cannot be printed ends the script with the reason")
    func brokenOutput() async {
        await #expect(throws: SystemError(code: 28)) {
            try await ScriptRunner(.signUp) { _ in throw SystemError(code: 28) }.run(stream(["show"]), name: "x")
        }
    }
}
