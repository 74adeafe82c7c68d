import Model
import Testing

/// All small programs on a store, held against the model of which actions may be handled.
@Suite("All small programs of a store", .serialized)
@MainActor
struct SmallStoreTests {
    @Test("actions, streams and cancellations of two children, from outside, from within observers and middlewares")
    func children() async {
        await runAll("two children", .full, sizes: 1...2, all: 1...3)
    }

    @Test("actions, streams and cancellations of a child that goes")
    func child() async {
        await runAll("a child", .sheet, sizes: 1...4, all: 1...6)
    }

    private func runAll(
        _ name: String, _ alphabet: StoreProgram.Alphabet, sizes: ClosedRange<Int>, all: ClosedRange<Int>
    ) async {
        await runAllPrograms("stores, \(name)", sizes: sizes, all: all) { size, choices in
            func program() -> StoreProgram { StoreProgram(choices, acts: size, alphabet) }
            guard let failure = StoreInterpreter.run(program()).failure else { return nil }
            choices.rewind()
            var history: [String] = []
            _ = StoreInterpreter.run(program()) { history.append($0) }
            return "\(failure): \(history.joined(separator: "; "))"
        }
    }
}
