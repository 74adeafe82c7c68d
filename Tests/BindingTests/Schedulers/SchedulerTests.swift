import Binding
import Dispatch
import TestSupport
import Testing

@MainActor
@Suite("Schedulers")
struct SchedulerTests {
    enum Kind: String, CaseIterable, Sendable {
        case main, asyncMain, serial, serialOnQueue, concurrent, concurrentOnQueue, immediate

        func make() -> any Scheduler {
            switch self {
            case .main: MainScheduler.instance
            case .asyncMain: MainScheduler.asyncInstance
            case .serial: SerialDispatchQueueScheduler(qos: .userInitiated)
            case .serialOnQueue: SerialDispatchQueueScheduler(queue: .global())
            case .concurrent: ConcurrentDispatchQueueScheduler(qos: .utility)
            case .concurrentOnQueue:
                ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
            case .immediate: ImmediateScheduler()
            }
        }

        /// Whether actions that are scheduled on the main actor run one after the other.
        var isSerial: Bool { self != .concurrent && self != .concurrentOnQueue }
    }

    @Test("now begins near zero and grows", arguments: Kind.allCases)
    func now(_ kind: Kind) async {
        let scheduler = kind.make()
        let first = scheduler.now
        #expect(first >= .zero)
        await eventually { scheduler.now > first }
    }

    @Test("runs each action, once", arguments: Kind.allCases)
    func runsOnce(_ kind: Kind) async {
        let scheduler = kind.make()
        let runs = Counter()
        for _ in 0..<100 { _ = scheduler.schedule { runs.add() } }
        _ = scheduler.schedule(after: .zero) { runs.add() }
        _ = scheduler.schedule(after: .seconds(-1)) { runs.add() }
        await eventually { runs.value >= 102 }
        await mainActorIsFree()
        expectEqual(runs.value, 102)
    }

    @Test("runs actions in the order in which they were scheduled", arguments: Kind.allCases.filter(\.isSerial))
    func order(_ kind: Kind) async {
        let scheduler = kind.make()
        let recorder = Recorder<Int>()
        for number in 0..<200 { _ = scheduler.schedule { recorder(number) } }
        await eventually { recorder.count == 200 }
        expectEqual(recorder.elements, Array(0..<200))
    }

    @Test("runs a delayed action not before its time, and once", arguments: Kind.allCases)
    func delay(_ kind: Kind) async {
        let scheduler = kind.make()
        let times = Recorder<Duration>()
        let start = scheduler.now
        _ = scheduler.schedule(after: .milliseconds(20)) { times(scheduler.now) }
        await eventually { times.count > 0 }
        #expect(times.elements[0] - start >= .milliseconds(20))
        expectEqual(times.count, 1)
    }

    @Test("a delayed action that is cancelled does not run, and what it holds is released", arguments: Kind.allCases)
    func delayedCancel(_ kind: Kind) async {
        let scheduler = kind.make()
        let living = Counter()
        let runs = Counter()
        func scheduleWithWitness() -> any Disposable {
            let witness = Witness(living)
            return scheduler.schedule(after: .seconds(3_600)) {
                withExtendedLifetime(witness) {}
                runs.add()
            }
        }
        let cancellable = scheduleWithWitness()
        expectEqual(living.value, 1)
        cancellable.dispose()
        cancellable.dispose()
        await eventually { living.value == 0 }
        expectEqual(runs.value, 0)
    }

    @Test(
        "an action that is called off before its turn does not run",
        arguments: [Kind.asyncMain, .serial, .serialOnQueue])
    func cancel(_ kind: Kind) async {
        let scheduler = kind.make()
        let gate = DispatchSemaphore(value: 0)
        let runs = Recorder<Int>()
        // Keeps the scheduler's one thread busy; this test keeps the main actor busy.
        if kind != .asyncMain { _ = scheduler.schedule { gate.wait() } }
        _ = scheduler.schedule { runs(1) }
        let cancellable = scheduler.schedule { runs(2) }
        _ = scheduler.schedule { runs(3) }
        cancellable.dispose()
        gate.signal()
        await eventually { runs.elements.last == 3 }
        expectEqual(runs.elements, [1, 3])
    }

    @Test("MainScheduler.instance runs at once on the main actor")
    func atOnce() {
        let recorder = Recorder<Int>()
        _ = MainScheduler.instance.schedule {
            MainActor.assertIsolated()
            recorder(1)
            _ = MainScheduler.instance.schedule { recorder(2) }
            recorder(3)
        }
        expectEqual(recorder.elements, [1, 2, 3])
    }

    @Test("MainScheduler.instance runs in order what comes from elsewhere, on the main actor and not there")
    func fromElsewhere() async {
        let recorder = Recorder<Int>()
        onAnotherThread {
            for number in 0..<50 {
                _ = MainScheduler.instance.schedule {
                    MainActor.assertIsolated()
                    recorder(number)
                }
            }
        }
        #expect(recorder.events.isEmpty)
        await eventually { recorder.count == 50 }
        expectEqual(recorder.elements, Array(0..<50))
    }

    @Test("MainScheduler.asyncInstance always runs later, on the main actor")
    func later() async {
        let recorder = Recorder<Int>()
        _ = MainScheduler.asyncInstance.schedule {
            MainActor.assertIsolated()
            recorder(2)
        }
        recorder(1)
        await eventually { recorder.count == 2 }
        expectEqual(recorder.elements, [1, 2])
    }

    @Test("a delayed action of the main scheduler runs on the main actor", arguments: [Kind.main, .asyncMain])
    func delayedOnMain(_ kind: Kind) async {
        let runs = Counter()
        _ = kind.make().schedule(after: .milliseconds(1)) {
            MainActor.assertIsolated()
            runs.add()
        }
        await eventually { runs.value == 1 }
    }

    @Test("an immediate scheduler runs where it is scheduled, before it returns")
    func immediate() {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "queue")
        queue.setSpecific(key: key, value: true)
        let recorder = Recorder<Bool>()
        queue.sync {
            _ = ImmediateScheduler().schedule { recorder(DispatchQueue.getSpecific(key: key) ?? false) }
        }
        expectEqual(recorder.elements, [true])
    }

    @Test("a serial scheduler runs one action at a time, also on a concurrent queue")
    func oneAtATime() async {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let scheduler = SerialDispatchQueueScheduler(queue: queue)
        let inside = Counter()
        let overlaps = Counter()
        let runs = Counter()
        onThreads(4) { _ in
            for _ in 0..<250 {
                _ = scheduler.schedule {
                    if inside.add() != 1 { overlaps.add() }
                    inside.add(-1)
                    runs.add()
                }
            }
        }
        await eventually { runs.value == 1_000 }
        expectEqual(overlaps.value, 0)
    }

    @Test("a concurrent scheduler runs two actions at a time")
    func atATime() async {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        let runs = Counter()
        // Each waits for the other.
        _ = scheduler.schedule {
            first.signal()
            second.wait()
            runs.add()
        }
        _ = scheduler.schedule {
            second.signal()
            first.wait()
            runs.add()
        }
        await eventually { runs.value == 2 }
    }

    @Test("a delay beyond what the clock can count never comes", arguments: Kind.allCases)
    func veryLong(_ kind: Kind) async {
        let runs = Counter()
        let cancellable = kind.make().schedule(after: .seconds(Int64.max)) { runs.add() }
        await mainActorIsFree()
        expectEqual(runs.value, 0)
        cancellable.dispose()
    }
}

@Suite("Times that are longer than can be counted")
struct LongTimesTests {
    @Test("they are waited for, as long as the program runs", arguments: [1.0, -1.0])
    func longTimes(sign: Double) {
        let longest = Duration.seconds(Double(Int64.max) * sign) * 4
        let source = Observable.just(1).concat(Observable.never())
        func check(_ scheduler: some Scheduler) {
            let bag = DisposeBag()
            let recorder = Recorder<Int>()
            bag.insert(
                source.debounce(longest, scheduler: scheduler).subscribe(recorder),
                source.delay(longest, scheduler: scheduler).subscribe(recorder),
                source.timeout(longest, scheduler: scheduler).catchAndReturn(0).subscribe(recorder),
                source.throttle(longest, scheduler: scheduler).subscribe(recorder),
                source.buffer(longest, count: 9, scheduler: scheduler).map(\.count).subscribe(recorder),
                Observable<Int>.timer(longest, period: longest, scheduler: scheduler).subscribe(recorder),
                Observable<Int>.interval(longest, scheduler: scheduler).take(2).subscribe(recorder))
            #expect("\(TimeoutError(duration: longest))".contains("e+19"))
            bag.dispose()
        }
        check(MainScheduler.instance)
        check(SerialDispatchQueueScheduler())
        check(ConcurrentDispatchQueueScheduler())
    }
}
