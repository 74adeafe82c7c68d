import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("skip")
struct SkipTests {
    @Test("leaves out the first values", arguments: [(-1, 3), (0, 3), (1, 2), (2, 1), (3, 0), (9, 0)])
    func leavesOutTheFirst(_ count: Int, _ remaining: Int) {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2, 3).skip(count).subscribe(recorder)
        expectEqual(recorder.elements, Array([1, 2, 3].suffix(remaining)))
        #expect(recorder.isCompleted)
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, _ in source.skip(0) }
        expectOrdinaryEnds { source, _ in source.startWith(0).skip(1) }
    }

    @Test("an error comes through while values are skipped")
    func errorWhileSkipping() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().skip(5).subscribe(recorder)
        probe.send(1)
        probe.subject.onError(TestError())
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(probe.observers, 0)
    }

    @Test("each subscription counts for itself")
    func countsForItself() {
        let subject = PublishSubject<Int>()
        let skipping = subject.skip(1)
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = skipping.subscribe(early)
        subject.onNext(1)
        _ = skipping.subscribe(late)
        subject.onNext(2)
        subject.onNext(3)
        expectEqual(early.elements, [2, 3])
        expectEqual(late.elements, [3])
    }

    @Test("C1: a value sent by an observer comes after the one under way")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.skip(1).subscribe(onNext: { value in
            recorder(value)
            if value < 4 { subject.onNext(value + 1) }
        })
        subject.onNext(1)
        subject.onNext(2)
        expectEqual(recorder.elements, [2, 3, 4])
    }

    @Test("of a driver it leaves out the current value; of a signal the first event")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        let label = Label()
        var emitted: [Int] = []
        let bag = DisposeBag()
        relay.asDriver().skip(1).map { "\($0)" }.drive(label.rx.text).disposed(by: bag)
        events.asSignal().skip(1).emit(onNext: { emitted.append($0) }).disposed(by: bag)
        relay.accept(2)
        for value in 1...3 { events.accept(value) }
        expectEqual(label.history, ["2"])
        expectEqual(emitted, [2, 3])
    }
}

@MainActor
@Suite("startWith")
struct StartWithTests {
    @Test("sends its values first, in order, to each observer")
    func first() {
        let source = Observable.of(3, 4).startWith(1, 2)
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "next(4)", "completed"])
        }
    }

    @Test("begins during subscribe, before the source is subscribed to")
    func beforeTheSource() {
        let order = Recorder<String>()
        let source = Observable<String>.deferred {
            order("subscribed")
            return Observable.just("source")
        }
        _ = source.startWith("start").subscribe(onNext: { order($0) })
        expectEqual(order.elements, ["start", "subscribed", "source"])
    }

    @Test("before an empty sequence and before an error")
    func beforeTheEnd() {
        let empty = Recorder<Int>()
        let failing = Recorder<Int>()
        _ = Observable.empty().startWith(1).subscribe(empty)
        _ = Observable.error(TestError()).startWith(1).subscribe(failing)
        expectEqual(empty.log, ["next(1)", "completed"])
        expectEqual(failing.log, ["next(1)", "error(TestError(test))"])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().startWith(0).subscribe(recorder)
        probe.send(1)
        probe.subject.onCompleted()
        expectEqual(recorder.log, ["next(0)", "next(1)", "completed"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("C9: ended during its values, it neither goes on nor subscribes to the source")
    func endedDuringItsValues() {
        let probe = Probe<Int>()
        let calls = Counter()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().startWith(1, 2, 3)
            .map { value in
                calls.add()
                if value == 2 { throw TestError() }
                return value
            }
            .subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "error(TestError(test))"])
        expectEqual(calls.value, 2)
        expectEqual(probe.subscribed, 0)
    }

    @Test("C1: what an observer sends meanwhile to the source is not lost")
    func reentrant() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        _ = relay.startWith(0).subscribe(onNext: { value in
            recorder(value)
            if value < 4 { relay.accept(value + 2) }
        })
        // 2 is accepted before the relay is subscribed to, and is its value then.
        expectEqual(recorder.elements, [0, 2, 4])
    }

    @Test(
        "of a driver and a signal: on the main actor, a driver's observers that come later are handed the latest only")
    func driverAndSignal() {
        let relay = BehaviorRelay(value: 2)
        let events = PublishRelay<Int>()
        let driver = relay.asDriver().startWith(0, 1)
        let label = Label()
        var late: [Int] = []
        var emitted: [Int] = []
        let bag = DisposeBag()
        driver.map { "\($0)" }.drive(label.rx.text).disposed(by: bag)
        driver.drive(onNext: { late.append($0) }).disposed(by: bag)
        events.asSignal().startWith(9).emit(onNext: { emitted.append($0) }).disposed(by: bag)
        events.accept(10)
        expectEqual(label.history, ["0", "1", "2"])
        expectEqual(late, [2])
        expectEqual(emitted, [9, 10])
    }
}
