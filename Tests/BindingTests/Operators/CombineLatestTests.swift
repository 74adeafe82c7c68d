import BindingControls
import TestSupport
import Testing

@testable import Binding

@MainActor
@Suite("combineLatest")
struct CombineLatestTests {
    @Test("of 2: nothing until both have sent, then a tuple for each value")
    func two() {
        let numbers = PublishSubject<Int>()
        let words = PublishSubject<String>()
        let recorder = Recorder<String>()
        _ = Observable.combineLatest(numbers, words).map { "\($0) \($1)" }.subscribe(recorder)
        numbers.onNext(1)
        numbers.onNext(2)
        #expect(recorder.events.isEmpty)
        words.onNext("a")
        words.onNext("b")
        numbers.onNext(3)
        expectEqual(recorder.elements, ["2 a", "2 b", "3 b"])
    }

    @Test("of 3, with a transform")
    func three() {
        let recorder = Recorder<String>()
        let flag = BehaviorRelay(value: true)
        _ = Observable.combineLatest(Observable.of(1, 2), flag, BehaviorSubject(value: "x")) {
            "\($0) \($1) \($2)"
        }
        .subscribe(recorder)
        flag.accept(false)
        expectEqual(recorder.elements, ["2 true x", "2 false x"])
    }

    @Test("of 6 sources of different kinds and types")
    func six() {
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Character>()
        let recorder = Recorder<String>()
        let combined: Observable<(Int, String, Double, Character, [Int], Bool?)> = .combineLatest(
            relay, BehaviorSubject(value: "two"), Observable.just(3.5), published, Observable.of([4], [5]),
            Observable<Bool?>.just(nil))
        _ = combined.map { "\($0) \($1) \($2) \($3) \($4) \($5 == nil)" }.subscribe(recorder)
        #expect(recorder.events.isEmpty)
        published.accept("c")
        relay.accept(2)
        expectEqual(recorder.elements, ["1 two 3.5 c [5] true", "2 two 3.5 c [5] true"])
    }

    @Test("a nil is a value like any other")
    func optionals() {
        let left = PublishSubject<Int?>()
        let right = PublishSubject<Int?>()
        let recorder = Recorder<Bool>()
        _ = Observable.combineLatest(left, right) { $0 == $1 }.subscribe(recorder)
        left.onNext(nil)
        left.onNext(nil)
        #expect(recorder.events.isEmpty)
        right.onNext(nil)
        right.onNext(1)
        expectEqual(recorder.elements, [true, false])
    }

    @Test("of a collection, in its order, with and without a transform")
    func collection() {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let arrays = Recorder<[Int]>()
        let sums = Recorder<Int>()
        _ = Observable.combineLatest(subjects).subscribe(arrays)
        _ = Observable.combineLatest(subjects) { $0.reduce(0, +) }.subscribe(sums)
        subjects[2].onNext(3)
        subjects[0].onNext(1)
        subjects[1].onNext(2)
        subjects[0].onNext(10)
        expectEqual(arrays.elements, [[1, 2, 3], [10, 2, 3]])
        expectEqual(sums.elements, [6, 15])
    }

    @Test("of an empty collection: one empty array, and the end")
    func emptyCollection() {
        let arrays = Recorder<[Int]>()
        let counts = Recorder<Int>()
        var driven: [[Int]] = []
        _ = Observable.combineLatest([Observable<Int>]()).subscribe(arrays)
        _ = Observable.combineLatest([Observable<Int>]()) { $0.count }.subscribe(counts)
        _ = Driver.combineLatest([Driver<Int>]()).drive(onNext: { driven.append($0) })
        expectEqual(arrays.log, ["next([])", "completed"])
        expectEqual(counts.log, ["next(0)", "completed"])
        expectEqual(driven, [[]])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            .combineLatest(source, Observable.just(1)) { left, right in withExtendedLifetime(witness) { left + right } }
        }
        expectOrdinaryEnds { source, witness in
            .combineLatest([source, .just(1)]) { values in withExtendedLifetime(witness) { values[0] } }
        }
        expectOrdinaryEnds { source, _ in Observable<(Int, Int)>.combineLatest(Observable.just(1), source) }
    }

    @Test("completes when all have, with the last values of those that ended before")
    func completesWithTheLast() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.combineLatest(first, second) { $0 * 10 + $1 }.subscribe(recorder)
        first.send(1)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        second.send(1, 2)
        second.subject.onCompleted()
        expectEqual(recorder.log, ["next(11)", "next(12)", "completed"])
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("completes when one has without a value, and releases the others")
    func oneIsEmpty() {
        let other = Probe<Int>()
        let empty = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.combineLatest(other, empty) { $0 + $1 }.subscribe(recorder)
        other.send(1)
        empty.subject.onCompleted()
        expectEqual(recorder.log, ["completed"])
        expectEqual(other.observers, 0)
        subscription.dispose()
    }

    @Test("an error of one ends the others")
    func error() {
        let first = Probe<Int>()
        let second = Probe<String>()
        let recorder = Recorder<String>()
        let subscription = Observable.combineLatest(first, second) { "\($0)\($1)" }.subscribe(recorder)
        first.send(1)
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
        _ = Observable.combineLatest(Observable<Int>.error(TestError()), after) { $0 + $1 }.subscribe(tuple)
        _ = Observable.combineLatest([.error(TestError()), after.asObservable()]).subscribe(array)
        expectEqual(tuple.log, ["error(TestError(test))"])
        expectEqual(array.log, ["error(TestError(test))"])
        expectEqual(after.subscribed, 0)
    }

    @Test("C4: an error that the transform throws ends all subscriptions")
    func transformThrows() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.combineLatest(first, second) { left, right in
            if left == right { throw TestError("equal") }
            return left + right
        }
        .subscribe(recorder)
        first.send(1)
        second.send(2, 1, 5)
        expectEqual(recorder.log, ["next(3)", "error(TestError(equal))"])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("C9: disposing releases all sources, also from inside")
    func disposal() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = recording(.combineLatest(first, second) { $0 + $1 }, disposingAfter: 2)
        first.send(1)
        second.send(1, 2, 3)
        first.send(9)
        expectEqual(recorder.elements, [2, 3])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
    }

    @Test("C1: a value that an observer sends to a source comes after the one under way, once")
    func reentrant() {
        let left = BehaviorRelay(value: 0)
        let right = BehaviorRelay(value: 0)
        let log = Recorder<String>()
        _ = Observable.combineLatest(left, right).subscribe(onNext: { pair in
            log("begin \(pair)")
            if pair.0 == 1, pair.1 < 2 { right.accept(pair.1 + 1) }
            log("end \(pair)")
        })
        left.accept(1)
        #expect(
            log.elements == [
                "begin (0, 0)", "end (0, 0)", "begin (1, 0)", "end (1, 0)", "begin (1, 1)", "end (1, 1)",
                "begin (1, 2)", "end (1, 2)",
            ])
    }

    @Test("one source on both sides: a combination for each side's turn")
    func diamond() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<[Int]>()
        _ = Observable.combineLatest(relay, relay.map { $0 * 10 }) { [$0, $1] }.subscribe(recorder)
        relay.accept(2)
        expectEqual(recorder.elements, [[1, 10], [2, 10], [2, 20]])
    }

    @Test("C2, C3: of 4 threads, each value makes one combination with the latest of the others")
    func threads() {
        let count = 3_000
        let subjects = (0..<4).map { _ in BehaviorSubject(value: 0) }
        let tuples = Shared<[[Int]]>([])
        let arrays = Shared<[[Int]]>([])
        let completions = Counter()
        let tuple = Observable.combineLatest(subjects[0], subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }
        for (source, received) in [(tuple, tuples), (Observable.combineLatest(subjects), arrays)] {
            _ = source.subscribe { event in
                if let element = event.element { received.value.append(element) } else { completions.add() }
            }
        }
        onThreads(4) { thread in
            for number in 1...count { subjects[thread].onNext(number) }
            subjects[thread].onCompleted()
        }
        for combinations in [tuples.value, arrays.value] {
            expectEqual(combinations.count, 1 + 4 * count)
            expectEqual(combinations.first, [0, 0, 0, 0])
            expectEqual(combinations.last, Array(repeating: count, count: 4))
            let stepsOfOne = zip(combinations, combinations.dropFirst()).allSatisfy { before, after in
                zip(before, after).map { $1 - $0 }.sorted() == [0, 0, 0, 1]
            }
            #expect(stepsOfOne)
        }
        expectEqual(completions.value, 2)
    }

    @Test("C13: of drivers, in all forms; the transform runs on the main actor")
    func drivers() async {
        let name = BehaviorRelay(value: "Ada")
        let age = BehaviorRelay(value: 36)
        let isActive = BehaviorRelay(value: true)
        let label = Label()
        let bag = DisposeBag()
        var pairs: [String] = []
        var arrays: [[Int]] = []
        var sum = 0
        Driver.combineLatest(name.asDriver(), age.asDriver(), isActive.asDriver()) { name, age, isActive in
            label.isHidden = !isActive
            return "\(name), \(age)"
        }
        .drive(label.rx.text).disposed(by: bag)
        Driver.combineLatest(name.asDriver(), age.asDriver()).drive(onNext: { pairs.append("\($0) \($1)") })
            .disposed(by: bag)
        Driver.combineLatest([age.asDriver(), age.asDriver().map { -$0 }]).drive(onNext: { arrays.append($0) })
            .disposed(by: bag)
        Driver.combineLatest([age.asDriver(), age.asDriver()]) { values in
            sum = values.reduce(0, +)
            return sum
        }
        .drive(onNext: { _ in }).disposed(by: bag)
        isActive.accept(false)
        #expect(label.isHidden)
        onAnotherThread { age.accept(37) }
        await eventually { label.text == "Ada, 37" && sum == 74 }
        expectEqual(label.history, ["Ada, 36", "Ada, 36", "Ada, 37"])
        expectEqual(pairs, ["Ada 36", "Ada 37"])
        expectEqual(arrays, [[36, -36], [37, -37]])
    }

    @Test("C13: of signals, once both have come")
    func signals() {
        let left = PublishRelay<Int>()
        let right = PublishRelay<String>()
        var received: [String] = []
        let subscription = Signal.combineLatest(left.asSignal(), right.asSignal()) { "\($0)\($1)" }
            .emit(onNext: { received.append($0) })
        left.accept(1)
        right.accept("a")
        left.accept(2)
        expectEqual(received, ["1a", "2a"])
        subscription.dispose()
    }
}

@Suite("combineLatest's bookkeeping")
struct CombineLatestStateTests {
    @Test func sendsOnceNothingIsMissing() {
        var state = CombineLatestState(inputs: 2)
        var (one, two, three) = (1, 2, "three")
        let answers = [state.store(&one, at: 0), state.store(&two, at: 0), state.store(&three, at: 1)]
        expectEqual(answers, [false, false, true])
        expectEqual(two, 1)
        expectEqual(state.load(at: 0, as: Int.self), 2)
        expectEqual(state.load(at: 1, as: String.self), "three")
    }

    @Test func isOverWhenAllHaveEndedOrOneHadNothing() {
        var state = CombineLatestState(inputs: 2)
        var (one, two) = (1, 2)
        _ = (state.store(&one, at: 0), state.store(&two, at: 1))
        let answers = [state.completed(at: 0), state.completed(at: 1)]
        expectEqual(answers, [false, true])
        var other = CombineLatestState(inputs: 3)
        let isOverAtOnce = other.completed(at: 1)
        #expect(isOverAtOnce)
    }
}
