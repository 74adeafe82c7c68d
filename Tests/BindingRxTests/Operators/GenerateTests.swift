import Binding
import BindingRx
import TestSupport
import Testing

@MainActor
@Suite("generate")
struct GenerateTests {
    @Test("generate, and the errors of its closures")
    func generate() {
        func log(_ bound: Int, throwing number: Int, in place: String) -> [[String]] {
            let condition: @Sendable (Int) throws -> Bool = { state in
                if place == "condition", state == number { throw TestError(place) }
                return state < bound
            }
            let iterate: @Sendable (Int) throws -> Int = { state in
                if place == "iterate", state == number { throw TestError(place) }
                return state * 2
            }
            return logs(
                of: .generate(initialState: 1, condition: condition, iterate: iterate),
                .generate(
                    initialState: 1, condition: condition, scheduler: ImmediateScheduler(), iterate: iterate)
            ) { $0 }
        }
        func expect(_ logs: [[String]], _ expected: [String]) { expectEqual(logs, [expected, expected]) }
        expect(log(5, throwing: 0, in: "none"), ["next(1)", "next(2)", "next(4)", "completed"])
        expect(log(1, throwing: 0, in: "none"), ["completed"])
        expect(log(9, throwing: 2, in: "condition"), ["next(1)", "error(TestError(condition))"])
        expect(log(9, throwing: 2, in: "iterate"), ["next(1)", "next(2)", "error(TestError(iterate))"])
    }
}
