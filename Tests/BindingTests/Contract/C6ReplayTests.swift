import Binding
import BindingControls
import TestSupport
import Testing

@Suite("C6 Replay")
struct C6ReplayTests {
    @Test("C6: a new observer has the current value when `subscribe` returns")
    @MainActor
    func duringSubscribe() throws {
        let relay = BehaviorRelay(value: 1)
        let subject = BehaviorSubject(value: 2)
        let field = TextField("three")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.map { "\($0)" }.subscribe(recorder))
        expectEqual(recorder.elements, ["1"])
        bag.insert(subject.map { "\($0)" }.subscribe(recorder))
        expectEqual(recorder.elements, ["1", "2"])
        bag.insert(relay.asDriver().map { "driver \($0)" }.drive(recorder))
        expectEqual(recorder.elements, ["1", "2", "driver 1"])
        bag.insert(field.rx.text.subscribe(recorder))
        expectEqual(recorder.elements, ["1", "2", "driver 1", "three"])
    }

    @Test("C6: the current value comes first and nothing old after it, also while another thread sends")
    func raceWithASender() {
        for _ in 0..<50 {
            let relay = BehaviorRelay(value: 0)
            let recorders = (0..<50).map { _ in Recorder<Int>() }
            let sawValueDuringSubscribe = Counter()
            let bag = DisposeBag()
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 1...500 { relay.accept(number) }
                } else {
                    for recorder in recorders {
                        bag.insert(relay.subscribe(recorder))
                        if recorder.count > 0 { sawValueDuringSubscribe.add() }
                    }
                }
            }
            expectEqual(sawValueDuringSubscribe.value, recorders.count)
            for recorder in recorders {
                let elements = recorder.elements
                expectEqual(elements, Array((elements.first ?? 501)...500))
            }
        }
    }

    @Test("C6: a new observer inside an observer gets what was accepted last, and no value twice")
    func nested() {
        let relay = BehaviorRelay(value: 0)
        let inner = Recorder<Int>()
        let immediate = Shared<[Int]>([])
        let bag = DisposeBag()
        bag.insert(
            relay.subscribe(onNext: { number in
                guard number == 1 else { return }
                relay.accept(2)
                bag.insert(relay.subscribe(inner))
                immediate.value = inner.elements
            }))
        relay.accept(1)
        expectEqual(immediate.value, [2])
        expectEqual(inner.elements, [2])
    }

    @Test("C6: a driver's new observer inside a driver's observer gets the value at once")
    @MainActor
    func nestedDriver() {
        let relay = BehaviorRelay(value: 0)
        var inner: [Int] = []
        var immediate: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            relay.asDriver().drive(onNext: { number in
                guard number == 1 else { return }
                bag.insert(relay.asDriver().drive(onNext: { inner.append($0) }))
                immediate = inner
            }))
        relay.accept(1)
        expectEqual(immediate, [1])
        expectEqual(inner, [1])
    }
}
