import Binding
import TestSupport
import Testing

@MainActor
@Suite("catch, catchAndReturn, catch(sequence:), retry")
struct CatchTests {
    private nonisolated static func failing(_ elements: Int...) -> Observable<Int> {
        Observable.from(elements).concat(Observable<Int>.error(TestError("first")))
    }

    // MARK: catch

    @Test("catch goes on with what the closure makes of the error")
    func goesOn() {
        let caught = logs(of: Self.failing(1, 2), .of(1), .empty()) {
            $0.catch { error in
                expectEqual(error as? TestError, TestError("first"))
                return Observable.of(8, 9)
            }
        }
        #expect(
            caught == [
                ["next(1)", "next(2)", "next(8)", "next(9)", "completed"], ["next(1)", "completed"], ["completed"],
            ])
    }

    @Test("an error of the sequence that follows, or one that the closure throws, ends the result")
    func failsAgain() {
        let ends = logs(of: Self.failing(1)) { $0.catch { _ in Self.failing(2) } }
        expectEqual(ends, [["next(1)", "next(2)", "error(TestError(first))"]])
        let thrown = logs(of: Self.failing(1)) { $0.catch { _ -> Observable<Int> in throw TestError("thrown") } }
        expectEqual(thrown, [["next(1)", "error(TestError(thrown))"]])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.catch { error -> Observable<Int> in try withExtendedLifetime(witness) { throw error } }
        }
        expectOrdinaryEnds { source, witness in
            source.catch { error in withExtendedLifetime(witness) { Observable<Int>.error(error) } }
        }
        expectReentrantSendsInOrder { $0.catch { Observable<Int>.error($0) } }
    }

    @Test(
        "the failed source is released, and the one that follows at its end or at a disposal",
        arguments: [true, false])
    func lettingGo(_ completes: Bool) {
        let probe = Probe<Int>()
        let second = Probe<Int>()
        let living = Counter()
        let recorder = Recorder<Int>()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return probe.asObservable().catch { _ in withExtendedLifetime(witness) { second } }.subscribe(recorder)
        }
        let subscription = subscribe()
        probe.subject.onError(TestError())
        expectEqual(probe.observers, 0)
        expectEqual(second.observers, 1)
        second.send(1)
        if completes { second.subject.onCompleted() } else { subscription.dispose() }
        second.send(2)
        expectEqual(second.observers, 0)
        expectEqual(living.value, 0)
        expectEqual(recorder.log, ["next(1)"] + (completes ? ["completed"] : []))
    }

    @Test("C9: a closure that disposes of its own subscription has its sequence not subscribed to")
    func closureDisposes() {
        let subject = PublishSubject<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = SerialDisposable()
        subscription.disposable = subject.catch { _ in
            subscription.dispose()
            return second
        }
        .subscribe(recorder)
        subject.onError(TestError())
        expectEqual(second.subscribed, 0)
        #expect(recorder.events.isEmpty)
    }

    @Test("catchAndReturn sends its value in place of an error, and completes")
    func catchAndReturn() {
        let caught = logs(of: Self.failing(1), .of(1), .empty()) { $0.catchAndReturn(9) }
        expectEqual(caught, [["next(1)", "next(9)", "completed"], ["next(1)", "completed"], ["completed"]])
    }

    // MARK: catch(sequence:)

    @Test("catch(sequence:) goes on with the next one after an error; the last error is passed on")
    func catchSequence() {
        let last = Observable.just(2).concat(Observable<Int>.error(TestError("last")))
        func log(_ sources: [Observable<Int>]) -> [String] {
            logs(of: Observable<Int>.never()) { _ in .catch(sequence: sources) }[0]
        }
        expectEqual(log([Self.failing(1), .of(3), .of(4)]), ["next(1)", "next(3)", "completed"])
        expectEqual(log([Self.failing(1), last]), ["next(1)", "next(2)", "error(TestError(last))"])
        expectEqual(log([.of(1), .of(2)]), ["next(1)", "completed"])
        expectEqual(log([]), ["completed"])
    }

    @Test("catch(sequence:) goes through the sequence as far as needed, anew for each observer, without nesting")
    func catchManySequences() {
        let made = Counter()
        let sources = (0..<20_000).lazy.map { number -> Observable<Int> in
            made.add()
            return number < 10_000 ? .error(TestError()) : .just(number)
        }
        let recorder = Recorder<Int>()
        let source = Observable.catch(sequence: Array(sources))
        expectEqual(made.value, 20_000)
        onThreads(1, stackSize: 256 << 10) { _ in
            for _ in 0..<2 { _ = source.subscribe(recorder) }
        }
        expectEqual(recorder.log, ["next(10000)", "completed", "next(10000)", "completed"])
    }

    @Test("C9: catch(sequence:) releases the one under way")
    func catchDisposed() {
        let probes = (0..<2).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = Observable.catch(sequence: probes).subscribe(recorder)
        probes[0].subject.onError(TestError())
        expectEqual(probes.map(\.observers), [0, 1])
        subscription.dispose()
        expectEqual(probes[1].observers, 0)
        probes[1].subject.onError(TestError())
        #expect(recorder.events.isEmpty)
    }

    // MARK: retry

    /// Fails a number of times, after sending the number of the attempt, and then sends 0 and completes.
    private func failing(times: Int, _ attempts: Counter) -> Observable<Int> {
        .deferred {
            let attempt = attempts.add()
            if attempt > times { return Observable.just(0) }
            return Observable.just(attempt).concat(Observable<Int>.error(TestError("\(attempt)")))
        }
    }

    @Test("retry subscribes again until it completes")
    func retry() {
        let attempts = Counter()
        expectEqual(
            logs(of: failing(times: 2, attempts)) { $0.retry() }, [["next(1)", "next(2)", "next(0)", "completed"]])
        expectEqual(attempts.value, 3)
        expectEqual(
            logs(of: Observable<Int>.empty(), .of(1)) { $0.retry() }, [["completed"], ["next(1)", "completed"]])
    }

    @Test("retry(n) subscribes n times at most, the first time included, and passes the last error on")
    func retryCounted() {
        for (limit, expected) in [
            (1, ["next(1)", "error(TestError(1))"]), (2, ["next(1)", "next(2)", "error(TestError(2))"]),
            (3, ["next(1)", "next(2)", "next(0)", "completed"]), (9, ["next(1)", "next(2)", "next(0)", "completed"]),
            (0, ["completed"]), (-1, ["completed"]),
        ] {
            let attempts = Counter()
            expectEqual(logs(of: failing(times: 2, attempts)) { $0.retry(limit) }, [expected])
            expectEqual(attempts.value, min(max(limit, 0), 3))
        }
    }

    @Test("C4: retry passes the end on once, and releases everything")
    func retryEnds() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.retry(1)
        }
        expectReentrantSendsInOrder { $0.retry() }
    }

    @Test("a source that fails later is released and subscribed to again; disposing ends the attempt under way")
    func retryLater() {
        let probes = (0..<3).map { _ in Probe<Int>() }
        let attempts = Counter()
        let recorder = Recorder<Int>()
        let subscription = Observable.deferred { probes[attempts.add() - 1] }.retry().subscribe(recorder)
        for (index, probe) in probes.enumerated() {
            expectEqual(probe.observers, 1)
            probe.send(index)
            if index < 2 { probe.subject.onError(TestError()) }
        }
        expectEqual(probes.map(\.observers), [0, 0, 1])
        subscription.dispose()
        expectEqual(probes[2].observers, 0)
        probes[2].subject.onError(TestError())
        expectEqual(recorder.log, ["next(0)", "next(1)", "next(2)"])
        expectEqual(attempts.value, 3)
    }

    @Test("C9: disposing from inside ends a retry that would never end")
    func retryDisposedInside() {
        let subscription = SerialDisposable()
        let attempts = Counter()
        let recorder = Recorder<Int>()
        // The subscription is known before the attempts begin.
        let start = PublishSubject<Void>()
        subscription.disposable = start.flatMap {
            Observable<Int>.deferred {
                if attempts.add() == 10 { subscription.dispose() }
                return Observable<Int>.error(TestError())
            }
            .retry()
        }
        .subscribe(recorder)
        start.onNext(())
        expectEqual(attempts.value, 10)
        #expect(recorder.events.isEmpty)
    }

    @Test("100,000 failures, during subscribe and later, do not exhaust the stack")
    func manyFailures() {
        let count = 100_000
        onAnotherThread {
            let attempts = Counter()
            let source = Observable.deferred {
                attempts.add() <= count ? Observable<Int>.error(TestError()) : Observable.just(7)
            }
            let endless = Recorder<Int>()
            _ = source.retry().subscribe(endless)
            expectEqual(endless.log, ["next(7)", "completed"])
            attempts.add(-attempts.value)
            let counted = Recorder<Int>()
            _ = source.retry(count).subscribe(counted)
            expectEqual(counted.log, ["error(TestError(test))"])
            expectEqual(attempts.value, count)

            let observers = Shared<[AnyObserver<Int>]>([])
            let later = Recorder<Int>()
            let subscription = Observable<Int>.create { observer in
                observers.value = [observer]
                return Disposables.create()
            }
            .retry().subscribe(later)
            for _ in 0..<count { observers.value[0].onError(TestError()) }
            observers.value[0].onNext(1)
            expectEqual(later.log, ["next(1)"])
            subscription.dispose()
        }
    }
}
