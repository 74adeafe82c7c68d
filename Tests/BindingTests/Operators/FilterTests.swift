import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("filter")
struct FilterTests {
    @Test("keeps what passes")
    func keeps() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 1, count: 6).filter { $0.isMultiple(of: 2) }.subscribe(recorder)
        expectEqual(recorder.log, ["next(2)", "next(4)", "next(6)", "completed"])
    }

    @Test("keeps a nil that passes")
    func keepsNil() {
        let recorder = Recorder<Int?>()
        _ = Observable<Int?>.of(1, nil, 2).filter { $0 != 1 }.subscribe(recorder)
        expectEqual(recorder.elements, [nil, 2])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.filter { value in withExtendedLifetime(witness) { value > 0 } }
        }
    }

    @Test("a sequence of which nothing passes still ends")
    func nothingPasses() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).filter { _ in false }.subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
    }

    @Test("C4: an error that the closure throws ends the sequence and the subscription upstream")
    func closureThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable()
            .filter { value in
                if value == 2 { throw TestError("two") }
                return true
            }
            .subscribe(recorder)
        probe.send(1, 2, 3)
        expectEqual(recorder.log, ["next(1)", "error(TestError(two))"])
        expectEqual(probe.observers, 0)
    }

    @Test("C1: a value sent by an observer comes after the one under way")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let small = subject.filter { $0 < 4 }
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = small.subscribe(onNext: { value in
            first(value)
            subject.onNext(value + 1)
        })
        _ = small.subscribe(second)
        subject.onNext(1)
        expectEqual(first.elements, [1, 2, 3])
        expectEqual(second.elements, [1, 2, 3])
    }

    @Test("C13: the closure of a driver or a signal runs on the main actor")
    func onMainActor() async {
        let button = Button()
        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        var driven: [Int] = []
        var emitted: [Int] = []
        let bag = DisposeBag()
        relay.asDriver().filter { _ in button.isEnabled }.drive(onNext: { driven.append($0) }).disposed(by: bag)
        events.asSignal().filter { _ in button.isEnabled }.emit(onNext: { emitted.append($0) }).disposed(by: bag)
        button.isEnabled = false
        relay.accept(2)
        events.accept(2)
        button.isEnabled = true
        onAnotherThread {
            relay.accept(3)
            events.accept(3)
        }
        await eventually { driven.count == 2 && emitted.count == 1 }
        expectEqual(driven, [1, 3])
        expectEqual(emitted, [3])
    }
}
