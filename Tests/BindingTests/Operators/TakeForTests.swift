import Binding
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("take(for:), skip(for:), take(until:) with a test, distinctUntilChanged(at:), delaySubscription")
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
        #expect(run(values) { $0.take(for: .milliseconds(60), scheduler: $1) } == values)
        #expect(
            run([.next(10, 1), .error(20, TestError())]) { $0.take(for: .milliseconds(30), scheduler: $1) }
                == [.next(10, 1), .error(20, TestError())])
    }

    @Test("take(for:) no time: the end, and no subscription where the scheduler runs things in place")
    func takeForNoTime() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().take(for: .zero, scheduler: ManualScheduler(runsAtOnce: true)).subscribe(recorder)
        #expect(recorder.log == ["completed"])
        #expect(probe.subscribed == 0)
    }

    @Test("skip(for:) passes on what comes when the time is over, and the end at any time")
    func skipFor() {
        let values: [Recorded<Event<Int>>] = [.next(10, 1), .next(20, 2), .next(40, 3), .completed(50)]
        #expect(
            run(values) { $0.skip(for: .milliseconds(30), scheduler: $1) } == [.next(40, 3), .completed(50)])
        #expect(run(values) { $0.skip(for: .milliseconds(60), scheduler: $1) } == [.completed(50)])
        #expect(
            run([.next(10, 1), .error(20, TestError())]) { $0.skip(for: .milliseconds(30), scheduler: $1) }
                == [.error(20, TestError())])
    }

    @Test("C9: a disposal, or the end, lets go of the source and leaves nothing scheduled")
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
            #expect(probe.observers == 0)
            #expect(scheduler.hasNothingLeft())
            #expect(recorder.events.isEmpty)
        }
        for operate in operators.prefix(2) {
            let scheduler = TestScheduler()
            let probe = Probe<Int>()
            let subscription = operate(probe.asObservable(), scheduler).subscribe(Recorder<Int>())
            probe.subject.onCompleted()
            #expect(probe.observers == 0)
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
        #expect(recorder.log == ["next(1)"])
        #expect(probe.observers == 0)
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
        #expect(recorder.events.count { $0.isStopEvent } == 1)
    }

    // MARK: take(until:) with a test

    @Test("take(until:) a test: ends before the first value that passes it, or with it")
    func takeUntil() {
        let exclusive = logs(of: .of(1, 2, 3), .of(3), .of(1), .error(TestError())) { $0.take(until: { $0 == 3 }) }
        #expect(
            exclusive == [
                ["next(1)", "next(2)", "completed"], ["completed"], ["next(1)", "completed"],
                ["error(TestError(test))"],
            ])
        let inclusive = logs(of: .of(1, 3, 4), .of(3)) { $0.take(until: { $0 == 3 }, behavior: .inclusive) }
        #expect(inclusive == [["next(1)", "next(3)", "completed"], ["next(3)", "completed"]])
        #expect(
            logs(of: .of(1, 3, 4)) { $0.take(while: { $0 < 3 }, behavior: .inclusive) }
                == [["next(1)", "next(3)", "completed"]])
        #expect(
            logs(of: .of(1, 3, 4)) { $0.take(while: { $0 < 3 }, behavior: .exclusive) } == [["next(1)", "completed"]])
    }

    @Test("take(until:) a test that throws, and what is let go of")
    func takeUntilEnds() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().take(until: { if $0 == 2 { throw TestError() } else { false } })
            .subscribe(recorder)
        probe.send(1, 2, 3)
        #expect(recorder.log == ["next(1)", "error(TestError(test))"])
        #expect(probe.observers == 0)
        subscription.dispose()
        expectOrdinaryEnds { source, witness in
            source.take(until: { value in withExtendedLifetime(witness) { value > 100 } })
        }
        expectReentrantSendsInOrder { $0.take(until: { $0 > 100 }) }
    }

    // MARK: distinctUntilChanged(at:)

    private struct Song: Sendable {
        let title: String
        let length: Int
    }

    @Test("distinctUntilChanged(at:) compares a property")
    func distinct() {
        let songs = [("a", 1), ("a", 2), ("b", 2), ("a", 2)].map { Song(title: $0.0, length: $0.1) }
        let recorder = Recorder<String>()
        _ = Observable.from(songs).distinctUntilChanged(at: \.title).map { "\($0.title)\($0.length)" }
            .subscribe(recorder)
        #expect(recorder.log == ["next(a1)", "next(b2)", "next(a2)", "completed"])
        expectOrdinaryEnds { source, witness in
            source.distinctUntilChanged(at: \.self).map { value in withExtendedLifetime(witness) { value } }
        }
    }

    // MARK: delaySubscription

    @Test("delaySubscription subscribes when the time is over")
    func delaySubscription() {
        let scheduler = TestScheduler()
        let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.delaySubscription(.milliseconds(100), scheduler: scheduler).subscribe(observer)
        scheduler.start()
        #expect(observer.events == [.next(110, 1), .completed(120)])
    }
}
