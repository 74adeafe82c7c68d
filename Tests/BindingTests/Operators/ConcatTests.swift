import Binding
import TestSupport
import Testing

@MainActor
@Suite("concat and concatMap")
struct ConcatTests {
    @Test("sends the values of one sequence after the other, in all forms")
    func forms() {
        let first = Observable.of(1, 2)
        let subject = BehaviorSubject(value: 3)
        subject.onCompleted()
        let forms: [Observable<Int>] = [
            .concat(first, .of(3)), .concat(first, BehaviorRelay(value: 3).take(1)), .concat([first, .of(3)]),
            first.concat(BehaviorRelay(value: 3).take(1)), Observable.of(first, .empty(), .of(3)).concat(),
            Observable.of(2, 1).concatMap { $0 == 2 ? first : .of(3) },
        ]
        for form in forms {
            let recorder = Recorder<Int>()
            _ = form.subscribe(recorder)
            expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "completed"])
        }
    }

    @Test("of nothing and of empty sequences: the end")
    func empty() {
        let none = [Observable<Int>]()
        let ends = logs(
            of: .concat(none), .concat([Observable<Int>.empty(), .empty()]),
            Observable<Int>.empty().concat(Observable<Int>.empty())
        ) {
            $0
        }
        expectEqual(ends, [["completed"], ["completed"], ["completed"]])
        expectEqual(logs(of: Observable<Int>.empty()) { $0.concatMap { Observable.just($0) } }, [["completed"]])
    }

    @Test("subscribes to the next sequence when the one before has completed, and not before")
    func order() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = first.asObservable().concat(second).subscribe(recorder)
        expectEqual(second.subscribed, 0)
        second.send(9)
        first.send(1)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 1)
        second.send(2)
        second.subject.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("an error of one ends the whole, and what waits is not subscribed to")
    func error() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = first.asObservable().concat(second).subscribe(recorder)
        first.subject.onError(TestError())
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(second.subscribed, 0)
    }

    @Test("concatMap: an error of the outer sequence ends the inner one under way")
    func outerError() {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().concatMap { _ in inner }.subscribe(recorder)
        outer.send(1, 2)
        expectEqual(inner.subscribed, 1)
        outer.subject.onError(TestError())
        expectEqual(inner.observers, 0)
        expectEqual(recorder.log, ["error(TestError(test))"])
        subscription.dispose()
    }

    @Test("concatMap completes when the outer and all inner sequences have")
    func completion() {
        let outer = Probe<Int>()
        let inners = (0..<2).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().concatMap { inners[$0] }.subscribe(recorder)
        outer.send(0, 1)
        outer.subject.onCompleted()
        expectEqual(outer.observers, 0)
        inners[0].subject.onCompleted()
        inners[1].send(5)
        expectEqual(recorder.log, ["next(5)"])
        inners[1].subject.onCompleted()
        expectEqual(recorder.log, ["next(5)", "completed"])
        subscription.dispose()
    }

    @Test("C4: concatMap passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.concatMap { value in withExtendedLifetime(witness) { Observable.just(value) } }
        }
        expectOrdinaryEnds { source, _ in source.concat(Observable<Int>.empty()) }
        expectOrdinaryEnds { source, _ in Observable<Int>.empty().concat(source) }
    }

    @Test("C4: an error that the closure throws ends the result and all subscriptions")
    func closureThrows() {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().concatMap { value in
            if value == 2 { throw TestError("two") }
            return inner
        }
        .subscribe(recorder)
        outer.send(1)
        inner.send(10)
        outer.send(2)
        expectEqual(recorder.log, ["next(10)", "error(TestError(two))"])
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        subscription.dispose()
    }

    @Test("C9: disposing releases the outer and the inner sequence, and those that wait")
    func disposal() {
        let outer = Probe<Observable<Int>>()
        let inner = Probe<Int>()
        let living = Counter()
        func waiting() -> Observable<Int> {
            let witness = Witness(living)
            return .deferred { withExtendedLifetime(witness) { Observable.just(1) } }
        }
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().concat().subscribe(recorder)
        outer.send(inner.asObservable(), waiting())
        expectEqual(living.value, 1)
        subscription.dispose()
        inner.subject.onCompleted()
        #expect(recorder.events.isEmpty)
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        expectEqual(living.value, 0)
    }

    @Test("C1: an observer that sends to the outer sequence: the new inner one comes after those that wait")
    func reentrant() {
        expectReentrantSendsInOrder { $0.concatMap { Observable.just($0) } }
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.concatMap { Observable.of($0, $0 + 1) }.subscribe(onNext: { value in
            recorder(value)
            if value == 10 { subject.onNext(20) }
        })
        subject.onNext(10)
        subject.onNext(30)
        expectEqual(recorder.elements, [10, 11, 20, 21, 30, 31])
        subscription.dispose()
    }

    @Test("100,000 sequences that wait and complete at once do not exhaust the stack")
    func manyWait() {
        onAnotherThread {
            let count = 100_000
            let outer = PublishSubject<Int>()
            let first = PublishSubject<Int>()
            let received = Counter()
            let completions = Counter()
            let subscription = outer.concatMap { number in
                number == 0 ? first.asObservable() : number.isMultiple(of: 2) ? .just(1) : .empty()
            }
            .subscribe(onNext: { received.add($0) }, onCompleted: { completions.add() })
            for number in 0...count { outer.onNext(number) }
            outer.onCompleted()
            expectEqual(received.value, 0)
            first.onCompleted()
            expectEqual(received.value, count / 2)
            expectEqual(completions.value, 1)
            subscription.dispose()
        }
    }

    @Test("100,000 sequences in a collection do not exhaust the stack")
    func manyInCollection() {
        onAnotherThread {
            let received = Counter()
            _ = Observable.concat((0..<100_000).map { _ in Observable.just(1) }).subscribe(onNext: { received.add($0) })
            expectEqual(received.value, 100_000)
        }
    }

    @Test("concatMap equals the arrays one after the other", arguments: [UInt64.random(in: 0 ... .max)])
    func property(seed: UInt64) {
        var generator = SplitMix(state: seed)
        for _ in 0..<100 {
            let arrays = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in Int.random(in: 0...99, using: &generator) }
            }
            // Some are sent immediately, others value by value in random order among the sequences.
            let subjects = arrays.map { _ in ReplaySubject<Int>.create(bufferSize: .max) }
            let isCold = arrays.map { _ in Bool.random(using: &generator) }
            let outer = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = outer.concatMap { index in
                isCold[index] ? Observable.from(arrays[index]) : subjects[index].asObservable()
            }
            .subscribe(recorder)
            var steps = arrays.indices.flatMap { index in Array(repeating: index, count: arrays[index].count + 2) }
            steps.shuffle(using: &generator)
            var sent = Array(repeating: 0, count: arrays.count)
            var announced = 0
            for index in steps {
                if sent[index] < arrays[index].count {
                    subjects[index].onNext(arrays[index][sent[index]])
                } else if sent[index] == arrays[index].count {
                    subjects[index].onCompleted()
                } else {
                    outer.onNext(announced)
                    announced += 1
                }
                sent[index] += 1
            }
            outer.onCompleted()
            expectEqual(recorder.elements, arrays.flatMap { $0 }, "seed \(seed)")
            #expect(recorder.isCompleted, "seed \(seed)")
            subscription.dispose()
        }
    }
}
