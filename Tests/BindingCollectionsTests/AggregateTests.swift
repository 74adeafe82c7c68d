import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@Suite("aggregates of lists")
@MainActor
struct AggregateTests {
    private let bag = DisposeBag()

    private func values<Value>(_ driver: Driver<Value>) -> Shared<[Value]> {
        let values = Shared<[Value]>([])
        driver.drive(onNext: { values.value.append($0) }).disposed(by: bag)
        return values
    }

    @Test("count, isEmpty, first and last are sent when they change")
    func counts() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [])
        let list = numbers.asDriver().updates()
        let (count, isEmpty, first, last) = (
            values(list.count), values(list.isEmpty), values(list.first), values(list.last)
        )
        numbers.modify { $0.append(1) }
        numbers.modify { $0[0] = 2 }
        numbers.modify { $0.append(3) }
        numbers.modify { $0.insert(2, at: 1) }
        numbers.accept([])
        expectEqual(count.value, [0, 1, 2, 3, 0])
        expectEqual(isEmpty.value, [true, false, true])
        expectEqual(first.value, [nil, 1, 2, nil])
        expectEqual(last.value, [nil, 1, 2, 3, nil])
    }

    @Test("tests of rows: how many, any, all")
    func tests() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [])
        let list = numbers.asDriver().updates()
        let count = values(list.count(where: { $0 % 2 == 0 }))
        let contains = values(list.contains { $0 % 2 == 0 })
        let all = values(list.allSatisfy { $0 % 2 == 0 })
        numbers.modify { $0.append(1) }
        numbers.modify { $0.append(2) }
        numbers.modify { $0[0] = 4 }
        numbers.modify { $0.removeSubrange(0..<2) }
        expectEqual(count.value, [0, 1, 2, 0])
        expectEqual(contains.value, [false, true, false])
        expectEqual(all.value, [true, false, true])
    }

    @Test("whether there is a row with an identity")
    func containsIdentity() {
        struct Guest: Identifiable, Sendable {
            var id: Int
            var name = ""
        }
        let guests = BehaviorRelay<TreeArray<Guest>>(value: [Guest(id: 1)])
        let contains = values(guests.asDriver().updates().contains(id: 1))
        guests.modify { $0[0].name = "Ada" }
        guests.modify { $0[0].id = 2 }
        expectEqual(contains.value, [true, false])
    }

    @Test("a sum of numbers with a floating point is not spoilt by what has gone")
    func exactness() {
        let numbers = BehaviorRelay<TreeArray<Double>>(value: [0.5, 0.25])
        let sums = values(numbers.asDriver().updates().sum(of: { $0 }))
        for guest in [1e300, .infinity, -.infinity, .nan, 1e16] {
            numbers.modify { $0.insert(guest, at: 1) }
            numbers.modify { $0.removeSubrange(1..<2) }
            expectEqual(sums.value.last, 0.75)
        }
        expectEqual(sums.value.count, 11)
    }

    @Test("a sum of integers may be too large in between, whatever the order of the edits")
    func largeIntegers() {
        let numbers = BehaviorRelay<TreeArray<Int8>>(value: [100, -100, 27])
        let sums = values(numbers.asDriver().updates().sum(of: { $0 }))
        numbers.accept([100, -128, 127])
        numbers.accept([-100, -28, 127, 100])
        numbers.accept([-128])
        numbers.accept([])
        #expect(sums.value == [27, 99, -128, 0] || sums.value == [27, 99, 99, -128, 0])
        let words = BehaviorRelay<TreeArray<UInt>>(value: [.max])
        let total = values(words.asDriver().updates().sum(\.self))
        words.accept([1, .max - 1])
        words.accept([.max / 2, 3])
        expectEqual(total.value, [.max, .max / 2 + 3])
    }

    @Test("a sum of integers may be too large after one edit of several, until the next is taken in")
    func largeIntegersInBetween() {
        // Far enough apart for two edits.
        let numbers = BehaviorRelay<TreeArray<Int8>>(value: [1, 0, 0, 0, 0, 0, 0, 100])
        let sums = values(numbers.asDriver().updates().sum(\.self))
        numbers.modify {
            $0[0] = 101
            $0[7] = -50
        }
        numbers.modify {
            $0[0] = -128
            $0[7] = 127
        }
        expectEqual(sums.value, [101, 51, -1])
    }

    @Test("the least and the greatest row are the first of those that are equal")
    func ties() {
        let rows = BehaviorRelay<TreeArray<TestRow>>(
            value: [
                TestRow(id: 1, key: 3, number: 0), TestRow(id: 2, key: 3, number: 0), TestRow(id: 3, key: 1, number: 0),
                TestRow(id: 4, key: 1, number: 0),
            ])
        let list = rows.asDriver().updates()
        let least = values(list.min { $0.key < $1.key })
        let greatest = values(list.max { $0.key < $1.key })
        rows.modify { $0.removeSubrange(0..<1) }
        rows.modify { $0.insert(TestRow(id: 5, key: 1, number: 0), at: 0) }
        rows.accept([])
        expectEqual(least.value.map { $0?.id }, [3, 5, nil])
        expectEqual(greatest.value.map { $0?.id }, [1, 2, nil])
    }

    @Test("a result with its inverse, and one changed in place")
    func reduce() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [2, 3])
        let list = numbers.asDriver().updates()
        let products = values(list.reduce(1, adding: { $0 * $1 }, removing: { $0 / $1 }))
        let sets = values(
            list.reduce(into: [Int: Int](), adding: { $0[$1, default: 0] += 1 }) { counts, number in
                counts[number, default: 0] -= 1
                if counts[number] == 0 { counts[number] = nil }
            })
        numbers.modify { $0.append(5) }
        numbers.modify { $0.swapAt(0, 2) }
        numbers.modify { $0[2] = 1 }
        expectEqual(products.value, [6, 30, 15])
        expectEqual(sets.value, [[2: 1, 3: 1], [2: 1, 3: 1, 5: 1], [5: 1, 3: 1, 1: 1]])
    }

    @Test("a late observer gets the latest value, and one that comes after the last has gone, the value of that time")
    func late() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [2, 3])
        let sum = numbers.asDriver().updates().sum(of: { $0 })
        var seen: [Int] = []
        let one = sum.drive(onNext: { seen.append($0) })
        numbers.modify { $0.append(4) }
        let other = sum.drive(onNext: { seen.append($0) })
        one.dispose()
        other.dispose()
        numbers.modify { $0.append(1) }
        sum.drive(onNext: { seen.append($0) }).disposed(by: bag)
        expectEqual(seen, [5, 9, 9, 10])
    }

    @Test("C40: random edits: what the plain functions make of the array", arguments: 0..<6 as Range<UInt64>)
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed))
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let list = rows.asDriver().updates()
        let sum = values(list.sum(\.number))
        let reals = values(list.sum { Double($0.number) / 8 })
        let least = values(list.min { $0.number < $1.number })
        let greatest = values(list.max { $0.number < $1.number })
        let minimum = values(list.min(\.key))
        let maximum = values(list.max(\.key))
        let elements = values(list.elements)
        for _ in 0..<Effort.steps(800) {
            rows.modify { program.edits(of: &$0) }
            let array = Array(rows.value)
            expectEqual(sum.value.last, array.reduce(0) { $0 + $1.number })
            expectEqual(reals.value.last, array.reduce(0) { $0 + Double($1.number) / 8 })
            expectEqual(least.value.last, array.min { $0.number < $1.number })
            expectEqual(greatest.value.last, array.max { $0.number < $1.number })
            expectEqual(minimum.value.last, array.map(\.key).min())
            expectEqual(maximum.value.last, array.map(\.key).max())
            expectEqual(elements.value.last, array)
        }
        #expect(zip(sum.value, sum.value.dropFirst()).allSatisfy { $0 != $1 })
        #expect(zip(least.value, least.value.dropFirst()).allSatisfy { $0 != $1 })
    }

    /// A number that depends on the order of what has been added.
    private struct Sequence: AdditiveArithmetic, Sendable {
        var hash: UInt64 = 0
        var factor: UInt64 = 1

        init() {}
        init(_ number: Int) { (hash, factor) = (UInt64(truncatingIfNeeded: number) &+ 7, 1_000_003) }
        init(_ numbers: some Collection<Int>) { self = numbers.reduce(Self()) { $0 + Self($1) } }

        static var zero: Self { Self() }

        static func + (first: Self, second: Self) -> Self {
            var sum = first
            sum.hash = sum.hash &* second.factor &+ second.hash
            sum.factor &*= second.factor
            return sum
        }

        static func - (first: Self, second: Self) -> Self { fatalError("Nothing is taken out of a sum") }
    }

    @Test(
        "C40: a sum is that of the rows in their order, and asks for those that have changed and some beside them",
        arguments: [(TreeShape(leaf: 4, branch: 4), 4, 40), (.usual, 128, 400)])
    func calls(shape: TreeShape, leaf: Int, most: Int) {
        var random = SplitMix(state: 35)
        var array = Array(0..<5_000)
        let numbers = BehaviorRelay(value: TreeArray(array, shape: shape))
        var (calls, worst) = (0, 0)
        let sums = values(
            numbers.updates().sum { number in
                calls += 1
                return Sequence(number)
            })
        expectEqual(calls, 5_000)
        for step in 0..<Effort.steps(2_000) {
            let place = Int.random(in: 0..<array.count, using: &random)
            let end = min(array.count, place + Int.random(in: 0..<20, using: &random))
            let new = (0..<Int.random(in: 0..<20, using: &random)).map { step * 20 + $0 }
            calls = 0
            switch step % 6 {
            case 0:
                array[place] = -step
                numbers.modify { $0[place] = -step }
            case 1:
                array.insert(contentsOf: new, at: place)
                numbers.modify { $0.insert(contentsOf: new, at: place) }
            case 2:
                array.append(contentsOf: new)
                numbers.modify { $0.append(contentsOf: new) }
            case 3, 4:
                array.removeSubrange(place..<end)
                numbers.modify { $0.removeSubrange(place..<end) }
            default:
                let other = Int.random(in: 0..<array.count, using: &random)
                array.swapAt(place, other)
                numbers.modify { $0.swapAt(place, other) }
            }
            worst = max(worst, calls)
            expectEqual(sums.value.last, Sequence(array))
        }
        #expect(worst <= most)
        calls = 0
        numbers.modify { $0[0] = -1 }
        #expect(calls > 0 && calls <= leaf)
        // What lies between several edits stays, though their leaves have been split.
        numbers.accept(TreeArray(0..<5_000, shape: shape))
        calls = 0
        numbers.modify { for place in [4_000, 2_500, 1_000] { $0.insert(contentsOf: 0..<(leaf / 2 + 1), at: place) } }
        expectEqual(sums.value.last, Sequence(numbers.value))
        #expect(calls <= 3 * most)
        // The root becomes one of a few rows, and one of many again.
        numbers.modify { $0.removeSubrange(3..<$0.count) }
        expectEqual(sums.value.last, Sequence(numbers.value))
        numbers.modify { $0.append(contentsOf: array) }
        expectEqual(sums.value.last, Sequence(numbers.value))
        numbers.modify { $0 += $0 }
        expectEqual(sums.value.last, Sequence(numbers.value))
        numbers.accept([])
        expectEqual(sums.value.last, .zero)
    }

    @Test("C40: the closures of sum and average are never called for a row that goes", arguments: [1, 7])
    func gone(step: Int) {
        let numbers = BehaviorRelay(value: TreeArray(0..<3_000))
        var asked: Set<Int> = []
        func note(_ number: Int) -> Double {
            asked.insert(number)
            return Double(number)
        }
        let sums = values(numbers.updates().sum(of: note))
        let averages = values(numbers.updates().average(of: note))
        for first in stride(from: 0, to: 100, by: 10) {
            asked = []
            let gone = numbers.value[first..<(first + step)]
            numbers.modify { $0.removeSubrange(first..<(first + step)) }
            #expect(asked.isDisjoint(with: gone))
            expectEqual(sums.value.last, Double(numbers.value.reduce(0, +)))
            expectEqual(averages.value.last, Double(numbers.value.reduce(0, +)) / Double(numbers.value.count))
        }
        asked = []
        numbers.accept([])
        #expect(asked.isEmpty)
    }
}
