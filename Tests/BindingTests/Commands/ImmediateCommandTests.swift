import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// A run begins within the call; what it does before it waits has been done when the call returns.
@Suite("C14 Commands that do not wait")
@MainActor
struct ImmediateCommandTests {
    private struct Failure: Error, Equatable {}

    private let bag = DisposeBag()

    @Test("a run that waits for nothing has ended when it has been started, and nobody has seen it executing")
    func atOnce() async throws {
        let isExecuting = Recorder<Bool>()
        let isEnabled = Recorder<Bool>()
        var values: [Int] = []
        let double = Command { (number: Int) async throws -> Int in 2 * number }
        bag.insert {
            double.isExecuting.drive(isExecuting)
            double.isEnabled.drive(isEnabled)
            double.values => { values.append($0) }
        }
        let run = double.start(21)
        expectEqual(values, [42])
        #expect(try await run.value == 42)
        expectEqual(isExecuting.elements, [false])
        expectEqual(isEnabled.elements, [true])
        #expect(double.state.isEnabled && !double.state.isExecuting)
    }

    @Test("what a run does before it waits has been done when it has been started, and the button is disabled then")
    func untilItWaits() async {
        let gate = AsyncStream<Void>.makeStream()
        let (button, label) = (Button(), Label())
        let load = Command {
            label.text = "begun"
            for await _ in gate.stream { break }
            label.text = "done"
        }
        bag.insert(button.rx.command(load))
        button.press()
        #expect(label.text == "begun" && !button.isEnabled && load.state.isExecuting)
        gate.continuation.yield()
        await load.finished()
        #expect(label.text == "done" && button.isEnabled)
    }

    @Test("while it does its work, it is executing, and a call from there is handled like any other")
    func callFromWithin() async {
        var states: [CommandState] = []
        var inner: CommandRun<Void>?
        var again: (@MainActor () -> CommandRun<Void>)?
        let command = Command<Void, Void> { () async throws in inner = again?() }
        again = {
            states.append(command.state)
            return command.start()
        }
        command.start()
        #expect(states.count == 1 && !states[0].isEnabled && states[0].isExecuting)
        await #expect(throws: CommandRefusal.running) { try await inner?.value }
        #expect(!command.state.isExecuting)
        again = nil
    }

    @Test("a restarting run that is begun by the one before cancels that")
    func restartedFromWithin() async {
        var log: [String] = []
        var again: (@MainActor () -> Void)?
        let command = Command(whileExecuting: .restarting) { (number: Int) async throws -> Int in
            log.append("\(number) begins")
            again?()
            log.append("\(number) is \(Task.isCancelled ? "cancelled" : "done")")
            return number
        }
        bag.insert(command.values => { log.append("\($0) reported") })
        again = {
            again = nil
            command.start(2)
        }
        let first = command.start(1)
        expectEqual(log, ["1 begins", "2 begins", "2 is done", "2 reported", "1 is cancelled"])
        #expect(first.isCancelled && !command.state.isExecuting)
    }

    @Test("a run is cancelled by what it calls, and its task knows")
    func cancelledFromWithin() async {
        var values: [Int] = []
        let command = Command { (progress: CommandProgress) async throws -> Int in
            for page in 1...10 {
                try Task.checkCancellation()
                progress(Double(page) / 10)
            }
            return 10
        }
        bag.insert {
            command.progress => { if $0 >= 0.5 { command.cancel() } }
            command.values => { values.append($0) }
        }
        let run = command.start()
        #expect(run.isCancelled && values.isEmpty)
        await #expect(throws: CancellationError.self) { try await run.value }
        expectEqual(command.state.progress, 0.5)
    }

    @Test("an observer of the progress that cancels a run before it begins keeps it from its work")
    func cancelledBefore() async {
        var works = 0
        let command = Command { (progress: CommandProgress) async throws in
            works += 1
            progress(0.5)
        }
        command.start()
        bag.insert(command.progress => { if $0 == 0 { command.cancel() } })
        let run = command.start()
        #expect(run.isCancelled && works == 1 && !command.state.isExecuting)
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test("C12: of 20,000 runs that wait for one before them, each does its work and is reported before the next")
    func queue() async {
        let count = Sanitizer.chainLength(20_000)
        let gate = AsyncStream<Void>.makeStream()
        var log: [Int] = []
        let command = Command(whileExecuting: .queueing) { (number: Int) async throws -> Int in
            if number == 0 { for await _ in gate.stream { break } }
            log.append(number)
            return -number
        }
        bag.insert(command.values => { log.append($0) })
        for number in 0..<count { command.start(number) }
        #expect(log.isEmpty && command.state.isExecuting)
        gate.continuation.yield()
        await command.finished()
        expectEqual(log, (0..<count).flatMap { [$0, -$0] })
    }

    @Test("an observer of the values that starts the next run is told of each when it is done with the one before")
    func startedByObserver() {
        var log: [String] = []
        let command = Command { (number: Int) async throws -> Int in
            log.append("\(number) runs")
            return number
        }
        bag.insert(
            command.values => { number in
                if number < 3 { command.start(number + 1) }
                log.append("\(number) reported")
            })
        command.start(1)
        expectEqual(log, ["1 runs", "2 runs", "1 reported", "3 runs", "2 reported", "3 reported"])
    }

    @Test("an error at once is for whoever awaits the run, for observers, or else a warning in the next turn")
    func errors() async {
        await #expect(processExitsWith: .success) { try await Self.failAtOnce() }
    }

    /// In a process of its own: the warnings are those of the whole process, where other tests await failures, too.
    private static func failAtOnce() async throws {
        let warnings = Recorder<String>()
        BindingDiagnostics.handler = { warnings.on(.next("\($0)")) }
        let fails = Command<Void, Void> { throw Failure() }
        await #expect(throws: Failure.self) { try await fails.execute() }
        let run = fails.start()
        await #expect(throws: Failure.self) { try await run.value }
        await Task.yield()
        expectEqual(warnings.count, 0)
        var errors = 0
        let observing = fails.errors.emit { _ in errors += 1 }
        fails.start()
        observing.dispose()
        await Task.yield()
        #expect(errors == 1 && warnings.count == 0)
        fails.start()
        expectEqual(warnings.count, 0)
        await eventually { warnings.count == 1 }
    }

    @Test("commands that are combined have ended, too, or failed, if none of them waits")
    func combined() async throws {
        var values: [[Int]] = []
        var errors: [Failure] = []
        let isExecuting = Recorder<Bool>()
        let fails = BehaviorRelay(value: false)
        let one = Command<Void, Int> { 1 }
        let two = Command<Void, Int> {
            if fails.value { throw Failure() }
            return 2
        }
        let both = Command<Void, [Int]>.combined(one, two)
        bag.insert {
            both.values => { values.append($0) }
            both.errors => { if let error = $0 as? Failure { errors.append(error) } }
            both.isExecuting.drive(isExecuting)
        }
        both.start()
        fails.accept(true)
        both.start()
        #expect(values == [[1, 2]] && errors == [Failure()])
        expectEqual(isExecuting.elements, [false])
    }

    @Test("a value from another thread starts a run on the main actor")
    func otherThread() async {
        let numbers = PublishRelay<Int>()
        var doubled: [Int] = []
        let double = Command(whileExecuting: .concurrently) { (number: Int) async throws -> Int in
            MainActor.assertIsolated()
            return 2 * number
        }
        bag.insert {
            numbers => double
            double.values => { doubled.append($0) }
        }
        onThreads(1) { _ in for number in 1...3 { numbers.accept(number) } }
        await eventually { doubled.count == 3 }
        expectEqual(doubled, [2, 4, 6])
    }

    @Test("a call that the preparation of another one leads to waits for it, or is refused", arguments: [false, true])
    func calledInPreparation(isQueue: Bool) async {
        let text = TextField()
        let name = BehaviorRelay(value: "")
        var log: [String] = []
        var isPreparing = false
        let command = Command<String, Void>(
            isQueue ? .queueing : .ignoring, SourcePlace(fileID: "", line: 0)
        ) { input, _ throws(CommandRefusal) in
            if !isPreparing {
                isPreparing = true
                text.type("edited while it is prepared")
            }
            return { log.append(input) }
        }
        bag.insert {
            name <=> text.rx.text
            name.asDriver().skip(1) => command
        }
        command.start("first")
        expectEqual(log, isQueue ? ["first", "edited while it is prepared"] : ["first"])
        #expect(!command.state.isExecuting)
    }

    @Test("a preparation that disables the command refuses the call")
    func disabledInPreparation() async {
        let isOpen = BehaviorRelay(value: true)
        var hasRun = false
        let command = Command<Void, Void>(.ignoring, SourcePlace(fileID: "", line: 0)) { _, _ throws(CommandRefusal) in
            isOpen.accept(false)
            return { hasRun = true }
        }
        .enabled(by: isOpen)
        await #expect(throws: CommandRefusal.disabled) { try await command.execute() }
        #expect(!hasRun && !command.state.isExecuting)
    }

    @Test("a run that changes a condition of its own, or is cancelled from within, is not seen executing either")
    func unseen() {
        let isDirty = BehaviorRelay(value: true)
        let isExecuting = Recorder<Bool>()
        let isEnabled = Recorder<Bool>()
        let states = Recorder<Bool>()
        var cancel: (@MainActor () -> Void)?
        let save = Command<Void, Void> {
            isDirty.accept(false)
            cancel?()
        }
        .enabled(by: isDirty)
        cancel = { save.cancel() }
        bag.insert {
            save.isExecuting.drive(isExecuting)
            save.isEnabled.drive(isEnabled)
            Driver.derived { save.state.isExecuting }.drive(states)
        }
        save.start()
        isDirty.accept(true)
        cancel = nil
        save.start()
        expectEqual(isExecuting.elements, [false])
        expectEqual(states.elements, [false])
        expectEqual(isEnabled.elements, [true, false, true, false])
    }

    @Test("what waits for a run that was cancelled before it began runs")
    func cancelledBeforeQueue() async {
        var log: [Int] = []
        let command = Command(whileExecuting: .queueing) { (number: Int, progress: CommandProgress) async throws in
            log.append(number)
            progress(0.5)
        }
        command.start(0)
        var isFirst = true
        bag.insert(
            command.progress => {
                guard $0 == 0, isFirst else { return }
                isFirst = false
                command.cancel()
                command.start(2)
            })
        let run = command.start(1)
        await command.finished()
        #expect(run.isCancelled && log == [0, 2] && !command.state.isExecuting)
    }

    @Test("a preparation that is refused leaves nothing executing, also if calls wait for it")
    func refusedPreparation() {
        let isOpen = BehaviorRelay(value: true)
        let isExecuting = Recorder<Bool>()
        let calls = PublishRelay<Int>()
        let command = Command<Int, Void>(.queueing, SourcePlace(fileID: "", line: 0)) {
            number, _ throws(CommandRefusal) in
            calls.accept(number + 1)
            isOpen.accept(false)
            return {}
        }
        .enabled(by: isOpen)
        bag.insert {
            calls => command
            command.isExecuting.drive(isExecuting)
        }
        command.start(1)
        #expect(!command.state.isExecuting && isExecuting.elements.last == false)
    }

    @Test("execute in a task that has been cancelled does nothing")
    func cancelledTask() async {
        var runs = 0
        let command = Command<Void, Void> { runs += 1 }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await command.execute()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        expectEqual(runs, 0)
    }

    @Test("nothing is left of runs that do not wait")
    func leaks() throws {
        try withoutLeaks {
            let command = Command(whileExecuting: .queueing) { (number: Int) async throws -> Int in number }
            let subscription = command.values.emit { _ in }
            for number in 0..<10 { command.start(number) }
            subscription.dispose()
        }
    }
}
