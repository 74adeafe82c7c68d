import Synchronization
import TestSupport
import Testing

@testable import Binding

/// C43, C44: other threads that set what is read.
@MainActor
@Suite("C43: derived values of what other threads set")
struct DerivedThreadTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 0)
    private let b = BehaviorRelay(value: 0)

    @Test("a read is new at once; observers are told as soon as the main actor is free, once")
    func setElsewhere() async {
        var log: [String] = []
        let double = DerivedValue { [a] in a.value * 2 }
        double.asDriver().drive(onNext: { log.append("double \($0)") }).disposed(by: bag)
        a.asDriver().drive(onNext: { log.append("a\($0)") }).disposed(by: bag)
        log = []
        onAnotherThread { [a] in a.accept(5) }
        expectEqual(double.value, 10)
        expectEqual(log, [])
        await mainActorIsFree()
        expectEqual(log.sorted(), ["a5", "double 10"])
    }

    @Test("what is marked by a read is told with the next change of the main actor, if that comes first")
    func toldEarlier() async {
        var log: [String] = []
        Driver.derived { [a] in a.value }.drive(onNext: { log.append("a\($0)") }).disposed(by: bag)
        Driver.derived { [b] in b.value }.drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        log = []
        onAnotherThread { [a] in a.accept(1) }
        b.accept(1)
        await mainActorIsFree()
        expectEqual(log.sorted(), ["a1", "b1"])
    }

    @Test("a batch keeps the place of other threads' values: its own are superseded, theirs are not")
    func placeInABatch() async {
        var seen: [Int] = []
        a.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch {
            a.accept(1)
            onAnotherThread { [a] in a.accept(100) }
            a.accept(2)
            a.accept(3)
        }
        expectEqual(seen, [0, 100, 3])
        expectEqual(a.value, 3)
        await mainActorIsFree()
        seen = []
        batch {
            a.accept(4)
            a.accept(5)
            onAnotherThread { [a] in a.accept(200) }
        }
        await mainActorIsFree()
        expectEqual(seen, [5, 200])
    }

    @Test("a value that changed while it was computed is computed again: pairs are not torn")
    func tornPairs() async {
        let isOver = Atomic(false)
        let pair = DerivedValue { [a, b] in
            // The other thread sets `a` first: what is read here is at most one ahead.
            let second = b.value
            return [a.value, second]
        }
        var seen = 0
        var torn: [[Int]] = []
        func check(_ pair: [Int]) {
            seen += 1
            if pair[0] - pair[1] > 1 || pair[0] < pair[1] { torn.append(pair) }
        }
        pair.asDriver().drive(onNext: check).disposed(by: bag)
        let thread = Task.detached { [a, b] in
            for number in 1...20_000 {
                a.accept(number)
                b.accept(number)
            }
        }
        while b.value < 20_000 {
            check(pair.value)
            await Task.yield()
        }
        await thread.value
        isOver.store(true, ordering: .relaxed)
        await mainActorIsFree()
        expectEqual(torn, [])
        expectEqual(pair.value, [20_000, 20_000])
    }

    @Test("four threads set, the main actor reads, subscribes and sets in batches: all ends with the truth")
    func flood() async {
        let relays = (0..<4).map { _ in BehaviorRelay(value: 0) }
        let sum = DerivedValue { relays.reduce(0) { $0 + $1.value } }
        let text = DerivedValue { "\(sum.value)" }
        var last = ""
        text.asDriver().drive(onNext: { last = $0 }).disposed(by: bag)
        let tasks = relays.map { relay in Task.detached { for _ in 0..<5_000 { relay.modify { $0 += 1 } } } }
        for round in 0..<200 {
            batch { for relay in relays { relay.modify { $0 += 1 } } }
            if round % 3 == 0 { text.asDriver().drive(onNext: { _ in }).dispose() }
            if round % 5 == 0 { _ = sum.value }
            await Task.yield()
        }
        for task in tasks { await task.value }
        for _ in 0..<3 { await mainActorIsFree() }
        expectEqual(sum.value, 4 * 5_200)
        expectEqual(last, "\(4 * 5_200)")
    }

    @Test("derived values that come and go on several threads")
    func comingAndGoing() async {
        let tasks = (0..<4).map { index in
            Task.detached { [a] in
                for round in 0..<500 {
                    let value = DerivedValue { a.value + index }
                    let subscription = value.asDriver().drive(onNext: { _ in })
                    a.accept(round)
                    if round % 2 == 0 { subscription.dispose() }
                }
            }
        }
        for _ in 0..<200 {
            _ = DerivedValue { [a] in a.value }.value
            await Task.yield()
        }
        for task in tasks { await task.value }
        for _ in 0..<3 { await mainActorIsFree() }
        expectEqual(DerivedValue { [a] in a.value }.value, 499)
        expectEqual(a.broadcaster.lanes.dependency?.readerCount, 0)
    }
}
