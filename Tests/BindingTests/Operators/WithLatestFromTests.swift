import Binding
import TestSupport
import Testing

@MainActor
@Suite("withLatestFrom")
struct WithLatestFromTests {
    @Test("each value with the latest of the other, from the other's first on")
    func ordinary() {
        let source = PublishSubject<Int>()
        let other = PublishSubject<String>()
        let pairs = Recorder<String>()
        let latest = Recorder<String>()
        _ = source.withLatestFrom(other) { "\($0)\($1)" }.subscribe(pairs)
        _ = source.withLatestFrom(other).subscribe(latest)
        source.onNext(1)
        other.onNext("a")
        #expect(pairs.events.isEmpty)
        source.onNext(2)
        source.onNext(3)
        other.onNext("b")
        other.onNext("c")
        source.onNext(4)
        expectEqual(pairs.elements, ["2a", "3a", "4c"])
        expectEqual(latest.elements, ["a", "a", "c"])
    }

    @Test("the other is subscribed to first: its value that is there at once counts")
    func otherFirst() {
        let made = logs(of: .of(1, 2), .empty()) { $0.withLatestFrom(Observable.of("a", "b")) { "\($0)\($1)" } }
        expectEqual(made, [["next(1b)", "next(2b)", "completed"], ["completed"]])
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).withLatestFrom(Observable<Int>.empty()).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
    }

    @Test("the other's completion changes nothing, and releases it")
    func otherCompletes() {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().withLatestFrom(other) { $0 * 10 + $1 }.subscribe(recorder)
        other.send(5)
        other.subject.onCompleted()
        expectEqual(other.observers, 0)
        source.send(1, 2)
        source.subject.onCompleted()
        expectEqual(recorder.log, ["next(15)", "next(25)", "completed"])
        expectEqual(source.observers, 0)
        subscription.dispose()
    }

    @Test("completes with the source, and releases the other")
    func completes() {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().withLatestFrom(other).subscribe(recorder)
        source.subject.onCompleted()
        expectEqual(recorder.log, ["completed"])
        expectEqual(other.observers, 0)
        subscription.dispose()
    }

    @Test("an error of either ends both", arguments: [true, false])
    func error(_ isSource: Bool) {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().withLatestFrom(other).subscribe(recorder)
        (isSource ? source : other).subject.onError(TestError())
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 0)
        subscription.dispose()
        let late = Probe<Int>()
        let atOnce = Recorder<Int>()
        _ = late.asObservable().withLatestFrom(Observable<Int>.error(TestError())).subscribe(atOnce)
        expectEqual(atOnce.log, ["error(TestError(test))"])
        expectEqual(late.subscribed, 0)
    }

    @Test("C4: passes the end on once, and releases everything, the other included")
    func ends() {
        let other = Probe<Int>()
        expectOrdinaryEnds { source, witness in
            source.withLatestFrom(Observable.just(1).concat(other)) { value, _ in
                withExtendedLifetime(witness) { value }
            }
        }
        expectEqual(other.observers, 0)
    }

    @Test("C4: an error that the closure throws ends both subscriptions")
    func closureThrows() {
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().withLatestFrom(other) { left, right in
            if left == right { throw TestError("equal") }
            return left
        }
        .subscribe(recorder)
        other.send(2)
        source.send(1, 2, 3)
        expectEqual(recorder.log, ["next(1)", "error(TestError(equal))"])
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 0)
        subscription.dispose()
    }

    @Test("C9: disposing releases both, and the value that is kept, also from inside")
    func disposal() {
        let source = Probe<Int>()
        let other = Probe<Witness>()
        let living = Counter()
        let recorder = recording(source.asObservable().withLatestFrom(other) { left, _ in left }, disposingAfter: 1)
        other.send(Witness(living))
        expectEqual(living.value, 1)
        source.send(1, 2)
        expectEqual(recorder.log, ["next(1)"])
        expectEqual(source.observers, 0)
        expectEqual(other.observers, 0)
        expectEqual(living.value, 0)
    }

    @Test("C1: an observer that sends to the source, and to the other")
    func reentrant() {
        expectReentrantSendsInOrder { $0.withLatestFrom(Observable.just(0)) { value, _ in value } }
        let source = PublishSubject<Int>()
        let other = BehaviorSubject(value: 0)
        let recorder = Recorder<[Int]>()
        let subscription = source.withLatestFrom(other) { [$0, $1] }.subscribe(onNext: { pair in
            recorder(pair)
            other.onNext(pair[1] + 10)
            if pair[0] < 3 { source.onNext(pair[0] + 1) }
        })
        source.onNext(1)
        expectEqual(recorder.elements, [[1, 0], [2, 10], [3, 20]])
        subscription.dispose()
    }

    @Test("C2, C3: of 4 threads: each value comes once, with one of the other's that is never older than before")
    func threads() {
        let count = 3_000
        let source = PublishSubject<[Int]>()
        let other = BehaviorSubject(value: [0, 0])
        let recorder = Recorder<[[Int]]>()
        let subscription = source.withLatestFrom(other) { [$0, $1] }.subscribe(recorder)
        onThreads(4) { thread in
            for number in 1...count {
                if thread < 2 { source.onNext([thread, number]) } else { other.onNext([thread, number]) }
            }
        }
        source.onCompleted()
        #expect(recorder.isCompleted)
        for thread in 0..<2 {
            let own = recorder.elements.filter { $0[0][0] == thread }.map { $0[0][1] }
            expectEqual(own, Array(1...count))
        }
        for thread in 2..<4 {
            let latest = recorder.elements.filter { $0[1][0] == thread }.map { $0[1][1] }
            expectEqual(latest, latest.sorted())
        }
        subscription.dispose()
    }
}
