import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("Recorded")
struct RecordedTests {
    private typealias Numbers = Recorded<Event<Int>>

    @Test("is what it is made of")
    func parts() {
        expectEqual(Recorded(time: 3, value: "x").time, 3)
        expectEqual(Recorded(time: 3, value: "x").value, "x")
        expectEqual(Numbers.next(5, 7).time, 5)
        expectEqual(Numbers.next(5, 7).value.element, 7)
        expectEqual(
            Numbers.error(6, EquatableError(number: 1)).value.error as? EquatableError, EquatableError(number: 1))
        expectEqual(Numbers.error(6, EquatableError(number: 1)).time, 6)
        #expect(Numbers.completed(8).value.isCompleted)
        expectEqual(Numbers.completed(8).time, 8)
    }

    @Test("two are equal where time and event are")
    func equality() {
        expectEqual(Numbers.next(5, 7), .next(5, 7))
        #expect(Numbers.next(5, 7) != .next(6, 7))
        #expect(Numbers.next(5, 7) != .next(5, 8))
        expectEqual(Numbers.completed(5), .completed(5))
        #expect(Numbers.completed(5) != .completed(6))
        #expect(Numbers.completed(5) != .next(5, 7))
        #expect(Numbers.completed(5) != .error(5, PlainError(text: "a")))
        #expect(Numbers.error(5, PlainError(text: "a")) != .next(5, 7))
    }

    @Test("errors that have an equality are compared by it")
    func equatableErrors() {
        let error = Numbers.error(5, EquatableError(number: 1, note: "left"))
        expectEqual(error, .error(5, EquatableError(number: 1, note: "right")))
        #expect(error != .error(5, EquatableError(number: 2, note: "left")))
        #expect(error != .error(6, EquatableError(number: 1, note: "left")))
        #expect(error != .error(5, PlainError(text: "left")))
        #expect(Numbers.error(5, PlainError(text: "left")) != error)
    }

    @Test("errors that have none are compared by type and by what they read")
    func plainErrors() {
        struct OtherError: Error, CustomDebugStringConvertible {
            let debugDescription: String
        }
        let error = Numbers.error(5, PlainError(text: "a"))
        expectEqual(error, .error(5, PlainError(text: "a")))
        #expect(error != .error(5, PlainError(text: "b")))
        #expect(error != .error(5, OtherError(debugDescription: String(reflecting: PlainError(text: "a")))))
    }

    @Test("read well, alone and in an array, as in a failed expectation")
    func descriptions() {
        let events: [Numbers] = [.next(5, 7), .error(10, EquatableError(number: 1)), .completed(30)]
        expectEqual("\(events[0])", "next(7) at 5")
        expectEqual(String(reflecting: events[0]), "next(7) at 5")
        expectEqual("\(events[2])", "completed at 30")
        expectEqual("\(events)", "[next(7) at 5, error(EquatableError(number: 1, note: \"\")) at 10, completed at 30]")
    }
}
