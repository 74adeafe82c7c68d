import TestSupport
import Testing

@testable import Binding

/// C43: what runs, and how often. Many of these cases are those of the suites of signals libraries.
@MainActor
@Suite("C43: derived values are kept, and lazy")
struct DerivedCachingTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)

    @Test("nothing runs before the first read")
    func lazy() {
        var runs = 0
        let value = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        a.accept(2)
        expectEqual(runs, 0)
        expectEqual(value.value, 2)
        expectEqual(value.value, 2)
        expectEqual(runs, 1)
    }

    @Test("a change runs nothing until the next read; several changes are one run")
    func onDemand() {
        var runs = 0
        let value = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        _ = value.value
        for number in 2...9 { a.accept(number) }
        expectEqual(runs, 1)
        expectEqual(value.value, 9)
        expectEqual(runs, 2)
    }

    @Test("what was not read is no reason to run")
    func unrelated() {
        var runs = 0
        let value = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        _ = value.value
        b.accept(11)
        _ = value.value
        expectEqual(runs, 1)
    }

    @Test("a source that is set to an equal value is no reason to run")
    func equalSource() {
        var runs = 0
        let value = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        _ = value.value
        a.accept(1)
        _ = value.value
        expectEqual(runs, 1)
    }

    @Test("an equal result stops there: nothing that depends on it runs, no observer is told")
    func equalResult() {
        var (runs, seen): (Int, [Bool]) = (0, [])
        let isLarge = DerivedValue { [a] in a.value > 100 }
        let text = DerivedValue {
            runs += 1
            return isLarge.value
        }
        text.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        a.accept(50)
        a.accept(99)
        expectEqual(runs, 1)
        a.accept(101)
        a.accept(1_000)
        expectEqual(runs, 2)
        expectEqual(seen, [false, true])
    }

    @Test("equal results stop at any depth")
    func equalResultDeep() {
        var runs = 0
        let zero = DerivedValue { [a] in a.value * 0 }
        let next = DerivedValue { zero.value + 1 }
        let last = DerivedValue {
            runs += 1
            return next.value
        }
        expectEqual(last.value, 1)
        a.accept(7)
        expectEqual(last.value, 1)
        expectEqual(runs, 1)
    }

    @Test("NaN equals itself: the same to the bit is no change")
    func notANumber() {
        var (runs, seen) = (0, 0)
        let quotient = DerivedValue { [a] in Double(a.value) * .nan }
        let user = DerivedValue {
            runs += 1
            return quotient.value.isNaN
        }
        quotient.asDriver().drive(onNext: { _ in seen += 1 }).disposed(by: bag)
        _ = user.value
        a.accept(2)
        _ = user.value
        expectEqual(runs, 1)
        expectEqual(seen, 1)
    }

    private struct Opaque: Sendable { let number: Int }

    @Test("a type that is not Equatable: each result is a change")
    func notEquatable() {
        var seen: [Int] = []
        let value = DerivedValue { [a] in Opaque(number: a.value / 10) }
        value.asDriver().drive(onNext: { seen.append($0.number) }).disposed(by: bag)
        a.accept(2)
        a.accept(12)
        expectEqual(seen, [0, 0, 1])
    }

    @Test("areEqual decides what is a change, and what it reads counts as read")
    func ownEquality() {
        let step = BehaviorRelay(value: 10)
        var seen: [Int] = []
        let areEqual: @MainActor (Int, Int) -> Bool = { $0 / step.value == $1 / step.value }
        let value = DerivedValue(areEqual: areEqual) { [a] in a.value }
        value.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        for number in [3, 9, 11, 19] { a.accept(number) }
        expectEqual(seen, [1, 11])
        step.accept(5)
        expectEqual(seen, [1, 11, 19])
    }

    @Test("there and back in a batch: nothing is sent")
    func thereAndBack() {
        var seen: [Int] = []
        let value = DerivedValue { [a] in a.value * 2 }
        value.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch {
            a.accept(5)
            expectEqual(value.value, 10)
            a.accept(1)
            expectEqual(value.value, 2)
        }
        expectEqual(seen, [2])
        a.accept(2)
        expectEqual(seen, [2, 4])
    }

    @Test("a diamond runs once, and its observers see no half")
    func diamond() {
        var (runs, seen): (Int, [String]) = (0, [])
        let left = DerivedValue { [a] in a.value + 1 }
        let right = DerivedValue { [a] in a.value * 10 }
        let bottom = DerivedValue {
            runs += 1
            return "\(left.value) \(right.value)"
        }
        bottom.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        a.accept(2)
        a.accept(3)
        expectEqual(seen, ["2 10", "3 20", "4 30"])
        expectEqual(runs, 3)
    }

    @Test("a diamond with a tail runs each part once")
    func diamondWithTail() {
        var runs: [String: Int] = [:]
        func count(_ name: String) { runs[name, default: 0] += 1 }
        let left = DerivedValue { [a] in a.value }
        let right = DerivedValue { [a] in a.value }
        let middle = DerivedValue {
            count("middle")
            return left.value + right.value
        }
        let tail = DerivedValue {
            count("tail")
            return middle.value
        }
        expectEqual(tail.value, 2)
        a.accept(2)
        expectEqual(tail.value, 4)
        expectEqual(runs, ["middle": 2, "tail": 2])
    }

    @Test("jagged: a short way and a long one to the same source give one run")
    func jagged() {
        var (runs, seen): (Int, [Int]) = (0, [])
        let long = DerivedValue { [a] in a.value + 1 }
        let longer = DerivedValue { long.value + 1 }
        let longest = DerivedValue { longer.value + 1 }
        let end = DerivedValue { [a] in
            runs += 1
            return a.value + longest.value
        }
        end.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        a.accept(2)
        expectEqual(seen, [5, 7])
        expectEqual(runs, 2)
    }

    @Test("crossed: two values that read the same two, in opposite order")
    func crossed() {
        var runs = 0
        let x = DerivedValue { [a] in a.value }
        let y = DerivedValue { [a] in a.value * 2 }
        let one = DerivedValue {
            runs += 1
            return x.value - y.value
        }
        let other = DerivedValue {
            runs += 1
            return y.value - x.value
        }
        let both = DerivedValue { one.value * other.value }
        expectEqual(both.value, -1)
        a.accept(3)
        expectEqual(both.value, -9)
        expectEqual(runs, 4)
    }

    @Test("a diamond of which one side has not changed runs because of the other")
    func halfDiamond() {
        var runs = 0
        let constant = DerivedValue { [a] in a.value * 0 }
        let changing = DerivedValue { [a] in a.value }
        let sum = DerivedValue {
            runs += 1
            return constant.value + changing.value
        }
        _ = sum.value
        a.accept(2)
        expectEqual(sum.value, 2)
        expectEqual(runs, 2)
    }

    @Test("a diamond of which no side has changed does not run")
    func idleDiamond() {
        var runs = 0
        let one = DerivedValue { [a] in a.value * 0 }
        let other = DerivedValue { [a] in a.value > 0 }
        let both = DerivedValue {
            runs += 1
            return "\(one.value)\(other.value)"
        }
        _ = both.value
        a.accept(2)
        _ = both.value
        expectEqual(runs, 1)
    }

    @Test("what is no longer read is no reason to run; what is read anew is")
    func dynamicDependencies() {
        var runs = 0
        let usesFirst = BehaviorRelay(value: true)
        let value = DerivedValue { [a, b] in
            runs += 1
            return usesFirst.value ? a.value : b.value
        }
        expectEqual(value.value, 1)
        b.accept(11)
        expectEqual(value.value, 1)
        expectEqual(runs, 1)
        usesFirst.accept(false)
        expectEqual(value.value, 11)
        a.accept(2)
        expectEqual(value.value, 11)
        expectEqual(runs, 2)
        b.accept(12)
        expectEqual(value.value, 12)
        expectEqual(runs, 3)
    }

    @Test("what a condition guards is not computed once the condition is false")
    func guarded() {
        let name = BehaviorRelay<String?>(value: "Ada")
        let length = DerivedValue { name.value!.count }
        let text = DerivedValue { name.value == nil ? "none" : "\(length.value)" }
        var seen: [String] = []
        text.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        name.accept(nil)
        name.accept("Grace")
        expectEqual(seen, ["3", "none", "5"])
    }

    @Test("the order of reads may change each time")
    func shuffled() {
        let numbers = (0..<8).map { BehaviorRelay(value: $0) }
        let order = BehaviorRelay(value: Array(0..<8))
        let text = DerivedValue { order.value.map { "\(numbers[$0].value)" }.joined() }
        var generator = SplitMix(state: 7)
        for round in 0..<200 {
            var next = Array(0..<8).shuffled(using: &generator)
            next.removeLast(Int.random(in: 0...3, using: &generator))
            next.append(contentsOf: next.prefix(2))
            order.accept(next)
            expectEqual(text.value, next.map { "\(numbers[$0].value)" }.joined())
            numbers[round % 8].accept(round)
            expectEqual(text.value, next.map { "\(numbers[$0].value)" }.joined())
        }
    }

    @Test("branches that alternate 5,000 times leave no edges behind")
    func alternating() {
        let usesFirst = BehaviorRelay(value: true)
        let (first, second) = (DerivedValue { [a] in a.value }, DerivedValue { [b] in b.value })
        let value = DerivedValue { usesFirst.value ? first.value : second.value }
        for _ in 0..<5_000 {
            usesFirst.modify { $0.toggle() }
            _ = value.value
        }
        expectEqual(value.computation.sourceCount, 2)
        expectEqual(first.computation.readerCount + second.computation.readerCount, 1)
    }

    @Test("what is read several times in one run has one edge")
    func repeated() {
        let value = DerivedValue { [a, b] in (0..<100).reduce(0) { sum, _ in sum + a.value + b.value } }
        let other = DerivedValue { [a, b] in a.value + b.value }
        for number in 1...3 {
            a.accept(number)
            expectEqual(value.value, (number + 10) * 100)
            expectEqual(other.value, number + 10)
        }
        expectEqual(value.computation.sourceCount, 2)
    }

    @Test("1,000 sources of one value, all set in one batch, are one run")
    func wide() {
        let sources = (0..<1_000).map { BehaviorRelay(value: $0) }
        var runs = 0
        let sum = DerivedValue {
            runs += 1
            return sources.reduce(0) { $0 + $1.value }
        }
        var seen: [Int] = []
        sum.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch { for source in sources { source.modify { $0 += 1 } } }
        expectEqual(seen, [499_500, 500_500])
        expectEqual(runs, 2)
    }

    @Test("without observers nothing runs; with the first one it does, and stops after the last has gone")
    func observed() {
        var (runs, seen): (Int, [Int]) = (0, [])
        let value = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        let driver = value.asDriver()
        expectEqual(runs, 0)
        let first = driver.drive(onNext: { seen.append($0) })
        let second = driver.drive(onNext: { _ in })
        a.accept(2)
        expectEqual(runs, 2)
        first.dispose()
        a.accept(3)
        expectEqual(runs, 3)
        second.dispose()
        for number in 4...9 { a.accept(number) }
        expectEqual(runs, 3)
        expectEqual(value.value, 9)
        let third = driver.drive(onNext: { seen.append($0) })
        a.accept(10)
        third.dispose()
        expectEqual(seen, [1, 2, 9, 10])
        expectEqual(runs, 5)
    }

    @Test("a value that only reads others, which others observe, is computed once for all")
    func shared() {
        var runs = 0
        let base = DerivedValue { [a] in
            runs += 1
            return a.value
        }
        for _ in 0..<5 { Driver.derived { base.value }.drive(onNext: { _ in }).disposed(by: bag) }
        a.accept(2)
        expectEqual(runs, 2)
    }

    @Test("untracked reads are no reason to run")
    func untrackedReads() {
        var runs = 0
        let value = DerivedValue { [a, b] in
            runs += 1
            return a.value + untracked { b.value }
        }
        expectEqual(value.value, 11)
        b.accept(20)
        expectEqual(value.value, 11)
        a.accept(2)
        expectEqual(value.value, 22)
        expectEqual(runs, 2)
    }

    @Test("what follows after an untracked part is tracked, also after an error")
    func afterUntracked() {
        let value = DerivedValue { [a, b] in
            let first = try? untracked { () throws(TestError) -> Int in throw TestError("") }
            return (first ?? 0) + untracked { untracked { b.value } } + a.value
        }
        expectEqual(value.value, 11)
        a.accept(2)
        expectEqual(value.value, 12)
    }

    @Test("a derived value that is read untracked keeps its own dependencies")
    func untrackedDerived() {
        let inner = DerivedValue { [a] in a.value * 2 }
        let outer = DerivedValue { [b] in b.value + untracked { inner.value } }
        expectEqual(outer.value, 12)
        a.accept(5)
        expectEqual(outer.value, 12)
        expectEqual(inner.value, 10)
        b.accept(20)
        expectEqual(outer.value, 30)
    }

    @Test(
        "a subscription in a computation is untracked: what its observer reads does not count, nor what is subscribed to"
    )
    func subscriptionInside() {
        var runs = 0
        let value = DerivedValue { [a, b, bag] in
            runs += 1
            b.asDriver().drive(onNext: { _ in _ = b.value }).disposed(by: bag)
            b.asDriver().map { $0 + b.value }.drive(onNext: { _ in _ = b.value }).disposed(by: bag)
            b.subscribe(onNext: { _ in _ = b.value }).disposed(by: bag)
            Driver.derived { b.value }.drive(onNext: { _ in _ = b.value }).disposed(by: bag)
            return a.value
        }
        _ = value.value
        b.accept(2)
        _ = value.value
        expectEqual(runs, 1)
    }

    @Test("a driver that can be read: its latest value, and the initial one before")
    func following() {
        let numbers = PublishRelay<Int>()
        let value = DerivedValue(following: numbers.asDriver(onErrorJustReturn: -1), initially: 7)
        numbers.accept(1)
        expectEqual(value.value, 7)
        numbers.accept(2)
        expectEqual(value.value, 2)
        var seen: [Int] = []
        let double = DerivedValue { value.value * 2 }
        double.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        numbers.accept(3)
        numbers.accept(3)
        expectEqual(seen, [4, 6])
        let current = DerivedValue(following: a.asDriver().map { $0 * 100 }, initially: 0)
        expectEqual(current.value, 100)
        a.accept(2)
        expectEqual(current.value, 200)
    }
}

extension Dependency {
    var readerCount: Int {
        var (count, next) = (0, readers)
        while let edge = next {
            count += 1
            next = edge.pointee.nextReader
        }
        return count
    }
}

extension AnyComputation {
    var sourceCount: Int {
        var (count, next) = (0, sources)
        while let edge = next {
            count += 1
            next = edge.pointee.nextSource
        }
        return count
    }
}
