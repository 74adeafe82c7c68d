import Binding
import BindingGTK
import BindingOperators
import CGTK
import Dispatch
import Testing

/// What reaches the main actor while GLib's loop runs.
@MainActor @Suite struct LoopTests {
    private let bag = DisposeBag()

    @Test func runsTasksOfTheMainActor() async throws {
        var steps = 0
        let task = Task {
            for _ in 0..<10 {
                await Task.yield()
                try await Task.sleep(for: .milliseconds(1))
                steps += 1
            }
        }
        try await task.value
        #expect(steps == 10)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }

    @Test func runsTheMainScheduler() async throws {
        let numbers = PublishRelay<Int>()
        var (received, ticks) = ([Int](), [Int]())
        bag.insert(
            numbers.observe(on: MainScheduler.instance).subscribe(onNext: { number in
                MainActor.assumeIsolated { received.append(number) }
            }))
        bag.insert(
            Observable<Int>.interval(.milliseconds(1), scheduler: MainScheduler.instance).take(3)
                .subscribe(onNext: { tick in MainActor.assumeIsolated { ticks.append(tick) } }))
        await Task.detached { for number in 0..<100 { numbers.accept(number) } }.value
        try await eventually { received.count == 100 && ticks.count == 3 }
        #expect(received == Array(0..<100))
        #expect(ticks == [0, 1, 2])
    }

    @Test func handsOutAsynchronousValues() async throws {
        let relay = BehaviorRelay(value: 0)
        let values = relay.values
        let thread = Task.detached { for number in 1...3 { relay.accept(number) } }
        for try await value in values where value == 3 { break }
        await thread.value
        #expect(relay.value == 3)
    }

    @Test func showsWhatAnotherThreadSets() async throws {
        let relay = BehaviorRelay(value: "")
        let label = Label()
        bag.insert(relay => label.rx.label)
        await Task.detached { relay.accept("from elsewhere") }.value
        try await eventually { label.properties.label == "from elsewhere" }
    }
}
