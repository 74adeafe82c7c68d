import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("merge")
struct MergeTests {
    @Test("sends the values of all sources as they come, whatever kinds of sources they are")
    func variadic() {
        let subject = PublishSubject<Int>()
        let relay = BehaviorRelay(value: 10)
        let events = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.merge(subject, relay, events, Observable.just(20)).subscribe(recorder)
        subject.onNext(1)
        events.accept(2)
        relay.accept(3)
        subject.onNext(4)
        expectEqual(recorder.log, [10, 20, 1, 2, 3, 4].map { "next(\($0))" })
    }

    @Test("of a collection")
    func collection() {
        let subjects = (0..<5).map { _ in PublishSubject<Int>() }
        let recorder = Recorder<Int>()
        _ = Observable.merge(subjects).subscribe(recorder)
        for (index, subject) in subjects.enumerated().reversed() { subject.onNext(index) }
        expectEqual(recorder.elements, [4, 3, 2, 1, 0])
        for subject in subjects.dropLast() { subject.onCompleted() }
        #expect(!recorder.isCompleted)
        subjects[4].onCompleted()
        #expect(recorder.isCompleted)
    }

    @Test("of nothing: the end")
    func ofNothing() {
        let variadic = Recorder<Int>()
        let collection = Recorder<Int>()
        var completed = false
        _ = Observable<Int>.merge().subscribe(variadic)
        _ = Observable.merge([PublishSubject<Int>]()).subscribe(collection)
        _ = Driver<Int>.merge([]).drive(onCompleted: { completed = true })
        expectEqual(variadic.log, ["completed"])
        expectEqual(collection.log, ["completed"])
        #expect(completed)
    }

    @Test("of empty sources: the end")
    func ofEmpty() {
        let recorder = Recorder<Int>()
        _ = Observable.merge(Observable<Int>.empty(), .empty()).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, _ in .merge(source) }
        expectOrdinaryEnds { source, _ in .merge(source, .empty()) }
        expectOrdinaryEnds { source, _ in .merge([.empty(), source, .empty()]) }
    }

    @Test("completes when all have, and releases each as it completes")
    func completesWithTheLast() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.merge(first, second).subscribe(recorder)
        first.subject.onCompleted()
        expectEqual(first.observers, 0)
        second.send(1)
        second.subject.onCompleted()
        expectEqual(recorder.log, ["next(1)", "completed"])
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("an error of one ends the others")
    func error() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = Observable.merge(first, second).subscribe(recorder)
        first.send(1)
        second.subject.onError(TestError())
        first.send(2)
        expectEqual(recorder.log, ["next(1)", "error(TestError(test))"])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
        subscription.dispose()
    }

    @Test("a source that fails at once keeps those after it from being subscribed to")
    func errorAtOnce() {
        let after = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.merge(Observable.error(TestError()), after).subscribe(recorder)
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(after.subscribed, 0)
    }

    @Test("C9: disposing releases all sources, also from inside")
    func disposal() {
        let first = Probe<Int>()
        let second = Probe<Int>()
        let recorder = recording(.merge(first, second), disposingAfter: 2)
        first.send(1)
        second.send(2, 3)
        first.send(4)
        expectEqual(recorder.elements, [1, 2])
        expectEqual(first.observers, 0)
        expectEqual(second.observers, 0)
    }

    @Test("C1: a value that an observer sends to another source comes after the one under way")
    func reentrant() {
        let left = PublishSubject<Int>()
        let right = PublishSubject<Int>()
        let log = Recorder<String>()
        _ = Observable.merge(left, right).subscribe(onNext: { value in
            log("begin \(value)")
            if value < 3 { (value.isMultiple(of: 2) ? left : right).onNext(value + 1) }
            log("end \(value)")
        })
        left.onNext(1)
        expectEqual(log.elements, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    }

    @Test("a source may be there twice")
    func twice() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.merge(subject, subject).subscribe(recorder)
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(1)", "completed"])
    }

    @Test("C2, C3: of 4 threads nothing is lost, one value comes at a time, and each thread's in order")
    func threads() {
        let count = 5_000
        let subjects = (0..<4).map { _ in PublishSubject<(thread: Int, number: Int)>() }
        let received = Shared<[[Int]]>(Array(repeating: [], count: 4))
        let inside = Counter()
        let overlaps = Counter()
        let recorder = Recorder<Int>()
        _ = Observable.merge(subjects).subscribe { event in
            if inside.add() != 1 { overlaps.add() }
            if let element = event.element {
                received.value[element.thread].append(element.number)
            } else {
                recorder.onNext(0)
            }
            inside.add(-1)
        }
        onThreads(4) { thread in
            for number in 0..<count { subjects[thread].onNext((thread, number)) }
            subjects[thread].onCompleted()
        }
        for numbers in received.value { expectEqual(numbers, Array(0..<count)) }
        expectEqual(overlaps.value, 0)
        expectEqual(recorder.count, 1)
    }

    @Test("C13, C15: of drivers and signals, on the main actor")
    func driverAndSignal() async {
        let first = BehaviorRelay(value: "a")
        let second = BehaviorRelay(value: "b")
        let taps = PublishRelay<String>()
        let swipes = PublishRelay<String>()
        let label = Label()
        let bag = DisposeBag()
        var emitted: [String] = []
        Driver.merge(first.asDriver(), second.asDriver()).drive(label.rx.text).disposed(by: bag)
        Signal.merge([taps.asSignal(), swipes.asSignal()])
            .emit(onNext: {
                MainActor.assertIsolated()
                emitted.append($0)
            })
            .disposed(by: bag)
        first.accept("c")
        onAnotherThread {
            second.accept("d")
            taps.accept("tap")
            swipes.accept("swipe")
        }
        await eventually { label.text == "d" && emitted.count == 2 }
        expectEqual(label.history, ["a", "b", "c", "d"])
        expectEqual(emitted, ["tap", "swipe"])
    }
}
