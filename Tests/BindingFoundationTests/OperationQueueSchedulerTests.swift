import Binding
import BindingFoundation
import Foundation
import TestSupport
import Testing

@Suite("OperationQueueScheduler")
struct OperationQueueSchedulerTests {
    private let queue = OperationQueue()
    private let log = Recorder<String>()

    init() {
        queue.maxConcurrentOperationCount = 1
    }

    private func scheduler(_ priority: Operation.QueuePriority = .normal) -> OperationQueueScheduler {
        OperationQueueScheduler(operationQueue: queue, queuePriority: priority)
    }

    @Test("has the queue and the priority it is given, which is normal")
    func properties() {
        #expect(OperationQueueScheduler(operationQueue: queue).operationQueue === queue)
        expectEqual(OperationQueueScheduler(operationQueue: queue).queuePriority, .normal)
        expectEqual(scheduler(.veryHigh).queuePriority, .veryHigh)
    }

    @Test("runs actions on the queue")
    @MainActor
    func runs() async {
        let (log, queue) = (log, queue)
        _ = scheduler().schedule { log("\(OperationQueue.current === queue)") }
        _ = scheduler().schedule("state") { state in
            log("\(state) \(OperationQueue.current === queue)")
            return Disposables.create()
        }
        await eventually { log.count == 2 }
        expectEqual(log.elements, ["true", "state true"])
    }

    @Test("of what waits in the queue, what has a higher priority runs first, otherwise in order")
    @MainActor
    func priority() async {
        let log = log
        queue.isSuspended = true
        for (line, priority) in [
            ("low 1", Operation.QueuePriority.low), ("normal 1", .normal), ("high 1", .high), ("low 2", .low),
            ("very high", .veryHigh), ("normal 2", .normal), ("high 2", .high),
        ] {
            _ = scheduler(priority).schedule { log(line) }
        }
        queue.isSuspended = false
        await eventually { log.count == 7 }
        expectEqual(log.elements, ["very high", "high 1", "high 2", "normal 1", "normal 2", "low 1", "low 2"])
    }

    @Test("runs as many at a time as the queue does")
    @MainActor
    func width() async {
        queue.maxConcurrentOperationCount = 2
        let (running, most, ended) = (Counter(), Shared(0), Counter())
        let both = DispatchSemaphore(value: 0)
        for number in 0..<10 {
            _ = scheduler().schedule {
                let count = running.add()
                most.update { $0 = max($0, count) }
                // The first two wait for each other.
                if number == 0 { both.wait() } else if number == 1 { both.signal() }
                running.add(-1)
                ended.add()
            }
        }
        await eventually { ended.value == 10 }
        #expect(most.value <= 2)
    }

    @Test("what is called off before its turn does not run, releases what it holds, and is cancelled in the queue")
    @MainActor
    func calledOff() async {
        let (log, living) = (log, Counter())
        queue.isSuspended = true
        let scheduled = [1, 2, 3].map { number in
            let witness = Witness(living)
            return scheduler().schedule { withExtendedLifetime(witness) { log("\(number)") } }
        }
        scheduled[1].dispose()
        expectEqual(living.value, 2)
        expectEqual(queue.operations.map(\.isCancelled), [false, true, false])
        queue.isSuspended = false
        await eventually { log.count == 2 && living.value == 0 && queue.operationCount == 0 }
        expectEqual(log.elements, ["1", "3"])
    }

    @Test("what an action returns that was called off while it ran is disposed of")
    @MainActor
    func calledOffInside() async {
        let log = log
        let (begun, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let scheduled = scheduler().schedule("running") { state in
            begun.signal()
            cancelled.wait()
            log(state)
            return Disposables.create { log("disposed of") }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                scheduled.dispose()
                cancelled.signal()
                continuation.resume()
            }
        }
        await eventually { log.count == 2 }
        expectEqual(log.elements, ["running", "disposed of"])
    }

    @Test("the queue's own cancellation cancels the actions")
    @MainActor
    func queueCancels() async {
        let log = log
        queue.isSuspended = true
        _ = scheduler().schedule { log("cancelled") }
        queue.cancelAllOperations()
        _ = scheduler().schedule { log("later") }
        queue.isSuspended = false
        await eventually { log.count == 1 && queue.operationCount == 0 }
        expectEqual(log.elements, ["later"])
    }

    @Test("a delayed action comes to the queue when it is due, unless it is called off")
    @MainActor
    func delayed() async {
        let (scheduler, log, queue) = (scheduler(), log, queue)
        let times = Recorder<Duration>()
        let start = scheduler.now
        for delay in [-1, 0, 20] {
            _ = scheduler.schedule(after: .milliseconds(delay)) {
                times(scheduler.now)
                log("\(delay) \(OperationQueue.current === queue)")
            }
        }
        scheduler.schedule(after: .milliseconds(5)) { log("called off") }.dispose()
        await eventually { log.count == 3 }
        expectEqual(log.elements, ["-1 true", "0 true", "20 true"])
        #expect(times.elements[2] - start >= .milliseconds(20))
        // Due, and waiting in the queue: it can still be called off.
        queue.isSuspended = true
        let waiting = scheduler.schedule(after: .milliseconds(1)) { log("waiting") }
        await eventually { queue.operationCount == 1 }
        waiting.dispose()
        queue.isSuspended = false
        await eventually { queue.operationCount == 0 }
        expectEqual(log.count, 3)
    }

    @Test("observe(on:) it keeps a sequence's order, one value at a time", arguments: [1, 8])
    @MainActor
    func observing(_ width: Int) async {
        queue.maxConcurrentOperationCount = width
        let (received, running, overlaps) = (Recorder<Int>(), Counter(), Counter())
        let source = PublishSubject<Int>()
        let subscription = source.observe(on: scheduler()).subscribe(onNext: { number in
            if running.add() > 1 { overlaps.add() }
            received(number)
            running.add(-1)
        })
        for number in 0..<1_000 { source.onNext(number) }
        await eventually { received.count == 1_000 }
        expectEqual(received.elements, Array(0..<1_000))
        expectEqual(overlaps.value, 0)
        subscription.dispose()
    }

    @Test("timers and subscribe(on:)")
    @MainActor
    func operators() async {
        let (log, queue) = (log, queue)
        let subscription = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler()).take(3)
            .subscribe(on: scheduler())
            .subscribe(onNext: { log("\($0) \(OperationQueue.current === queue)") })
        await eventually { log.count == 3 }
        expectEqual(log.elements, ["0 true", "1 true", "2 true"])
        subscription.dispose()
    }
}
