import TestSupport
import Testing

@testable import Binding

@Suite("Two-way turns")
struct TwoWayTurnsTests {
    private var turns = TwoWayTurns()

    /// Which of the given turns, l and r, are allowed; in uppercase if another binding brings the value.
    private mutating func accepted(_ sides: String, in change: UInt64) -> String {
        sides.filter { turns.take($0.lowercased() == "l" ? .left : .right, in: change, isBrought: $0.isUppercase) }
    }

    @Test("each side may answer once after the original change")
    mutating func oneAnswerEach() {
        let first = accepted("rlrl", in: 1)
        let second = accepted("lrlr", in: 2)
        expectEqual(first, "rlr")
        expectEqual(second, "lrl")
    }

    @Test("values of one side in a row are one turn, any number of the program's own, and a few that are brought")
    mutating func inARow() {
        let own = accepted("lllllrrlllr", in: 1)
        let brought = accepted("LLLLLLLLLLLLrlLLLLLLLLLLLL", in: 2)
        expectEqual(own, "lllllrrlll")
        expectEqual(brought, "LLLLLLLLrlLLLLLLLL")
    }

    @Test("exchanges that overlap are counted apart")
    mutating func overlapping() {
        var all = ""
        for change in [1, 2, 1, 2, 1, 2, 1, 2] as [UInt64] {
            all += accepted(all.count % 4 < 2 ? "l" : "r", in: change)
        }
        expectEqual(all, "llrrll")
    }

    @Test("however many exchanges overlap, they come to rest")
    mutating func restOfMany() {
        var going = Array(1...20 as ClosedRange<UInt64>)
        var rounds = 0
        while !going.isEmpty, rounds < 100 {
            going = going.filter { accepted(rounds % 2 == 0 ? "l" : "r", in: $0).count == 1 }
            rounds += 1
        }
        #expect(going.isEmpty)
    }
}
