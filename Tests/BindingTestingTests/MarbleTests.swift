import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("Marble diagrams")
struct MarbleTests {
    private typealias Letters = Recorded<Event<String>>
    private typealias Numbers = Recorded<Event<Int>>

    @Test(
        "each symbol",
        arguments: [
            ("", []),
            ("---", []),
            ("a", [.next(0, "a")]),
            ("-a-b--", [.next(1, "a"), .next(3, "b")]),
            ("ab3", [.next(0, "a"), .next(1, "b"), .next(2, "3")]),
            ("|", [.completed(0)]),
            ("-a--|", [.next(1, "a"), .completed(4)]),
            ("-a-|---", [.next(1, "a"), .completed(3)]),
            ("#", [.error(0, MarbleError())]),
            ("aa-#", [.next(0, "a"), .next(1, "a"), .error(3, MarbleError())]),
            ("-é-", [.next(1, "é")]),
        ] as [(String, [Recorded<Event<String>>])])
    func symbols(_ diagram: String, _ events: [Recorded<Event<String>>]) throws {
        #expect(try Letters.events(diagram) == events)
    }

    @Test(
        "a group is one frame, and a space is none",
        arguments: [
            ("-(ab)-c", [.next(1, "a"), .next(1, "b"), .next(3, "c")]),
            ("(a)(b)", [.next(0, "a"), .next(1, "b")]),
            ("-(a|)", [.next(1, "a"), .completed(1)]),
            ("-(a#)--", [.next(1, "a"), .error(1, MarbleError())]),
            ("-()-a", [.next(3, "a")]),
            ("  -a - b ", [.next(1, "a"), .next(3, "b")]),
            ("-( a b )-c", [.next(1, "a"), .next(1, "b"), .next(3, "c")]),
            ("a| ", [.next(0, "a"), .completed(1)]),
        ] as [(String, [Recorded<Event<String>>])])
    func groups(_ diagram: String, _ events: [Recorded<Event<String>>]) throws {
        #expect(try Letters.events(diagram) == events)
    }

    @Test("letters stand for the values that are given, and # for the error")
    func values() throws {
        let events = try Numbers.events("-a-(ba)#", values: ["a": 1, "b": 2], error: PlainError(text: "x"))
        expectEqual(events, [.next(1, 1), .next(3, 2), .next(3, 1), .error(4, PlainError(text: "x"))])
        #expect(try Letters.events("#", error: PlainError(text: "x")) == [.error(0, PlainError(text: "x"))])
    }

    @Test("start is the time of the first character, frame how long each lasts")
    func startAndFrame() throws {
        #expect(
            try Letters.events("a-(bc)|", start: 200, frame: 10)
                == [.next(200, "a"), .next(220, "b"), .next(220, "c"), .completed(230)])
        #expect(try Numbers.events("-a|", values: ["a": 1], start: -5, frame: 100) == [.next(95, 1), .completed(195)])
    }

    @Test(
        "what cannot be read is said, with its place",
        arguments: [
            ("a-x", 2, #"marble diagram "a-x", character 3: "x" stands for no value; there are "a", "b""#),
            ("a|b", 2, #"marble diagram "a|b", character 3: nothing can come after the end"#),
            ("a#|", 2, #"marble diagram "a#|", character 3: nothing can come after the end"#),
            ("|(a)", 1, #"marble diagram "|(a)", character 2: nothing can come after the end"#),
            ("(|a)", 2, #"marble diagram "(|a)", character 3: nothing can come after the end"#),
            ("(a-b)", 2, #"marble diagram "(a-b)", character 3: no time passes inside parentheses"#),
            ("(a(b))", 2, #"marble diagram "(a(b))", character 3: parentheses do not nest"#),
            ("a)", 1, #"marble diagram "a)", character 2: there is no "(" before it"#),
            ("|)", 1, #"marble diagram "|)", character 2: there is no "(" before it"#),
            ("-(ab", 4, #"marble diagram "-(ab", character 5: a ")" is missing"#),
        ])
    func mistakes(_ diagram: String, _ offset: Int, _ text: String) {
        let error = #expect(throws: MarbleSyntaxError.self) {
            try Numbers.events(diagram, values: ["b": 2, "a": 1])
        }
        expectEqual(error?.description, text)
        expectEqual(error?.offset, offset)
        expectEqual(error?.diagram, diagram)
    }

    @Test(
        "a line end is no value and no time",
        arguments: [("a-\n-b", 2), ("a-|\n", 3), ("\r\na", 0), ("a\u{2028}b", 1), ("a\tb", 1)])
    func lineEnds(_ diagram: String, _ offset: Int) {
        let letters = #expect(throws: MarbleSyntaxError.self) { try Letters.events(diagram) }
        expectEqual(letters?.problem.contains("one line"), true)
        expectEqual(letters?.offset, offset)
        let values = Dictionary(uniqueKeysWithValues: Set(diagram).map { ($0, 1) })
        #expect(throws: MarbleSyntaxError.self) { try Numbers.events(diagram, values: values) }
    }

    @Test("times that cannot be counted are said, and the last that can be are not")
    func lateStart() throws {
        #expect(try Letters.events("a", start: .max) == [.next(.max, "a")])
        #expect(try Letters.events("(a|) ", start: .max) == [.next(.max, "a"), .completed(.max)])
        #expect(try Letters.events("-a", start: .max - 1) == [.next(.max, "a")])
        #expect(try Letters.events("a", start: .min, frame: -1) == [.next(.min, "a")])
        let error = #expect(throws: MarbleSyntaxError.self) { try Letters.events("a-b", start: .max) }
        expectEqual(error?.offset, 1)
        expectEqual(error?.description.contains("this time is too large"), true)
        #expect(throws: MarbleSyntaxError.self) { try Letters.events("ab", start: 1, frame: .max) }
    }

    @Test("a cold source whose times are beyond what can be counted sends at the last moment")
    func lateColdSource() throws {
        let scheduler = TestScheduler(initialClock: 10)
        let source = scheduler.createColdObservable(try Letters.events("a|", start: .max - 1))
        let observer = scheduler.createObserver(String.self)
        _ = source.subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(.max, "a"), .completed(.max)])
    }

    @Test("a mistake is said where no values are given, too")
    func mistakesWithoutValues() {
        let none = #expect(throws: MarbleSyntaxError.self) { try Numbers.events("a", values: [:]) }
        expectEqual(none?.problem, #""a" stands for no value; there are none"#)
        let letters = #expect(throws: MarbleSyntaxError.self) { try Letters.events("a|a") }
        expectEqual(letters?.problem, "nothing can come after the end")
    }

    @Test("sources and expectations in pictures")
    func sources() throws {
        let scheduler = TestScheduler()
        let left = scheduler.createHotObservable(try Letters.events("-a---b--|"))
        let right = scheduler.createColdObservable(try Letters.events("---c-d|"))
        let observer = scheduler.createObserver(String.self)
        _ = Observable.merge(left, right).subscribe(observer)
        scheduler.start()
        #expect(observer.events == (try Letters.events("-a-c-(bd)--|")))
    }
}
