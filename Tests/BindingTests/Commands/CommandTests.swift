import Binding
import BindingOperators
import BindingTesting
import Dispatch
import TestSupport
import Testing

/// Work that continues when the test says so.
@MainActor
final class Work {
    private var waiting: [Int: CheckedContinuation<Int, any Error>] = [:]
    private(set) var begun: [Int] = []
    private(set) var cancelled: [Int] = []

    /// Waits until the test ends the call with this number, or the task is cancelled.
    func callAsFunction(_ number: Int) async throws -> Int {
        begun.append(number)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting[number] = $0 }
        } onCancel: {
            Task { @MainActor in
                self.cancelled.append(number)
                self.waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
            }
        }
    }

    func isUnderWay(_ number: Int) -> Bool { waiting[number] != nil }

    func end(_ number: Int, _ result: Result<Int, any Error>) async {
        await eventually { waiting[number] != nil }
        waiting.removeValue(forKey: number)?.resume(with: result)
    }
}

/// The events of a command, in order.
@MainActor
final class CommandLog {
    private(set) var lines: [String] = []
    private let bag = DisposeBag()

    init<Input, Output>(_ command: Command<Input, Output>) {
        bag.insert(
            command.isExecuting.drive(onNext: { [unowned self] in lines.append("executing \($0)") }),
            command.isEnabled.drive(onNext: { [unowned self] in lines.append("enabled \($0)") }),
            command.values.emit(onNext: { [unowned self] in lines.append("value \($0)") }),
            command.errors.emit(onNext: { [unowned self] in lines.append("error \($0)") }))
    }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@MainActor
final class SaveButton: ReactiveCompatible, CommandControl {
    let taps = PublishRelay<Void>()
    private(set) var enablings: [Bool] = []
    var isEnabled = true {
        didSet { enablings.append(isEnabled) }
    }

    var activations: ControlEvent<Void> { ControlEvent(events: taps) }
}

/// The example of the documentation.
@MainActor
final class Profile: BindingContext {
    let disposeBag = DisposeBag()
    let work = Work()
    @Mutable var draft = ""
    private(set) lazy var save = Command(of: self) { me in try await me.work(me.draft.count) }
        .enabled(by: $draft.asDriver().map { !$0.isEmpty })
    private(set) lazy var upload = Command(of: self) { (me, file: Int, progress) in
        progress(0.5)
        return try await me.work(file)
    }
}

@Suite("Commands")
@MainActor
struct CommandTests {
    @Test("a run: executing, disabled meanwhile, and the value sent after its end")
    func run() async throws {
        let work = Work()
        let command = Command { (number: Int) in try await work(number) }
        let log = CommandLog(command)
        expectEqual(log.take(), ["executing false", "enabled true"])
        let run = command.start(1)
        expectEqual(log.take(), ["executing true", "enabled false"])
        await work.end(1, .success(10))
        #expect(try await run.value == 10)
        expectEqual(log.take(), ["executing false", "enabled true", "value 10"])
    }

    @Test("an error is sent, and thrown to the caller that waits; the command can run again")
    func failure() async throws {
        let work = Work()
        let command = Command { (number: Int) in try await work(number) }
        let log = CommandLog(command)
        let run = command.start(1)
        await work.end(1, .failure(TestError("no network")))
        await #expect(throws: TestError("no network")) { try await run.value }
        expectEqual(log.take().suffix(3), ["executing false", "enabled true", "error TestError(no network)"])
        let second = command.start(2)
        await work.end(2, .success(2))
        #expect(try await second.value == 2)
    }

    @Test("new calls are ignored while it runs, and refused by name")
    func ignoring() async throws {
        let work = Work()
        let command = Command { (number: Int) in try await work(number) }
        let first = command.start(1)
        await #expect(throws: CommandRefusal.running) { try await command.start(2).value }
        await #expect(throws: CommandRefusal.running) { try await command.execute(3) }
        await work.end(1, .success(1))
        #expect(try await first.value == 1)
        expectEqual(work.begun, [1])
    }

    @Test("it is disabled while one of its conditions does not hold")
    func conditions() async throws {
        let (isComplete, isOnline) = (BehaviorRelay(value: false), BehaviorRelay(value: true))
        let command = Command { 1 }.enabled(by: isComplete.asDriver()).enabled(by: isOnline.asDriver())
        let log = CommandLog(command)
        await #expect(throws: CommandRefusal.disabled) { try await command.execute() }
        isComplete.accept(true)
        expectEqual(log.take(), ["executing false", "enabled false", "enabled true"])
        isOnline.accept(false)
        expectEqual(log.take(), ["enabled false"])
        isOnline.accept(true)
        #expect(try await command.execute() == 1)
    }

    @Test("restarting: the run under way is cancelled, and its result is not sent")
    func restarting() async throws {
        let work = Work()
        let stubborn = Work()
        let command = Command(whileExecuting: .restarting) { (number: Int) -> Int in
            // The first run ignores its cancellation.
            if number == 1 { return await Task { try? await stubborn(1) }.value ?? 0 }
            return try await work(number)
        }
        let log = CommandLog(command)
        let first = command.start(1)
        await eventually { stubborn.isUnderWay(1) }
        let second = command.start(2)
        #expect(first.isCancelled)
        await stubborn.end(1, .success(1))
        await #expect(throws: CancellationError.self) { try await first.value }
        await work.end(2, .success(2))
        #expect(try await second.value == 2)
        expectEqual(log.take(), ["executing false", "enabled true", "executing true", "executing false", "value 2"])
    }

    @Test("queueing: each run begins when the one before it has ended")
    func queueing() async throws {
        let work = Work()
        let command = Command(whileExecuting: .queueing) { (number: Int) in try await work(number) }
        let log = CommandLog(command)
        let runs = (1...3).map { command.start($0) }
        await eventually { work.begun == [1] }
        await work.end(1, .success(1))
        #expect(try await runs[0].value == 1)
        runs[1].cancel()
        await eventually { work.cancelled == [2] || work.begun == [1, 3] }
        await work.end(3, .success(3))
        #expect(try await runs[2].value == 3)
        await #expect(throws: CancellationError.self) { try await runs[1].value }
        await command.finished()
        #expect(
            log.take() == [
                "executing false", "enabled true", "executing true", "value 1", "executing false", "value 3",
            ])
    }

    @Test("a run that waits and is cancelled ends there and then, and never begins")
    func cancelledInQueue() async throws {
        let work = Work()
        let command = Command(whileExecuting: .queueing) { (number: Int) in try await work(number) }
        let first = command.start(1)
        let second = command.start(2)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await work.end(1, .success(1))
        #expect(try await first.value == 1)
        await command.finished()
        expectEqual(work.begun, [1])
    }

    @Test("concurrently: it stays enabled, and executes until the last run has ended")
    func concurrently() async throws {
        let work = Work()
        let command = Command(whileExecuting: .concurrently) { (number: Int) in try await work(number) }
        let log = CommandLog(command)
        let runs = [command.start(1), command.start(2)]
        await work.end(2, .success(2))
        #expect(try await runs[1].value == 2)
        await work.end(1, .success(1))
        #expect(try await runs[0].value == 1)
        #expect(
            log.take() == [
                "executing false", "enabled true", "executing true", "value 2", "executing false", "value 1",
            ])
    }

    @Test("a cancelled run is no error")
    func cancelling() async throws {
        let work = Work()
        let command = Command { (number: Int) in try await work(number) }
        let log = CommandLog(command)
        let run = command.start(1)
        await eventually { work.isUnderWay(1) }
        command.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        expectEqual(work.cancelled, [1])
        expectEqual(log.take().suffix(3), ["enabled false", "executing false", "enabled true"])
    }

    @Test("execute: where the task that waits is cancelled, so is the run")
    func executeCancelled() async throws {
        let work = Work()
        let command = Command { (number: Int) in try await work(number) }
        let task = Task { try await command.execute(1) }
        await eventually { work.isUnderWay(1) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        expectEqual(work.cancelled, [1])
    }

    @Test("progress begins at nothing, is kept between 0 and 1, and is not sent after the end")
    func progress() async throws {
        let work = Work()
        var report: CommandProgress?
        let command = Command { (number: Int, progress: CommandProgress) in
            report = progress
            return try await work(number)
        }
        var seen: [Double] = []
        let subscription = command.progress.drive(onNext: { seen.append($0) })
        let run = command.start(1)
        await eventually { report != nil }
        report?(0.5)
        report?(7)
        report?(-1)
        report?(0.25)
        expectEqual(seen, [0, 0.5, 1, 0, 0.25])
        await work.end(1, .success(1))
        _ = try await run.value
        report?(0.75)
        expectEqual(seen.last, 0.25)
        command.start(2)
        expectEqual(seen.last, 0)
        command.cancel()
        subscription.dispose()
    }

    /// Commands whose closures call functions with default arguments, which compiles only if the parameters that take
    /// the closures are not isolated to an actor.
    @MainActor private final class Sleeper {
        var slept: [String] = []
        lazy var plain = Command(of: self) { me in
            try await Task.sleep(for: .zero)
            me.slept.append("plain")
        }
        lazy var conditional = Command(of: self) { me, progress in
            progress(0.5)
            try await Task.sleep(for: .zero)
            me.slept.append("conditional")
        }.enabled(by: Driver.just(true))
        lazy var ownerless = Command { (progress: CommandProgress) in
            progress(0.25)
            try await Task.sleep(for: .zero)
        }
    }

    @Test("lazy commands without an input, with and without a progress, whose closures call what has defaults")
    func lazily() async throws {
        let sleeper = Sleeper()
        try await sleeper.plain.execute()
        try await sleeper.conditional.execute()
        try await sleeper.ownerless.execute()
        expectEqual(sleeper.slept, ["plain", "conditional"])
        var seen: [Double] = []
        for progress in [sleeper.conditional.progress, sleeper.ownerless.progress] {
            progress.drive(onNext: { seen.append($0) }).dispose()
        }
        expectEqual(seen, [0.5, 0.25])
    }

    @Test("a condition that is added on another thread counts from the next turn of the main actor on")
    func conditionOfAnotherThread() async throws {
        let command = Command {}
        await Task.detached { _ = command.enabled(by: Driver.just(false)) }.value
        var isEnabled = true
        let subscription = command.isEnabled.drive(onNext: { isEnabled = $0 })
        await eventually { !isEnabled }
        subscription.dispose()
    }

    @Test("a command of an owner: a condition, an input, a progress; the owner is held for the length of a run")
    func owners() async throws {
        var profile: Profile? = Profile()
        weak let isThere = profile
        let (save, upload, work) = (profile!.save, profile!.upload, profile!.work)
        await #expect(throws: CommandRefusal.disabled) { try await save.execute() }
        profile?.draft = "Ada"
        let run = save.start()
        let other = upload.start(7)
        await eventually { work.isUnderWay(3) && work.isUnderWay(7) }
        profile = nil
        #expect(isThere != nil)
        await work.end(3, .success(3))
        #expect(try await run.value == 3)
        await work.end(7, .success(7))
        #expect(try await other.value == 7)
        await eventually { isThere == nil }
        await #expect(throws: CommandRefusal.disabled) { try await upload.execute(1) }
    }

    @Test("=> sets off a command, on the main actor, and holds it weakly")
    func bound() async throws {
        let work = Work()
        var command: Command<Int, Int>? = Command(whileExecuting: .queueing) { number in try await work(number) }
        weak let isThere = command
        let taps = PublishRelay<Int>()
        let observable = PublishSubject<Int>()
        let bag = DisposeBag()
        bag.insert(taps => command!)
        bag.insert(taps.asSignal() => command!)
        bag.insert(observable => command!)
        onAnotherThread { taps.accept(1) }
        await eventually { work.begun == [1] }
        observable.onNext(2)
        await work.end(1, .success(1))
        await eventually { work.begun == [1, 1] }
        command = nil
        await eventually { work.cancelled == [1] }
        #expect(isThere == nil)
        taps.accept(3)
        bag.dispose()
        expectEqual(work.begun, [1, 1])
    }

    @Test("rx.command: a tap sets it off, and the control is enabled while the command is")
    func control() async throws {
        let work = Work()
        let command = Command { try await work(1) }
        let button = SaveButton()
        let binding = button.rx.command(command)
        button.taps.accept(())
        button.taps.accept(())
        await work.end(1, .success(1))
        await command.finished()
        expectEqual(work.begun, [1])
        expectEqual(button.enablings, [false, true])
        binding.dispose()
        button.taps.accept(())
        #expect(button.isEnabled)
        expectEqual(work.begun, [1])
    }

    @Test("combined: all run, all are waited for; where one fails, the others are cancelled")
    func combined() async throws {
        let work = Work()
        let isOpen = BehaviorRelay(value: true)
        let first = Command { (number: Int) in try await work(number) }
        let second = Command { (number: Int) in try await work(number + 1) }.enabled(by: isOpen.asDriver())
        let both = Command.combined(first, second)
        let log = CommandLog(both)
        let run = both.start(1)
        await work.end(2, .success(20))
        await work.end(1, .success(10))
        #expect(try await run.value == [10, 20])
        isOpen.accept(false)
        await #expect(throws: CommandRefusal.disabled) { try await both.execute(1) }
        isOpen.accept(true)
        _ = log.take()
        let failing = both.start(3)
        await eventually { work.isUnderWay(4) }
        await work.end(3, .failure(TestError()))
        await #expect(throws: TestError()) { try await failing.value }
        await eventually { work.cancelled == [4] }
        await first.finished()
        await second.finished()
        #expect(log.take().contains("error TestError(test)"))
    }

    @Test("an error that nobody listens to goes to BindingDiagnostics, one that is waited for does not")
    func diagnostics() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {}
            let warnings = Recorder<String>()
            BindingDiagnostics.handler = { warnings.onNext("\($0)") }
            let fails = Command { () async throws -> Int in throw TestError("lost") }
            _ = try? await fails.execute()
            precondition(warnings.elements.isEmpty, "\(warnings.elements)")
            await fails.start()
            await eventually { !warnings.elements.isEmpty }
            precondition(warnings.elements.count == 1, "\(warnings.elements)")
            let warning = warnings.elements[0]
            precondition(warning.contains("lost") && warning.contains("CommandTests.swift"), warning)
            let listening = await fails.errors.emit(onNext: { _ in })
            await fails.start()
            await fails.finished()
            precondition(warnings.elements.count == 1)
            listening.dispose()
        }
    }

    @Test("8 threads set it off, cancel it at any step and drop it; each run ends once, and nothing is left")
    func threads() async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let begun = Counter()
            let ended = Counter()
            var command: Command<Int, Int>? = Command(whileExecuting: .concurrently) { number in
                begun.add()
                defer { ended.add() }
                for _ in 0..<(number % 4) { await Task.yield() }
                try Task.checkCancellation()
                return number
            }
            let values = Recorder<Int>()
            let bag = DisposeBag()
            bag.insert(command!.values.emit(onNext: { values.onNext($0) }))
            let source = PublishSubject<Int>()
            bag.insert(source => command!)
            let runs = Recorder<CommandRun<Int>>()
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<8 {
                    group.addTask { [command] in
                        for number in 0..<50 {
                            let run = await command!.start(thread * 100 + number)
                            runs.onNext(run)
                            source.onNext(number)
                            if number % 3 == 0 { run.cancel() }
                        }
                    }
                }
            }
            await command!.finished()
            let finished = runs.elements
            for run in finished {
                do { _ = try await run.value } catch is CancellationError {} catch { Issue.record(error) }
            }
            expectEqual(finished.count, 400)
            expectEqual(begun.value, ended.value)
            #expect(values.elements.count >= 400 - 8 * 17)
            command!.start(3)
            command = nil
            bag.dispose()
            await eventually { begun.value == ended.value }
        }
    }
}
