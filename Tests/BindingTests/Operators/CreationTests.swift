import Binding
import TestSupport
import Testing

@MainActor
@Suite("create")
struct CreateTests {
    @Test("runs its closure for each observer, and disposes of what that returns, in whichever way it ends")
    func runsForEach() {
        let disposals = Counter()
        let runs = Counter()
        let source = Observable<Int>.create { observer in
            runs.add()
            observer.onNext(runs.value)
            return Disposables.create { disposals.add() }
        }
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let one = source.subscribe(first)
        let two = source.subscribe(second)
        expectEqual(first.elements, [1])
        expectEqual(second.elements, [2])
        expectEqual(disposals.value, 0)
        one.dispose()
        one.dispose()
        expectEqual(disposals.value, 1)
        two.dispose()
        expectEqual(disposals.value, 2)
    }

    @Test("C4: after the end, whatever the closure still sends is dropped", arguments: [true, false])
    func afterTheEnd(_ fails: Bool) {
        let disposals = Counter()
        let recorder = Recorder<Int>()
        _ = Observable<Int>.create { observer in
            observer.onNext(1)
            if fails { observer.onError(TestError()) } else { observer.onCompleted() }
            observer.onNext(2)
            observer.onCompleted()
            return Disposables.create { disposals.add() }
        }
        .subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", fails ? "error(TestError(test))" : "completed"])
        expectEqual(disposals.value, 1)
    }

    @Test("C9: after the disposal nothing comes")
    func afterTheDisposal() {
        let observers = Shared<[AnyObserver<Int>]>([])
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.create { observer in
            observers.value.append(observer)
            return Disposables.create()
        }
        .subscribe(recorder)
        observers.value[0].onNext(1)
        subscription.dispose()
        observers.value[0].onNext(2)
        observers.value[0].onCompleted()
        expectEqual(recorder.elements, [1])
        expectEqual(recorder.count, 1)
    }

    @Test("C4: what the closure sends to and returns is released at the end")
    func releases() {
        let living = Counter()
        let observers = Shared<[AnyObserver<Int>]>([])
        let recorder = Recorder<Int>()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return Observable<Int>.create { observer in
                observers.value.append(observer)
                return Disposables.create { withExtendedLifetime(witness) {} }
            }
            .subscribe(recorder)
        }
        let subscription = subscribe()
        expectEqual(living.value, 1)
        observers.value[0].onCompleted()
        expectEqual(living.value, 0)
        subscription.dispose()
    }

    @Test("C1: a value that is sent while the observer is called comes after that")
    func reentrant() {
        let observers = Shared<[AnyObserver<Int>]>([])
        let log = Recorder<String>()
        _ = Observable<Int>.create { observer in
            observers.value.append(observer)
            return Disposables.create()
        }
        .subscribe(onNext: { value in
            log("begin \(value)")
            if value < 3 { observers.value[0].onNext(value + 1) }
            log("end \(value)")
        })
        observers.value[0].onNext(1)
        expectEqual(log.elements, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    }

    @Test("C2, C3: from 4 threads, one event at a time, nothing lost")
    func threads() {
        let count = 5_000
        let recorder = Recorder<Int>()
        let inside = Counter()
        let overlaps = Counter()
        _ = Observable<Int>.create { observer in
            onThreads(4) { thread in
                for number in 0..<count { observer.onNext(thread * count + number) }
            }
            observer.onCompleted()
            return Disposables.create()
        }
        .subscribe { event in
            if inside.add() != 1 { overlaps.add() }
            recorder.on(event)
            inside.add(-1)
        }
        expectEqual(overlaps.value, 0)
        expectEqual(recorder.elements.sorted(), Array(0..<(4 * count)))
        #expect(recorder.isCompleted)
    }
}

@MainActor
@Suite("just, of, from, empty, never, error, deferred")
struct MakerTests {
    @Test("each sends all that it has to each observer, during subscribe")
    func makers() {
        let cases: [(Observable<Int>, [String])] = [
            (.just(1), ["next(1)", "completed"]),
            (.of(1, 2, 3), ["next(1)", "next(2)", "next(3)", "completed"]),
            (.of(), ["completed"]),
            (.from([4, 5]), ["next(4)", "next(5)", "completed"]),
            (.from(1...2), ["next(1)", "next(2)", "completed"]),
            (.from([Int]()), ["completed"]),
            (.from(optional: 1), ["next(1)", "completed"]),
            (.from(optional: nil), ["completed"]),
            (.empty(), ["completed"]),
            (.never(), []),
            (.error(TestError()), ["error(TestError(test))"]),
        ]
        for (source, expected) in cases {
            for _ in 0..<2 {
                let recorder = Recorder<Int>()
                let subscription = source.subscribe(recorder)
                expectEqual(recorder.log, expected)
                subscription.dispose()
                expectEqual(recorder.log, expected)
            }
        }
    }

    @Test("just of a nil is a nil, and the end")
    func justNil() {
        let recorder = Recorder<Int?>()
        _ = Observable<Int?>.just(nil).subscribe(recorder)
        expectEqual(recorder.elements, [nil])
        #expect(recorder.isCompleted)
    }

    @Test("C9: the elements that come after the subscription has ended are not asked for")
    func endlessSequence() {
        let recorder = Recorder<Int>()
        _ = Observable.from(NaturalNumbers())
            .map { value in
                if value == 3 { throw TestError() }
                return value
            }
            .subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "error(TestError(test))"])
    }

    @Test("never neither ends nor holds its observer once disposed of")
    func never() {
        let living = Counter()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return Observable<Int>.never().subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        let subscription = subscribe()
        subscription.dispose()
        expectEqual(living.value, 0)
    }

    @Test("deferred makes a sequence for each observer")
    func deferred() {
        let made = Counter()
        let source = Observable.deferred { Observable.just(made.add()) }
        expectEqual(made.value, 0)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = source.subscribe(first)
        _ = source.subscribe(second)
        expectEqual(first.log, ["next(1)", "completed"])
        expectEqual(second.log, ["next(2)", "completed"])
    }

    @Test("an error that the closure of deferred throws is sent")
    func deferredThrows() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.deferred { () throws -> Observable<Int> in throw TestError() }.subscribe(recorder)
        expectEqual(recorder.log, ["error(TestError(test))"])
    }

    @Test("C4: deferred passes the end on once, and releases everything")
    func deferredEnds() {
        expectOrdinaryEnds { source, witness in
            Observable.deferred { source.map { value in withExtendedLifetime(witness) { value } } }
        }
    }
}

/// Infinite numbers, starting at one.
struct NaturalNumbers: Sequence, IteratorProtocol, Sendable {
    private var number = 0

    mutating func next() -> Int? {
        number += 1
        return number
    }
}

@MainActor
@Suite("range")
struct RangeTests {
    @Test("counts up from its start", arguments: [(0, 3), (5, 1), (-2, 4)])
    func countsUp(_ start: Int, _ count: Int) {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: start, count: count).subscribe(recorder)
        expectEqual(recorder.elements, Array(start..<(start + count)))
        #expect(recorder.isCompleted)
    }

    @Test("of nothing, or of less: the end", arguments: [0, -1, Int.min])
    func ofNothing(_ count: Int) {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: .max, count: count).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
    }

    @Test("ends before it overflows")
    func overflow() {
        let wide = Recorder<Int>()
        let narrow = Recorder<UInt8>()
        _ = Observable.range(start: .max - 1, count: 5).subscribe(wide)
        _ = Observable<UInt8>.range(start: 250, count: 1_000).subscribe(narrow)
        expectEqual(wide.elements, [.max - 1, .max])
        #expect(wide.isCompleted)
        expectEqual(narrow.elements, [250, 251, 252, 253, 254, 255])
        #expect(narrow.isCompleted)
    }

    @Test("a count greater than what the type can hold still counts")
    func countBeyondTheType() {
        let signed = Recorder<Int8>()
        let all = Recorder<Int8>()
        let unsigned = Recorder<UInt8>()
        _ = Observable<Int8>.range(start: -128, count: 200).subscribe(signed)
        _ = Observable<Int8>.range(start: -128, count: 256).subscribe(all)
        _ = Observable<UInt8>.range(start: 0, count: 256).subscribe(unsigned)
        expectEqual(signed.elements, Array(-128...71))
        expectEqual(all.elements, Array(Int8.min...Int8.max))
        expectEqual(unsigned.elements, Array(UInt8.min...UInt8.max))
    }

    @Test("C9: stops where the subscription ends, however much there would be")
    func stops() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: .max)
            .map { value in
                if value == 2 { throw TestError() }
                return value
            }
            .subscribe(recorder)
        expectEqual(recorder.log, ["next(0)", "next(1)", "error(TestError(test))"])
    }
}
