import TestSupport
import Testing

@testable import Binding

/// C43: shapes of graphs that suites of signals libraries have: what is computed, in which order, and what is not.
@MainActor
@Suite("C43: graphs of derived values, as in suites of signals libraries")
struct SignalsGraphTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)
    private let log = RunLog()

    private func derived<Value: Equatable & Sendable>(
        _ name: String, _ compute: @escaping @MainActor () -> Value
    ) -> DerivedValue<Value> {
        log.derived(name, compute)
    }

    private func observe<Value>(_ value: DerivedValue<Value>, if isObserved: Bool) {
        if isObserved { value.asDriver().drive(onNext: { _ in }).disposed(by: bag) }
    }

    // MARK: Shapes

    @Test(
        "sides of different length with two ends: each part is computed once, after what it reads",
        arguments: [false, true])
    func jaggedWithEnds(isObserved: Bool) {
        let short = derived("short") { [a] in a.value }
        let long = derived("long") { [a] in a.value }
        let longer = derived("longer") { long.value }
        let middle = derived("middle") { short.value + longer.value }
        let ends = ["one", "two"].map { name in derived(name) { middle.value } }
        for end in ends { observe(end, if: isObserved) }
        expectEqual(ends.map(\.value), [2, 2])
        expectEqual(log.take(), "short long longer middle one two")
        a.accept(3)
        expectEqual(ends.map(\.value), [6, 6])
        expectEqual(log.take(), "short long longer middle one two")
    }

    @Test("many that read one source, and one that reads them all", arguments: [false, true])
    func convergence(isObserved: Bool) {
        let sides = (0..<5).map { number in derived("side\(number)") { [a] in a.value + number } }
        let end = derived("end") { sides.reduce(0) { $0 + $1.value } }
        observe(end, if: isObserved)
        expectEqual(end.value, 15)
        log.clear()
        a.accept(2)
        expectEqual(end.value, 20)
        expectEqual(log.take(), "side0 side1 side2 side3 side4 end")
    }

    @Test("two layers, of which each part reads all of the one before", arguments: [false, true])
    func layers(isObserved: Bool) {
        let lower = (0..<3).map { number in derived("l\(number)") { [a] in a.value } }
        let upper = (0..<3).map { number in derived("u\(number)") { lower.reduce(number) { $0 + $1.value } } }
        let end = derived("end") { upper.reduce(0) { $0 + $1.value } }
        observe(end, if: isObserved)
        expectEqual(end.value, 12)
        log.clear()
        a.accept(2)
        expectEqual(end.value, 21)
        expectEqual(log.take(), "l0 l1 l2 u0 u1 u2 end")
    }

    @Test("a chain is computed up to the first equal result", arguments: [false, true])
    func pruned(isObserved: Bool) {
        let first = derived("first") { [a] in a.value }
        let second = derived("second") { first.value * 0 }
        let third = derived("third") { second.value }
        observe(third, if: isObserved)
        expectEqual(third.value, 0)
        log.clear()
        a.accept(2)
        expectEqual(third.value, 0)
        expectEqual(log.take(), "first second")
    }

    @Test("of three sides two have not changed: the third one is reason enough, wherever it is read", arguments: 0..<3)
    func oneOfThree(changing: Int) {
        let sides = (0..<3).map { number in
            derived("\(number)") { [a] in number == changing ? a.value : 7 + a.value * 0 }
        }
        let sum = derived("sum") { sides.reduce(0) { $0 + $1.value } }
        expectEqual(sum.value, 15)
        log.clear()
        a.accept(2)
        expectEqual(sum.value, 16)
        expectEqual(log.take(), "0 1 2 sum")
    }

    @Test("a side that reads nothing that can change is computed once")
    func constantSide() {
        let constant = derived("constant") { 7 }
        let sum = derived("sum") { [a] in constant.value + a.value }
        observe(sum, if: true)
        for number in 2...4 { a.accept(number) }
        expectEqual(sum.value, 11)
        expectEqual(log.take(), "constant sum sum sum sum")
    }

    @Test("nil is a value: it is kept, and an equal nil is no change")
    func optional() {
        let constant = derived("constant") { Int?.none }
        let none = derived("none") { [a] in a.value > 5 ? a.value : nil }
        let text = derived("text") { "\(String(describing: none.value)) \(String(describing: constant.value))" }
        expectEqual(text.value, "nil nil")
        a.accept(2)
        expectEqual(text.value, "nil nil")
        expectEqual(log.take(), "none constant text none")
        a.accept(6)
        expectEqual(text.value, "Optional(6) nil")
        a.accept(3)
        expectEqual(text.value, "nil nil")
        expectEqual(log.take(), "none text none text")
    }

    @Test("only the branch of what has changed is computed")
    func otherBranch() {
        let first = derived("first") { [a] in a.value }
        let second = derived("second") { [b] in b.value }
        let sum = derived("sum") { first.value + second.value }
        expectEqual(sum.value, 11)
        log.clear()
        a.accept(2)
        expectEqual(sum.value, 12)
        expectEqual(log.take(), "first sum")
        b.accept(20)
        expectEqual(sum.value, 22)
        expectEqual(log.take(), "second sum")
    }

    // MARK: Changes that are looked at in parts

    @Test("a chain whose middle is read between two changes is right at its end")
    func readInTheMiddle() {
        let parity = derived("parity") { [a] in a.value % 2 }
        let middle = derived("middle") { parity.value }
        let end = derived("end") { middle.value }
        a.accept(0)
        expectEqual(end.value, 0)
        a.accept(1)
        expectEqual(middle.value, 1)
        a.accept(3)
        expectEqual(end.value, 1)
        a.accept(4)
        expectEqual([end.value, middle.value], [0, 0])
    }

    @Test("one way stops at an equal result, the other one goes on", arguments: [false, true])
    func halfStopped(isObserved: Bool) {
        let copy = derived("copy") { [b] in b.value }
        let parity = derived("parity") { copy.value % 2 }
        let other = derived("other") { [b] in b.value }
        let sum = derived("sum") { parity.value + other.value }
        observe(sum, if: isObserved)
        expectEqual(sum.value, 10)
        log.clear()
        b.accept(12)
        expectEqual(sum.value, 12)
        expectEqual(log.take(), "copy parity other sum")
    }

    @Test(
        "what a side with an equal result has brought up to date counts where it is read itself",
        arguments: [false, true])
    func broughtUpToDateByAnother(isObserved: Bool) {
        let isLarge = derived("isLarge") { [a] in a.value > 1 }
        let zero = derived("zero") { isLarge.value ? 0 : 0 }
        let end = derived("end") { zero.value == 0 ? isLarge.value : false }
        observe(end, if: isObserved)
        expectEqual(end.value, false)
        log.clear()
        a.accept(2)
        expectEqual(end.value, true)
        expectEqual(log.take(), "isLarge zero end")
    }

    @Test("a source that goes there and back between two reads: what reads it is computed, and nothing beyond")
    func thereAndBackUnread() {
        let copy = derived("copy") { [a] in a.value }
        let end = derived("end") { copy.value }
        expectEqual(end.value, 1)
        log.clear()
        a.accept(2)
        a.accept(1)
        expectEqual(end.value, 1)
        expectEqual(log.take(), "copy")
    }

    @Test("one of several has changed, then another: each time the end is computed once")
    func staleTwice() {
        let isSet = BehaviorRelay(value: false)
        let one = derived("one") { [a] in a.value > 0 }
        let two = derived("two") { [a] in a.value > 0 }
        let copy = derived("copy") { [a] in a.value }
        let both = derived("both") { [a] in isSet.value && a.value > 0 }
        let end = derived("end") { "\(one.value) \(two.value) \(copy.value) \(both.value)" }
        expectEqual(end.value, "true true 1 false")
        log.clear()
        isSet.accept(true)
        expectEqual(end.value, "true true 1 true")
        expectEqual(log.take(), "both end")
        a.accept(2)
        expectEqual(end.value, "true true 2 true")
        expectEqual(log.take(), "one two copy both end")
    }

    @Test("a value that is another one whenever it is computed is reason enough, after others that have not changed")
    func alwaysAnother() {
        let one = derived("one") { [a] in a.value > 2 }
        let two = derived("two") { [a] in a.value > 2 }
        let never: @MainActor (Int, Int) -> Bool = { _, _ in false }
        let event = DerivedValue(areEqual: never) { [a, log] in
            log("event")
            return a.value * 0
        }
        let end = derived("end") { "\(one.value) \(two.value) \(event.value)" }
        expectEqual(end.value, "false false 0")
        for (number, result) in [(2, "false false 0"), (3, "true true 0"), (4, "true true 0")] {
            log.clear()
            a.accept(number)
            expectEqual(end.value, result)
            expectEqual(log.take(), "one two event end")
        }
    }

    // MARK: Dependencies that come and go

    @Test("what is read anew is brought up to date before it is used")
    func newDependency() {
        a.accept(0)
        let next = derived("next") { [a] in a.value + 1 }
        let copy = derived("copy") { [a] in a.value }
        let fallback = derived("fallback") { copy.value + 10 }
        let choice = derived("choice") { next.value != 0 ? next.value : fallback.value }
        expectEqual([choice.value, fallback.value], [1, 10])
        log.clear()
        a.accept(-1)
        expectEqual([choice.value, fallback.value], [9, 9])
        expectEqual(log.take(), "next copy fallback choice")
        a.accept(0)
        expectEqual([choice.value, fallback.value], [1, 10])
        expectEqual(log.take(), "next choice copy fallback")
    }

    @Test(
        "a branch that is dropped in the change that has changed it is not computed", arguments: [false, true],
        [false, true])
    func droppedBranch(isObserved: Bool, conditionFirst: Bool) {
        let branch = derived("branch") { [b] in b.value }
        let end = derived("end") { [a] in a.value == 1 ? branch.value : 0 }
        observe(end, if: isObserved)
        expectEqual(end.value, 10)
        log.clear()
        batch {
            if conditionFirst { a.accept(2) }
            b.accept(20)
            if !conditionFirst { a.accept(2) }
        }
        expectEqual(end.value, 0)
        expectEqual(log.take(), "end")
        b.accept(30)
        expectEqual(end.value, 0)
        expectEqual(log.take(), "")
    }

    @Test(
        "a branch that stays while all sources change is computed once, and not at all once it is dropped",
        arguments: [false, true])
    func branchInOrder(isObserved: Bool) {
        let c = BehaviorRelay(value: 100)
        let branch = derived("branch") { c.value }
        let end = derived("end") { [a, b] in a.value > 0 ? b.value + branch.value : b.value }
        observe(end, if: isObserved)
        expectEqual(end.value, 110)
        log.clear()
        batch {
            a.accept(2)
            b.accept(20)
            c.accept(200)
        }
        expectEqual(end.value, 220)
        expectEqual(log.take(), "branch end")
        batch {
            a.accept(-1)
            b.accept(-1)
            c.accept(-1)
        }
        expectEqual(end.value, -1)
        expectEqual(log.take(), "end")
    }

    @Test("a source that is read by way of another value in one branch, and itself in the other")
    func lazyBranch() {
        let copy = derived("copy") { [a] in a.value }
        let end = derived("end") { [a] in a.value > 1 ? a.value : copy.value }
        var seen: [Int] = []
        for number in [1, 2, 1, 0, 5] {
            a.accept(number)
            seen.append(end.value)
        }
        expectEqual(seen, [1, 2, 1, 0, 5])
        expectEqual(copy.value, 5)
    }

    @Test("a slice of many sources: those of the slice are followed, and no others", arguments: [false, true])
    func slices(isObserved: Bool) {
        let letters = "abcdefgh".map { BehaviorRelay(value: String($0)) }
        let shown = BehaviorRelay(value: letters)
        let text = derived("text") { shown.value.map(\.value).joined() }
        observe(text, if: isObserved)
        expectEqual(text.value, "abcdefgh")
        expectEqual(text.computation.sourceCount, 9)
        shown.accept(Array(letters[..<5]))
        expectEqual(text.value, "abcde")
        expectEqual(text.computation.sourceCount, 6)
        shown.accept(Array(letters[3...]))
        expectEqual(text.value, "defgh")
        expectEqual(text.computation.sourceCount, 6)
        log.clear()
        letters[0].accept("A")
        expectEqual(text.value, "defgh")
        expectEqual(log.take(), "")
        letters[7].accept("H")
        expectEqual(text.value, "defgH")
    }

    @Test(
        "a derived value whose value is another one: both are followed, and the former inner one is let go",
        arguments: [false, true])
    func nested(isObserved: Bool) {
        let living = Counter()
        let maker = DerivedValue { [a, b, log] in
            let (factor, witness) = (a.value, Witness(living))
            log("maker")
            return log.derived("inner") { withExtendedLifetime(witness) { factor * b.value } }
        }
        let end = derived("end") { maker.value.value }
        observe(end, if: isObserved)
        expectEqual(end.value, 10)
        expectEqual(log.take(), "maker inner end")
        b.accept(20)
        expectEqual(end.value, 20)
        expectEqual(log.take(), "inner end")
        a.accept(3)
        expectEqual(end.value, 60)
        expectEqual(log.take(), "maker inner end")
        expectEqual(living.value, 1)
    }

    // MARK: Equality

    @Test("areEqual decides: the former value stays for whoever reads it, until one is unequal")
    func formerValueStays() {
        let isEqual = Shared(true)
        let areEqual: @MainActor (Int, Int) -> Bool = { _, _ in isEqual.value }
        let value = DerivedValue(areEqual: areEqual) { [a] in a.value }
        let end = derived("end") { value.value }
        expectEqual(end.value, 1)
        a.accept(2)
        expectEqual([value.value, end.value], [1, 1])
        expectEqual(log.take(), "end")
        isEqual.value = false
        a.accept(3)
        expectEqual([value.value, end.value], [3, 3])
        expectEqual(log.take(), "end")
    }

    @Test("what areEqual reads is followed by its own value, not by what reads that")
    func equalityIsItsOwn() {
        let tolerance = BehaviorRelay(value: 2)
        let areEqual: @MainActor (Int, Int) -> Bool = { [log] former, new in
            log("compare")
            return abs(former - new) < tolerance.value
        }
        let inner = DerivedValue(areEqual: areEqual) { [a, log] in
            log("inner")
            return a.value
        }
        let outer = derived("outer") { [b] in b.value + inner.value }
        expectEqual(outer.value, 11)
        expectEqual(log.take(), "inner outer")
        batch {
            a.accept(2)
            b.accept(20)
        }
        expectEqual(outer.value, 21)
        expectEqual(log.take(), "inner compare outer")
        tolerance.accept(3)
        expectEqual(outer.value, 21)
        expectEqual(log.take(), "inner compare")
    }

    @Test("a change in place is a change for what reads a part of it")
    func inPlace() {
        let numbers = BehaviorRelay(value: [1])
        let count = derived("count") { numbers.value.count }
        let last = derived("last") { numbers.value.last ?? 0 }
        let text = derived("text") { "\(count.value): \(last.value)" }
        expectEqual(text.value, "1: 1")
        log.clear()
        numbers.modify { $0.append(2) }
        expectEqual(text.value, "2: 2")
        expectEqual(log.take(), "count last text")
        numbers.modify { $0[0] = 0 }
        expectEqual(text.value, "2: 2")
        expectEqual(log.take(), "count last")
    }

    // MARK: Failures, as values

    @Test("a failure is kept like any value, and what reads it may go on with something else")
    func failure() {
        let value = derived("value") { [a] () -> Result<Int, TestError> in
            a.value == 2 ? .failure(TestError()) : .success(a.value)
        }
        let text = derived("text") { (try? value.value.get()).map { "\($0)" } ?? "none" }
        expectEqual(text.value, "1")
        log.clear()
        a.accept(2)
        expectEqual([text.value, text.value], ["none", "none"])
        #expect(throws: TestError()) { try value.value.get() }
        expectEqual(log.take(), "value text")
        a.accept(3)
        expectEqual(text.value, "3")
    }

    // MARK: Computations that set something

    @Test("a computation that reads what it has set itself has the new value, and is up to date")
    func readsWhatItHasSet() {
        let value = derived("value") { [a] in
            a.modify { $0 += 1 }
            return a.value
        }
        expectEqual([value.value, value.value], [2, 2])
        expectEqual(a.value, 2)
        a.accept(5)
        expectEqual([value.value, value.value], [6, 6])
        expectEqual(log.take(), "value value")
    }

    @Test("what a computation reads that another one sets on its behalf does not make it run again")
    func setOnItsBehalf() {
        let setter = derived("setter") { [a] in
            a.accept(2)
            return "set"
        }
        let copy = DerivedValue { [a] in a.value }
        let text = derived("text") { "\(copy.value) \(setter.value)" }
        expectEqual([text.value, text.value], ["1 set", "1 set"])
        expectEqual(log.take(), "setter text")
        a.accept(3)
        expectEqual(text.value, "3 set")
        expectEqual(log.take(), "text")
    }

    // MARK: Untracked

    @Test("what a value reads in and out of untracked: only the latter is a reason to run")
    func halfUntracked() {
        let c = BehaviorRelay(value: 100)
        let sum = derived("sum") { [a, b] in a.value + untracked { b.value + untracked { c.value } } }
        let outer = derived("outer") { untracked { sum.value } }
        expectEqual([sum.value, outer.value], [111, 111])
        log.clear()
        b.accept(20)
        c.accept(200)
        expectEqual([sum.value, outer.value], [111, 111])
        expectEqual(log.take(), "")
        a.accept(2)
        expectEqual([sum.value, outer.value], [222, 111])
        expectEqual(log.take(), "sum")
    }

    @Test("an untracked read in a branch is no reason to run, whether the branch is taken or not")
    func untrackedBranch() {
        let value = derived("value") { [a, b] in a.value.isMultiple(of: 2) ? untracked { b.value } : 0 }
        observe(value, if: true)
        log.clear()
        for number in 2...5 {
            a.accept(number)
            b.accept(number * 10)
            b.accept(number * 10 + 1)
        }
        expectEqual(log.take(), "value value value value")
        expectEqual(value.value, 0)
    }
}

/// The order in which computations have been run, and other things have happened.
@MainActor
final class RunLog {
    private var names: [String] = []

    nonisolated init() {}

    func callAsFunction(_ name: String) { names.append(name) }

    func clear() { names = [] }

    /// What has been logged since this was asked last.
    func take() -> String {
        defer { names = [] }
        return names.joined(separator: " ")
    }

    /// A value that logs its name whenever it has been computed.
    func derived<Value: Equatable & Sendable>(
        _ name: String, _ compute: @escaping @MainActor () -> Value
    ) -> DerivedValue<Value> {
        DerivedValue { [self] in
            let value = compute()
            callAsFunction(name)
            return value
        }
    }
}
