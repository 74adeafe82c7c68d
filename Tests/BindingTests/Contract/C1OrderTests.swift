import Binding
import TestSupport
import Testing

@Suite("C1 Order")
struct C1OrderTests {
    @Test(
        "C1: what an observer sends reaches all observers after the value under way",
        arguments: [
            TestSource.publishSubject, .behaviorSubject, .replaySubject, .publishRelay, .behaviorRelay, .shared,
        ])
    func nestedSendsKeepTheOrder(source: TestSource) {
        let (send, numbers) = source.make()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let subscriptions = [
            numbers.subscribe(onNext: { number in
                first(number)
                if number == 1 {
                    send(2)
                    send(3)
                }
            }),
            numbers.subscribe(second),
        ]
        send(0)
        send(1)
        expectEqual(first.elements, [0, 1, 2, 3])
        expectEqual(second.elements, [0, 1, 2, 3])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1/C6: an observer that joins in the middle of a delivery begins with the latest value, at once")
    func joiningInTheMiddle() {
        let relay = BehaviorRelay(value: 1)
        let calls = Shared<[String]>([])
        let bag = DisposeBag()
        relay.subscribe(onNext: { number in
            calls.value.append("first \(number)")
            guard number == 2 else { return }
            relay.accept(3)
            relay.subscribe(onNext: { calls.value.append("new \($0)") }).disposed(by: bag)
        })
        .disposed(by: bag)
        relay.subscribe(onNext: { calls.value.append("second \($0)") }).disposed(by: bag)
        relay.accept(2)
        expectEqual(calls.value, ["first 1", "second 1", "first 2", "new 3", "second 2", "first 3", "second 3"])
    }

    @Test("C1: a value sent from inside an observer is accepted at once")
    func nestedValueIsAcceptedAtOnce() {
        let relay = BehaviorRelay(value: 0)
        let seen = Shared<[Int]>([])
        let subscription = relay.subscribe(onNext: { number in
            if number == 1 {
                relay.accept(2)
                seen.value.append(relay.value)
            }
        })
        relay.accept(1)
        expectEqual(seen.value, [2])
        expectEqual(relay.value, 2)
        subscription.dispose()
    }

    @Test("C1: sends from several depths are delivered in the order of acceptance")
    func deepSends() {
        let relay = PublishRelay<String>()
        let last = Recorder<String>()
        let subscriptions = [
            relay.subscribe(onNext: { text in
                if text.count < 3 {
                    relay.accept(text + "a")
                    relay.accept(text + "b")
                }
            }),
            relay.subscribe(last),
        ]
        relay.accept("")
        #expect(
            last.elements == [
                "", "a", "b", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb",
            ])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: observers on the main actor and others see the same order")
    @MainActor
    func bothLanes() {
        let relay = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let observed = Recorder<Int>()
        let subscriptions = [
            relay.asDriver().drive(onNext: { number in
                driven.append(number)
                if number == 1 { relay.accept(2) }
            }),
            relay.subscribe(onNext: { number in
                observed(number)
                if number == 2 { relay.accept(3) }
            }),
        ]
        relay.accept(1)
        expectEqual(driven, [0, 1, 2, 3])
        expectEqual(observed.elements, [0, 1, 2, 3])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: an end that an observer sends comes after the value under way")
    func nestedEnd() {
        let subject = PublishSubject<Int>()
        let second = Recorder<Int>()
        let subscriptions = [
            subject.subscribe(onNext: { _ in subject.onCompleted() }),
            subject.subscribe(second),
        ]
        subject.onNext(1)
        expectEqual(second.elements, [1])
        #expect(second.isCompleted)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("C1: several threads' values come to all observers in one order")
    func sameOrderForAll() {
        let relay = PublishRelay<Int>()
        let recorders = (0..<4).map { _ in Recorder<Int>() }
        let bag = DisposeBag()
        for recorder in recorders { bag.insert(relay.subscribe(recorder)) }
        onThreads(4) { thread in
            for number in 0..<2_000 { relay.accept(thread * 10_000 + number) }
        }
        for recorder in recorders.dropFirst() { expectEqual(recorder.elements, recorders[0].elements) }
        expectEqual(recorders[0].count, 8_000)
    }
}
