import BindingOperators
import TestSupport
import Testing

@testable import Binding

/// C42: combinations of drivers.
@MainActor
@Suite("C42: combinations of drivers exist")
struct CombinationClauseTests {
    private struct Pair: Equatable {
        var even = 0
        var odd = 1

        mutating func advance() {
            even += 2
            odd += 2
        }
    }

    @Test("two parts of one relay: each change is one combination, of parts that were there together")
    func partsOfOneRelay() {
        let pair = BehaviorRelay(value: Pair())
        let seen = Recorder<[Int]>()
        let subscription = Driver.combineLatest(
            pair.asDriver().map(\.even), pair.asDriver().map(\.odd)
        ) { [$0, $1] }
        .drive(onNext: { seen.on(.next($0)) })
        for _ in 0..<3 { pair.modify { $0.advance() } }
        expectEqual(seen.elements, [[0, 1], [2, 3], [4, 5], [6, 7]])
        subscription.dispose()
    }

    @Test("several drivers of one source, at different depths, as an array, too")
    func depths() {
        let number = BehaviorRelay(value: 1)
        let driver = number.asDriver()
        let shared = driver.map { $0 * 10 }
        let seen = Recorder<[Int]>()
        let subscription = Driver.combineLatest([
            shared.map { $0 + 1 }.distinctUntilChanged(), driver, shared, driver.filter { $0 > 0 },
        ])
        .drive(onNext: { seen.on(.next($0)) })
        number.accept(2)
        expectEqual(seen.elements, [[11, 1, 10, 1], [21, 2, 20, 2]])
        subscription.dispose()
    }

    @Test("It has been sent when the setter returns; set in an observer, when the outermost setter returns")
    func whenSent() {
        let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        var log: [String] = []
        let sum = Driver.combineLatest(first.asDriver(), second.asDriver()) { $0 + $1 }
            .drive(onNext: { log.append("sum \($0)") })
        let copy = first.asDriver().drive(onNext: { value in
            second.accept(value)
            log.append("second is \(second.value)")
        })
        log = []
        first.accept(5)
        log.append("set")
        expectEqual(log, ["second is 5", "sum 10", "set"])
        log = []
        second.accept(1)
        expectEqual(log, ["sum 6"])
        sum.dispose()
        copy.dispose()
    }

    @Test("A source that sends several values in one change is combined once; its own observers see all")
    func severalValues() {
        let trigger = PublishRelay<Int>()
        let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        var (sums, firsts): ([Int], [Int]) = ([], [])
        let subscriptions = [
            Driver.combineLatest(first.asDriver(), second.asDriver()) { $0 + $1 }.drive(onNext: { sums.append($0) }),
            first.asDriver().drive(onNext: { firsts.append($0) }),
            trigger.asSignal().emit(onNext: { count in
                for value in 1...count {
                    first.accept(value)
                    second.accept(value * 10)
                }
            }),
        ]
        trigger.accept(4)
        expectEqual(firsts, [0, 1, 2, 3, 4])
        expectEqual(sums, [0, 44])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test(
        "Combinations of combinations come after them, in whichever order they were subscribed to", arguments: [0, 1])
    func dependent(order: Int) {
        let number = BehaviorRelay(value: 1)
        let driver = number.asDriver()
        let sum = Driver.combineLatest(driver, driver.map { $0 * 10 }) { $0 + $1 }
        let outer = Driver.combineLatest(driver, sum, driver.map { -$0 }) { [$0, $1, $2] }
        let outermost = Driver.combineLatest(outer, sum) { $0 + [$1] }
        var seen: [[Int]] = []
        let early = order == 0 ? nil : sum.drive()
        let subscription = outermost.drive(onNext: { seen.append($0) })
        let late = sum.drive()
        number.accept(2)
        number.accept(3)
        expectEqual(seen, [[1, 11, -1, 11], [2, 22, -2, 22], [3, 33, -3, 33]])
        for disposable in [early, subscription, late] { disposable?.dispose() }
    }

    @Test("What the observer of a combination sets belongs to the same change")
    func setByObserver() {
        let (count, limit) = (BehaviorRelay(value: 0), BehaviorRelay(value: 3))
        var (seen, both): ([String], [String]) = ([], [])
        let subscriptions = [
            Driver.combineLatest(count.asDriver(), limit.asDriver())
                .drive(onNext: { value, most in
                    seen.append("\(value)/\(most)")
                    if value > most { count.accept(most) }
                }),
            Driver.combineLatest(count.asDriver(), count.asDriver().map { $0 * 2 })
                .drive(onNext: { both.append("\($0) \($1)") }),
        ]
        count.accept(9)
        expectEqual(seen, ["0/3", "9/3", "3/3"])
        expectEqual(both, ["0 0", "3 6"])
        #expect(count.value == 3)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("A combination that is made in the middle of a change is sent at its end")
    func madeInAChange() {
        let number = BehaviorRelay(value: 1)
        let driver = number.asDriver()
        // Subscribed to before: when the observer is called, it still has what it made of the last value.
        let stages = (driver.map { $0 * 10 }, driver.map { $0 * 100 })
        var seen: [Int] = []
        let bag = DisposeBag()
        var isMade = false
        let making = stages.0.drive(onNext: { value in
            guard value == 20, !isMade else { return }
            isMade = true
            Driver.combineLatest(stages.0, stages.1) { $0 + $1 }.drive(onNext: { seen.append($0) }).disposed(by: bag)
            #expect(seen.isEmpty)
        })
        let other = stages.1.drive()
        number.accept(2)
        expectEqual(seen, [220])
        number.accept(3)
        expectEqual(seen, [220, 330])
        making.dispose()
        other.dispose()
    }

    @Test("A combination that an observer makes of the source that calls it is sent once, at the end")
    func madeOfTheSource() {
        let (number, other) = (BehaviorRelay(value: 1), BehaviorRelay(value: 0))
        var seen: [String] = []
        let bag = DisposeBag()
        var isMade = false
        number.asDriver().drive(onNext: { value in
            guard value == 2, !isMade else { return }
            isMade = true
            let sum = Driver.combineLatest(
                number.asDriver(), Driver.combineLatest(other.asDriver(), other.asDriver()) { $0 + $1 })
            sum.drive(onNext: { seen.append("\($0) \($1)") }).disposed(by: bag)
        })
        .disposed(by: bag)
        number.accept(2)
        expectEqual(seen, ["2 0"])
    }

    @Test("A combination whose first value has another one made of it, while it is being made, comes before that")
    func madeOfFirstValue() {
        let number = BehaviorRelay(value: 1)
        let driver = number.asDriver()
        let sum = Driver.combineLatest(driver, driver.map { $0 * 10 }) { $0 + $1 }
        let outer = Driver.combineLatest(driver, sum) { "\($0) \($1)" }
        var seen: [String] = []
        let bag = DisposeBag()
        var isMade = false
        sum.drive(onNext: { _ in
            if isMade { return }
            isMade = true
            outer.drive(onNext: { seen.append($0) }).disposed(by: bag)
        })
        .disposed(by: bag)
        number.accept(2)
        expectEqual(seen, ["1 11", "2 22"])
    }

    @Test("Where an input switches, the last combination of a change is right")
    func switching() {
        let (number, isOn) = (BehaviorRelay(value: 1), BehaviorRelay(value: false))
        let (driver, on) = (number.asDriver(), isOn.asDriver())
        let switched = on.flatMapLatest { isOn in
            isOn ? Driver.combineLatest(driver, on) { "\($0) \($1)" } : driver.map { "\($0)" }
        }
        var seen: [String] = []
        let subscription = Driver.combineLatest(on, switched) { "\($0): \($1)" }.drive(onNext: { seen.append($0) })
        number.accept(2)
        isOn.accept(true)
        #expect(seen.last == "true: 2 true")
        number.accept(3)
        isOn.accept(false)
        #expect(seen.last == "false: 3")
        subscription.dispose()
    }

    @Test("After an input has switched to another combination, that one comes first again")
    func afterSwitching() {
        let (tab, pair) = (BehaviorRelay(value: 0), BehaviorRelay(value: Pair()))
        let (even, odd) = (pair.asDriver().map(\.even), pair.asDriver().map(\.odd))
        let sum = tab.asDriver().flatMapLatest { _ in Driver.combineLatest(even, odd) { $0 + $1 } }
        let shown = Driver.combineLatest(even, odd, sum) { [$0, $1, $2] }
        let whole = Driver.combineLatest(even, shown) { [$0] + $1 }
        var seen: [[Int]] = []
        let subscription = whole.drive(onNext: { seen.append($0) })
        for number in 1...3 {
            tab.accept(number)
            seen = []
            for _ in 0..<3 { pair.modify { $0.advance() } }
            let first = number * 6 - 4
            expectEqual(seen, [first, first + 2, first + 4].map { [$0, $0, $0 + 1, 2 * $0 + 1] })
        }
        subscription.dispose()
    }

    @Test(
        "Combinations that have switched in any order are sent once each again, after the first change",
        arguments: [0, 1])
    func manySwitches(order: Int) {
        let root = BehaviorRelay(value: 0)
        let gates = (0..<16).map { _ in BehaviorRelay(value: false) }
        var level = root.asDriver()
        for gate in gates {
            let former = level
            let gated = gate.asDriver().flatMapLatest { isOpen in
                isOpen ? Driver.combineLatest(root.asDriver(), former) { $0 + $1 } : .just(0)
            }
            level = Driver.combineLatest(gated, former) { $0 &+ $1 }
        }
        var count = 0
        let warnings = collectingWarnings {
            let subscription = level.drive(onNext: { _ in count += 1 })
            for gate in order == 0 ? gates : gates.reversed() { gate.accept(true) }
            count = 0
            root.accept(1)
            #expect(count <= 17)
            for number in 2...4 {
                count = 0
                root.accept(number)
                #expect(count == 1)
            }
            subscription.dispose()
        }
        #expect(warnings.isEmpty)
    }

    @Test("An input that begins with another value comes first all the same")
    func inputsThatStartWith() {
        let number = BehaviorRelay(value: 1)
        let driver = number.asDriver()
        let doubled = Driver.combineLatest(driver, driver) { $0 + $1 }
        var seen: [[Int]] = []
        let subscription = Driver.combineLatest(driver, doubled.startWith(-1)) { [$0, $1] }
            .drive(onNext: { seen.append($0) })
        number.accept(2)
        number.accept(3)
        expectEqual(seen, [[1, -1], [1, 2], [2, 4], [3, 6]])
        subscription.dispose()
    }

    @Test("What a combination is bound to comes first, once a value has come; not what a closure sets")
    func boundTargets() {
        let once = [[4, 5, 9], [6, 7, 13]]
        expectEqual(combinations { $0.drive($1) }, once)
        expectEqual(combinations { $0.asObservable().bind(to: $1) }, once)
        expectEqual(
            combinations { driver, sum in
                let property = Bindable(wrappedValue: 0)
                let other = property.projectedValue.drive(sum)
                return CompositeDisposable(driver.drive(property), other)
            }, once)
        // Each of these did exist: the closure has not run before the first.
        expectEqual(
            combinations { driver, sum in driver.drive(onNext: { sum.accept($0) }) },
            [[4, 5, 5], [4, 5, 9], [6, 7, 9], [6, 7, 13]])
    }

    /// What a combination with a relay shows that is set because of another one, which came later.
    private func combinations(_ set: (Driver<Int>, BehaviorRelay<Int>) -> any Disposable) -> [[Int]] {
        let (pair, sum) = (BehaviorRelay(value: Pair()), BehaviorRelay(value: 0))
        let (even, odd) = (pair.asDriver().map(\.even), pair.asDriver().map(\.odd))
        let bag = DisposeBag()
        var seen: [[Int]] = []
        Driver.combineLatest(even, odd, sum.asDriver()) { [$0, $1, $2] }.drive(onNext: { seen.append($0) })
            .disposed(by: bag)
        set(Driver.combineLatest(even, odd) { $0 + $1 }, sum).disposed(by: bag)
        pair.modify { $0.advance() }
        #expect(seen.last == [2, 3, 5])
        seen = []
        for _ in 0..<2 { pair.modify { $0.advance() } }
        return seen
    }

    @Test("What an observer sets while it is being subscribed is one change, too")
    func subscribing() {
        let (first, second, third) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), BehaviorRelay(value: 1))
        let bag = DisposeBag()
        var (pairs, sums): ([[Int]], [Int]) = ([], [])
        Driver.combineLatest(first.asDriver(), second.asDriver()) { [$0, $1] }.drive(onNext: { pairs.append($0) })
            .disposed(by: bag)
        Driver.derived { first.value + second.value }.drive(onNext: { sums.append($0) }).disposed(by: bag)
        third.asDriver().drive(onNext: {
            first.accept($0)
            second.accept($0)
        }).disposed(by: bag)
        expectEqual(pairs, [[0, 0], [1, 1]])
        expectEqual(sums, [0, 2])
    }

    @Test("A command whose conditions change in one change is not enabled in between; whether it runs is known at once")
    func conditionsOfCommand() {
        let isOpen = BehaviorRelay(value: false)
        var begun = 0
        let command = Command<Void, Void>(whileExecuting: .concurrently) { begun += 1 }
            .enabled(by: isOpen.asDriver())
            .enabled(by: isOpen.asDriver().map { !$0 })
        var seen: [Bool] = []
        var refused: [Bool] = []
        let bag = DisposeBag()
        command.isEnabled.drive(onNext: { seen.append($0) }).disposed(by: bag)
        isOpen.asDriver().skip(1).drive(onNext: { _ in refused.append(!command.start().isUnderWay) }).disposed(by: bag)
        isOpen.accept(true)
        isOpen.accept(false)
        expectEqual(seen, [false])
        expectEqual(refused, [true, true])
        #expect(begun == 0)
    }

    @Test("The end of a source is a change, too")
    func ends() {
        let numbers = PublishSubject<Int>()
        let driver = numbers.asDriver(onErrorJustReturn: 0)
        var seen: [[Int]] = []
        let subscription = Driver.combineLatest(driver.concat(.just(9)), driver.concat(.just(9))) { [$0, $1] }
            .drive(onNext: { seen.append($0) })
        numbers.onNext(1)
        numbers.onCompleted()
        expectEqual(seen, [[1, 1], [9, 9]])
        subscription.dispose()
    }

    @Test("Values from another thread: each is a change")
    func fromElsewhere() async {
        let pair = BehaviorRelay(value: Pair())
        var seen: [[Int]] = []
        let subscription = Driver.combineLatest(pair.asDriver().map(\.even), pair.asDriver().map(\.odd)) { [$0, $1] }
            .drive(onNext: { seen.append($0) })
        onAnotherThread { for _ in 0..<1000 { pair.modify { $0.advance() } } }
        await eventually { seen.count == 1001 }
        expectEqual(seen, (0...1000).map { [2 * $0, 2 * $0 + 1] })
        subscription.dispose()
    }

    @Test("It completes when all have, after the last combination, and holds nothing then")
    func completes() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let log = Recorder<String>()
        let subscription = Driver.combineLatest(
            first.asDriver(onErrorJustReturn: 0), second.asDriver(onErrorJustReturn: 0)
        ) { $0 + $1 }
        .drive(
            onNext: { log.onNext("\($0)") }, onCompleted: { log.onNext("end") }, onDisposed: { log.onNext("gone") })
        first.onNext(1)
        first.onCompleted()
        second.onNext(2)
        second.onCompleted()
        expectEqual(log.elements, ["3", "end", "gone"])
        subscription.dispose()
    }

    @Test("It completes when one of them completes without a value")
    func completesWithoutValue() {
        var log: [String] = []
        let subscription = Driver.combineLatest(BehaviorRelay(value: 1).asDriver(), Driver<Int>.empty())
            .drive(onNext: { _ in log.append("value") }, onCompleted: { log.append("end") })
        expectEqual(log, ["end"])
        subscription.dispose()
    }

    @Test("Disposed of in the middle of a change, it is not sent any more")
    func disposed() {
        let number = BehaviorRelay(value: 1)
        var seen: [Int] = []
        let subscription = Driver.combineLatest(number.asDriver(), number.asDriver()) { $0 + $1 }
            .drive(onNext: { seen.append($0) })
        let disposing = number.asDriver().skip(1).drive(onNext: { _ in subscription.dispose() })
        number.accept(2)
        expectEqual(seen, [2])
        disposing.dispose()
    }

    @Test("C23: a combination whose observer changes it without end is reported")
    func feedback() {
        let number = BehaviorRelay(value: 0)
        let warnings = collectingWarnings {
            let subscription = Driver.combineLatest(number.asDriver(), number.asDriver().map { $0 + 1 })
                .drive(onNext: { value, _ in if value < 10_050, value > 0 { number.accept(value + 1) } })
            number.accept(1)
            subscription.dispose()
        }
        #expect(number.value == 10_050)
        #expect(warnings.filter { "\($0)".contains("<DriverSharing, (Int, Int)>") }.count == 1, "\(warnings)")
    }

    @Test("Signals are combined with each event, and so are observables with each value")
    func events() {
        let subject = PublishRelay<Int>()
        var (signals, observed): ([Int], [Int]) = ([], [])
        let subscriptions = [
            Signal.combineLatest(subject.asSignal(), subject.asSignal().map { $0 * 10 }) { $0 + $1 }
                .emit(onNext: { signals.append($0) }),
            Observable.combineLatest(subject, subject.map { $0 * 10 }) { $0 + $1 }
                .subscribe(onNext: { value in MainActor.assumeIsolated { observed.append(value) } }),
        ]
        subject.accept(1)
        subject.accept(2)
        expectEqual(signals, [11, 12, 22])
        expectEqual(observed, [11, 12, 22])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test("10,000 combinations that one change makes due are sent once each, and 100 in a chain")
    func many() {
        let number = BehaviorRelay(value: 0)
        let driver = number.asDriver()
        var count = 0
        var subscriptions: [any Disposable] = (0..<10_000).map { _ in
            Driver.combineLatest(driver, driver).drive(onNext: { _, _ in count += 1 })
        }
        var chain = driver
        for _ in 0..<100 { chain = Driver.combineLatest(chain, driver) { $0 + ($1 > 0 ? 1 : 0) } }
        var ends: [Int] = []
        subscriptions.append(chain.drive(onNext: { ends.append($0) }))
        count = 0
        number.accept(1)
        #expect(count == 10_000)
        expectEqual(ends, [0, 101])
        for subscription in subscriptions { subscription.dispose() }
    }
}
