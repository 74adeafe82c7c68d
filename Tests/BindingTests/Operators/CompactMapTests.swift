import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("compactMap")
struct CompactMapTests {
    @Test("leaves out what becomes nil")
    func leavesOutNil() {
        let recorder = Recorder<Int>()
        _ = Observable.of("1", "two", "3").compactMap { Int($0) }.subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(3)", "completed"])
    }

    @Test("takes the optional off optional values")
    func optionalValues() {
        let recorder = Recorder<Int>()
        _ = Observable<Int?>.of(1, nil, 3).compactMap { $0 }.subscribe(recorder)
        expectEqual(recorder.elements, [1, 3])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.compactMap { value -> Int? in withExtendedLifetime(witness) { value > 0 ? value : nil } }
        }
    }

    @Test("C4: an error that the closure throws ends the sequence and the subscription upstream")
    func closureThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable()
            .compactMap { value -> Int? in
                if value == 3 { throw TestError("three") }
                return value == 2 ? nil : value
            }
            .subscribe(recorder)
        probe.send(1, 2, 3, 4)
        expectEqual(recorder.log, ["next(1)", "error(TestError(three))"])
        expectEqual(probe.observers, 0)
    }

    @Test("C1: a value sent by an observer comes after the one under way")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let odd = subject.compactMap { $0.isMultiple(of: 2) ? nil : $0 }
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = odd.subscribe(onNext: { value in
            first(value)
            if value < 5 {
                subject.onNext(value + 1)
                subject.onNext(value + 2)
            }
        })
        _ = odd.subscribe(second)
        subject.onNext(1)
        expectEqual(first.elements, [1, 3, 5])
        expectEqual(second.elements, [1, 3, 5])
    }

    @Test("C13: the closure of a driver or a signal runs on the main actor")
    func onMainActor() async {
        let names = ["Ada", "Grace"]
        let index = BehaviorRelay(value: 0)
        let label = Label()
        let bag = DisposeBag()
        let inputs = PublishRelay<Int>()
        index.asDriver().compactMap { [label] value -> String? in
            label.isHidden = !names.indices.contains(value)
            return label.isHidden ? nil : names[value]
        }
        .drive(label.rx.text).disposed(by: bag)
        inputs.asSignal().compactMap { value in label.text.isEmpty ? nil : value }
            .emit(to: index).disposed(by: bag)
        inputs.accept(7)
        expectEqual(label.history, ["Ada"])
        #expect(label.isHidden)
        onAnotherThread { inputs.accept(1) }
        await eventually { label.text == "Grace" }
        #expect(!label.isHidden)
    }
}
