import Binding
import TestSupport
import Testing

@MainActor
@Suite("scan, reduce, toArray, pairwise, ifEmpty")
struct ScanTests {
    // MARK: scan

    @Test("scan sends each result and not the seed, in both forms")
    func scan() {
        let made = logs(of: .of(1, 2, 3), .empty()) { $0.scan("") { $0 + "\($1)" } }
        expectEqual(made, [["next(1)", "next(12)", "next(123)", "completed"], ["completed"]])
        let changed = logs(of: .of(1, 2, 3), .empty()) { $0.scan(into: [0]) { $0.append($1) } }
        expectEqual(changed, [["next([0, 1])", "next([0, 1, 2])", "next([0, 1, 2, 3])", "completed"], ["completed"]])
    }

    @Test("each subscription begins with the seed")
    func scanBeginsAnew() {
        let sums = Observable.of(1, 2).scan(into: 10) { $0 += $1 }
        expectEqual(logs(of: sums, sums) { $0 }, Array(repeating: ["next(11)", "next(13)", "completed"], count: 2))
    }

    @Test("C4: scan passes the end on once, and releases everything")
    func scanEnds() {
        expectOrdinaryEnds { source, witness in
            source.scan(0) { sum, value in withExtendedLifetime(witness) { sum + value } }
        }
        expectOrdinaryEnds { source, witness in
            source.scan(into: 0) { sum, value in withExtendedLifetime(witness) { sum += value } }
        }
    }

    @Test("C4: an error that the closure throws ends the sequence and the subscription upstream")
    func scanThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable()
            .scan(0) { sum, value in
                if value == 2 { throw TestError("two") }
                return sum + value
            }
            .subscribe(recorder)
        probe.send(1, 2, 3)
        expectEqual(recorder.log, ["next(1)", "error(TestError(two))"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("a closure that disposes of its own subscription sends neither its result nor its error", arguments: [0, 1])
    func scanDisposes(_ number: Int) {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = SerialDisposable()
        subscription.disposable =
            subject.scan(0) { _, value in
                subscription.dispose()
                if value == 1 { throw TestError() }
                return value
            }
            .subscribe(recorder)
        subject.onNext(number)
        #expect(recorder.events.isEmpty)
    }

    @Test("C1: an observer, or the closure itself, that sends to the source: each value counts once, in order")
    func scanReentrant() {
        expectReentrantSendsInOrder { $0.scan(0) { _, value in value } }
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let subscription = subject.scan(into: []) { values, value in
            if value < 3 { subject.onNext(value + 1) }
            values.append(value)
        }
        .subscribe(recorder)
        subject.onNext(1)
        expectEqual(recorder.elements, [[1], [1, 2], [1, 2, 3]])
        subscription.dispose()
    }

    // MARK: reduce and toArray

    @Test("reduce sends the result at the end, and the seed where there is no value")
    func reduce() {
        let made = logs(of: .of(1, 2, 3), .empty(), .error(TestError())) { $0.reduce(10) { $0 + $1 } }
        expectEqual(made, [["next(16)", "completed"], ["next(10)", "completed"], ["error(TestError(test))"]])
        let changed = logs(of: .of(1, 2), .empty()) { $0.reduce(into: "") { $0 += "\($1)" } }
        expectEqual(changed, [["next(12)", "completed"], ["next()", "completed"]])
    }

    @Test("toArray sends all values at the end, in order")
    func toArray() {
        let failing = Observable.concat(Observable.of(1, 2), Observable.error(TestError()))
        let arrays = logs(of: .of(3, 1, 2), .empty(), failing) { $0.toArray() }
        expectEqual(
            arrays, [["next([3, 1, 2])", "completed"], ["next([])", "completed"], ["error(TestError(test))"]])
    }

    @Test("reduce sends nothing before the end, and nothing after a disposal")
    func reduceWaits() {
        let probe = Probe<Int>()
        let living = Counter()
        let recorder = Recorder<Int>()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return probe.asObservable()
                .reduce(0) { sum, value in withExtendedLifetime(witness) { sum + value } }
                .subscribe(recorder)
        }
        subscribe().dispose()
        expectEqual(probe.observers, 0)
        expectEqual(living.value, 0)
        let subscription = subscribe()
        probe.send(1, 2)
        #expect(recorder.events.isEmpty)
        probe.subject.onCompleted()
        expectEqual(recorder.log, ["next(3)", "completed"])
        expectEqual(probe.observers, 0)
        expectEqual(living.value, 0)
        subscription.dispose()
    }

    @Test("an observer that disposes at the result of reduce does not get the completion")
    func reduceDisposedInside() {
        let subject = PublishSubject<Int>()
        let recorder = recording(subject.toArray(), disposingAfter: 1)
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(recorder.log, ["next([1])"])
    }

    @Test("C4: an error that the closure of reduce throws takes the place of the result")
    func reduceThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().reduce(0) { _, _ in throw TestError("no") }.subscribe(recorder)
        probe.send(1)
        expectEqual(recorder.log, ["error(TestError(no))"])
        expectEqual(probe.observers, 0)
        probe.send(2)
        probe.subject.onCompleted()
        expectEqual(recorder.count, 1)
        subscription.dispose()
    }

    // MARK: pairwise and ifEmpty

    @Test("pairwise sends each value with the one before")
    func pairwise() {
        let pairs = logs(of: .of(1, 2, 3), .just(1), .empty(), .error(TestError())) {
            $0.pairwise().map { "\($0.previous)\($0.current)" }
        }
        expectEqual(
            pairs, [["next(12)", "next(23)", "completed"], ["completed"], ["completed"], ["error(TestError(test))"]])
    }

    @Test("pairwise takes a nil for a value")
    func pairwiseOfOptionals() {
        let recorder = Recorder<Bool>()
        _ = Observable<Int?>.of(nil, nil, 1).pairwise().map { $0.previous == $0.current }.subscribe(recorder)
        expectEqual(recorder.elements, [true, false])
    }

    @Test("C1: pairwise, with an observer that sends to the source")
    func pairwiseReentrant() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        let subscription = subject.pairwise().subscribe(onNext: { pair in
            recorder([pair.previous, pair.current])
            if pair.current < 4 { subject.onNext(pair.current + 1) }
        })
        subject.onNext(1)
        subject.onNext(2)
        expectEqual(recorder.elements, [[1, 2], [2, 3], [3, 4]])
        subscription.dispose()
    }

    @Test("ifEmpty sends its value where the sequence completes without one")
    func ifEmpty() {
        let filled = logs(of: .of(1, 2), .empty(), .error(TestError())) { $0.ifEmpty(default: 9) }
        expectEqual(
            filled, [["next(1)", "next(2)", "completed"], ["next(9)", "completed"], ["error(TestError(test))"]])
        let subject = PublishSubject<Int>()
        let disposing = recording(subject.ifEmpty(default: 1), disposingAfter: 1)
        subject.onCompleted()
        expectEqual(disposing.log, ["next(1)"])
        expectReentrantSendsInOrder { $0.ifEmpty(default: 9) }
    }

    @Test("C4: pairwise and ifEmpty release the source at its end and at a disposal")
    func lettingGo() {
        for event in [Event<Int>.completed, .error(TestError()), .next(1)] {
            let probe = Probe<Int>()
            let recorder = Recorder<Int>()
            let subscription = probe.asObservable().ifEmpty(default: 0).pairwise().map { $0.0 + $0.1 }
                .subscribe(recorder)
            probe.send(1, 2)
            probe.subject.on(event)
            if !event.isStopEvent { subscription.dispose() }
            expectEqual(probe.observers, 0)
            probe.send(5)
            #expect(recorder.elements == (event.isStopEvent ? [3] : [3, 3]))
        }
    }

    @Test("ifEmpty(switchTo:) goes on with the other where there is no value")
    func ifEmptySwitching() {
        #expect(
            logs(of: .of(1), .empty(), .error(TestError())) { $0.ifEmpty(switchTo: Observable.of(7, 8)) } == [
                ["next(1)", "completed"], ["next(7)", "next(8)", "completed"], ["error(TestError(test))"],
            ])
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().ifEmpty(switchTo: other).subscribe(recorder)
        expectEqual(other.subscribed, 0)
        source.subject.onCompleted()
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 1)
        other.send(1)
        subscription.dispose()
        expectEqual(other.observers, 0)
        other.send(2)
        expectEqual(recorder.log, ["next(1)"])
        expectReentrantSendsInOrder { $0.ifEmpty(switchTo: Observable.just(7)) }
        #expect(
            logs(of: Observable<Int>.empty()) { $0.ifEmpty(switchTo: Observable<Int>.error(TestError())) } == [
                ["error(TestError(test))"]
            ])
    }
}
