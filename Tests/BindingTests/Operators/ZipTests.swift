import Binding
import TestSupport
import Testing

@MainActor
@Suite("zip")
struct ZipTests {
    @Test("of 2: the nth with the nth, whichever comes first")
    func two() {
        let numbers = PublishSubject<Int>()
        let words = PublishSubject<String>()
        let recorder = Recorder<String>()
        let subscription = Observable.zip(numbers, words).map { "\($0)\($1)" }.subscribe(recorder)
        numbers.onNext(1)
        numbers.onNext(2)
        #expect(recorder.events.isEmpty)
        words.onNext("a")
        words.onNext("b")
        words.onNext("c")
        expectEqual(recorder.elements, ["1a", "2b"])
        numbers.onNext(3)
        expectEqual(recorder.elements, ["1a", "2b", "3c"])
        subscription.dispose()
    }

    @Test("of 3, with a transform")
    func three() {
        let recorder = Recorder<String>()
        _ = Observable.zip(Observable.of(1, 2), BehaviorRelay(value: true), Observable.of("a", "b", "c")) {
            "\($0) \($1) \($2)"
        }
        .subscribe(recorder)
        expectEqual(recorder.log, ["next(1 true a)"])
    }

    @Test("of 6 sources of different kinds and types")
    func six() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Character>()
        let recorder = Recorder<String>()
        let zipped: Observable<(Int, String, Double, Character, [Int], Bool?)> = .zip(
            relay, BehaviorSubject(value: "two"), Observable.just(3.5), published, Observable.of([4], [5]),
            Observable<Bool?>.just(nil))
        _ = zipped.map { "\($0) \($1) \($2) \($3) \($4) \($5 == nil)" }.subscribe(recorder)
        relay.accept(2)
        #expect(recorder.events.isEmpty)
        published.accept("c")
        expectEqual(recorder.log, ["next(1 two 3.5 c [4] true)", "completed"])
    }

    @Test("a nil is a value like any other")
    func optionals() {
        let recorder = Recorder<Bool>()
        _ = Observable.zip(Observable<Int?>.of(nil, 1, nil), Observable<Int?>.of(nil, nil, nil)) { $0 == $1 }
            .subscribe(recorder)
        expectEqual(recorder.elements, [true, false, true])
    }

    @Test("of a collection, in its order, with and without a transform")
    func collection() {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let arrays = Recorder<[Int]>()
        let sums = Recorder<Int>()
        _ = Observable.zip(subjects).subscribe(arrays)
        _ = Observable.zip(subjects) { $0.reduce(0, +) }.subscribe(sums)
        subjects[2].onNext(3)
        subjects[0].onNext(1)
        subjects[0].onNext(10)
        subjects[1].onNext(2)
        expectEqual(arrays.elements, [[1, 2, 3]])
        subjects[0].onCompleted()
        subjects[1].onNext(20)
        subjects[2].onNext(30)
        expectEqual(arrays.log, ["next([1, 2, 3])", "next([10, 20, 30])", "completed"])
        expectEqual(sums.log, ["next(6)", "next(60)", "completed"])
    }

    @Test("of 50,000 sequences: none is looked at for each of the others, which would take a quarter of an hour")
    func many() {
        let count = 50_000
        let last = PublishSubject<Int>()
        let sums = Recorder<Int>()
        let sources = (1..<count).map { _ in Observable.of(1, 2) } + [last.asObservable()]
        let subscription = Observable.zip(sources) { $0.reduce(0, +) }.subscribe(sums)
        last.onNext(1)
        last.onNext(2)
        expectEqual(sums.elements, [count, 2 * count])
        #expect(sums.isCompleted)
        subscription.dispose()
    }

    @Test("of an empty collection: the end")
    func emptyCollection() {
        let arrays = Recorder<[Int]>()
        let counts = Recorder<Int>()
        _ = Observable.zip([Observable<Int>]()).subscribe(arrays)
        _ = Observable.zip([Observable<Int>]()) { $0.count }.subscribe(counts)
        expectEqual(arrays.log, ["completed"])
        expectEqual(counts.log, ["completed"])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        let numbers = Observable.range(start: 1, count: 100).concat(Observable<Int>.never())
        expectOrdinaryEnds { source, witness in
            .zip(source, numbers) { value, _ in withExtendedLifetime(witness) { value } }
        }
        expectOrdinaryEnds { source, witness in
            .zip([numbers, source]) { values in withExtendedLifetime(witness) { values[1] } }
        }
    }

    @Test("completes when one has completed and its values are used, and releases the others")
    func completion() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.zip(first, second) { $0 * 10 + $1 }.subscribe(recorder)
        first.send(1, 2)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        second.send(1)
        expectEqual(recorder.log, ["next(11)"])
        second.send(2)
        expectEqual(recorder.log, ["next(11)", "next(22)", "completed"])
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("completes at once when one completes that has nothing left")
    func completesEmpty() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.zip(first, second) { $0 + $1 }.subscribe(recorder)
        second.send(1)
        first.subject.onCompleted()
        expectEqual(recorder.log, ["completed"])
        expectEqual(second.observers, 0)
        subscription.dispose()
        let after = Probe<Int>()
        let empty = Recorder<Int>()
        _ = Observable.zip(Observable<Int>.empty(), after) { $0 + $1 }.subscribe(empty)
        expectEqual(empty.log, ["completed"])
        expectEqual(after.subscribed, 0)
    }

    @Test("an error of one ends the others, with values left or not")
    func error() {
        let first = Probe<Int>()
        let second = Probe<String>()
        let recorder = Recorder<String>()
        let subscription = Observable.zip(first, second) { "\($0)\($1)" }.subscribe(recorder)
        first.send(1, 2)
        second.send("a")
        first.subject.onError(TestError())
        second.send("b")
        expectEqual(recorder.log, ["next(1a)", "error(TestError(test))"])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("a source that fails at once keeps those after it from being subscribed to")
    func errorAtOnce() {
        let after = Probe<Int>()
        let tuple = Recorder<Int>()
        let array = Recorder<[Int]>()
        _ = Observable.zip(Observable<Int>.error(TestError()), after) { $0 + $1 }.subscribe(tuple)
        _ = Observable.zip([.error(TestError()), after.asObservable()]).subscribe(array)
        expectEqual(tuple.log, ["error(TestError(test))"])
        expectEqual(array.log, ["error(TestError(test))"])
        expectEqual(after.subscribed, 0)
    }

    @Test("C4: an error that the transform throws ends all subscriptions")
    func transformThrows() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.zip(first, second) { left, right in
            if left == right { throw TestError("equal") }
            return left + right
        }
        .subscribe(recorder)
        first.send(1, 2)
        second.send(5, 2)
        expectEqual(recorder.log, ["next(6)", "error(TestError(equal))"])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("C9: disposing releases all sources and what waits, also from inside")
    func disposal() {
        let first = Probe<Witness>()
        let second = Probe<Int>()
        let living = Counter()
        let recorder = recording(.zip(first, second) { $1 }, disposingAfter: 1)
        for _ in 0..<3 { first.send(Witness(living)) }
        expectEqual(living.value, 3)
        second.send(1, 2)
        expectEqual(recorder.log, ["next(1)"])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
        expectEqual(living.value, 0)
    }

    @Test("C1: a pair that an observer causes comes after the one under way")
    func reentrant() {
        expectReentrantSendsInOrder { source in .zip(source, source) { left, _ in left } }
        let left = PublishSubject<Int>()
        let right = PublishSubject<Int>()
        let log = Recorder<String>()
        let subscription = Observable.zip(left, right).subscribe(onNext: { pair in
            log("begin \(pair)")
            if pair.0 < 3 {
                right.onNext(pair.1 + 1)
                left.onNext(pair.0 + 1)
            }
            log("end \(pair)")
        })
        left.onNext(1)
        right.onNext(1)
        expectEqual(
            log.elements, ["begin (1, 1)", "end (1, 1)", "begin (2, 2)", "end (2, 2)", "begin (3, 3)", "end (3, 3)"])
        subscription.dispose()
    }

    @Test("C2, C3: of 4 threads, the nth with the nth, and nothing lost")
    func threads() {
        let count = 3_000
        let subjects = (0..<4).map { _ in PublishSubject<Int>() }
        let tuples = Recorder<[Int]>()
        let arrays = Recorder<[Int]>()
        let overlaps = Counter()
        let tuple = Observable.zip(subjects[0], subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }
        for (source, recorder) in [(tuple, tuples), (Observable.zip(subjects), arrays)] {
            let inside = Counter()
            _ = source.subscribe { event in
                if inside.add() != 1 { overlaps.add() }
                recorder.on(event)
                inside.add(-1)
            }
        }
        onThreads(4) { thread in
            for number in 0..<count { subjects[thread].onNext(number) }
            subjects[thread].onCompleted()
        }
        let expected = (0..<count).map { Array(repeating: $0, count: 4) }
        expectEqual(tuples.elements, expected)
        expectEqual(arrays.elements, expected)
        #expect(tuples.isCompleted)
        #expect(arrays.isCompleted)
        expectEqual(overlaps.value, 0)
    }

    @Test("pairs the nth with the nth, up to the shortest", arguments: [UInt64.random(in: 0 ... .max)])
    func property(seed: UInt64) {
        var generator = SplitMix(state: seed)
        for _ in 0..<100 {
            let arrays = (0..<3).map { _ in
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in Int.random(in: 0...99, using: &generator) }
            }
            let subjects = arrays.map { _ in PublishSubject<Int>() }
            let tuples = Recorder<[Int]>()
            let collected = Recorder<[Int]>()
            _ = Observable.zip(subjects[0], subjects[1], subjects[2]) { [$0, $1, $2] }.subscribe(tuples)
            _ = Observable.zip(subjects).subscribe(collected)
            var steps = arrays.indices.flatMap { index in Array(repeating: index, count: arrays[index].count + 1) }
            steps.shuffle(using: &generator)
            var sent = [0, 0, 0]
            for index in steps {
                if sent[index] < arrays[index].count {
                    subjects[index].onNext(arrays[index][sent[index]])
                } else {
                    subjects[index].onCompleted()
                }
                sent[index] += 1
            }
            let expected = (0..<(arrays.map(\.count).min() ?? 0)).map { place in arrays.map { $0[place] } }
            for recorder in [tuples, collected] {
                expectEqual(recorder.elements, expected, "seed \(seed)")
                #expect(recorder.isCompleted, "seed \(seed)")
            }
        }
    }

    /// Asking each input about each value would take hours here.
    @Test("of 100,000: a value costs the same however many inputs there are")
    func manyInputs() {
        let count = 100_000
        let numbers = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let inputs = (0..<count).map { index in index == 0 ? numbers.asObservable() : .of(index, -index) }
        let subscription = Observable.zip(inputs) { $0.reduce(0, +) }.subscribe(recorder)
        numbers.onNext(1)
        expectEqual(recorder.elements, [count * (count - 1) / 2 + 1])
        numbers.onNext(2)
        expectEqual(recorder.elements.last, 2 - count * (count - 1) / 2)
        #expect(recorder.isCompleted)
        subscription.dispose()
    }
}
