import TestSupport
import Testing

@testable import Binding

/// C43: what suites of signals libraries ask of effects, asked of observers and of closures that run for them.
@MainActor
@Suite("C43: observers of derived values, as effects in suites of signals libraries")
struct SignalsEffectTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)
    private let log = RunLog()

    // MARK: What an observer is called for

    @Test("what an observer reads is no reason to call it")
    func readsOfObservers() {
        let double = DerivedValue { [b] in b.value * 2 }
        Driver.derived { [a] in a.value }.drive(onNext: { [b, log] in log("\($0) \(b.value) \(double.value)") })
            .disposed(by: bag)
        b.accept(20)
        expectEqual(log.take(), "1 10 20")
        a.accept(2)
        expectEqual(log.take(), "2 20 40")
    }

    @Test("a value that was read before it is observed sends its changes from the first one on")
    func readBefore() {
        let inner = DerivedValue { [a] in a.value }
        let outer = DerivedValue { inner.value }
        expectEqual(outer.value, 1)
        outer.asDriver().drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        a.accept(2)
        expectEqual(log.take(), "1 2")
    }

    @Test("one that was read and has changed since begins with the new value")
    func changedBefore() {
        let value = DerivedValue { [a] in a.value }
        expectEqual(value.value, 1)
        a.accept(2)
        Driver.derived { value.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        expectEqual(log.take(), "2")
        expectEqual(value.value, 2)
    }

    @Test("a branch that is taken anew calls if its value is another one; the other branch no longer does")
    func conditional() {
        b.accept(1)
        let usesFirst = BehaviorRelay(value: true)
        Driver.derived { [a, b] in usesFirst.value ? a.value : b.value }.drive(onNext: { [log] in log("\($0)") })
            .disposed(by: bag)
        b.accept(2)
        a.accept(2)
        expectEqual(log.take(), "1 2")
        usesFirst.accept(false)
        expectEqual(log.take(), "")
        b.accept(3)
        a.accept(4)
        expectEqual(log.take(), "3")
    }

    @Test(
        "observers are called in the order of their subscriptions, whenever they have begun to depend on a source"
    )
    func orderOfDependencies() {
        let followsToo = BehaviorRelay(value: false)
        Driver.derived { [a] in followsToo.value ? a.value : untracked { a.value } }
            .drive(onNext: { [log] in log("first\($0)") }).disposed(by: bag)
        Driver.derived { [a] in a.value }.drive(onNext: { [log] in log("second\($0)") }).disposed(by: bag)
        followsToo.accept(true)
        log.clear()
        a.accept(2)
        expectEqual(log.take(), "first2 second2")
    }

    @Test("once nobody observes a chain, nothing of it runs; what others observe does")
    func chainAtRest() {
        let copy = log.derived("copy") { [a] in a.value }
        let end = log.derived("end") { copy.value }
        let other = log.derived("other") { [a] in a.value }
        let subscription = end.asDriver().drive(onNext: { _ in })
        other.asDriver().drive(onNext: { _ in }).disposed(by: bag)
        log.clear()
        a.accept(2)
        expectEqual(log.take(), "copy end other")
        subscription.dispose()
        a.accept(3)
        expectEqual(log.take(), "other")
        expectEqual(end.value, 3)
    }

    // MARK: Disposal

    @Test("one of three observers is disposed of: the others go on", arguments: 0..<3)
    func oneOfThree(leaving: Int) {
        let value = DerivedValue { [a] in a.value }
        var seen = [[Int]](repeating: [], count: 3)
        let subscriptions = (0..<3).map { index in
            Driver.derived { value.value }.drive(onNext: { seen[index].append($0) })
        }
        subscriptions[leaving].dispose()
        a.accept(2)
        for index in 0..<3 { expectEqual(seen[index], index == leaving ? [1] : [1, 2]) }
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test(
        "an observer that disposes of itself, in its first call or later: it is not called again, nothing is computed",
        arguments: 1...2)
    func disposesOfItself(at last: Int) {
        let subscription = SingleAssignmentDisposable()
        let driver = Driver.derived { [a, log] in
            log("run")
            return a.value
        }
        subscription.setDisposable(
            driver.drive(onNext: { [log] in
                if $0 == last { subscription.dispose() }
                log("\($0)")
            }))
        for number in 2...4 { a.accept(number) }
        expectEqual(log.take(), last == 1 ? "run 1" : "run 1 run 2")
        subscription.dispose()
    }

    @Test("a computation that disposes of its only observer, which alone has kept it, ends in peace")
    func disposesOfItsObserver() {
        let living = Counter()
        do {
            let witness = Witness(living)
            Driver.derived { [a, bag] in
                if a.value == 2 { bag.dispose() }
                return withExtendedLifetime(witness) { a.value }
            }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        }
        a.accept(2)
        expectEqual(living.value, 0)
        a.accept(3)
        expectEqual(log.take(), "1")
    }

    @Test("so does one that something in between reads, with an equal result")
    func disposesOfAnObserverOfAnother() {
        let isOver = BehaviorRelay(value: false)
        let first = DerivedValue { [bag] in
            if isOver.value { bag.dispose() }
            return 0
        }
        let second = DerivedValue { first.value }
        Driver.derived { second.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        isOver.accept(true)
        isOver.accept(false)
        expectEqual(second.value, 0)
        expectEqual(log.take(), "0")
    }

    @Test("and one that is read after another with an equal result, and has changed itself")
    func disposesAfterAnother() {
        let same = DerivedValue { [a] in a.value * 0 }
        let ending = DerivedValue { [a, bag] in
            if a.value == 2 { bag.dispose() }
            return a.value
        }
        Driver.derived { same.value + ending.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        for number in 2...3 { a.accept(number) }
        expectEqual(log.take(), "1")
        expectEqual([same.value, ending.value], [0, 3])
    }

    @Test(
        "a computation that disposes of one of its observers: the others are told, that one never again",
        arguments: 0..<3)
    func disposesOfOne(leaving: Int) {
        let bags = (0..<3).map { _ in DisposeBag() }
        let value = DerivedValue { [a] in
            if a.value == 2 { bags[leaving].dispose() }
            return a.value
        }
        for index in 0..<3 {
            Driver.derived { value.value }.drive(onNext: { [log] in log("\(index):\($0)") }).disposed(by: bags[index])
        }
        log.clear()
        for number in 2...3 { a.accept(number) }
        let told = [2, 3].flatMap { number in [0, 1, 2].filter { $0 != leaving }.map { "\($0):\(number)" } }
        expectEqual(log.take(), told.joined(separator: " "))
        for bag in bags { bag.dispose() }
    }

    @Test("an observer that disposes of all others, which are due: none of them is called, and all is let go")
    func disposesOfAll() {
        let living = Counter()
        for index in 0..<4 {
            let witness = Witness(living)
            let value = DerivedValue { [a] in withExtendedLifetime(witness) { a.value } }
            Driver.derived { value.value }.drive(onNext: { [bag, log] in
                log("\(index):\($0)")
                if $0 == 2, index == 1 { bag.dispose() }
            }).disposed(by: bag)
        }
        expectEqual(living.value, 4)
        log.clear()
        for number in 2...3 { a.accept(number) }
        expectEqual(log.take(), "0:2 1:2")
        expectEqual(living.value, 0)
    }

    // MARK: Observers that subscribe

    @Test(
        "what an outer observer disposes of is not called in that change: it sees nothing that the outer one excludes",
        arguments: [false, true])
    func outerFirst(inBatch: Bool) {
        let inner = DisposeBag()
        Driver.derived { [a] in a.value > 0 }.drive(onNext: { [a, b, log] isPositive in
            inner.dispose()
            guard isPositive else { return log("off") }
            Driver.derived { "\(b.value)/\(a.value)" }.drive(onNext: { log($0) }).disposed(by: inner)
        }).disposed(by: bag)
        expectEqual(log.take(), "10/1")
        a.accept(2)
        expectEqual(log.take(), "10/2")
        if inBatch {
            batch {
                b.accept(20)
                a.accept(0)
            }
        } else {
            a.accept(0)
            b.accept(20)
        }
        expectEqual(log.take(), "off")
        a.accept(3)
        expectEqual(log.take(), "20/3")
    }

    @Test("flatMapLatest to a derived value: the former one is not sent in the change that switches")
    func switched() {
        let isPositive = DerivedValue { [a] in a.value > 0 }
        let value = DerivedValue { [a] in a.value * 10 }
        let shown = isPositive.asDriver().flatMapLatest { $0 ? value.asDriver() : .just(-1) }
        shown.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        for number in [2, 0, -5, 3, 4] { a.accept(number) }
        expectEqual(log.take(), "10 20 -1 30 40")
    }

    @Test("an observer that subscribes another one to what it observes, and disposes of that later")
    func subscribesAndDisposes() {
        let inner = DisposeBag()
        let value = DerivedValue { [a] in a.value }
        value.asDriver().drive(onNext: { [log] outer in
            log("outer\(outer)")
            if outer == 2 { value.asDriver().drive(onNext: { log("inner\($0)") }).disposed(by: inner) }
            if outer == 4 { inner.dispose() }
        }).disposed(by: bag)
        for number in 2...5 { a.accept(number) }
        expectEqual(log.take(), "outer1 outer2 inner2 outer3 inner3 outer4 outer5")
    }

    @Test("an observer that subscribes anew in each call: as many are called as there are then, each once")
    func subscribesAnew() {
        let count = BehaviorRelay(value: 2)
        let inner = DisposeBag()
        let value = DerivedValue { [a] in a.value }
        Driver.derived { value.value }.drive(onNext: { [log] outer in
            inner.dispose()
            log("\(outer):")
            for index in 0..<count.value {
                Driver.derived { value.value + index }.drive(onNext: { log("\($0)") }).disposed(by: inner)
            }
        }).disposed(by: bag)
        expectEqual(log.take(), "1: 1 2")
        count.accept(1)
        a.accept(5)
        expectEqual(log.take(), "5: 5")
        a.accept(6)
        expectEqual(log.take(), "6: 6")
        inner.dispose()
    }

    @Test("what an inner observer depends on does not call the outer one, which keeps what it depends on itself")
    func innerAlone() {
        let inner = DisposeBag()
        Driver.derived { [a] in a.value }.drive(onNext: { [b, log] outer in
            log("outer\(outer)")
            inner.dispose()
            Driver.derived { b.value }.drive(onNext: { log("inner\($0)") }).disposed(by: inner)
        }).disposed(by: bag)
        expectEqual(log.take(), "outer1 inner10")
        b.accept(20)
        expectEqual(log.take(), "inner20")
        a.accept(2)
        expectEqual(log.take(), "outer2 inner20")
        inner.dispose()
    }

    @Test("an inner observer of what has not changed is not called, though its source has")
    func innerUnchanged() {
        let parity = DerivedValue { [a] in a.value % 2 }
        Driver.derived { [b] in b.value }.drive(onNext: { [bag, log] _ in
            parity.asDriver().drive(onNext: { log("\($0)") }).disposed(by: bag)
        }).disposed(by: bag)
        a.accept(3)
        a.accept(4)
        expectEqual(log.take(), "1 0")
    }

    @Test("a subscription in untracked follows what its own closure reads, out of untracked")
    func subscribedUntracked() {
        let value = DerivedValue { [a, b, bag, log] in
            untracked {
                Driver.derived { a.value + untracked { b.value } }.drive(onNext: { log("\($0)") }).disposed(by: bag)
            }
            return 0
        }
        expectEqual(value.value, 0)
        b.accept(20)
        expectEqual(log.take(), "11")
        a.accept(2)
        expectEqual(value.value, 0)
        expectEqual(log.take(), "22")
    }

    // MARK: Observers and computations that set something

    @Test("an observer that sets its own source back: it is told of both, and the setter returns with the latter")
    func setsBack() {
        let copy = DerivedValue { [b] in b.value }
        copy.asDriver().drive(onNext: { [b, log] in
            log("\($0)")
            if $0 > 0 { b.accept(0) }
        }).disposed(by: bag)
        for number in 1...3 {
            b.accept(number)
            expectEqual(b.value, 0)
        }
        expectEqual(log.take(), "10 0 1 0 2 0 3 0")
    }

    @Test("an observer that counts its own source up comes to rest, from its first call on")
    func comesToRest() {
        Driver.derived { [a] in a.value }.drive(onNext: { [a, log] in
            log("\($0)")
            a.accept(min($0 + 1, 5))
        }).disposed(by: bag)
        expectEqual(log.take(), "1 2 3 4 5")
        expectEqual(a.value, 5)
    }

    @Test("an observer that sets two properties: what depends on both is told once")
    func setsTwo() {
        let (c, d) = (BehaviorRelay(value: 1), BehaviorRelay(value: 1))
        Driver.derived { [a] in a.value }.drive(onNext: {
            c.accept($0)
            d.accept($0)
        }).disposed(by: bag)
        Driver.derived { c.value + d.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        for number in 2...3 { a.accept(number) }
        expectEqual(log.take(), "2 4 6")
    }

    @Test("what an observer sets in its first call is one change: others are told once, with the last value")
    func setsInItsFirstCall() {
        Driver.derived { [a] in a.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        Driver.derived { [b] in b.value }.drive(onNext: { [a, log] in
            a.accept($0)
            a.accept($0 + 1)
            log("set")
        }).disposed(by: bag)
        expectEqual(log.take(), "1 set 11")
    }

    @Test("what depends on what an observer sets is new when the setter returns, unobserved as it is")
    func readAfterwards() {
        let next = DerivedValue { [a] in a.value + 1 }
        let last = DerivedValue { next.value + 2 }
        Driver.derived { [b] in b.value }.drive(onNext: { [a] _ in a.modify { $0 += 1 } }).disposed(by: bag)
        expectEqual([a.value, next.value, last.value], [2, 3, 5])
        b.accept(20)
        expectEqual([a.value, next.value, last.value], [3, 4, 6])
    }

    @Test("an observer that has subscribed earlier is told after the computation that sets what it depends on")
    func toldAfterComputation() {
        b.accept(0)
        Driver.derived { [b] in b.value }.drive(onNext: { [log] in log("b\($0)") }).disposed(by: bag)
        Driver.derived { [a, b, log] in
            log("begin")
            if a.value != 0 { b.accept(a.value) }
            log("end")
            return a.value
        }.drive(onNext: { [log] in log("a\($0)") }).disposed(by: bag)
        expectEqual(log.take().split(separator: " ").filter { $0 != "a1" }, ["b0", "begin", "end", "b1"])
        a.accept(2)
        expectEqual(log.take().split(separator: " ").filter { $0 != "a2" }, ["begin", "end", "b2"])
    }

    @Test("what a computation sets on another's behalf: others are told of it, that one is not computed again")
    func setOnBehalf() {
        let setter = DerivedValue { [a] in
            if a.value == 1 { a.accept(2) }
            return "set"
        }
        Driver.derived { [a] in a.value }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        Driver.derived { [a] in "\(a.value):\(setter.value)" }.drive(onNext: { [log] in log($0) }).disposed(by: bag)
        expectEqual(log.take(), "1 1:set 2")
        a.accept(3)
        expectEqual(log.take(), "3 3:set")
    }

    @Test("a computation that counts in untracked how often it runs is not run because of that")
    func countsItself() {
        let count = BehaviorRelay(value: 0)
        let subscription = Driver.derived { [a] in
            untracked { count.accept(count.value + 1) }
            return a.value
        }.drive(onNext: { _ in })
        expectEqual(count.value, 1)
        a.accept(2)
        a.accept(3)
        expectEqual(count.value, 3)
        subscription.dispose()
    }

    // MARK: Cleaning up

    @Test("a serial disposable cleans up before the next call, and at the end")
    func cleanup() {
        let cleanup = SerialDisposable()
        let subscription = Driver.derived { [a] in a.value }.drive(onNext: { [log] value in
            cleanup.disposable = Disposables.create { MainActor.assumeIsolated { log("clean\(value)") } }
            log("run\(value)")
        })
        a.accept(2)
        a.accept(2)
        a.accept(3)
        expectEqual(log.take(), "run1 clean1 run2 clean2 run3")
        CompositeDisposable(subscription, cleanup).dispose()
        a.accept(4)
        expectEqual(log.take(), "clean3")
    }

    @Test("what is cleaned up may set what is observed: one change, each told once")
    func cleanupThatSets() {
        let (c, d) = (BehaviorRelay(value: "a"), BehaviorRelay(value: "b"))
        let cleanup = SerialDisposable()
        Driver.derived { c.value + d.value }.drive(onNext: { [log] in log($0) }).disposed(by: bag)
        Driver.derived { [a] in a.value }.drive(onNext: { _ in
            cleanup.disposable = Disposables.create {
                c.accept("x")
                d.accept("y")
            }
        }).disposed(by: bag)
        a.accept(2)
        expectEqual(log.take(), "ab xy")
    }
}
