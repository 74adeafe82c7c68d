import Binding
import TestSupport
import Testing

@MainActor
@Suite("flatMap, merge of a sequence's sequences")
struct FlatMapTests {
    @Test("sends the values of all inner sequences as they come")
    func ordinary() {
        let outer = PublishSubject<Int>()
        let inners = (0..<3).map { _ in PublishSubject<String>() }
        let recorder = Recorder<String>()
        let subscription = outer.flatMap { inners[$0] }.subscribe(recorder)
        outer.onNext(0)
        inners[0].onNext("a")
        outer.onNext(1)
        inners[1].onNext("b")
        inners[2].onNext("not yet")
        inners[0].onNext("c")
        expectEqual(recorder.elements, ["a", "b", "c"])
        subscription.dispose()
    }

    @Test("of empty sequences: the end; of a failed one: its error")
    func empty() {
        let ends = logs(of: .empty(), .of(1), .error(TestError())) { $0.flatMap { _ in Observable<Int>.empty() } }
        expectEqual(ends, [["completed"], ["completed"], ["error(TestError(test))"]])
    }

    @Test("completes when the outer and all inner sequences have, in whichever order", arguments: [true, false])
    func completion(_ isOuterFirst: Bool) {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMap { _ in inner }.subscribe(recorder)
        outer.send(1)
        let (first, last) = isOuterFirst ? (outer, inner) : (inner, outer)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        #expect(recorder.events.isEmpty)
        last.subject.onCompleted()
        expectEqual(recorder.log, ["completed"])
        expectEqual(last.observers, 0)
        subscription.dispose()
    }

    @Test("an error of an inner sequence, or of the outer one, ends the others", arguments: [true, false])
    func error(_ isOuter: Bool) {
        let outer = Probe<Int>()
        let inners = (0..<2).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMap { inners[$0] }.subscribe(recorder)
        outer.send(0, 1)
        inners[0].send(5)
        (isOuter ? outer : inners[1]).subject.onError(TestError())
        inners[0].send(6)
        expectEqual(recorder.log, ["next(5)", "error(TestError(test))"])
        expectEqual(outer.observers, 0)
        expectEqual(inners.map(\.observers), [0, 0])
        subscription.dispose()
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.flatMap { value in withExtendedLifetime(witness) { Observable.of(value, -value) } }
        }
        expectOrdinaryEnds { source, witness in
            Observable.just(1).flatMap { _ in source.map { value in withExtendedLifetime(witness) { value } } }
        }
    }

    @Test("C4: an error that the closure throws ends the result and all subscriptions")
    func closureThrows() {
        let outer = Probe<Int>()
        let inner = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.asObservable().flatMap { value in
            if value == 2 { throw TestError("two") }
            return inner
        }
        .subscribe(recorder)
        outer.send(1, 2, 3)
        inner.send(1)
        expectEqual(recorder.log, ["error(TestError(two))"])
        expectEqual(outer.observers, 0)
        expectEqual(inner.observers, 0)
        subscription.dispose()
    }

    @Test("C9: disposing, also from inside, releases all sequences")
    func disposal() {
        let outer = Probe<Int>()
        let inners = (0..<2).map { _ in Probe<Int>() }
        let recorder = recording(outer.asObservable().flatMap { inners[$0] }, disposingAfter: 1)
        outer.send(0, 1)
        expectEqual(inners.map(\.observers), [1, 1])
        inners[1].send(1, 2)
        inners[0].send(3)
        expectEqual(recorder.log, ["next(1)"])
        expectEqual(outer.observers, 0)
        expectEqual(inners.map(\.observers), [0, 0])
    }

    @Test("C9: a closure that disposes of its own subscription has its sequence not subscribed to")
    func closureDisposes() {
        let outer = PublishSubject<Int>()
        let inner = Probe<Int>()
        let subscription = SerialDisposable()
        subscription.disposable = outer.flatMap { _ in
            subscription.dispose()
            return inner
        }
        .subscribe(Recorder<Int>())
        outer.onNext(1)
        expectEqual(inner.subscribed, 0)
    }

    @Test("C1: an observer that sends to the outer sequence, or to an inner one")
    func reentrant() {
        expectReentrantSendsInOrder { $0.flatMap { Observable.just($0) } }
        expectReentrantSendsInOrder { source in Observable.just(1).flatMap { _ in source } }
    }

    @Test("1,000 sequences that complete at once")
    func manySynchronous() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: 1_000).flatMap { Observable.of($0, $0) }.subscribe(recorder)
        #expect(recorder.elements == (0..<1_000).flatMap { [$0, $0] })
        #expect(recorder.isCompleted)
    }

    @Test("100,000 sequences that lead one to the next do not exhaust the stack")
    func manyNested() {
        onAnotherThread {
            let outer = PublishSubject<Int>()
            let received = Counter()
            let subscription = outer.flatMap { Observable.just($0) }.subscribe(onNext: { number in
                received.add()
                if number > 1 { outer.onNext(number - 1) }
            })
            let former = BindingDiagnostics.handler
            BindingDiagnostics.handler = { _ in }
            outer.onNext(100_000)
            BindingDiagnostics.handler = former
            expectEqual(received.value, 100_000)
            subscription.dispose()
        }
    }

    // MARK: merge

    @Test("merge sends the values of all sequences that come; each source keeps its order")
    func merge() {
        let recorder = Recorder<Int>()
        _ = Observable.of(Observable.of(1, 2), .of(3), .empty()).merge().subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "completed"])
    }

    @Test(
        "merge(maxConcurrent:) subscribes to so many at a time, in order", arguments: [(1, 1), (2, 2), (0, 1), (9, 4)])
    func mergeLimited(_ limit: Int, _ expected: Int) {
        let probes = (0..<4).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = Observable.from(probes).merge(maxConcurrent: limit).subscribe(recorder)
        for (index, probe) in probes.enumerated() {
            expectEqual(probes.count { $0.observers == 1 }, min(expected, 4 - index))
            expectEqual(probes.count { $0.subscribed == 1 }, min(expected + index, 4))
            probe.send(index)
            #expect(!recorder.isCompleted)
            probe.subject.onCompleted()
        }
        #expect(recorder.log == (0..<4).map { "next(\($0))" } + ["completed"])
        subscription.dispose()
    }

    @Test("merge keeps each source's order and loses nothing", arguments: [UInt64.random(in: 0 ... .max)])
    func property(seed: UInt64) {
        var generator = SplitMix(state: seed)
        for _ in 0..<100 {
            let counts = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                Int.random(in: 0...8, using: &generator)
            }
            let subjects = counts.map { _ in ReplaySubject<[Int]>.create(bufferSize: .max) }
            let limit = Int.random(in: 1...5, using: &generator)
            let outer = PublishSubject<Int>()
            let all = Recorder<[Int]>()
            let limited = Recorder<[Int]>()
            let bag = DisposeBag()
            outer.map { subjects[$0] }.merge().subscribe(all).disposed(by: bag)
            outer.map { subjects[$0] }.merge(maxConcurrent: limit).subscribe(limited).disposed(by: bag)
            var steps = counts.indices.flatMap { index in Array(repeating: index, count: counts[index] + 2) }
            steps.shuffle(using: &generator)
            var sent = Array(repeating: -1, count: counts.count)
            for index in steps {
                if sent[index] == -1 {
                    outer.onNext(index)
                } else if sent[index] < counts[index] {
                    subjects[index].onNext([index, sent[index]])
                } else {
                    subjects[index].onCompleted()
                }
                sent[index] += 1
            }
            outer.onCompleted()
            for recorder in [all, limited] {
                #expect(recorder.isCompleted, "seed \(seed)")
                expectEqual(recorder.elements.count, counts.reduce(0, +), "seed \(seed)")
                for (index, count) in counts.enumerated() {
                    let own = recorder.elements.filter { $0[0] == index }.map { $0[1] }
                    expectEqual(own, Array(0..<count), "seed \(seed)")
                }
            }
        }
    }

    // MARK: Threads

    @Test("C2, C3: 4 threads that send to the outer sequence, and 4 that send to inner ones: nothing is lost")
    func threads() {
        let count = 1_000
        let outer = PublishSubject<[Int]>()
        let inners = (0..<4).map { _ in PublishSubject<[Int]>() }
        let recorder = Recorder<[Int]>()
        let inside = Counter()
        let overlaps = Counter()
        let subscription = outer.flatMap { key in
            key[1] < 0 ? inners[key[0]].asObservable() : .of(key, key)
        }
        .subscribe { event in
            if inside.add() != 1 { overlaps.add() }
            recorder.on(event)
            inside.add(-1)
        }
        for index in 0..<4 { outer.onNext([index, -1]) }
        onThreads(4) { thread in
            for number in 0..<count {
                outer.onNext([thread, number])
                inners[thread].onNext([4 + thread, number])
            }
            inners[thread].onCompleted()
        }
        outer.onCompleted()
        #expect(recorder.isCompleted)
        expectEqual(overlaps.value, 0)
        for thread in 0..<4 {
            let own = recorder.elements.filter { $0[0] == thread }.map { $0[1] }
            let inner = recorder.elements.filter { $0[0] == 4 + thread }.map { $0[1] }
            #expect(own == (0..<count).flatMap { [$0, $0] })
            expectEqual(inner, Array(0..<count))
        }
        subscription.dispose()
    }

    @Test("C3: merge(maxConcurrent:) under 4 threads: no more at a time than said, nothing lost")
    func threadsLimited() {
        for _ in 0..<20 {
            let inners = (0..<40).map { _ in ReplaySubject<Int>.create(bufferSize: .max) }
            let outer = PublishSubject<Int>()
            let active = Counter()
            let tooMany = Counter()
            let recorder = Recorder<Int>()
            let subscription = outer.map { index in
                inners[index].do(
                    onSubscribe: { if active.add() > 2 { tooMany.add() } }, onDispose: { active.add(-1) })
            }
            .merge(maxConcurrent: 2).subscribe(recorder)
            onThreads(4) { thread in
                for index in stride(from: thread, to: 40, by: 4) {
                    outer.onNext(index)
                    inners[index].onNext(index)
                    inners[index].onCompleted()
                }
            }
            outer.onCompleted()
            #expect(recorder.isCompleted)
            expectEqual(recorder.elements.sorted(), Array(0..<40))
            expectEqual(tooMany.value, 0)
            expectEqual(active.value, 0)
            subscription.dispose()
        }
    }
}
