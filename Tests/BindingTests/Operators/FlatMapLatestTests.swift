import Binding
import TestSupport
import Testing

@MainActor
@Suite("flatMapLatest, switchLatest, flatMapFirst")
struct FlatMapLatestTests {
    // MARK: flatMapLatest

    @Test("sends the values of the latest inner sequence, and releases the one before")
    func latest() {
        let outer = Probe<Int>()
        let inners = (0..<2).map { _ in Probe<String>() }
        let recorder = Recorder<String>()
        let subscription = outer.asObservable().flatMapLatest { inners[$0] }.subscribe(recorder)
        outer.send(0)
        inners[0].send("a")
        outer.send(1)
        expectEqual(inners.map(\.observers), [0, 1])
        inners[0].send("b")
        inners[0].subject.onError(TestError())
        inners[1].send("c")
        expectEqual(recorder.log, ["next(a)", "next(c)"])
        subscription.dispose()
        expectEqual(inners[1].observers, 0)
        expectEqual(outer.observers, 0)
    }

    @Test("releases the sequence before, before it subscribes to the next")
    func lettingGoFirst() {
        let outer = PublishSubject<Int>()
        let log = Recorder<String>()
        let subscription = outer.flatMapLatest { number in
            Observable<Int>.never().do(onSubscribe: { log("+\(number)") }, onDispose: { log("-\(number)") })
        }
        .subscribe(Recorder<Int>())
        for number in 1...3 { outer.onNext(number) }
        subscription.dispose()
        expectEqual(log.elements, ["+1", "-1", "+2", "-2", "+3", "-3"])
    }

    #if DEBUG
        @Test("C7: what it has left is not kept by sequences that are silent, though nobody holds the subscription")
        func silentSequences() {
            let objects = LiveObjects()
            let outer = PublishSubject<Int>()
            let inners = [BehaviorRelay(value: 0), BehaviorRelay(value: 1)]
            let silent = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            objects.counting {
                _ = outer.flatMapLatest { inners[$0 % 2] }.subscribe(recorder)
                _ = outer.flatMapLatest { _ in silent }.subscribe(Recorder<Int>())
                for number in 0..<1_000 { outer.onNext(number) }
            }
            expectEqual(recorder.count, 1_000)
            #expect((objects.living["Slot"] ?? 0) < 50)
            inners[1].accept(2)
            expectEqual(recorder.elements.last, 2)
        }
    #endif

    @Test("completes when the outer and the latest inner sequence have, in whichever order", arguments: [true, false])
    func completion(_ isOuterFirst: Bool) {
        let outer = Probe<Int>()
        let inners = (0..<2).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMapLatest { inners[$0] }.subscribe(recorder)
        outer.send(0, 1)
        let (first, last) = isOuterFirst ? (outer, inners[1]) : (inners[1], outer)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        #expect(recorder.events.isEmpty, "the sequence that was left, and has not completed, does not count")
        if isOuterFirst { inners[1].send(7) }
        last.subject.onCompleted()
        #expect(recorder.log == (isOuterFirst ? ["next(7)"] : []) + ["completed"])
        expectEqual(last.observers, 0)
        subscription.dispose()
    }

    @Test("a new inner sequence after one that has completed")
    func afterCompletion() {
        let outer = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = outer.flatMapLatest { Observable.of($0, $0 * 10) }.subscribe(recorder)
        outer.onNext(1)
        outer.onNext(2)
        outer.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(10)", "next(2)", "next(20)", "completed"])
    }

    @Test("of empty sequences: the end; of a failed one: its error")
    func empty() {
        let ends = logs(of: .empty(), .of(1), .error(TestError())) { $0.flatMapLatest { _ in Observable<Int>.empty() } }
        expectEqual(ends, [["completed"], ["completed"], ["error(TestError(test))"]])
        let first = logs(of: .empty(), .of(1), .error(TestError())) { $0.flatMapFirst { _ in Observable<Int>.empty() } }
        expectEqual(first, ends)
    }

    @Test("an error of the latest inner sequence, or of the outer one, ends the result", arguments: [true, false])
    func error(_ isOuter: Bool) {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMapLatest { _ in inner }.subscribe(recorder)
        outer.send(1)
        (isOuter ? outer : inner).subject.onError(TestError())
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        subscription.dispose()
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.flatMapLatest { value in withExtendedLifetime(witness) { Observable.of(value, -value) } }
        }
        expectOrdinaryEnds { source, witness in
            Observable.just(1).flatMapLatest { _ in source.map { value in withExtendedLifetime(witness) { value } } }
        }
        expectOrdinaryEnds { source, witness in
            source.flatMapFirst { value in withExtendedLifetime(witness) { Observable.of(value, -value) } }
        }
    }

    @Test("C4: an error that the closure throws ends the result and all subscriptions", arguments: [true, false])
    func closureThrows(_ isLatest: Bool) {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let transform: @Sendable (Int) throws -> Observable<Int> = { value in
            if value == 2 { throw TestError("two") }
            return value == 0 ? .empty() : inner.asObservable()
        }
        let source = outer.asObservable()
        let subscription = (isLatest ? source.flatMapLatest(transform) : source.flatMapFirst(transform))
            .subscribe(recorder)
        outer.send(0, isLatest ? 1 : 0, 2)
        inner.send(3)
        expectEqual(recorder.log, ["error(TestError(two))"])
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        subscription.dispose()
    }

    @Test("C9: nothing comes after a disposal from inside")
    func disposal() {
        let outer = Probe<Int>()
        let recorder = recording(outer.asObservable().flatMapLatest { Observable.of($0, $0, $0) }, disposingAfter: 2)
        outer.send(1, 2)
        expectEqual(recorder.log, ["next(1)", "next(1)"])
        expectEqual(outer.observers, 0)
    }

    @Test("a value that comes while an inner sequence is being subscribed to ends that one")
    func reentrant() {
        expectReentrantSendsInOrder { $0.flatMapLatest { Observable.just($0) } }
        expectReentrantSendsInOrder { $0.flatMapFirst { Observable.just($0) } }
        let outer = PublishSubject<Int>()
        let inside = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapLatest { number in
            Observable<Int>.create { observer in
                observer.onNext(number)
                inside.onNext(number)
                observer.onNext(number * 10)
                return Disposables.create()
            }
        }
        .subscribe(recorder)
        let feedback = inside.filter { $0 < 3 }.subscribe(onNext: { outer.onNext($0 + 1) })
        outer.onNext(1)
        outer.onNext(5)
        expectEqual(recorder.elements, [1, 10, 2, 20, 3, 30, 5, 50])
        subscription.dispose()
        feedback.dispose()
    }

    @Test("a failure that waits for its delivery keeps later sequences from being subscribed to")
    func failureUnderWay() {
        let outer = PublishSubject<Int>()
        let first = PublishSubject<Int>()
        let begun = Counter()
        let recorder = Recorder<Int>()
        let late = Observable<Int>.never().do(onSubscribe: { begun.add() })
        let sequences = [first.asObservable(), .error(TestError()), late]
        let subscription = outer.flatMapLatest { sequences[$0] }.do(onNext: { _ in
            outer.onNext(1)
            outer.onNext(2)
        })
        .subscribe(recorder)
        outer.onNext(0)
        first.onNext(5)
        expectEqual(recorder.log, ["next(5)", "error(TestError(test))"])
        expectEqual(begun.value, 0)
        subscription.dispose()
    }

    @Test("1,000 sequences that complete at once, and 1,000 that never do")
    func many() {
        let latest = Recorder<Int>()
        let left = Counter()
        _ = Observable.range(start: 0, count: 1_000).flatMapLatest { Observable.of($0, $0) }.subscribe(latest)
        #expect(latest.elements == (0..<1_000).flatMap { [$0, $0] })
        #expect(latest.isCompleted)
        let subscription = Observable.range(start: 0, count: 1_000).flatMapLatest { _ in
            Observable<Int>.never().do(onDispose: { left.add() })
        }
        .subscribe(latest)
        expectEqual(left.value, 999)
        subscription.dispose()
        expectEqual(left.value, 1_000)
    }

    @Test("switchLatest sends the values of the latest sequence")
    func switchLatest() {
        let outer = PublishSubject<PublishSubject<Int>>()
        let inners = (0..<2).map { _ in PublishSubject<Int>() }
        let recorder = Recorder<Int>()
        let subscription = outer.switchLatest().subscribe(recorder)
        outer.onNext(inners[0])
        inners[0].onNext(1)
        outer.onNext(inners[1])
        inners[0].onNext(2)
        inners[1].onNext(3)
        expectEqual(recorder.elements, [1, 3])
        subscription.dispose()
    }

    @Test("the next value cancels the call that is under way, and so does a disposal")
    func cancelsCalls() async {
        let queries = PublishSubject<String>()
        let started = Recorder<String>()
        let cancelled = Recorder<String>()
        let results = Recorder<String>()
        let (silence, continuation) = AsyncStream<Never>.makeStream()
        let silences = Shared([silence, AsyncStream<Never> { _ in }])
        let subscription = queries.flatMapLatest { query in
            Observable.async {
                started(query)
                guard query.hasSuffix("?") else { return "result of \(query)" }
                return await withTaskCancellationHandler {
                    let silence = silences.value.removeFirst()
                    for await _ in silence {}
                    return "too late"
                } onCancel: {
                    cancelled(query)
                }
            }
        }
        .subscribe(results)
        queries.onNext("a?")
        await eventually { started.elements == ["a?"] }
        queries.onNext("b")
        await eventually { results.elements == ["result of b"] }
        await eventually { cancelled.elements == ["a?"] }
        queries.onNext("c?")
        await eventually { started.elements == ["a?", "b", "c?"] }
        expectEqual(cancelled.elements, ["a?"])
        subscription.dispose()
        await eventually { cancelled.elements == ["a?", "c?"] }
        expectEqual(results.log, ["next(result of b)"])
        continuation.finish()
    }

    @Test("C3: values, and inner sequences that complete, from 4 threads: the latest counts, the others are released")
    func threads() {
        let count = 20
        for _ in 0..<200 {
            let probes = (0...count).map { _ in Probe<Int>() }
            let outer = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = outer.flatMapLatest { probes[$0] }.subscribe(recorder)
            onThreads(4) { thread in
                if thread == 0 {
                    for index in 0...count { outer.onNext(index) }
                } else {
                    for index in stride(from: thread - 1, to: count, by: 3) {
                        probes[index].send(index)
                        probes[index].subject.onCompleted()
                    }
                }
            }
            expectEqual(recorder.elements, recorder.elements.sorted(), "none comes after one of a later sequence")
            expectEqual(Set(recorder.elements).count, recorder.elements.count)
            let left = probes.map(\.observers)
            expectEqual(left, Array(repeating: 0, count: count) + [1])
            outer.onCompleted()
            #expect(!recorder.isCompleted)
            probes[count].send(count)
            probes[count].subject.onCompleted()
            expectEqual(recorder.log.suffix(2), ["next(\(count))", "completed"])
            subscription.dispose()
        }
    }

    // MARK: flatMapFirst

    @Test("flatMapFirst leaves out the values that come while an inner sequence lasts, and does not call the closure")
    func first() {
        let outer = Probe<Int>()
        let inners = (0..<3).map { _ in Probe<Int>() }
        let calls = Recorder<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMapFirst { index in
            calls(index)
            return inners[index]
        }
        .subscribe(recorder)
        outer.send(0, 1)
        inners[0].send(5)
        inners[1].send(6)
        inners[0].subject.onCompleted()
        outer.send(2)
        inners[2].send(7)
        expectEqual(calls.elements, [0, 2])
        expectEqual(recorder.elements, [5, 7])
        expectEqual(inners.map(\.observers), [0, 0, 1])
        outer.subject.onCompleted()
        #expect(!recorder.isCompleted)
        inners[2].subject.onCompleted()
        #expect(recorder.isCompleted)
        subscription.dispose()
    }

    @Test("flatMapFirst leaves out a value that an inner sequence causes while it is being subscribed to")
    func firstReentrant() {
        let outer = PublishSubject<Int>()
        let gate = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapFirst { number in Observable.just(number).concat(gate) }
            .subscribe(onNext: { number in
                recorder(number)
                if number < 3 { outer.onNext(number + 1) }
            })
        outer.onNext(1)
        expectEqual(recorder.elements, [1])
        gate.onNext(9)
        expectEqual(recorder.elements, [1, 9])
        subscription.dispose()
    }

    @Test(
        "flatMapFirst: an error, and a disposal, release the outer and the inner sequence", arguments: [true, false])
    func firstEnds(_ fails: Bool) {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMapFirst { _ in inner }.subscribe(recorder)
        outer.send(1)
        expectEqual(inner.observers, 1)
        if fails { inner.subject.onError(TestError()) } else { subscription.dispose() }
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        #expect(recorder.log == (fails ? ["error(TestError(test))"] : []))
    }
}
