import Binding
import TestSupport
import Testing

@MainActor
@Suite("take, take(while:), skip(while:), take(until:), skip(until:)")
struct TakeTests {
    // MARK: take

    @Test(
        "take sends the first values and then the end",
        arguments: [(1, ["next(1)"]), (2, ["next(1)", "next(2)"]), (3, ["next(1)", "next(2)", "next(3)"])])
    func take(_ count: Int, _ expected: [String]) {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().take(count).subscribe(recorder)
        probe.send(1, 2, 3, 4)
        expectEqual(recorder.log, expected + ["completed"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("take of fewer than one value completes and does not subscribe", arguments: [0, -1])
    func takeNone(_ count: Int) {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().take(count).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
        expectEqual(probe.subscribed, 0)
    }

    @Test("take of more than there is: the source's own end")
    func takeMore() {
        let ends = logs(of: .of(1, 2), .empty(), .error(TestError())) { $0.take(3) }
        expectEqual(ends, [["next(1)", "next(2)", "completed"], ["completed"], ["error(TestError(test))"]])
        expectOrdinaryEnds { source, witness in
            source.take(100).map { value in withExtendedLifetime(witness) { value } }
        }
    }

    @Test("take ends a sequence that has no end of its own")
    func takeOfEndless() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: .max).take(3).subscribe(recorder)
        expectEqual(recorder.log, ["next(0)", "next(1)", "next(2)", "completed"])
    }

    @Test("C1: an observer that sends to the source gets no more than it takes")
    func takeReentrant() {
        expectReentrantSendsInOrder { $0.take(3) }
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.take(2).subscribe { event in
            recorder.on(event)
            if let element = event.element { subject.onNext(element + 1) }
        }
        subject.onNext(1)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
    }

    // MARK: take(while:) and skip(while:)

    @Test("take(while:) ends before the first value that fails the test, or with it")
    func takeWhile() {
        let exclusive = logs(of: .of(1, 2, 3, 1), .of(3), .of(1), .empty(), .error(TestError())) {
            $0.take(while: { $0 < 3 })
        }
        #expect(
            exclusive == [
                ["next(1)", "next(2)", "completed"], ["completed"], ["next(1)", "completed"], ["completed"],
                ["error(TestError(test))"],
            ])
        let inclusive = logs(of: .of(1, 2, 3, 1), .of(3), .of(1)) { $0.take(while: { $0 < 3 }, inclusive: true) }
        #expect(
            inclusive == [
                ["next(1)", "next(2)", "next(3)", "completed"], ["next(3)", "completed"], ["next(1)", "completed"],
            ])
    }

    @Test("take(while:) releases the source when it ends")
    func takeWhileReleases() {
        let probe = Probe<Int>()
        let living = Counter()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return probe.asObservable().take(while: { value in withExtendedLifetime(witness) { value < 2 } })
                .subscribe(Recorder<Int>())
        }
        let subscription = subscribe()
        probe.send(1)
        expectEqual(living.value, 1)
        probe.send(2)
        expectEqual(probe.observers, 0)
        expectEqual(living.value, 0)
        subscription.dispose()
    }

    @Test("skip(while:) sends from the first value that fails the test on, and asks no more")
    func skipWhile() {
        let skipped = logs(of: .of(1, 2, 3, 1), .of(1), .empty(), .error(TestError())) { $0.skip(while: { $0 < 3 }) }
        expectEqual(
            skipped, [["next(3)", "next(1)", "completed"], ["completed"], ["completed"], ["error(TestError(test))"]])
        let asked = Recorder<Int>()
        _ = Observable.of(1, 2, 3).skip(while: { value in
            asked(value)
            return value < 2
        })
        .subscribe(Recorder<Int>())
        expectEqual(asked.elements, [1, 2])
    }

    @Test("C4: both pass the end on once, and release everything")
    func whileEnds() {
        expectOrdinaryEnds { source, witness in
            source.take(while: { value in withExtendedLifetime(witness) { value > 0 } })
        }
        expectOrdinaryEnds { source, witness in
            source.skip(while: { value in withExtendedLifetime(witness) { value < 0 } })
        }
    }

    @Test("C4: an error that the test throws ends the sequence", arguments: [true, false])
    func whileThrows(_ isTake: Bool) {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let test: @Sendable (Int) throws -> Bool = { value in
            if value == 2 { throw TestError("two") }
            return isTake
        }
        let source = probe.asObservable()
        // With `skip` the first value passes the test, so that the second is tested.
        let subscription = (isTake ? source.take(while: test) : source.skip(while: { try !test($0) }))
            .subscribe(recorder)
        probe.send(1, 2, 3)
        #expect(recorder.log == (isTake ? ["next(1)"] : []) + ["error(TestError(two))"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("C9: a test that disposes of its own subscription lets nothing through")
    func whileDisposes() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        for isTake in [true, false] {
            let subscription = SerialDisposable()
            let test: @Sendable (Int) -> Bool = { _ in
                subscription.dispose()
                return isTake
            }
            subscription.disposable = (isTake ? subject.take(while: test) : subject.skip(while: test))
                .subscribe(recorder)
            subject.onNext(1)
        }
        #expect(recorder.events.isEmpty)
    }

    @Test("C1: both, with an observer that sends to the source")
    func whileReentrant() {
        expectReentrantSendsInOrder { $0.take(while: { $0 < 10 }) }
        expectReentrantSendsInOrder { $0.skip(while: { $0 < 1 }) }
    }

    // MARK: take(until:) and skip(until:)

    @Test("take(until:) ends at the other's first value")
    func takeUntil() {
        let source = Probe<Int>()
        let other = Probe<String>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().take(until: other).subscribe(recorder)
        source.send(1, 2)
        other.send("stop", "stop")
        source.send(3)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 0)
        subscription.dispose()
    }

    @Test("take(until:) a value that is there at once: the end, and no subscription")
    func takeUntilAtOnce() {
        let source = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = source.asObservable().take(until: Observable.just(())).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
        expectEqual(source.subscribed, 0)
    }

    @Test("skip(until:) begins after the other's first value, and releases it")
    func skipUntil() {
        let source = Probe<Int>()
        let other = Probe<String>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().skip(until: other).subscribe(recorder)
        source.send(1, 2)
        other.send("go")
        expectEqual(other.observers, 0)
        source.send(3, 4)
        source.subject.onCompleted()
        expectEqual(recorder.log, ["next(3)", "next(4)", "completed"])
        expectEqual(source.observers, 0)
        subscription.dispose()
    }

    @Test("the other's completion without a value changes nothing")
    func untilCompletes() {
        let source = Probe<Int>()
        let taken = Recorder<Int>()
        let skipped = Recorder<Int>()
        _ = source.asObservable().take(until: Observable<Int>.empty()).subscribe(taken)
        _ = source.asObservable().skip(until: Observable<Int>.empty()).subscribe(skipped)
        source.send(1)
        source.subject.onCompleted()
        expectEqual(taken.log, ["next(1)", "completed"])
        expectEqual(skipped.log, ["completed"])
    }

    @Test("the other's error ends both", arguments: [true, false])
    func untilFails(_ isTake: Bool) {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let late = Probe<Int>()
        func until(_ source: Probe<Int>, _ other: Observable<Int>) -> Observable<Int> {
            isTake ? source.asObservable().take(until: other) : source.asObservable().skip(until: other)
        }
        let recorder = Recorder<Int>()
        let subscription = until(source, other.asObservable()).subscribe(recorder)
        other.subject.onError(TestError())
        source.send(1)
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(source.observers, 0)
        subscription.dispose()
        let atOnce = Recorder<Int>()
        _ = until(late, .error(TestError())).subscribe(atOnce)
        expectEqual(atOnce.log, ["error(TestError(test))"])
        expectEqual(late.subscribed, 0, "what has failed already is not subscribed to")
    }

    @Test("C4: both pass the end of the source on once, and release everything, the other included")
    func untilEnds() {
        let other = Probe<Int>()
        expectOrdinaryEnds { source, witness in
            source.take(until: other).map { value in withExtendedLifetime(witness) { value } }
        }
        expectOrdinaryEnds { source, witness in
            source.skip(until: Observable.just(1).concat(other))
                .map { value in withExtendedLifetime(witness) { value } }
        }
        expectEqual(other.observers, 0)
    }

    @Test("C9: disposing releases both sources")
    func untilDisposal() {
        let source = Probe<Int>()
        let other = Probe<Int>()
        source.asObservable().skip(until: other).take(until: other).subscribe(Recorder<Int>()).dispose()
        expectEqual(source.subscribed, 1)
        expectEqual(other.subscribed, 2)
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 0)
    }

    @Test("C1: an observer that sends to the other: what was accepted before comes, what comes after does not")
    func untilReentrant() {
        expectReentrantSendsInOrder { $0.take(until: Observable<Int>.never()) }
        expectReentrantSendsInOrder { $0.skip(until: Observable.just(1)) }
        let source = PublishSubject<Int>()
        let stop = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        _ = source.take(until: stop).subscribe { event in
            recorder.on(event)
            if event.element == 1 {
                source.onNext(2)
                stop.onNext(())
                #expect(!recorder.isCompleted, "one call at a time")
            }
        }
        source.onNext(1)
        source.onNext(3)
        expectEqual(recorder.log.first, "next(1)")
        expectEqual(recorder.log.last, "completed")
        #expect(!recorder.elements.contains(3))
    }

    @Test("C2, C3: of 4 threads, take(until:) sends what comes first of each thread, and skip(until:) what comes last")
    func threads() {
        let count = 2_000
        for _ in 0..<5 {
            let source = PublishSubject<(thread: Int, number: Int)>()
            let other = PublishSubject<Void>()
            let taken = Recorder<(thread: Int, number: Int)>()
            let skipped = Recorder<(thread: Int, number: Int)>()
            let sent = Counter()
            _ = source.take(until: other).subscribe(taken)
            _ = source.skip(until: other).subscribe(skipped)
            onThreads(4) { thread in
                if thread == 3 {
                    while sent.value < count {}
                    other.onNext(())
                } else {
                    for number in 0..<count {
                        source.onNext((thread, number))
                        sent.add()
                    }
                }
            }
            source.onNext((3, 0))
            source.onCompleted()
            for thread in 0..<3 {
                let first = taken.elements.filter { $0.thread == thread }.map(\.number)
                let last = skipped.elements.filter { $0.thread == thread }.map(\.number)
                expectEqual(first, Array((0..<count).prefix(first.count)))
                expectEqual(last, Array((0..<count).suffix(last.count)))
            }
            #expect(taken.elements.count > 0)
            expectEqual(taken.events.count { $0.isStopEvent }, 1)
            #expect(taken.isCompleted)
            expectEqual(skipped.elements.last?.thread, 3)
            #expect(skipped.isCompleted)
        }
    }

    // MARK: take(until:) with a test

    @Test("take(until:) a test: ends before the first value that passes it, or with it")
    func takeUntilTest() {
        let exclusive = logs(of: .of(1, 2, 3), .of(3), .of(1), .error(TestError())) { $0.take(until: { $0 == 3 }) }
        #expect(
            exclusive == [
                ["next(1)", "next(2)", "completed"], ["completed"], ["next(1)", "completed"],
                ["error(TestError(test))"],
            ])
        let inclusive = logs(of: .of(1, 3, 4), .of(3)) { $0.take(until: { $0 == 3 }, behavior: .inclusive) }
        expectEqual(inclusive, [["next(1)", "next(3)", "completed"], ["next(3)", "completed"]])
        #expect(
            logs(of: .of(1, 3, 4)) { $0.take(while: { $0 < 3 }, behavior: .inclusive) }
                == [["next(1)", "next(3)", "completed"]])
        expectEqual(
            logs(of: .of(1, 3, 4)) { $0.take(while: { $0 < 3 }, behavior: .exclusive) }, [["next(1)", "completed"]])
    }

    @Test("take(until:) a test that throws, and what is released")
    func takeUntilTestEnds() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().take(until: { if $0 == 2 { throw TestError() } else { false } })
            .subscribe(recorder)
        probe.send(1, 2, 3)
        expectEqual(recorder.log, ["next(1)", "error(TestError(test))"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
        expectOrdinaryEnds { source, witness in
            source.take(until: { value in withExtendedLifetime(witness) { value > 100 } })
        }
        expectReentrantSendsInOrder { $0.take(until: { $0 > 100 }) }
    }
}
