import Binding
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("retry(when:)")
struct RetryWhenTests {
    /// A source that counts its subscriptions; a test sends only to the latest one.
    private final class Attempts: Sendable {
        private let subjects = Shared<[Probe<Int>]>([])

        var count: Int { subjects.value.count }
        var observers: Int { subjects.value.reduce(0) { $0 + $1.observers } }
        var latest: PublishSubject<Int> { subjects.value[count - 1].subject }

        var source: Observable<Int> {
            .deferred { [subjects] in
                let probe = Probe<Int>()
                subjects.update { $0.append(probe) }
                return probe.asObservable()
            }
        }
    }

    @Test("each value of the other sequence after an error subscribes again")
    func retries() {
        let attempts = Attempts()
        let errors = Recorder<any Error>()
        let recorder = Recorder<Int>()
        let subscription = attempts.source.retry(when: { $0.do(onNext: { errors($0) }) }).subscribe(recorder)
        attempts.latest.onNext(1)
        attempts.latest.onError(TestError("one"))
        expectEqual(attempts.count, 2)
        attempts.latest.onNext(2)
        attempts.latest.onError(TestError("two"))
        expectEqual(attempts.count, 3)
        expectEqual(attempts.observers, 1)
        attempts.latest.onNext(3)
        attempts.latest.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "completed"])
        expectEqual(errors.elements.map { "\($0)" }, ["TestError(one)", "TestError(two)"])
        expectEqual(attempts.observers, 0)
        subscription.dispose()
    }

    @Test("the other sequence may take its time")
    func later() {
        let scheduler = TestScheduler()
        let source = scheduler.createColdObservable([.next(10, 1), .error(20, TestError())])
        let observer = scheduler.createObserver(Int.self)
        let subscription = source.retry(when: { $0.delay(.milliseconds(5), scheduler: scheduler) }).subscribe(observer)
        scheduler.advance(to: 62)
        expectEqual(observer.events, [.next(10, 1), .next(35, 1), .next(60, 1)])
        subscription.dispose()
        scheduler.advance(to: 200)
        expectEqual(observer.events.count, 3)
    }

    @Test("values of the other sequence mean nothing while the source goes on")
    func valuesMeanwhile() {
        let attempts = Attempts()
        let trigger = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let subscription = attempts.source.retry(when: { _ in trigger }).subscribe(recorder)
        trigger.onNext(())
        expectEqual(attempts.count, 1)
        attempts.latest.onNext(1)
        attempts.latest.onError(TestError())
        expectEqual(attempts.count, 1)
        trigger.onNext(())
        expectEqual(attempts.count, 2)
        trigger.onNext(())
        expectEqual(attempts.count, 2)
        expectEqual(recorder.log, ["next(1)"])
        subscription.dispose()
    }

    @Test("the other sequence's end ends the result, at once where the source has failed, else when it fails")
    func triggerEnds() {
        for isMeanwhile in [true, false] {
            for (event, expected) in [
                (Event<Void>.completed, "completed"), (.error(TestError("trigger")), "error(TestError(trigger))"),
            ] {
                let attempts = Attempts()
                let trigger = Probe<Void>()
                let recorder = Recorder<Int>()
                let subscription = attempts.source.retry(when: { _ in trigger }).subscribe(recorder)
                if isMeanwhile {
                    trigger.subject.on(event)
                    attempts.latest.onNext(1)
                    expectEqual(recorder.log, ["next(1)"])
                    attempts.latest.onError(TestError())
                } else {
                    attempts.latest.onNext(1)
                    attempts.latest.onError(TestError())
                    expectEqual(recorder.log, ["next(1)"])
                    trigger.subject.on(event)
                }
                expectEqual(recorder.log, ["next(1)", expected])
                expectEqual(attempts.count, 1)
                expectEqual(attempts.observers, 0)
                expectEqual(trigger.observers, 0)
                subscription.dispose()
            }
        }
    }

    @Test("a completion of the source ends the subscription to the other sequence")
    func completes() {
        let trigger = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).retry(when: { _ in trigger }).subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(trigger.subscribed, 1)
        expectEqual(trigger.observers, 0)
    }

    @Test("an error that the closure throws ends the result, and nothing is subscribed to")
    func closureThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().retry(when: { errors in
            if probe.subscribed == 0 { throw TestError("closure") }
            return errors
        }).subscribe(recorder)
        expectEqual(recorder.log, ["error(TestError(closure))"])
        expectEqual(probe.subscribed, 0)
    }

    @Test("of one type of errors: another error ends the result")
    func typed() {
        struct OtherError: Error {}
        let attempts = Attempts()
        let names = Recorder<String>()
        let recorder = Recorder<Int>()
        let subscription = attempts.source
            .retry(when: { (errors: Observable<TestError>) in errors.do(onNext: { names($0.name) }) })
            .subscribe(recorder)
        attempts.latest.onError(TestError("one"))
        expectEqual(attempts.count, 2)
        attempts.latest.onError(OtherError())
        expectEqual(recorder.count, 1)
        #expect(recorder.error is OtherError)
        expectEqual(names.elements, ["one"])
        expectEqual(attempts.observers, 0)
        subscription.dispose()
    }

    @Test("a source that fails while it is being subscribed to, 20,000 times, needs no stack and gives no warning")
    func failsAtOnce() {
        let count = Counter()
        let recorder = Recorder<Int>()
        let warnings = collectingWarnings {
            onThreads(1, stackSize: 256 << 10) { _ in
                _ = Observable<Int>.deferred {
                    count.add()
                    return .error(TestError())
                }
                .retry(when: { $0.take(19_999) }).subscribe(recorder)
            }
        }
        // At the last error the other sequence sends, and completes before the source fails again.
        expectEqual(count.value, 20_000)
        expectEqual(recorder.log, ["completed"])
        #expect(warnings.isEmpty)
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.retry(when: { errors in
                errors.flatMap { error in withExtendedLifetime(witness) { Observable<Int>.error(error) } }
            })
        }
    }

    @Test("C9: disposing, from inside the other sequence or while waiting, releases both")
    func disposal() {
        for isInside in [true, false] {
            let attempts = Attempts()
            let trigger = Probe<Int>()
            let recorder = Recorder<Int>()
            let subscription = SerialDisposable()
            subscription.disposable = attempts.source.retry(when: { errors in
                Observable.merge(
                    trigger.asObservable(),
                    errors.compactMap { _ in
                        if isInside { subscription.dispose() }
                        return nil
                    })
            }).subscribe(recorder)
            attempts.latest.onError(TestError())
            if !isInside { subscription.dispose() }
            expectEqual(trigger.observers, 0)
            trigger.send(1)
            expectEqual(attempts.count, 1)
            #expect(recorder.events.isEmpty)
        }
    }

    @Test("C1: an observer that sends to the source")
    func reentrant() {
        expectReentrantSendsInOrder { $0.retry(when: { $0 }) }
    }

    @Test("C3: a source that fails on 4 threads while 4 others say that it is to go on: one attempt at a time")
    func threads() {
        let attempts = Counter()
        let running = Counter()
        let trigger = PublishSubject<Void>()
        let overlaps = Counter()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let source = Observable<Int>.create { observer in
            attempts.add()
            if running.add() > 1 { overlaps.add() }
            let subscription = subject.subscribe(observer)
            return Disposables.create {
                running.add(-1)
                subscription.dispose()
            }
        }
        let subscription = source.map { number in
            if number < 0 { throw TestError() }
            return number
        }.retry(when: { _ in trigger }).subscribe(recorder)
        onThreads(8) { thread in
            for number in 0..<500 {
                if thread < 4 { subject.onNext(number % 10 == 0 ? -1 : thread) } else { trigger.onNext(()) }
            }
        }
        trigger.onNext(())
        let before = recorder.count
        subject.onNext(99)
        expectEqual(recorder.elements.last, 99)
        expectEqual(recorder.count, before + 1)
        expectEqual(overlaps.value, 0)
        #expect(attempts.value > 1)
        expectEqual(running.value, 1)
        subscription.dispose()
        expectEqual(running.value, 0)
    }
}
