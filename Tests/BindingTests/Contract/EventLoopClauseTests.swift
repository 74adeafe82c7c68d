import Binding
import BindingControls
import Dispatch
import TestSupport
import Testing

// Tests that need a first thread with its own loop are programs, in Examples/EventLoops: the first thread of the tests
// has ended.

@Suite("C27 Any event loop")
struct C27EventLoopTests {
    @Test("C27: under a loop that watches descriptors all arrives, on the first thread and in order")
    func polling() async throws {
        try await LoopProgram.run("PollLoop")
    }

    @Test("C27: under a loop that draws frames, too")
    func frames() async throws {
        try await LoopProgram.run("FrameLoop")
    }

    @Test("C27: where an asynchronous main has awaited, no loop is served, which is said once, and all arrives")
    func notUsable() async {
        await #expect(processExitsWith: .success) {
            let warnings = Recorder<String>()
            let scheduled = Counter()
            BindingDiagnostics.handler = { warnings.onNext("\($0)") }
            await MainActor.run {
                precondition(!MainActorLoop.isUsable)
                precondition(warnings.count == 0, "asking is no mistake")
                for _ in 0..<2 {
                    precondition(MainActorLoop.descriptor == -1)
                    precondition(!MainActorLoop.drain())
                    MainActorLoop.schedule { _ in scheduled.add() }
                }
            }
            precondition(warnings.count == 1)
            precondition(warnings.elements[0].contains("asynchronous main has awaited"), warnings.elements[0])
            let relay = BehaviorRelay(value: 0)
            let seen = Recorder<Int>()
            let subscription = relay.asDriver().drive(onNext: { seen($0) })
            for number in 1...100 { relay.accept(number) }
            await eventually { seen.elements.last == 100 }
            precondition(scheduled.value == 0)
            precondition(seen.elements == Array(0...100))
            subscription.dispose()
        }
    }
}

@Suite("C28 Nested loops", .serialized)
@MainActor
struct C28NestedLoopTests {
    // The thread sanitizer does not see the synchronization of the program's `Mutex`.
    @Test("C28: with the hook, all of the library arrives in loops that values run", .disabled(if: Sanitizer.isOn))
    func hook() async throws {
        try await LoopProgram.run("PollLoop", "--hook")
    }

    @Test("C28: edits in a loop that a value runs are changes of their own")
    func editsInNestedLoop() {
        let (taken, warnings) = edits { edit in MainActorLoop.runNested(edit) }
        expectEqual(taken, ["a", "a!", "b", "b!", "c", "c!", "d", "d!", "e", "e!"])
        #expect(warnings.isEmpty)
    }

    @Test("C28: so are edits that a value's observer makes after a nested loop")
    func afterNestedLoop() {
        let (taken, warnings) = edits { edit in
            MainActorLoop.runNested {}
            edit()
        }
        expectEqual(taken, ["a", "a!", "b", "b!", "c", "c!", "d", "d!", "e", "e!"])
        #expect(warnings.isEmpty)
    }

    /// Sets the heading of a control that opens a dialog for it, in which a user and the program edit a name in turn.
    private func edits(
        showing dialog: @escaping @MainActor (() -> Void) -> Void
    ) -> (taken: [String], warnings: [BindingDiagnostics.Warning]) {
        let (name, heading) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let field = TextField()
        var taken: [String] = []
        let title = TextField(normalize: { heading in
            guard heading == "open" else { return heading }
            dialog {
                for text in ["a", "b", "c", "d", "e"] {
                    field.type(text)
                    taken.append(name.value)
                    name.accept(text + "!")
                    taken.append(field.text)
                }
            }
            return heading
        })
        let bag = DisposeBag()
        bag.insert(name.bindTwoWay(to: field.rx.text))
        bag.insert(heading.bindTwoWay(to: title.rx.text))
        let warnings = collectingWarnings { heading.accept("open") }
        return (taken, warnings)
    }

    @Test("C28: a nested loop gives and throws what it likes")
    func results() {
        expectEqual(MainActorLoop.runNested { 1 }, 1)
        #expect(throws: TestError("closed")) { try MainActorLoop.runNested { throw TestError("closed") } }
    }
}
