import Binding
import TestSupport
import Testing

@Suite("C3 Nothing lost, nothing twice")
struct C3NothingLostTests {
    @Test("C3: N threads' M values all come, each thread's in its order", arguments: TestSource.allCases)
    func allOfEachThread(source: TestSource) {
        let (send, numbers) = source.make()
        let recorder = Recorder<Int>()
        let subscription = numbers.subscribe(recorder)
        onThreads(8) { thread in
            for number in 0..<1_000 { send(thread * 1_000 + number) }
        }
        let elements = recorder.elements
        expectEqual(elements.count, 8_000)
        for thread in 0..<8 {
            expectEqual(elements.filter { $0 / 1_000 == thread }, Array(thread * 1_000..<(thread + 1) * 1_000))
        }
        subscription.dispose()
    }

    @Test("C3: an observer that comes in the middle misses nothing after and gets nothing before")
    func subscribersInTheMiddle() {
        let relay = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        let recorders = Shared<[Recorder<Int>]>([])
        onThreads(5) { thread in
            if thread == 0 {
                for number in 1...4_000 { relay.accept(number) }
            } else {
                for _ in 0..<100 {
                    let recorder = Recorder<Int>()
                    bag.insert(relay.subscribe(recorder))
                    recorders.value.append(recorder)
                }
            }
        }
        // With one sender, an observer gets consecutive values up to the last one.
        for recorder in recorders.value {
            let elements = recorder.elements
            expectEqual(elements.last, 4_000)
            expectEqual(elements, Array(elements[0]...4_000))
        }
    }

    @Test("C3: an observer that subscribes inside another gets the current value once and then each one that follows")
    func nestedSubscription() {
        let relay = BehaviorRelay(value: 0)
        let inner = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            relay.subscribe(onNext: { number in
                guard number == 1 else { return }
                relay.accept(2)
                bag.insert(relay.subscribe(inner))
                relay.accept(3)
            }))
        relay.accept(1)
        expectEqual(inner.elements, [2, 3])
        relay.accept(4)
        expectEqual(inner.elements, [2, 3, 4])
    }
}
