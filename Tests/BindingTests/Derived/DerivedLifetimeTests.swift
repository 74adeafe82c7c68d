import TestSupport
import Testing

@testable import Binding

/// C43: how long derived values live, and how deep they may be.
@MainActor
@Suite("C43: lifetimes and depth of derived values")
struct DerivedLifetimeTests {
    private let a = BehaviorRelay(value: 1)

    @Test("sources hold nothing of a derived value that nobody holds")
    func unheld() {
        let living = Counter()
        do {
            let witness = Witness(living)
            let value = DerivedValue { [a] in withExtendedLifetime(witness) { a.value } }
            _ = value.value
            expectEqual(living.value, 1)
        }
        expectEqual(living.value, 0)
        a.accept(2)
    }

    @Test("a subscription keeps it alive until it is disposed of")
    func observed() {
        let living = Counter()
        var seen: [Int] = []
        var subscription: (any Disposable)?
        do {
            let witness = Witness(living)
            subscription = Driver.derived { [a] in withExtendedLifetime(witness) { a.value } }
                .drive(onNext: { seen.append($0) })
        }
        a.accept(2)
        expectEqual(living.value, 1)
        subscription?.dispose()
        expectEqual(living.value, 0)
        a.accept(3)
        expectEqual(seen, [1, 2])
    }

    @Test("a subscription that is dropped keeps nothing alive")
    func droppedDisposable() {
        let living = Counter()
        do {
            let witness = Witness(living)
            _ = Driver.derived { [a] in withExtendedLifetime(witness) { a.value } }.drive(onNext: { _ in })
        }
        expectEqual(living.value, 0)
        a.accept(2)
    }

    @Test("a subscription that is dropped goes on while the derived value is held")
    func droppedDisposableOfHeld() {
        var seen: [Int] = []
        let value = DerivedValue { [a] in a.value }
        _ = value.asDriver().drive(onNext: { seen.append($0) })
        a.accept(2)
        expectEqual(seen, [1, 2])
        withExtendedLifetime(value) {}
    }

    @Test("a subscription with operators keeps it alive, too, and lets it go")
    func observedByOperators() {
        let living = Counter()
        let bag = DisposeBag()
        var seen: [Int] = []
        do {
            let witness = Witness(living)
            let value = DerivedValue { [a] in withExtendedLifetime(witness) { a.value } }
            value.asDriver().map { $0 * 10 }.distinctUntilChanged().drive(onNext: { seen.append($0) }).disposed(by: bag)
        }
        a.accept(2)
        expectEqual(seen, [10, 20])
        bag.dispose()
        expectEqual(living.value, 0)
    }

    @Test("disposed of in its own observer, or released there")
    func disposedInObserver() {
        let living = Counter()
        nonisolated(unsafe) var value: DerivedValue<Int>?
        let bag = DisposeBag()
        do {
            let witness = Witness(living)
            value = DerivedValue { [a] in withExtendedLifetime(witness) { a.value } }
        }
        value?.asDriver().drive(onNext: {
            guard $0 == 2 else { return }
            bag.dispose()
            value = nil
        }).disposed(by: bag)
        a.accept(2)
        expectEqual(living.value, 0)
        a.accept(3)
    }

    @Test("subscribed to, disposed of and released on other threads")
    func otherThreads() async {
        let living = Counter()
        let seen = Recorder<Int>()
        let subscription = Shared<(any Disposable)?>(nil)
        do {
            let witness = Witness(living)
            let value = Shared<DerivedValue<Int>?>(DerivedValue { [a] in withExtendedLifetime(witness) { a.value } })
            _ = value.value?.value
            onAnotherThread {
                subscription.update { $0 = value.value?.asDriver().asObservable().subscribe(onNext: { seen($0) }) }
                value.update { $0 = nil }
            }
        }
        await mainActorIsFree()
        a.accept(2)
        expectEqual(seen.elements, [1, 2])
        onAnotherThread {
            subscription.value?.dispose()
            subscription.update { $0 = nil }
        }
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(living.value, 0)
    }

    @Test("dropped on another thread, it is released by the next read of any derived value: no main queue is needed")
    func droppedElsewhere() {
        let living = Counter()
        do {
            let witness = Witness(living)
            let value = Shared<DerivedValue<Int>?>(DerivedValue { [a] in withExtendedLifetime(witness) { a.value } })
            _ = value.value?.value
            onAnotherThread { value.update { $0 = nil } }
        }
        a.accept(2)
        let other = DerivedValue { [a] in a.value }
        expectEqual(other.value, 2)
        expectEqual(living.value, 0)
    }

    @Test("C12: a chain of 10,000 that is built from below is updated, delivered and released")
    func chain() {
        let living = Counter()
        do {
            let bag = DisposeBag()
            var last = DerivedValue { [a] in a.value }
            for _ in 1..<10_000 {
                let (former, witness) = (last, Witness(living))
                last = DerivedValue { withExtendedLifetime(witness) { former.value + 1 } }
                _ = last.value
            }
            var seen: [Int] = []
            last.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
            a.accept(2)
            a.accept(3)
            expectEqual(seen, [10_000, 10_001, 10_002])
            expectEqual(living.value, 9_999)
        }
        expectEqual(living.value, 0)
    }

    @Test("C12: a first read from above may nest 1,000")
    func firstReadFromAbove() {
        var last = DerivedValue { [a] in a.value }
        for _ in 1...1_000 {
            let former = last
            last = DerivedValue { former.value + 1 }
        }
        expectEqual(last.value, 1_001)
    }

    @Test("C12: a chain of 10,000 that is dropped on another thread")
    func chainElsewhere() {
        let living = Counter()
        let last = Shared<DerivedValue<Int>?>(DerivedValue { [a] in a.value })
        for _ in 1..<10_000 {
            let (former, witness) = (last.value!, Witness(living))
            let next = DerivedValue { withExtendedLifetime(witness) { former.value + 1 } }
            _ = next.value
            last.update { $0 = next }
        }
        onAnotherThread { last.update { $0 = nil } }
        _ = DerivedValue { [a] in a.value }.value
        expectEqual(living.value, 0)
    }

    @Test("a wide graph: 10,000 that read one source, of which some are observed")
    func wide() {
        let bag = DisposeBag()
        var seen = 0
        let values = (0..<10_000).map { number in DerivedValue { [a] in a.value + number } }
        for (index, value) in values.enumerated() {
            _ = value.value
            if index % 100 == 0 { value.asDriver().drive(onNext: { _ in seen += 1 }).disposed(by: bag) }
        }
        a.accept(2)
        expectEqual(seen, 200)
        expectEqual(values.reduce(0) { $0 + $1.value }, 10_000 * 2 + 49_995_000)
    }
}
