import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("map")
struct MapTests {
    @Test("changes each value, also to another type")
    func changesEachValue() {
        let recorder = Recorder<String>()
        _ = Observable.of(1, 2, 3).map { "<\($0)>" }.subscribe(recorder)
        expectEqual(recorder.log, ["next(<1>)", "next(<2>)", "next(<3>)", "completed"])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value * 2 } }
        }
    }

    @Test("C4: an error that the closure throws ends the sequence and the subscription upstream")
    func closureThrows() {
        let probe = Probe<Int>()
        let calls = Counter()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable()
            .map { value in
                calls.add()
                if value == 2 { throw TestError("two") }
                return value
            }
            .subscribe(recorder)
        probe.send(1, 2, 3)
        expectEqual(recorder.log, ["next(1)", "error(TestError(two))"])
        expectEqual(calls.value, 2)
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("a closure that disposes of its own subscription sends neither its result nor its error", arguments: [0, 1])
    func closureDisposes(_ number: Int) {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = SerialDisposable()
        subscription.disposable =
            subject.map { value in
                subscription.dispose()
                if value == 1 { throw TestError() }
                return value
            }
            .subscribe(recorder)
        subject.onNext(number)
        subject.onNext(2)
        #expect(recorder.events.isEmpty)
    }

    @Test("C1: a value sent by an observer comes after the one under way, for every observer")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let tens = subject.map { $0 * 10 }
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = tens.subscribe(onNext: { value in
            first(value)
            if value < 30 { subject.onNext(value / 10 + 1) }
        })
        _ = tens.subscribe(second)
        subject.onNext(1)
        expectEqual(first.elements, [10, 20, 30])
        expectEqual(second.elements, [10, 20, 30])
    }

    @Test("each subscription has its own run of the closure")
    func runsForEach() {
        let calls = Counter()
        let mapped = Observable.of(1, 2).map { _ in calls.add() }
        _ = mapped.subscribe(Recorder<Int>())
        _ = mapped.subscribe(Recorder<Int>())
        expectEqual(calls.value, 4)
    }

    @Test("C13: a driver's closure runs on the main actor, once for all of its observers")
    func driver() async {
        let relay = BehaviorRelay(value: 1)
        var calls = 0
        let driver = relay.asDriver().map { value -> String in
            MainActor.assertIsolated()
            calls += 1
            return "\(value)"
        }
        let bag = DisposeBag()
        var shown: [String] = []
        driver.drive(onNext: { shown.append($0) }).disposed(by: bag)
        driver.drive(onNext: { shown.append($0) }).disposed(by: bag)
        relay.accept(2)
        expectEqual(shown, ["1", "1", "2", "2"])
        expectEqual(calls, 2)
        onAnotherThread { relay.accept(3) }
        expectEqual(calls, 2)
        await eventually { shown.count == 6 }
        expectEqual(shown.suffix(2), ["3", "3"])
        expectEqual(calls, 3)
    }

    @Test("C13: a signal's closure runs on the main actor")
    func signal() async {
        let relay = PublishRelay<Int>()
        let label = Label()
        let subscription = relay.asSignal()
            .map { value -> Int in
                label.text = "\(value)"
                return value + 1
            }
            .emit(onNext: { label.caption = "\($0)" })
        relay.accept(1)
        expectEqual(label.text, "1")
        expectEqual(label.caption, "2")
        onAnotherThread { relay.accept(5) }
        await eventually { label.caption == "6" }
        expectEqual(label.history, ["1", "5"])
        subscription.dispose()
    }
}
