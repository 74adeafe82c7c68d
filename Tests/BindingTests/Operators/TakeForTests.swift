import Binding
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("take(for:), skip(for:), delaySubscription")
struct TakeForTests {
    private func run(
        _ events: [Recorded<Event<Int>>], _ operate: (Observable<Int>, TestScheduler) -> Observable<Int>
    ) -> [Recorded<Event<Int>>] {
        let scheduler = TestScheduler()
        let observer = scheduler.createObserver(Int.self)
        _ = operate(scheduler.createHotObservable(events).asObservable(), scheduler).subscribe(observer)
        scheduler.start()
        return observer.events
    }

    @Test("take(for:) ends when the time is over, or with the source")
    func takeFor() {
        let values: [Recorded<Event<Int>>] = [.next(10, 1), .next(20, 2), .next(40, 3), .completed(50)]
        #expect(
            run(values) { $0.take(for: .milliseconds(30), scheduler: $1) } == [
                .next(10, 1), .next(20, 2), .completed(30),
            ])
        expectEqual(run(values) { $0.take(for: .milliseconds(60), scheduler: $1) }, values)
        #expect(
            run([.next(10, 1), .error(20, TestError())]) { $0.take(for: .milliseconds(30), scheduler: $1) }
                == [.next(10, 1), .error(20, TestError())])
    }

    @Test("take(for:) no time: the end, and no subscription where the scheduler runs things in place")
    func takeForNoTime() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().take(for: .zero, scheduler: ManualScheduler(runsAtOnce: true)).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
        expectEqual(probe.subscribed, 0)
    }

    @Test("skip(for:) passes on what comes when the time is over, and the end at any time")
    func skipFor() {
        let values: [Recorded<Event<Int>>] = [.next(10, 1), .next(20, 2), .next(40, 3), .completed(50)]
        expectEqual(run(values) { $0.skip(for: .milliseconds(30), scheduler: $1) }, [.next(40, 3), .completed(50)])
        expectEqual(run(values) { $0.skip(for: .milliseconds(60), scheduler: $1) }, [.completed(50)])
        #expect(
            run([.next(10, 1), .error(20, TestError())]) { $0.skip(for: .milliseconds(30), scheduler: $1) }
                == [.error(20, TestError())])
    }

    @Test("C9: a disposal, or the end, releases the source and leaves nothing scheduled")
    func disposal() {
        let operators: [(Observable<Int>, TestScheduler) -> Observable<Int>] = [
            { $0.take(for: .seconds(1), scheduler: $1) }, { $0.skip(for: .seconds(1), scheduler: $1) },
            { $0.delaySubscription(.seconds(1), scheduler: $1) },
        ]
        for operate in operators {
            let scheduler = TestScheduler()
            let probe = Probe<Int>()
            let recorder = Recorder<Int>()
            let subscription = operate(probe.asObservable(), scheduler).subscribe(recorder)
            subscription.dispose()
            probe.send(1)
            expectEqual(probe.observers, 0)
            #expect(scheduler.hasNothingLeft())
            #expect(recorder.events.isEmpty)
        }
        for operate in operators.prefix(2) {
            let scheduler = TestScheduler()
            let probe = Probe<Int>()
            let subscription = operate(probe.asObservable(), scheduler).subscribe(Recorder<Int>())
            probe.subject.onCompleted()
            expectEqual(probe.observers, 0)
            #expect(scheduler.hasNothingLeft())
            subscription.dispose()
        }
    }

    @Test("C1, C9: observers that send to the source, or dispose")
    func reentrant() {
        let scheduler = TestScheduler()
        expectReentrantSendsInOrder { $0.take(for: .seconds(1), scheduler: scheduler) }
        expectReentrantSendsInOrder { $0.skip(for: .zero, scheduler: ManualScheduler(runsAtOnce: true)) }
        let probe = Probe<Int>()
        let recorder = recording(
            probe.asObservable().take(for: .seconds(1), scheduler: scheduler), disposingAfter: 1)
        probe.send(1, 2)
        scheduler.start()
        expectEqual(recorder.log, ["next(1)"])
        expectEqual(probe.observers, 0)
    }

    @Test("C4: the time runs out while 4 threads send: one end, and nothing after it")
    func threads() {
        let scheduler = ManualScheduler()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.take(for: .seconds(1), scheduler: scheduler).subscribe(recorder)
        onThreads(5) { thread in
            if thread == 4 { return scheduler.advance(by: .seconds(1)) }
            for number in 0..<2_000 { subject.onNext(number) }
        }
        #expect(recorder.isCompleted)
        expectEqual(recorder.events.count { $0.isStopEvent }, 1)
    }

    @Test("delaySubscription subscribes when the time is over")
    func delaySubscription() {
        let scheduler = TestScheduler()
        let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.delaySubscription(.milliseconds(100), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(110, 1), .completed(120)])
    }
}
