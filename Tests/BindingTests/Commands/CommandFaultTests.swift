import Binding
import BindingOperators
import TestSupport
import Testing

/// Uses of commands that once failed.
@Suite("Commands in unusual hands")
@MainActor
struct CommandFaultTests {
    private struct Failure: Error, Equatable {}

    @Test("C42: whether it is enabled and whether it runs are combined as they are, from the first run on")
    func combined() async throws {
        let command = Command<Void, Void> { await Task.yield() }
        let other = Command<Void, Void> {}.enabled(by: command.isExecuting.map { !$0 })
        var seen: [String] = []
        let bag = DisposeBag()
        Driver.combineLatest(command.isEnabled, command.isExecuting, other.isEnabled) { "\($0) \($1) \($2)" }
            .drive(onNext: { seen.append($0) }).disposed(by: bag)
        try await command.execute()
        try await command.execute()
        expectEqual(
            seen,
            ["true false true", "false true false", "true false true", "false true false", "true false true"])
    }

    @Test("a run that an observer of isExecuting begins leaves the command disabled")
    func begunByObserver() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let bag = DisposeBag()
        let command = Command { (number: Int) async throws -> Int in
            if number > 0 { for await _ in gate.stream { break } } else { await Task.yield() }
            return number
        }
        var isEnabled = true
        var begun = 0
        bag.insert(command.isEnabled => { isEnabled = $0 })
        bag.insert(
            command.isExecuting => { isExecuting in
                if begun == 1, !isExecuting {
                    begun = 2
                    command.start(1)
                }
            })
        begun = 1
        _ = try await command.execute(0)
        expectEqual(begun, 2)
        #expect(!isEnabled)
        gate.continuation.yield()
        await command.finished()
        #expect(isEnabled)
    }

    @Test("the first error ends a combined command, whichever part it is from")
    func firstErrorOfCombined() async {
        let never = AsyncStream<Void>.makeStream()
        let waits = Command { () async throws -> Int in
            for await _ in never.stream {}
            try Task.checkCancellation()
            return 1
        }
        let fails = Command { () async throws -> Int in throw Failure() }
        let both = Command<Void, [Int]>.combined(waits, fails)
        await #expect(throws: Failure.self) { try await both.execute() }
        await waits.finished()
    }

    @Test("only the run that began last reports its progress")
    func latestProgress() async {
        let bag = DisposeBag()
        let command = Command(whileExecuting: .concurrently) {
            (number: Int, progress: CommandProgress) async throws -> Int in
            await Task.yield()
            progress(number == 0 ? 0.9 : 0.25)
            progress(.nan)
            return number
        }
        var told: [Double] = []
        bag.insert(command.progress => { told.append($0) })
        command.start(0)
        command.start(1)
        await command.finished()
        expectEqual(told, [0, 0.25])
    }

    @Test("a run whose value has been delivered cannot be cancelled any more")
    func deliveredIsOver() async throws {
        let bag = DisposeBag()
        let command = Command { (number: Int) async throws -> Int in number }
        var run: CommandRun<Int>?
        bag.insert(command.values => { _ in run?.cancel() })
        let started = command.start(1)
        run = started
        #expect(try await started.value == 1)
        #expect(!started.isCancelled)
    }

    @Test("an observer of progress that cancels ends the run, before it has begun")
    func cancelledByObserver() async {
        let bag = DisposeBag()
        let command = Command { (_: Int, progress: CommandProgress) async throws -> Int in
            progress(0.5)
            return 1
        }
        command.start(0)
        await command.finished()
        bag.insert(command.progress => { if $0 == 0 { command.cancel() } })
        let run = command.start(1)
        await command.finished()
        #expect(run.isCancelled)
    }

    @Test("who has stopped answering is not asked any more, also while a question is asked")
    func stoppedAnswering() async throws {
        let interaction = Interaction<Int, Int>()
        let first = interaction.answer { _ in 1 }
        let second = interaction.answer { _ in
            first.dispose()
            return nil
        }
        await #expect(throws: UnansweredQuestion.self) { try await interaction.ask(0) }
        second.dispose()
    }

    @Test("a tracker is a driver by name")
    func trackerAsDriver() {
        let tracker = ActivityTracker()
        let subject = PublishSubject<Int>()
        var told: [Bool] = []
        let bag = DisposeBag()
        bag.insert(tracker.asDriver().drive(onNext: { told.append($0) }))
        bag.insert(subject.trackActivity(tracker).subscribe())
        subject.onCompleted()
        expectEqual(told, [false, true, false])
    }

    @Test("restarting: of two calls in one turn, the first is cancelled where it waits", arguments: [false, true])
    func restartedAtOnce(isForced: Bool) async throws {
        var sent: [Int] = []
        let command = Command(whileExecuting: isForced ? .concurrently : .restarting) { (number: Int) in
            await Task.yield()
            try Task.checkCancellation()
            sent.append(number)
        }
        let first = command.start(1)
        if isForced { first.cancel() }
        try await command.execute(2)
        await command.finished()
        await #expect(throws: CancellationError.self) { try await first.value }
        expectEqual(sent, [2])
    }

    @Test("the runs of a command that is released are cancelled")
    func releasedAtOnce() async {
        let runs = Counter()
        var command: Command<Void, Void>? = Command {
            await Task.yield()
            try Task.checkCancellation()
            runs.add()
        }
        let run = command?.start()
        command = nil
        await #expect(throws: CancellationError.self) { try await run?.value }
        expectEqual(runs.value, 0)
    }

    @Test("a command that is released disables its controls, at the end of the change")
    func releasedWhileShown() async {
        var command: Command<Void, Void>? = Command {}
        var seen: [Bool] = []
        let bag = DisposeBag()
        command!.isEnabled.drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch {
            command = nil
            expectEqual(seen, [true])
        }
        expectEqual(seen, [true, false])
    }

    @Test("a command that another thread releases disables its controls")
    func releasedElsewhere() async {
        let command = Guarded<Command<Void, Void>?>(Command {})
        var seen: [Bool] = []
        let bag = DisposeBag()
        command.withLock { $0!.isEnabled }.drive(onNext: { seen.append($0) }).disposed(by: bag)
        onAnotherThread { command.replace(with: nil) }
        await eventually { seen == [true, false] }
    }

    @Test("a command that is disabled when it is released says nothing")
    func releasedWhileDisabled() {
        let isReady = BehaviorRelay(value: false)
        var command: Command<Void, Void>? = Command {}.enabled(by: isReady.asDriver())
        var seen: [Bool] = []
        let bag = DisposeBag()
        command!.isEnabled.drive(onNext: { seen.append($0) }).disposed(by: bag)
        command = nil
        isReady.accept(true)
        expectEqual(seen, [false])
    }

    @Test("the end of a run costs the same, however many others are under way or wait", arguments: [false, true])
    func manyRuns(isQueue: Bool) async {
        func cost(_ count: Int) async -> Duration {
            let command = Command(whileExecuting: isQueue ? .queueing : .concurrently) {
                try await Task.sleep(for: .seconds(1000))
            }
            let runs = (0..<count).map { _ in command.start() }
            let clock = ContinuousClock()
            let start = clock.now
            for run in isQueue ? runs[1...] : runs[...] { run.cancel() }
            command.cancel()
            await command.finished()
            return clock.now - start
        }
        var (few, many) = (Duration.seconds(1000), Duration.seconds(1000))
        for _ in 0..<3 { (few, many) = await (min(few, cost(500)), min(many, cost(8_000))) }
        // Sixteen times as many; quadratic would be 256.
        #expect(many < few * 160, "\(few) and \(many)")
    }

    @Test(
        "a run that waits is refused if an observer of the outcome before it disables the command",
        arguments: [false, true])
    func disabledByOutcome(fails: Bool) async {
        let (bag, isOnline) = (DisposeBag(), BehaviorRelay(value: true))
        var begun: [Int] = []
        var executing: [Bool] = []
        let command = Command(whileExecuting: .queueing) { (number: Int) in
            begun.append(number)
            await Task.yield()
            if fails { throw TestError() }
        }
        .enabled(by: isOnline.asDriver())
        bag.insert(command.errors.emit(onNext: { _ in isOnline.accept(false) }))
        bag.insert(command.values.emit(onNext: { isOnline.accept(false) }))
        bag.insert(command.isExecuting => { executing.append($0) })
        let runs = (1...3).map { command.start($0) }
        await command.finished()
        for run in runs[1...] { await #expect(throws: CommandRefusal.disabled) { try await run.value } }
        expectEqual(begun, [1])
        expectEqual(executing, [false, true, false])
    }

    @Test("a call by an observer of an outcome comes after those that wait")
    func calledByOutcome() async {
        let bag = DisposeBag()
        var begun: [Int] = []
        let command = Command(whileExecuting: .queueing) { (number: Int) in
            begun.append(number)
            await Task.yield()
            return number
        }
        bag.insert(command.values.emit(onNext: { if $0 == 1 { command.start(9) } }))
        for number in 1...3 { command.start(number) }
        await command.finished()
        expectEqual(begun, [1, 2, 3, 9])
    }

    @Test("a run that waits is refused if a condition does not hold when its turn comes")
    func disabledInQueue() async throws {
        let bag = DisposeBag()
        let mayRun = BehaviorRelay(value: true)
        var begun: [Int] = []
        let command = Command(whileExecuting: .queueing) { (number: Int) in
            begun.append(number)
            await Task.yield()
            mayRun.accept(number != 1)
        }
        .enabled(by: mayRun.asDriver())
        var executing: [Bool] = []
        bag.insert(command.isExecuting => { executing.append($0) })
        let runs = (0...3).map { command.start($0) }
        try await runs[1].value
        for run in runs[2...] { await #expect(throws: CommandRefusal.disabled) { try await run.value } }
        await command.finished()
        expectEqual(begun, [0, 1])
        expectEqual(executing, [false, true, false])
        mayRun.accept(true)
        try await command.execute(4)
        expectEqual(begun, [0, 1, 4])
    }
}
