import Binding
import Dispatch
import TestSupport
import Testing

@MainActor
@Suite("observe(on:)")
struct ObserveOnTests {
    @Test("hands all events on in order, in the scheduler's time")
    func inOrder() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().observe(on: scheduler).subscribe(recorder)
        probe.send(1, 2)
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .zero)
        expectEqual(recorder.elements, [1, 2])
        probe.send(3)
        probe.subject.onCompleted()
        expectEqual(recorder.elements, [1, 2])
        scheduler.advance(by: .zero)
        expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "completed"])
        expectEqual(probe.observers, 0)
    }

    @Test("an error keeps its place after the values before it")
    func errorInOrder() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().observe(on: scheduler).subscribe(recorder)
        probe.send(1, 2)
        probe.subject.onError(TestError())
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .zero)
        expectEqual(recorder.log, ["next(1)", "next(2)", "error(TestError(test))"])
        expectEqual(probe.observers, 0)
    }

    @Test("an empty sequence ends in the scheduler's time")
    func empty() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.empty().observe(on: scheduler).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .zero)
        expectEqual(recorder.log, ["completed"])
    }

    @Test("C4: with an immediate scheduler it is as if it were not there")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.observe(on: ImmediateScheduler()).map { value in withExtendedLifetime(witness) { value } }
        }
    }

    @Test("C9: what is still on its way when the subscription is disposed of is dropped")
    func disposalMidway() {
        let scheduler = ManualScheduler()
        let living = Counter()
        let probe = Probe<Witness>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().observe(on: scheduler).map { _ in 1 }.subscribe(recorder)
        probe.send(Witness(living))
        scheduler.advance(by: .zero)
        probe.send(Witness(living), Witness(living))
        subscription.dispose()
        expectEqual(probe.observers, 0)
        scheduler.advance(by: .zero)
        expectEqual(recorder.elements, [1])
        expectEqual(living.value, 0)
    }

    @Test("C9: disposing from inside drops the rest")
    func disposalInside() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        let recorder = recording(probe.asObservable().observe(on: scheduler), disposingAfter: 2)
        probe.send(1, 2, 3)
        scheduler.advance(by: .zero)
        expectEqual(recorder.elements, [1, 2])
        expectEqual(probe.observers, 0)
    }

    @Test("C1: a value sent by an observer comes after the one under way")
    func reentrant() {
        let scheduler = ManualScheduler()
        let subject = PublishSubject<Int>()
        let log = Recorder<String>()
        _ = subject.observe(on: scheduler).subscribe(onNext: { value in
            log("begin \(value)")
            if value < 3 { subject.onNext(value + 1) }
            log("end \(value)")
        })
        subject.onNext(1)
        scheduler.advance(by: .zero)
        expectEqual(log.elements, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    }

    @Test("C2, C3: on a concurrent queue, one value at a time, nothing lost")
    func concurrentQueue() async {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let inside = Counter()
        let overlaps = Counter()
        _ = subject.observe(on: ConcurrentDispatchQueueScheduler(queue: queue)).subscribe { event in
            if inside.add() != 1 { overlaps.add() }
            recorder.on(event)
            inside.add(-1)
        }
        onThreads(4) { thread in
            for number in 0..<1_000 { subject.onNext(thread * 1_000 + number) }
        }
        subject.onCompleted()
        await eventually { recorder.isCompleted }
        expectEqual(overlaps.value, 0)
        expectEqual(recorder.elements.sorted(), Array(0..<4_000))
        for thread in 0..<4 {
            let own = recorder.elements.filter { $0 / 1_000 == thread }
            expectEqual(own, own.sorted())
        }
    }

    @Test("on a serial queue, the observer is called on that queue")
    func serialQueue() async {
        let queue = DispatchQueue(label: "serial")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let recorder = Recorder<Bool>()
        _ = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(queue: queue))
            .map { _ in DispatchQueue.getSpecific(key: key) ?? false }
            .subscribe(recorder)
        await eventually { recorder.isCompleted }
        expectEqual(recorder.elements, [true, true])
    }

    @Test("on the main scheduler, values from elsewhere come on the main actor, in order")
    func mainScheduler() async {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        _ = subject.observe(on: MainScheduler.instance).subscribe(onNext: { value in
            MainActor.assertIsolated()
            recorder(value)
        })
        onAnotherThread {
            for value in 0..<100 { subject.onNext(value) }
        }
        #expect(recorder.elements.isEmpty)
        subject.onNext(100)
        await eventually { recorder.count == 101 }
        expectEqual(recorder.elements, Array(0...100))
    }

    @Test("on the main scheduler, a value from the main actor comes at once")
    func mainSchedulerAtOnce() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        _ = subject.observe(on: MainScheduler.instance).subscribe(recorder)
        subject.onNext(1)
        expectEqual(recorder.elements, [1])
    }
}
