import Binding
import Model
import TestSupport
import Testing

/// Threads that run without coordination. What each observer must see is not determined then, but what it must not see
/// is: C1 to C4, C6 and C9 for observers that stay and for observers that come and go.
@Suite("Threads that run as they like")
struct FreeThreadsTests {
    /// An observer that checks its calls against the contract.
    private final class Watcher: Sendable {
        struct Notes {
            var values: [Int] = []
            var ends = 0
            var isInside = false
            var isDisposed = false
            var callsAfterDisposal = 0
            var problem: String?
        }

        let notes = Shared(Notes())

        func on(_ event: Event<Int>) {
            notes.update { notes in
                if notes.isInside { notes.problem = "C2: called within a call" }
                if notes.ends > 0 { notes.problem = "C4: called after the end" }
                if notes.isDisposed { notes.callsAfterDisposal += 1 }
                notes.isInside = true
                if let value = event.element { notes.values.append(value) } else { notes.ends += 1 }
            }
            notes.update { $0.isInside = false }
        }

        /// The error in numbers that were counted up one by one, if any.
        var problemOfCounting: String? {
            let notes = notes.value
            if let problem = notes.problem { return problem }
            if notes.callsAfterDisposal > 1 { return "C9: \(notes.callsAfterDisposal) calls after disposal" }
            for (former, next) in zip(notes.values, notes.values.dropFirst()) where next != former + 1 {
                return "C1/C3: \(next) after \(former)"
            }
            return nil
        }
    }

    @Test("a relay that all count up, with observers that come and go", arguments: [2, 8])
    func counting(threads: Int) {
        let relay = BehaviorRelay(value: 0)
        let staying = (0..<3).map { _ in Watcher() }
        let bag = DisposeBag()
        for watcher in staying { bag.insert(relay.subscribe { (event: Event<Int>) in watcher.on(event) }) }
        let problems = Recorder<String>()
        let counts = 4_000 * Effort.load
        let seed = Effort.seed
        onThreads(threads) { thread in
            var generator = SplitMix(state: seed &+ UInt64(thread))
            var guests: [(watcher: Watcher, subscription: any Disposable)] = []
            for _ in 0..<counts {
                relay.modify { $0 += 1 }
                switch generator.next() % 8 {
                case 0 where guests.count < 8:
                    let watcher = Watcher()
                    let before = relay.value
                    let subscription = relay.subscribe { (event: Event<Int>) in watcher.on(event) }
                    let first = watcher.notes.value.values.first
                    if first == nil || first! < before { problems("C6: \(first as Any) after \(before)") }
                    guests.append((watcher, subscription))
                case 1:
                    guard let guest = guests.popLast() else { break }
                    guest.subscription.dispose()
                    guest.watcher.notes.update { $0.isDisposed = true }
                    if let problem = guest.watcher.problemOfCounting { problems(problem) }
                default: break
                }
            }
            for guest in guests {
                guest.subscription.dispose()
                if let problem = guest.watcher.problemOfCounting { problems(problem) }
            }
        }
        expectEqual(problems.elements, [], "seed \(seed)")
        for watcher in staying {
            #expect(watcher.problemOfCounting == nil)
            expectEqual(watcher.notes.value.values, Array(0...threads * counts))
        }
    }

    @Test("a subject that all send to and one ends")
    func ending() {
        for _ in 0..<50 * Effort.load {
            let subject = PublishSubject<Int>()
            let watchers = (0..<4).map { _ in Watcher() }
            let bag = DisposeBag()
            for watcher in watchers { bag.insert(subject.subscribe { (event: Event<Int>) in watcher.on(event) }) }
            onThreads(4) { thread in
                for number in 0..<200 {
                    subject.onNext(thread * 1_000 + number)
                    if thread == 3, number == 150 { subject.onCompleted() }
                }
            }
            let first = watchers[0].notes.value
            for watcher in watchers {
                let notes = watcher.notes.value
                #expect(notes.problem == nil)
                expectEqual(notes.ends, 1)
                expectEqual(notes.values, first.values)
            }
            for thread in 0..<4 {
                let own = first.values.filter { $0 / 1_000 == thread }
                expectEqual(own, Array(own.indices).map { thread * 1_000 + $0 })
            }
        }
    }
}
