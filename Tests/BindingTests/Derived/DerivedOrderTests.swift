import BindingOperators
import TestSupport
import Testing

@testable import Binding

/// C43: when a derived value is new, and when its observers are told.
@MainActor
@Suite("C43: observers of derived values are told at the end of a change")
struct DerivedOrderTests {
    private let bag = DisposeBag()
    private let price = BehaviorRelay(value: 10)
    private let quantity = BehaviorRelay(value: 2)

    @Test("outside of any delivery: after the source's own observers, before the setter returns")
    func outside() {
        var log: [String] = []
        let total = DerivedValue { [price, quantity] in price.value * quantity.value }
        total.asDriver().drive(onNext: { log.append("total \($0)") }).disposed(by: bag)
        price.asDriver().drive(onNext: { log.append("price \($0), total is \(total.value)") }).disposed(by: bag)
        log = []
        price.accept(20)
        log.append("set")
        expectEqual(log, ["price 20, total is 40", "total 40", "set"])
    }

    @Test("of a source that nothing else observes")
    func soleObserver() {
        var log: [String] = []
        Driver.derived { [price] in price.value }.drive(onNext: { log.append("\($0)") }).disposed(by: bag)
        price.accept(11)
        log.append("set")
        price.modify { $0 += 1 }
        expectEqual(log, ["10", "11", "set", "12"])
    }

    @Test("set in an observer on the main actor: once, when the outermost delivery is over; a read there is new")
    func inObserver() {
        var log: [String] = []
        let total = DerivedValue { [price, quantity] in price.value * quantity.value }
        total.asDriver().drive(onNext: { log.append("total \($0)") }).disposed(by: bag)
        let trigger = PublishRelay<Int>()
        trigger.asSignal().emit(onNext: { [price, quantity] value in
            price.accept(value)
            log.append("read \(total.value)")
            quantity.accept(value)
            log.append("read \(total.value)")
        }).disposed(by: bag)
        trigger.asSignal().emit(onNext: { _ in log.append("last observer") }).disposed(by: bag)
        log = []
        trigger.accept(3)
        expectEqual(log, ["read 6", "read 9", "last observer", "total 9"])
    }

    @Test("set in an observer of the source itself: the last value, once")
    func correctingObserver() {
        var (totals, prices): ([Int], [Int]) = ([], [])
        Driver.derived { [price] in price.value * 2 }.drive(onNext: { totals.append($0) }).disposed(by: bag)
        price.asDriver().drive(onNext: { [price] in if $0 > 30 { price.accept(30) } }).disposed(by: bag)
        price.asDriver().drive(onNext: { prices.append($0) }).disposed(by: bag)
        price.accept(35)
        expectEqual(prices, [10, 35, 30])
        expectEqual(totals, [20, 60])
    }

    @Test("in a batch: at its end, after all sources have delivered")
    func inBatch() {
        var log: [String] = []
        let total = DerivedValue { [price, quantity] in price.value * quantity.value }
        total.asDriver().drive(onNext: { log.append("total \($0)") }).disposed(by: bag)
        price.asDriver().drive(onNext: { log.append("price \($0)") }).disposed(by: bag)
        quantity.asDriver().drive(onNext: { log.append("quantity \($0)") }).disposed(by: bag)
        log = []
        batch {
            quantity.accept(3)
            log.append("read \(total.value)")
            price.accept(20)
            log.append("read \(total.value)")
        }
        log.append("over")
        expectEqual(log, ["read 30", "read 60", "quantity 3", "price 20", "total 60", "over"])
    }

    @Test("a combination of derived values, and a derived value of what a combination sets, are told in this order")
    func withCombinations() {
        let half = DerivedValue { [price] in price.value / 2 }
        let double = DerivedValue { [price] in price.value * 2 }
        let sum = BehaviorRelay(value: 0)
        var (pairs, checks): ([[Int]], [String]) = ([], [])
        Driver.combineLatest(half.asDriver(), double.asDriver()) { [$0, $1] }.drive(onNext: { pairs.append($0) })
            .disposed(by: bag)
        Driver.combineLatest(half.asDriver(), double.asDriver(), price.asDriver()) { $0 + $1 + $2 }.drive(sum)
            .disposed(by: bag)
        Driver.derived { [price] in "\(price.value): \(sum.value)" }.drive(onNext: { checks.append($0) })
            .disposed(by: bag)
        price.accept(20)
        batch {
            price.accept(21)
            price.accept(30)
        }
        expectEqual(pairs, [[5, 20], [10, 40], [15, 60]])
        expectEqual(checks, ["10: 35", "20: 70", "30: 105"])
    }

    @Test("a derived value that was observed before what it reads came to be follows it from the second change on")
    func laterCombination() {
        let sum = BehaviorRelay(value: 0)
        var checks: [String] = []
        Driver.derived { [price] in "\(price.value): \(sum.value)" }.drive(onNext: { checks.append($0) })
            .disposed(by: bag)
        Driver.combineLatest(price.asDriver(), price.asDriver()) { $0 + $1 }.drive(sum).disposed(by: bag)
        price.accept(20)
        checks = []
        price.accept(30)
        price.accept(40)
        expectEqual(checks, ["30: 60", "40: 80"])
    }

    @Test("an observer of a derived value that sets something: what follows comes in the same change, and in order")
    func observerThatSets() {
        var log: [String] = []
        let copy = BehaviorRelay(value: 0)
        let double = DerivedValue { [price] in price.value * 2 }
        double.asDriver().drive(onNext: {
            copy.accept($0)
            log.append("copied")
        }).disposed(by: bag)
        Driver.derived { [price] in "\(price.value) \(copy.value)" }.drive(onNext: { log.append($0) }).disposed(by: bag)
        log = []
        price.accept(11)
        log.append("set")
        expectEqual(log, ["copied", "11 22", "set"])
    }

    @Test("C23: an observer that sets its own source without end is reported, and goes on")
    func feedback() {
        let number = BehaviorRelay(value: 0)
        let warnings = collectingWarnings {
            Driver.derived { number.value }.drive(onNext: { if $0 > 0, $0 < 12_000 { number.accept($0 + 1) } })
                .disposed(by: bag)
            number.accept(1)
        }
        expectEqual(number.value, 12_000)
        guard case .feedback(let source, 10_000, let place)? = warnings.first, warnings.count == 1 else {
            Issue.record("\(warnings)")
            return
        }
        expectEqual("\(source)", "\(Driver<Int>.self)")
        expectEqual(place?.fileID, #fileID)
    }

    @Test(
        "an observer that subscribes during a change begins with the new value; the others have it at the end, each once"
    )
    func subscribedMeanwhile() {
        var (log, later): ([String], [any Disposable]) = ([], [])
        let double = DerivedValue { [price] in price.value * 2 }
        double.asDriver().drive(onNext: { log.append("first \($0)") }).disposed(by: bag)
        price.asDriver().drive(onNext: { price in
            if price == 20 { later.append(double.asDriver().drive(onNext: { log.append("second \($0)") })) }
        }).disposed(by: bag)
        price.accept(20)
        log.append("set")
        price.accept(21)
        expectEqual(log, ["first 20", "second 40", "first 40", "set", "first 42", "second 42"])
        for subscription in later { subscription.dispose() }
    }

    @Test("one that subscribes in a batch begins with the value of that moment, and receives the last one")
    func subscribedInBatch() {
        var log: [String] = []
        let double = DerivedValue { [price] in price.value * 2 }
        double.asDriver().drive(onNext: { log.append("first \($0)") }).disposed(by: bag)
        batch {
            price.accept(20)
            double.asDriver().drive(onNext: { log.append("second \($0)") }).disposed(by: bag)
            price.accept(30)
        }
        expectEqual(log, ["first 20", "second 40", "first 60", "second 60"])
    }

    @Test("operators between a derived value and its observer see each value once")
    func operators() {
        var seen: [String] = []
        let double = DerivedValue { [price] in price.value * 2 }
        let texts = double.asDriver().map { "\($0)" }
        texts.drive(onNext: { seen.append("a\($0)") }).disposed(by: bag)
        texts.drive(onNext: { seen.append("b\($0)") }).disposed(by: bag)
        price.accept(20)
        expectEqual(seen, ["a20", "b20", "a40", "b40"])
        price.asDriver().flatMapLatest { _ in double.asDriver() }.drive(onNext: { seen.append("c\($0)") })
            .disposed(by: bag)
        expectEqual(seen.last, "c40")
    }
}
