import Binding
import Foundation
import TestSupport
import Testing

@Suite("C11 Bags")
struct C11BagTests {
    @Test("C11: dropping the last reference disposes of what the bag holds, on that thread")
    func dropped() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let disposals = Counter()
        let bag = Shared<DisposeBag?>(DisposeBag())
        bag.value?.insert(
            relay.subscribe(recorder),
            Disposables.create { if !Thread.isMainThread { disposals.add() } })
        relay.accept(1)
        onAnotherThread { bag.value = nil }
        relay.accept(2)
        expectEqual(recorder.elements, [1])
        expectEqual(disposals.value, 1)
    }

    @Test("C11: a bag may be dropped by what it holds")
    func droppedFromInside() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let bag = Shared<DisposeBag?>(DisposeBag())
        bag.value?.insert(
            relay.subscribe(onNext: { _ in bag.value = nil }),
            relay.subscribe(recorder))
        relay.accept(1)
        expectEqual(recorder.elements, [])
    }
}
