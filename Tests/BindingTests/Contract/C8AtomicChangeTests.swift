import Binding
import TestSupport
import Testing

@Suite("C8 Atomic change")
struct C8AtomicChangeTests {
    @Test("C8: 8 threads that add 1 a million times end at 8 million")
    func addition() {
        let relay = BehaviorRelay(value: 0)
        #if DEBUG
            let times = 50_000
        #else
            let times = 1_000_000
        #endif
        onThreads(8) { _ in
            for _ in 0..<times { relay.modify { $0 += 1 } }
        }
        expectEqual(relay.value, 8 * times)
    }

    @Test("C8: through a wrapper, too")
    func wrapper() {
        struct Model {
            @Bindable var count = 0
        }
        let model = Model()
        onThreads(8) { _ in
            for _ in 0..<20_000 { model.count += 1 }
        }
        expectEqual(model.count, 160_000)
    }

    @Test("C8: `modify` returns what its closure returns, and its observers see the change once")
    func result() {
        let relay = BehaviorRelay(value: [1])
        let recorder = Recorder<[Int]>()
        let subscription = relay.subscribe(recorder)
        let removed = relay.modify { $0.removeLast() }
        expectEqual(removed, 1)
        expectEqual(recorder.elements, [[1], []])
        subscription.dispose()
    }

    @Test("C8: what the closure has changed before it throws is kept and delivered")
    func throwing() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(recorder)
        #expect(throws: TestError()) {
            try relay.modify { number in
                number = 2
                throw TestError()
            }
        }
        expectEqual(relay.value, 2)
        expectEqual(recorder.elements, [1, 2])
        subscription.dispose()
    }

    @Test("C8: the closure may send to other relays and use other threads")
    func otherThings() {
        let relay = BehaviorRelay(value: 0)
        let other = BehaviorRelay(value: 0)
        relay.modify { number in
            other.accept(1)
            onAnotherThread { other.modify { $0 += 1 } }
            number = other.value
        }
        expectEqual(relay.value, 2)
    }

    @Test("C8: readers wait for a change under way, and observers may be disposed of meanwhile")
    func readersWait() {
        let relay = BehaviorRelay(value: 0)
        let subscription = relay.subscribe(onNext: { _ in })
        let seen = Shared<[Int]>([])
        let changing = Shared(false)
        onThreads(2) { thread in
            if thread == 0 {
                relay.modify { number in
                    changing.value = true
                    subscription.dispose()
                    for _ in 0..<1_000 { number += 1 }
                }
            } else {
                while !changing.value {}
                seen.value.append(relay.value)
            }
        }
        expectEqual(seen.value, [1_000])
    }

    @Test("C8: reading the relay inside its own change stops the program with a clear message")
    func overlappingAccess() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let relay = BehaviorRelay(value: 0)
            relay.modify { $0 = relay.value + 1 }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(Optimization.isOn || text.contains("overlapping accesses to a BehaviorRelay<Int>"))
    }

    @Test("C8: an asynchronous change in place that is suspended when the property is read stops it with that cause")
    func suspendedChange() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Steps: Sendable {
                var count = 0
                @MainActor mutating func changeSlowly() async {
                    for _ in 0..<1_000 {
                        count += 1
                        await Task.yield()
                    }
                }
            }
            struct Model: Sendable { @Bindable var steps = Steps() }
            let model = Model()
            // Both are on the main actor: one runs while the other is suspended.
            let change = Task { @MainActor in await model.steps.changeSlowly() }
            let reading = Task { @MainActor in
                for _ in 0..<100 {
                    _ = model.steps.count
                    await Task.yield()
                }
            }
            await change.value
            await reading.value
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(Optimization.isOn || text.contains("an asynchronous method changes the property in place"))
    }
}
