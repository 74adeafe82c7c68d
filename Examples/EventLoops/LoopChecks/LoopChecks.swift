import Binding
import Foundation

/// Checks of a program whose main thread runs an event loop of its own, whichever that is.
@MainActor
package final class LoopChecks {
    package struct Options: Sendable {
        /// Whether the loop itself runs the library's work: `MainActorLoop.schedule(by:)`.
        package var hasHook: Bool
        /// The number of values that two threads send while the program's own descriptor is in use.
        var flood: Int
        /// The time in milliseconds within which the descriptor has to be answered meanwhile, 99 times of 100.
        var bar: Double?

        package init(_ arguments: [String]) {
            func number(after option: String) -> Double? {
                arguments.firstIndex(of: option).flatMap { Double(arguments.dropFirst($0 + 1).first ?? "") }
            }
            hasHook = arguments.contains("--hook")
            flood = Int(number(after: "--flood") ?? 20_000)
            bar = number(after: "--bar")
        }
    }

    package typealias Action = @MainActor () -> Void

    private let name: String
    private let options: Options
    private let inbox: Pipe
    private var watch: @MainActor (Int32, @escaping Action) -> Void = { _, _ in }
    private var loop: @MainActor (@MainActor () -> Bool) -> Void = { _ in }
    private var onInput: @MainActor ([UInt8]) -> Void = { _ in }
    private var failures = 0
    private var isDone = false
    /// The numbers that other threads scheduled, some of them before the hook was set.
    private var scheduled: [Int] = []

    /// Makes the checks. Call it before the loop takes over the work for the main actor.
    package init(_ name: String, _ options: Options) {
        self.name = name
        self.options = options
        inbox = Pipe()
        check(MainActorLoop.isUsable, "a loop can serve the main actor")
        check(MainScheduler.isCurrent, "the top level is on the main actor")
        MainActor.assumeIsolated {}
        schedule(0..<100)
    }

    /// Runs all checks.
    ///
    /// - Parameters:
    ///   - watch: Calls an action whenever a descriptor can be read, or now and then.
    ///   - loop: Runs the loop while a condition holds, also from within itself.
    /// - Returns: The program's exit status.
    package func run(
        watch: @escaping @MainActor (Int32, @escaping Action) -> Void,
        loop: @escaping @MainActor (@MainActor () -> Bool) -> Void
    ) -> Int32 {
        self.watch = watch
        self.loop = loop
        watch(inbox.descriptor) { [self] in
            let bytes = inbox.read()
            if !bytes.isEmpty { onInput(bytes) }
        }
        BindingDiagnostics.handler = { warning in
            BindingDiagnostics.writeToStandardError(warning)
            exit(3)
        }
        let name = name
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 150)
            print("\(name): hangs")
            exit(2)
        }
        Task {
            await all()
            isDone = true
        }
        loop { !isDone }
        print("\(name): \(failures == 0 ? "all is well" : "\(failures) checks failed")")
        return failures == 0 ? 0 : 1
    }

    private func all() async {
        schedule(100..<200)
        await holds("what was scheduled before and after the hook was set, in order") { scheduled == Array(0..<200) }
        await valuesOfThreads()
        await tasksAndBlocks()
        await schedulers()
        await callbacks()
        await nestedInValue()
        await nestedInTask()
        await nestedInCallback()
        await editsInNested()
        await rest()
        await nestedRest()
        await flood(isConflated: false)
        await flood(isConflated: true)
    }

    // MARK: What arrives

    private func valuesOfThreads() async {
        let (first, second) = (BehaviorRelay(value: 0), PublishRelay<Int>())
        var seen: [[Int]] = [[], []]
        let bag = DisposeBag()
        first.asDriver().skip(1).drive(onNext: { [self] in
            onFirstThread("a value")
            seen[0].append($0)
        }).disposed(by: bag)
        second.asSignal().emit(onNext: { seen[1].append($0) }).disposed(by: bag)
        Thread.detachNewThread { for number in 1...1_000 { first.accept(number) } }
        Thread.detachNewThread { for number in 1...1_000 { second.accept(number) } }
        await holds("values of threads, in order") { seen == [Array(1...1_000), Array(1...1_000)] }
    }

    private func tasksAndBlocks() async {
        var seen = 0
        let note: @MainActor @Sendable (String) -> Void = { [self] what in
            onFirstThread(what)
            seen += 1
        }
        Task { @MainActor in note("a task") }
        Task.detached { await MainActor.run { note("MainActor.run") } }
        DispatchQueue.main.async { MainActor.assumeIsolated { note("a block") } }
        await holds("a task, MainActor.run, a block") { seen == 3 }
    }

    private func schedulers() async {
        let seen = Seen()
        let bag = DisposeBag()
        for number in 0..<3 { bag.insert(MainScheduler.asyncInstance.schedule { seen.add("at once \(number)") }) }
        for number in 0..<3 {
            bag.insert(
                MainScheduler.instance.schedule(after: .milliseconds(10)) { [self] in
                    MainActor.assumeIsolated { onFirstThread("a timer") }
                    seen.add("later \(number)")
                })
        }
        bag.insert(MainScheduler.instance.schedule(after: .milliseconds(30)) { seen.add("last") })
        MainScheduler.instance.schedule(after: .milliseconds(5)) { seen.add("cancelled") }.dispose()
        let expected = ["at once 0", "at once 1", "at once 2", "later 0", "later 1", "later 2", "last"]
        await holds("what is scheduled, timers") { seen.all == expected }

        var values: [Int] = []
        let relay = BehaviorRelay(value: 1)
        relay.asDriver().delay(.milliseconds(5)).drive(onNext: { values.append($0) }).disposed(by: bag)
        Observable<Int>.async {
            try? await Task.sleep(for: .milliseconds(20))
            return 2
        }.asDriver(onErrorDriveWith: .empty()).drive(onNext: { values.append($0) }).disposed(by: bag)
        await holds("a delayed value, an asynchronous one") { values == [1, 2] }
    }

    /// Callbacks from C, which arrive on any thread.
    private func callbacks() async {
        let isElsewhere = Seen()
        var isAtOnce = false
        MainScheduler.run { isAtOnce = true }
        check(isAtOnce, "on the main actor, code runs at once")
        Thread.detachNewThread { if !MainScheduler.isCurrent { isElsewhere.add("yes") } }
        schedule(200..<300)
        await holds("code of callbacks on other threads, in order") {
            scheduled == Array(0..<300) && isElsewhere.all == ["yes"]
        }
    }

    /// Schedules code on another thread that records numbers.
    private func schedule(_ numbers: Range<Int>) {
        Thread.detachNewThread {
            for number in numbers { MainScheduler.run { [self] in scheduled.append(number) } }
            self.inbox.isScheduled.signal()
        }
        inbox.isScheduled.wait()
    }

    // MARK: Nested loops

    /// A loop that a value starts, as a dialog does, while the outer loop runs the library's work.
    private func nestedInValue() async {
        let (opening, within) = (PublishRelay<Void>(), BehaviorRelay(value: 0))
        var (inNested, isOver, isTimerDue) = ([Int](), false, false)
        var seen: [Int] = []
        let bag = DisposeBag()
        within.asDriver().skip(1).drive(onNext: { seen.append($0) }).disposed(by: bag)
        opening.asSignal().emit(onNext: { [self] in
            onFirstThread("a dialog")
            Thread.detachNewThread { for number in 1...100 { within.accept(number) } }
            bag.insert(
                MainScheduler.instance.schedule(after: .milliseconds(10)) {
                    MainActor.assumeIsolated { isTimerDue = true }
                })
            if options.hasHook {
                nested { !(seen.count == 100 && isTimerDue) }
            } else {
                // Only what the loop itself watches; everything else arrives when the dialog is over.
                nestedUntilAnswered()
            }
            inNested = seen
            isOver = true
        }).disposed(by: bag)
        Thread.detachNewThread { opening.accept(()) }
        await holds("a loop that a value runs") { isOver && seen == Array(1...100) && isTimerDue }
        check(inNested == (options.hasHook ? seen : []), "with the hook, values arrive in a loop that a value runs")
    }

    /// With the hook, a loop that a task runs gets all work of the library, but nothing from the main queue.
    private func nestedInTask() async {
        guard options.hasHook else { return }
        let relay = BehaviorRelay(value: 0)
        var (seen, isTimerDue, isOver) = ([Int](), false, false)
        let bag = DisposeBag()
        relay.asDriver().skip(1).drive(onNext: { seen.append($0) }).disposed(by: bag)
        let run: @MainActor @Sendable () -> Void = { [self] in
            Thread.detachNewThread { for number in 1...100 { relay.accept(number) } }
            bag.insert(
                MainScheduler.instance.schedule(after: .milliseconds(10)) {
                    MainActor.assumeIsolated { isTimerDue = true }
                })
            nested { !(seen == Array(1...100) && isTimerDue) }
            isOver = true
        }
        Task { @MainActor in run() }
        await holds("values and timers in a loop that a task runs") { isOver }
    }

    /// A loop that runs in a callback of the program's own descriptor: everything arrives in it.
    private func nestedInCallback() async {
        var isOver = false
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        let bag = DisposeBag()
        relay.asDriver().skip(1).drive(onNext: { seen.append($0) }).disposed(by: bag)
        onInput = { [self] _ in
            var hasTaskRun = false
            Task { @MainActor in hasTaskRun = true }
            Thread.detachNewThread { for number in 1...100 { relay.accept(number) } }
            nested { !(hasTaskRun && seen.count == 100) }
            isOver = true
        }
        inbox.write()
        await holds("tasks and values in a loop that a callback runs") { isOver && seen == Array(1...100) }
        onInput = { _ in }
    }

    /// Edits in a dialog that a value has opened are not consequences of that value: a two-way binding, which allows
    /// each side one answer, accepts all of them.
    private func editsInNested() async {
        let (name, heading) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let (field, title) = (Field(), Field())
        var taken: [String] = []
        let edit: @MainActor @Sendable (String) -> Void = {
            field.type($0)
            taken.append(name.value)
            name.accept($0 + "!")
            taken.append(field.text)
        }
        let texts = ["a", "b", "c", "d", "e"]
        let expected = texts.flatMap { [$0, $0 + "!"] }
        let bag = DisposeBag()
        name.bindTwoWay(to: field.rx.text).disposed(by: bag)
        heading.bindTwoWay(to: title.rx.text).disposed(by: bag)

        // What comes next must not begin within the nested loop.
        var isOver = false
        title.onWrite = { [self] in
            defer { isOver = true }
            if options.hasHook {
                // Work that arrives through the hook does not need `runNested`.
                Thread.detachNewThread { for text in texts { MainScheduler.run { edit(text) } } }
                loop { taken.count < expected.count }
            } else {
                MainActorLoop.runNested { texts.forEach(edit) }
            }
        }
        Thread.detachNewThread { heading.accept("open") }
        await holds("edits in a nested loop are changes of their own") { isOver && taken == expected }

        // Nor does work that arrives through the main queue, which is free when the loop itself has called.
        taken = []
        title.onWrite = { [self] in
            for text in texts { DispatchQueue.main.async { MainActor.assumeIsolated { edit(text) } } }
            loop { taken.count < expected.count }
        }
        onInput = { _ in heading.accept("open again") }
        inbox.write()
        await holds("edits by the main queue in a nested loop are changes of their own") { taken == expected }
        onInput = { _ in }
    }

    /// An idle loop waits.
    private func rest() async {
        let load = Load()
        try? await Task.sleep(for: .milliseconds(300))
        check(load.isSmall, "a loop that has nothing to do waits; \(load)")
    }

    /// A loop that a task runs, and that cannot run anything else of the main queue, does not keep the processor busy;
    /// work that is waiting meanwhile runs afterwards, although nothing more arrives to wake the loop.
    private func nestedRest() async {
        let (inbox, hasEnded) = (inbox, DispatchSemaphore(value: 0))
        let hasRun = await withCheckedContinuation { continuation in
            var waiting: CheckedContinuation<Bool, Never>? = continuation
            let resume: @MainActor @Sendable (Bool) -> Void = {
                waiting?.resume(returning: $0)
                waiting = nil
            }
            Task { @MainActor in
                DispatchQueue.main.async { MainActor.assumeIsolated { resume(true) } }
                let load = Load()
                nestedUntilAnswered(after: 0.3)
                check(load.isSmall, "a nested loop that cannot serve the main queue waits; \(load)")
                check(!MainActorLoop.drain(), "drain() within itself says that it did nothing")
                onInput = { _ in resume(false) }
                // Work that runs only now was left behind. The time is long because a busy machine may stall the loop.
                Thread.detachNewThread { if hasEnded.wait(timeout: .now() + 30) == .timedOut { inbox.write() } }
            }
        }
        hasEnded.signal()
        check(hasRun, "what could not be run in a nested loop runs after it")
        onInput = { _ in }
    }

    /// Runs a nested loop until a byte has arrived on the program's own descriptor.
    private func nestedUntilAnswered(after delay: Double = 0.05) {
        var isAnswered = false
        onInput = { _ in isAnswered = true }
        let inbox = inbox
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)
            inbox.write()
        }
        nested { !isAnswered }
        onInput = { _ in }
    }

    private func nested(_ condition: @MainActor () -> Bool) {
        MainActorLoop.runNested { loop(condition) }
    }

    // MARK: Many values

    /// Up to three times: on a busy machine, an answer may be late for a reason other than the loop.
    private func flood(isConflated: Bool) async {
        var late = await floodOnce(isConflated: isConflated)
        guard let bar = options.bar else { return }
        for _ in 0..<2 where late > bar { late = await floodOnce(isConflated: isConflated) }
        check(late <= bar, "the pipe is answered within \(bar) ms at 99 %, in one of three floods")
    }

    /// - Returns: The time in milliseconds within which the pipe is answered, 99 times in a hundred.
    private func floodOnce(isConflated: Bool) async -> Double {
        let relays = [PublishRelay<Int>(), PublishRelay<Int>()]
        let each = options.flood / relays.count
        var (last, isOrdered) = ([0, 0], true)
        let bag = DisposeBag()
        for (index, relay) in relays.enumerated() {
            (isConflated ? relay.conflate() : relay.asSignal()).emit(onNext: {
                isOrdered = isOrdered && (isConflated ? $0 > last[index] : $0 == last[index] + 1)
                last[index] = $0
            }).disposed(by: bag)
        }
        var latencies: [Double] = []
        var isAnswered = false
        onInput = { bytes in
            bytes.withUnsafeBytes { bytes in
                let now = clock(CLOCK_MONOTONIC)
                for offset in stride(from: 0, to: bytes.count, by: 8) {
                    let time = bytes.loadUnaligned(fromByteOffset: offset, as: Double.self)
                    // A negative value is the last one; another check may have written a zero, which is no time.
                    if time > 0 { latencies.append(now - time) } else if time < 0 { isAnswered = true }
                }
            }
        }
        let before = residentMemory()
        let start = clock(CLOCK_MONOTONIC)
        for relay in relays {
            Thread.detachNewThread { for number in 0..<each { relay.accept(number + 1) } }
        }
        let isOver = Seen()
        let inbox = inbox
        Thread.detachNewThread {
            while isOver.all.isEmpty {
                inbox.write(clock(CLOCK_MONOTONIC))
                Thread.sleep(forTimeInterval: 0.001)
            }
            while !inbox.write(-1) { Thread.sleep(forTimeInterval: 0.001) }
        }
        await holds("\(each * relays.count) values of two threads, in order") { last == [each, each] && isOrdered }
        let seconds = clock(CLOCK_MONOTONIC) - start
        isOver.add("yes")
        await holds("the descriptor is answered") { isAnswered }
        latencies.sort()
        func percentile(_ share: Double) -> Double {
            latencies.isEmpty ? 0 : latencies[min(latencies.count - 1, Int(share * Double(latencies.count)))] * 1_000
        }
        let after = residentMemory()
        let what = isConflated ? name + ", only the latest" : name
        print(
            String(
                format: "%@: %d values in %.2f s; the pipe was answered %d times: median %.2f ms, 99 %% %.2f ms, "
                    + "worst %.2f ms; memory %d kB before, %d kB after", what, each * relays.count, seconds,
                latencies.count,
                percentile(0.5), percentile(0.99), percentile(1), before, after))
        check(after < before + 16_384, "the memory that a flood needs is given back")
        return percentile(0.99)
    }

    // MARK: Reporting failures

    private func check(_ condition: Bool, _ what: String) {
        guard !condition else { return }
        print("\(name): failed: \(what)")
        failures += 1
    }

    /// Waits until a condition holds, with Swift's own tasks and timers.
    private func holds(_ what: String, _ condition: () -> Bool) async {
        let deadline = clock(CLOCK_MONOTONIC) + 60
        while !condition(), clock(CLOCK_MONOTONIC) < deadline { try? await Task.sleep(for: .milliseconds(1)) }
        check(condition(), what)
    }

    private func onFirstThread(_ what: String) {
        MainActor.assumeIsolated {}
        check(MainScheduler.isCurrent && MainActorLoop.isUsable, "\(what) comes on the first thread")
    }
}

/// A field that emits its user's edits.
@MainActor
private final class Field: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var onWrite: @MainActor () -> Void = {}
    var text = ""

    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }
}

extension Reactive where Base: Field {
    fileprivate var text: ControlProperty<String> {
        controlProperty(
            changes: base.edits, getter: { $0.text },
            setter: { field, text in
                field.text = text
                field.onWrite()
            })
    }
}

/// The texts that were recorded, on any thread.
private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    var all: [String] { lock.withLock { texts } }

    func add(_ text: String) { lock.withLock { texts.append(text) } }
}

/// A pipe of the program itself.
private final class Pipe: Sendable {
    let isScheduled = DispatchSemaphore(value: 0)
    private let ends: [Int32]

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        self.ends = ends
    }

    var descriptor: Int32 { ends[0] }

    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(ends[0], &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Writes a time, or another number. Returns whether there was room for it.
    @discardableResult
    func write(_ time: Double = 0) -> Bool {
        var time = time
        return Glibc.write(ends[1], &time, MemoryLayout.size(ofValue: time)) > 0
    }
}

/// How busy this thread has been since this was made.
private struct Load: CustomStringConvertible {
    private let start = clock(CLOCK_MONOTONIC)
    private let startOfWork = clock(CLOCK_THREAD_CPUTIME_ID)

    private var work: Double { clock(CLOCK_THREAD_CPUTIME_ID) - startOfWork }
    private var time: Double { clock(CLOCK_MONOTONIC) - start }

    /// Whether it is less than half of the time: a loop that waits is idle more often than not.
    var isSmall: Bool { work < time / 2 }

    var description: String { "it took \(work) s of \(time)" }
}

/// The time of a clock, in seconds.
private func clock(_ id: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(id, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The resident memory, in kilobytes.
private func residentMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
}
