import Binding
import TestSupport
import Testing

@Suite("C2 One at a time")
struct C2OneAtATimeTests {
    @Test("C2: no observer is called while a call to it is running", arguments: TestSource.allCases)
    func noOverlap(source: TestSource) {
        let (send, numbers) = source.make()
        let running = Counter()
        let overlaps = Counter()
        let calls = Counter()
        let subscription = numbers.subscribe(onNext: { _ in
            if running.add() != 1 { overlaps.add() }
            calls.add()
            running.add(-1)
        })
        onThreads(8) { thread in
            for number in 0..<1_000 { send(thread * 1_000 + number) }
        }
        expectEqual(overlaps.value, 0)
        expectEqual(calls.value, 8_000)
        subscription.dispose()
    }

    @Test("C2: a source that sends from several threads at once is put in line by `create`")
    func create() {
        let running = Counter()
        let overlaps = Counter()
        let calls = Counter()
        let source = Observable<Int>.create { observer in
            onThreads(8) { thread in
                for number in 0..<500 { observer.onNext(thread * 500 + number) }
            }
            return Disposables.create()
        }
        let subscription = source.subscribe(onNext: { _ in
            if running.add() != 1 { overlaps.add() }
            calls.add()
            running.add(-1)
        })
        expectEqual(overlaps.value, 0)
        expectEqual(calls.value, 4_000)
        subscription.dispose()
    }

    @Test("C2: a nested send does not call the observer that sends from inside itself")
    func notFromInside() {
        let relay = PublishRelay<Int>()
        let depth = Counter()
        let deepest = Shared(0)
        let subscription = relay.subscribe(onNext: { number in
            deepest.value = max(deepest.value, depth.add())
            if number < 10 { relay.accept(number + 1) }
            depth.add(-1)
        })
        relay.accept(0)
        expectEqual(deepest.value, 1)
        subscription.dispose()
    }
}
