import Binding
import BindingControls
import BindingRx
import TestSupport
import Testing

@MainActor
@Suite("groupBy")
struct GroupByTests {
    @Test("a sequence for each key, sent before its first value")
    func groups() {
        let subject = PublishSubject<Int>()
        let log = Recorder<String>()
        let subscription = subject.groupBy(keySelector: { $0 % 2 }).subscribe(
            onNext: { group in
                let key = group.key
                log("group \(key)")
                _ = group.subscribe(onNext: { log("\(key): \($0)") }, onCompleted: { log("\(key) completed") })
            }, onCompleted: { log("completed") })
        for number in [1, 3, 2, 5, 4] { subject.onNext(number) }
        subject.onCompleted()
        #expect(
            log.elements == [
                "group 1", "1: 1", "1: 3", "group 0", "0: 2", "1: 5", "0: 4", "1 completed", "0 completed", "completed",
            ])
        subscription.dispose()
    }

    @Test("an error, of the source or of the closure, ends all", arguments: [true, false])
    func fails(_ isSource: Bool) {
        let probe = Probe<Int>()
        let groups = Recorder<GroupedObservable<Int, Int>>()
        let values = Recorder<Int>()
        let subscription = probe.asObservable().groupBy(keySelector: { number in
            if number < 0 { throw TestError("closure") }
            return number % 2
        }).do(onNext: { _ = $0.subscribe(values) }).subscribe(groups)
        probe.send(1, 2)
        if isSource { probe.subject.onError(TestError("source")) } else { probe.send(-1) }
        probe.send(3)
        let end = "error(TestError(\(isSource ? "source" : "closure")))"
        expectEqual(values.log, ["next(1)", "next(2)", end, end])
        expectEqual(groups.log.last, end)
        expectEqual(groups.count, 3)
        expectEqual(probe.observers, 0)
        let late = Recorder<Int>()
        _ = groups.elements[0].subscribe(late)
        expectEqual(late.log, [end])
        subscription.dispose()
    }

    @Test("C9: the groups that are observed go on where the result is disposed of, and the last one ends it")
    func goesOn() {
        let probe = Probe<Int>()
        let recorders = (0..<2).map { _ in Recorder<Int>() }
        let bags = (0..<2).map { _ in DisposeBag() }
        let keys = Recorder<Int>()
        let subscription = probe.asObservable().groupBy(keySelector: { $0 % 3 }).subscribe(onNext: { group in
            keys(group.key)
            if group.key < 2 { group.subscribe(recorders[group.key]).disposed(by: bags[group.key]) }
        })
        probe.send(0, 1, 2)
        subscription.dispose()
        expectEqual(probe.observers, 1)
        probe.send(3, 4, 5)
        bags[0].dispose()
        probe.send(6, 7)
        expectEqual(probe.observers, 1)
        bags[1].dispose()
        expectEqual(probe.observers, 0)
        expectEqual(recorders[0].elements, [0, 3])
        expectEqual(recorders[1].elements, [1, 4, 7])
        expectEqual(keys.elements, [0, 1, 2])
    }

    @Test("C4, C1: ends, and observers that send to the source")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.groupBy(keySelector: { value in withExtendedLifetime(witness) { value > 0 } })
                .flatMap { $0 }
        }
        expectReentrantSendsInOrder { $0.groupBy(keySelector: { $0 }).merge() }
    }

    @Test("dropped without being disposed of, nothing is left")
    func dropped() {
        let living = Counter()
        do {
            let witness = Witness(living)
            let relay = PublishRelay<Int>()
            _ = relay.groupBy(keySelector: { $0 }).flatMap { $0 }.subscribe(onNext: { _ in
                withExtendedLifetime(witness) {}
            })
            relay.accept(1)
            expectEqual(living.value, 1)
        }
        expectEqual(living.value, 0)
    }

    @Test("C13: bound elsewhere, the groups come on the main actor")
    func onTheMainActor() async {
        let label = Label()
        let relay = PublishRelay<Int>()
        let bag = DisposeBag()
        onAnotherThread {
            relay.groupBy(keySelector: { $0 }).bindOnMainActor(onNext: { group in label.text += "\(group.key)" })
                .disposed(by: bag)
            relay.accept(1)
        }
        await eventually { label.text == "1" }
        relay.accept(2)
        await eventually { label.text == "12" }
        bag.dispose()
    }
}
