import Binding
import TestSupport
import Testing

@MainActor
@Suite("distinctUntilChanged")
struct DistinctUntilChangedTests {
    struct Person: Sendable, Equatable {
        let name: String
        let age: Int
    }

    @Test("leaves out what equals the value before")
    func equatable() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 1, 2, 2, 2, 1, 1).distinctUntilChanged().subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "next(1)", "completed"])
    }

    @Test("a first nil is a value like any other")
    func firstNil() {
        let byValue = Recorder<Int?>()
        let byKey = Recorder<Int?>()
        let source = Observable<Int?>.of(nil, nil, 1, nil)
        _ = source.distinctUntilChanged().subscribe(byValue)
        _ = source.distinctUntilChanged { $0 }.subscribe(byKey)
        expectEqual(byValue.elements, [nil, 1, nil])
        expectEqual(byKey.elements, [nil, 1, nil])
    }

    @Test("by a key")
    func byKey() {
        let recorder = Recorder<Person>()
        let people = [
            Person(name: "Ada", age: 36), Person(name: "Ada", age: 37), Person(name: "Grace", age: 37),
        ]
        _ = Observable.from(people).distinctUntilChanged(\.name).subscribe(recorder)
        expectEqual(recorder.elements, [people[0], people[2]])
    }

    @Test("by a property, with distinctUntilChanged(at:)")
    func byProperty() {
        let recorder = Recorder<Person>()
        let people = [("Ada", 1), ("Ada", 2), ("Grace", 2), ("Ada", 2)].map { Person(name: $0.0, age: $0.1) }
        _ = Observable.from(people).distinctUntilChanged(at: \.name).subscribe(recorder)
        expectEqual(recorder.elements, [people[0], people[2], people[3]])
        #expect(recorder.isCompleted)
        expectOrdinaryEnds { source, witness in
            source.distinctUntilChanged(at: \.self).map { value in withExtendedLifetime(witness) { value } }
        }
    }

    @Test("by a comparison, with the last value that was passed on and not with the last that came")
    func byComparison() {
        let recorder = Recorder<Int>()
        _ = Observable.of(0, 4, 8, 12, 13, 25).distinctUntilChanged(by: { abs($0 - $1) < 10 }).subscribe(recorder)
        expectEqual(recorder.elements, [0, 12, 25])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, _ in source.distinctUntilChanged() }
        expectOrdinaryEnds { source, witness in
            source.distinctUntilChanged { value in withExtendedLifetime(witness) { value } }
        }
        expectOrdinaryEnds { source, witness in
            source.distinctUntilChanged(by: { left, right in withExtendedLifetime(witness) { left == right } })
        }
    }

    @Test("C4: an error that a closure throws ends the sequence and the subscription upstream")
    func closureThrows() {
        let keyed = Probe<Int>()
        let compared = Probe<Int>()
        let ofKey = Recorder<Int>()
        let ofComparison = Recorder<Int>()
        _ = keyed.asObservable()
            .distinctUntilChanged { value -> Int in
                if value == 2 { throw TestError("key") }
                return value
            }
            .subscribe(ofKey)
        _ = compared.asObservable()
            .distinctUntilChanged(by: { _, new in
                if new == 2 { throw TestError("comparison") }
                return false
            })
            .subscribe(ofComparison)
        keyed.send(1, 2, 3)
        compared.send(1, 2, 3)
        expectEqual(ofKey.log, ["next(1)", "error(TestError(key))"])
        expectEqual(ofComparison.log, ["next(1)", "error(TestError(comparison))"])
        expectEqual(keyed.observers, 0)
        expectEqual(compared.observers, 0)
    }

    @Test("the memory belongs to one subscription")
    func memoryOfOne() {
        let subject = PublishSubject<Int>()
        let distinct = subject.distinctUntilChanged()
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = distinct.subscribe(early)
        subject.onNext(1)
        _ = distinct.subscribe(late)
        subject.onNext(1)
        expectEqual(early.elements, [1])
        expectEqual(late.elements, [1])
    }

    @Test("C1: an observer that sends the same value again is not called again")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.distinctUntilChanged().subscribe(onNext: { value in
            recorder(value)
            subject.onNext(value)
            if value < 3 { subject.onNext(value + 1) }
        })
        subject.onNext(1)
        expectEqual(recorder.elements, [1, 2, 3])
    }

    @Test("C13: the closures of a driver and a signal run on the main actor")
    func onMainActor() async {
        var comparisons = 0
        var keys = 0
        var compared: [Int] = []
        var keyed: [Int] = []
        var plain: [Int] = []
        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        let bag = DisposeBag()
        relay.asDriver()
            .distinctUntilChanged(by: {
                comparisons += 1
                return $0 == $1
            })
            .drive(onNext: { compared.append($0) }).disposed(by: bag)
        events.asSignal()
            .distinctUntilChanged { value -> Int in
                keys += 1
                return value / 10
            }
            .emit(onNext: { keyed.append($0) }).disposed(by: bag)
        relay.asDriver().distinctUntilChanged().drive(onNext: { plain.append($0) }).disposed(by: bag)
        for value in [1, 2] { relay.accept(value) }
        for value in [10, 15] { events.accept(value) }
        onAnotherThread {
            for value in [2, 3] { relay.accept(value) }
            for value in [19, 20] { events.accept(value) }
        }
        await eventually { compared.last == 3 && keyed.last == 20 }
        expectEqual(compared, [1, 2, 3])
        expectEqual(comparisons, 4)
        expectEqual(keyed, [10, 20])
        expectEqual(keys, 4)
        expectEqual(plain, [1, 2, 3])
    }
}
