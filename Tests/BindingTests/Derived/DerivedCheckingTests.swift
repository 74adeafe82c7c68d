import BindingTesting
import TestSupport
import Testing

@testable import Binding

/// C43: what computations, and observers that they lead to, set while it is found out whether a derived value has changed.
@MainActor
@Suite("C43: sources that are set while a derived value is looked at")
struct DerivedCheckingTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 0)
    private let s = BehaviorRelay(value: 1)
    private let log = RunLog()

    @Test("a computation that sets what has been looked at already", arguments: [false, true])
    func setter(isObserved: Bool) {
        let x = DerivedValue { [a] in a.value * 10 }
        let setter = DerivedValue { [a, s] in
            if s.value == 2 { a.accept(5) }
            return 0
        }
        let top = DerivedValue { x.value + setter.value }
        if isObserved { top.asDriver().drive(onNext: { [log] in log("\($0)") }).disposed(by: bag) }
        expectEqual(top.value, 10)
        s.accept(2)
        expectEqual(top.value, 50)
        a.accept(7)
        expectEqual(top.value, 70)
        s.accept(3)
        a.accept(8)
        expectEqual(top.value, 80)
        if isObserved { expectEqual(log.take(), "10 50 70 80") }
    }

    @Test("an observer that a computation leads to, and that reads the value that is being looked at")
    func observer() {
        let x = DerivedValue { [a] in a.value * 10 }
        let setter = DerivedValue { [b, s] in
            b.accept(s.value)
            return s.value
        }
        let top = DerivedValue { x.value + setter.value }
        b.asDriver().skip(1).drive(onNext: { [a, log] in
            a.accept($0)
            log("\(top.value)")
        }).disposed(by: bag)
        expectEqual(top.value, 11)
        s.accept(2)
        expectEqual(top.value, 22)
        a.accept(7)
        expectEqual(top.value, 72)
        expectEqual(log.take().split(separator: " ").last, "22")
    }

    @Test("a computation that has set what it has read, of which something sets more")
    func settling() {
        let (x, s) = (DerivedValue { [a] in a.value * 10 }, BehaviorRelay(value: 0))
        let y = DerivedValue { [a] in
            if s.value > 0 { a.accept(s.value) }
            return 0
        }
        let value = DerivedValue {
            let read = x.value + y.value
            if s.value == 0 { s.accept(3) }
            return read
        }
        expectEqual(value.value, 10)
        a.accept(7)
        expectEqual(value.value, 70)
    }

    @Test("C23: two that set what the other one has read, to something else each time, are reported")
    func endless() {
        let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let left = DerivedValue { [a] in
            if a.value == 2 { second.accept(second.value + 1) }
            return first.value
        }
        let right = DerivedValue { [a] in
            if a.value == 2 { first.accept(first.value + 1) }
            return second.value
        }
        let top = DerivedValue { left.value + right.value }
        expectEqual(top.value, 0)
        let warnings = collectingWarnings {
            a.accept(2)
            _ = top.value
        }
        expectEqual(warnings.count, 1)
        a.accept(3)
        expectEqual(top.value, first.value + second.value)
        first.accept(1)
        expectEqual(top.value, 1 + second.value)
        guard case .feedback(_, 10_000, let place?)? = warnings.first else {
            Issue.record("\(warnings)")
            return
        }
        #expect("\(place)".contains("DerivedCheckingTests.swift"))
    }

    /// Random graphs whose computations sometimes set a source; at last none does, and all values have to be right.
    @Test("C23: such two, below others: it ends, and observers are told of later changes")
    func endlessBelow() {
        let (first, second, other) = (
            BehaviorRelay(value: 0), BehaviorRelay(value: 0), BehaviorRelay(value: 0)
        )
        let left = DerivedValue { [a] in
            _ = first.value
            if a.value == 2 { untracked { second.accept(second.value + 1) } }
            return 0
        }
        let right = DerivedValue { [a] in
            _ = second.value
            if a.value == 2 { untracked { first.accept(first.value + 1) } }
            return 0
        }
        let top = DerivedValue { left.value + right.value + other.value }
        let shown = DerivedValue { top.value }
        shown.asDriver().drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        let warnings = collectingWarnings {
            a.accept(2)
            _ = shown.value
        }
        #expect(!warnings.isEmpty)
        a.accept(3)
        other.accept(5)
        expectEqual(shown.value, 5)
        other.accept(6)
        expectEqual(log.take(), "0 5 6")
    }

    @Test("C43: random graphs whose computations set sources are right once none does any more", arguments: 0..<400)
    func graphs(seed: Int) {
        var generator = SplitMix(state: UInt64(seed))
        let sources = (0..<3).map { _ in BehaviorRelay(value: 1) }
        let trigger = BehaviorRelay(value: 0)
        let maySet = BehaviorRelay(value: true)
        var values: [DerivedValue<Int>] = []
        var plain: [@MainActor () -> Int] = []
        let bag = DisposeBag()
        for index in 0..<6 {
            let kind = Int.random(in: 0..<3, using: &generator)
            let from = sources[Int.random(in: 0..<3, using: &generator)]
            let to = sources[Int.random(in: 0..<3, using: &generator)]
            let below = index == 0 ? [] : (0..<2).map { _ in Int.random(in: 0..<index, using: &generator) }
            let lower = below.map { values[$0] }
            let lowerPlain = below.map { plain[$0] }
            let sets = kind == 0
            values.append(
                DerivedValue {
                    var sum = from.value
                    for value in lower { sum += value.value }
                    if sets, trigger.value % 3 == index % 3, maySet.value { untracked { to.accept(trigger.value) } }
                    return sum % 5
                })
            plain.append {
                var sum = from.value
                for value in lowerPlain { sum += value() }
                return sum % 5
            }
        }
        var seen: [Int: Int] = [:]
        for index in 0..<6 where Bool.random(using: &generator) {
            values[index].asDriver().drive(onNext: { seen[index] = $0 }).disposed(by: bag)
        }
        for step in 1..<12 {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: trigger.accept(step)
            case 1: sources[Int.random(in: 0..<3, using: &generator)].accept(step)
            default: _ = values[Int.random(in: 0..<6, using: &generator)].value
            }
        }
        maySet.accept(false)
        for value in values { _ = value.value }
        for number in 100..<103 {
            for source in sources { source.accept(number) }
            for index in 0..<6 {
                expectEqual(values[index].value, plain[index](), "\(seed)")
                if let last = seen[index] { expectEqual(last, plain[index](), "\(seed) observed") }
            }
        }
    }
}
