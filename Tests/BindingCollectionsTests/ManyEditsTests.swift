import Binding
import BindingCollections
import TestSupport
import Testing

/// Edits of many rows at once, which some operators take in in another way than single ones.
@MainActor
@Suite("Many edits at once")
struct ManyEditsTests {
    @Test("C40: reversed rows are those of the reversed array, whatever is edited", arguments: TreeArrayTests.shapes)
    func reversed(shape: TreeShape) {
        for seed in 0..<5 {
            var generator = SplitMix(state: UInt64(seed))
            var array: [Int] = []
            var tree = TreeArray(array, shape: shape)
            let rows = BehaviorRelay(value: tree)
            var (shown, count): (TreeArray<Int>, Int) = ([], 0)
            let binding = rows.asDriver().updates().reversed().rows.drive { (shown, count) = ($0, count + 1) }
            defer { binding.dispose() }
            for step in 0..<Effort.steps(200) {
                let (before, sent) = (array, count)
                for _ in 0..<[1, 1, 2, 40][Int.random(in: 0..<4, using: &generator)] {
                    TreeArrayTests.edit(&array, &tree, step, &generator)
                }
                // The same rows in other nodes are no change.
                if Int.random(in: 0..<6, using: &generator) == 0 { tree = TreeArray(array, shape: shape) }
                rows.accept(tree)
                guard Array(shown) == array.reversed(), shown.defect == nil, (count == sent) == (array == before) else {
                    Issue.record("seed \(seed), step \(step): \(shown) of \(array), \(shown.defect ?? "")")
                    return
                }
            }
        }
    }

    @Test("what is made of rows is kept, whichever of them change", arguments: 1..<12)
    func models(stride: Int) {
        struct Line: Identifiable, Equatable {
            let id: Int
            var amount: Int
        }
        var generator = SplitMix(state: UInt64(stride))
        let lines = BehaviorRelay(value: TreeArray((0..<1_000).map { Line(id: $0, amount: 0) }))
        var (made, evenCalls) = (0, 0)
        var (texts, even): (TreeArray<String>, TreeArray<Int>) = ([], [])
        let bag = DisposeBag()
        lines.updates().map { line in
            made += 1
            return "\(line.id): \(line.amount)"
        }.rows.drive { texts = $0 }.disposed(by: bag)
        lines.updates().compactMap { line in
            evenCalls += 1
            return line.amount.isMultiple(of: 2) ? line.id : nil
        }.rows.drive { even = $0 }.disposed(by: bag)
        for round in 0..<20 {
            let before = (made, evenCalls)
            var changed = 0
            lines.modify { lines in
                // Rows change, come, go and move, of which the last are not made again.
                for place in Swift.stride(from: lines.count - 1, to: 0, by: -stride) {
                    switch Int.random(in: 0..<(round < 10 ? 3 : 8), using: &generator) {
                    case 3:
                        lines.insert(Line(id: 1_000 * (round + 1) + place, amount: 1), at: place)
                        changed += 1
                    case 4: lines.remove(at: place)
                    case 5: lines.insert(lines.remove(at: place), at: place / 2)
                    default:
                        lines[place].amount += 1
                        changed += 1
                    }
                }
            }
            let rows = Array(lines.value)
            guard Array(texts) == rows.map({ "\($0.id): \($0.amount)" }), texts.defect == nil,
                Array(even) == rows.filter({ $0.amount.isMultiple(of: 2) }).map(\.id), even.defect == nil
            else {
                Issue.record("round \(round)")
                return
            }
            // One that came may have gone with a later edit of the same round, or changed twice.
            #expect(made - before.0 <= changed && evenCalls - before.1 <= changed)
            if round < 10 { #expect(made - before.0 == changed) }
        }
    }

    @Test("C40: sums, extremes, filters and orders are those of all rows, whichever of them change", arguments: 1..<12)
    func results(stride: Int) {
        var generator = SplitMix(state: UInt64(stride))
        let numbers = BehaviorRelay(value: TreeArray((0..<1_000).map { $0 * 7_919 % 1_000 * 100 }))
        let (updates, bag) = (numbers.updates(), DisposeBag())
        var (sum, double, least, count): (Int, Double, Int?, Int) = (0, 0, nil, 0)
        var (large, sorted): (TreeArray<Int>, TreeArray<Int>) = ([], [])
        var tested = 0
        updates.sum { $0 }.drive { sum = $0 }.disposed(by: bag)
        updates.sum { Double($0) }.drive { double = $0 }.disposed(by: bag)
        updates.min().drive { least = $0 }.disposed(by: bag)
        updates.count { $0 > 50_000 }.drive { count = $0 }.disposed(by: bag)
        updates.sorted { $0 < $1 }.rows.drive { sorted = $0 }.disposed(by: bag)
        updates.filter {
            tested += 1
            return $0 > 50_000
        }.rows.drive { large = $0 }.disposed(by: bag)
        for round in 0..<20 {
            let before = tested
            var changed = 0
            numbers.modify { numbers in
                for place in Swift.stride(from: numbers.count - 1, to: 0, by: -stride) {
                    switch Int.random(in: 0..<(round < 10 ? 2 : 4), using: &generator) {
                    case 2: numbers.insert(round, at: place)
                    case 3: numbers.remove(at: place)
                    default:
                        numbers[place] &+= 1
                        changed += 1
                    }
                }
            }
            let rows = Array(numbers.value)
            guard sum == rows.reduce(0, +), double == Double(sum), least == rows.min(),
                Array(large) == rows.filter({ $0 > 50_000 }), count == large.count, Array(sorted) == rows.sorted(),
                large.defect == nil, sorted.defect == nil
            else {
                Issue.record("round \(round)")
                return
            }
            if round < 10 { expectEqual(tested - before, changed) }
        }
    }

    @Test("results that are the same are not sent again, however many rows have changed", arguments: [1, 500])
    func sameResults(count: Int) {
        let numbers = BehaviorRelay(value: TreeArray((0..<count).map { $0 * 10 + 1 }))
        var seen: [TreeArray<Int>] = []
        let binding = numbers.updates().compactMap { $0 < 100_000 ? $0 / 10 : nil }.rows.drive { seen.append($0) }
        numbers.modify { numbers in for place in numbers.indices { numbers[place] += 1 } }
        // Rows without a result come between those that change.
        numbers.modify { numbers in
            for place in numbers.indices.reversed() {
                numbers[place] += 1
                numbers.insert(1_000_000 + place, at: place)
            }
        }
        expectEqual(seen, [TreeArray(0..<count)])
        numbers.modify { $0[1] += 10 }
        expectEqual(seen.count, 2)
        binding.dispose()
    }

    @Test("a list that contains itself several times is reversed")
    func repeated() {
        var list = TreeArray(0..<1_000)
        for _ in 0..<5 { list.append(contentsOf: list) }
        let rows = BehaviorRelay(value: list)
        var shown: TreeArray<Int> = []
        let binding = rows.updates().reversed().rows.drive { shown = $0 }
        for step in 1..<4 {
            rows.modify { rows in
                rows[0] = -step
                rows[16_000] = -step
                rows[rows.count - 1] = -step
            }
            #expect(shown.elementsEqual(rows.value.reversed()))
        }
        binding.dispose()
    }
}
