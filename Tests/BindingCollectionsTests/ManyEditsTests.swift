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

    @Test("C40: sections are those of all rows, in whatever order they come, and whichever change", arguments: 1..<8)
    func sections(seed: Int) {
        struct Payment: Identifiable, Equatable {
            let id: Int
            var month: Double
            var amount = 0
        }
        var generator = SplitMix(state: UInt64(seed))
        let payments = BehaviorRelay(value: TreeArray((0..<600).map { Payment(id: $0, month: Double($0 % 12)) }))
        var (shown, update): (TreeArray<ListSection<Double, Payment>>, [ListSection<Double, Payment>]) = ([], [])
        let bag = DisposeBag()
        let sections = payments.updates().grouped { $0.month }
        sections.rows.drive { shown = $0 }.disposed(by: bag)
        sections.drive { update = rows(update, by: $0) }.disposed(by: bag)
        var (firsts, paid, open): (TreeArray<Payment>, TreeArray<Payment>, TreeArray<Payment>) = ([], [], [])
        payments.updates().uniqued { $0.month }.rows.drive { firsts = $0 }.disposed(by: bag)
        let others = BehaviorRelay(value: TreeArray([3.0, 5, 20].map { Payment(id: -1, month: $0) }))
        payments.updates().intersection(others.updates()) { $0.month }.rows.drive { paid = $0 }.disposed(by: bag)
        payments.updates().subtracting(others.updates()) { $0.month }.rows.drive { open = $0 }.disposed(by: bag)
        for round in 0..<Effort.steps(40) {
            var rows = Array(payments.value)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: rows.shuffle(using: &generator)
            case 1: rows.sort { $0.amount < $1.amount }
            case 2: rows.reverse()
            default: break
            }
            // At the border of what is too many edits for single ones, too.
            for _ in 0..<[1, 30, 45, 500][Int.random(in: 0..<4, using: &generator)] {
                let place = Int.random(in: rows.indices, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: rows[place].month = Double(Int.random(in: 0..<16, using: &generator))
                case 1: rows.insert(Payment(id: 1_000 * (round + 1) + rows.count, month: 20), at: place)
                case 2: if rows.count > 400 { rows.remove(at: place) }
                case 3: rows.removeAll { $0.month == 20 && $0.amount == round }
                default: rows[place].amount = Int.random(in: 0..<100, using: &generator)
                }
            }
            let month = Double(round % 16)
            batch {
                payments.accept(TreeArray(rows))
                others.modify { $0[round % 3].month = month }
            }
            var expected: [ListSection<Double, Payment>] = []
            for row in rows {
                if let place = expected.firstIndex(where: { $0.key == row.month }) {
                    expected[place].rows.append(row)
                } else {
                    expected.append(ListSection(key: row.month, rows: [row]))
                }
            }
            let keys = Set(others.value.map(\.month))
            guard Array(shown) == expected, update == expected, shown.defect == nil,
                shown.allSatisfy({ $0.rows.defect == nil }), Array(firsts) == expected.map({ $0.rows[0] }),
                Array(paid) == rows.filter({ keys.contains($0.month) }),
                Array(open) == rows.filter({ !keys.contains($0.month) })
            else {
                Issue.record("seed \(seed), round \(round)")
                return
            }
        }
    }

    @Test("a section for each row whose key equals no other one, also after another order")
    func keysThatEqualNothing() {
        let numbers = BehaviorRelay(value: TreeArray((0..<100).map { Member(id: $0) }))
        var shown: TreeArray<ListSection<Double, Member>> = []
        let binding = numbers.updates().grouped { $0.id < 50 ? Double.nan : 1 }.rows.drive { shown = $0 }
        numbers.modify { $0 = TreeArray($0.reversed()) }
        expectEqual(shown.map { $0.rows.map(\.id) }, [Array((50..<100).reversed())] + (0..<50).reversed().map { [$0] })
        numbers.modify { $0 = TreeArray($0.filter { $0.id % 2 == 0 }) }
        expectEqual(shown.count, 26)
        binding.dispose()
    }

    @Test("identities that equal nothing are not compared with one another")
    func identitiesThatEqualNothing() {
        struct Nothing: Hashable, Sendable {
            nonisolated(unsafe) static var comparisons = 0

            let number: Int

            static func == (left: Nothing, right: Nothing) -> Bool {
                comparisons += 1
                return false
            }

            func hash(into hasher: inout Hasher) {}
        }
        let old = TreeArray((0..<500).map(Nothing.init))
        let update = ListUpdate(from: old, to: TreeArray(old.reversed() + [Nothing(number: -1)]), by: \.self)
        expectEqual(update.rows.count, 501)
        #expect(Nothing.comparisons < 100 * 500, "\(Nothing.comparisons) comparisons")
    }

    @Test(
        "what comes or goes among many elements is all the difference, also in each leaf",
        arguments: [6, 13, 26, 30, 77])
    func amongOthers(distance: Int) {
        let old = TreeArray((0..<20_000).map { $0 * 2 })
        var new = old
        for place in stride(from: 0, to: 20_000, by: distance).reversed() { new.insert(place * 2 + 1, at: place) }
        let count = (20_000 + distance - 1) / distance
        let come = (0..<count).map {
            ListSplice(old: ($0 * distance)..<($0 * distance), new: ($0 * (distance + 1))..<($0 * (distance + 1) + 1))
        }
        expectEqual(new.splices(from: old), come)
        expectEqual(TreeArray(Array(new)).splices(from: old), come)
        expectEqual(old.splices(from: new), come.map { ListSplice(old: $0.new, new: $0.old) })
        // Some others have changed, too.
        for place in stride(from: 3, to: 20_000, by: distance * 5) { new[place] = -1 }
        let splices = new.splices(from: old)
        #expect(splices.allSatisfy { $0.old.count <= 5 && $0.new.count <= 6 })
        #expect(splices.count <= count + count / 5 + 1)
    }

    @Test("C40: another order of many rows, of which a few have changed, or a longer list that was made anew")
    func orders() {
        var generator = SplitMix(state: 1)
        let numbers = BehaviorRelay(value: TreeArray(0..<3_000))
        var (tested, sum): (Int, Int) = (0, 0)
        var even: TreeArray<Int> = []
        let bag = DisposeBag()
        numbers.updates().filter {
            tested += 1
            return $0.isMultiple(of: 2)
        }.rows.drive { even = $0 }.disposed(by: bag)
        numbers.updates().sum { $0 }.drive { sum = $0 }.disposed(by: bag)
        func check(_ rows: [Int], atMost limit: Int, _ location: SourceLocation = #_sourceLocation) {
            tested = 0
            numbers.accept(TreeArray(rows))
            #expect(even.elementsEqual(rows.filter { $0.isMultiple(of: 2) }), sourceLocation: location)
            expectEqual(sum, rows.reduce(0, +), sourceLocation: location)
            expectEqual(even.defect, nil, sourceLocation: location)
            #expect(tested <= limit, "\(tested) rows were tested", sourceLocation: location)
        }
        var rows = Array(numbers.value)
        check([-1] + rows, atMost: 1)
        // Half of all rows stay in their order.
        check(rows.filter { $0 % 4 < 2 } + rows.filter { $0 % 4 >= 2 }, atMost: 1_500)
        check(rows, atMost: 1_501)
        for _ in 0..<3 {
            rows.shuffle(using: &generator)
            check(rows, atMost: rows.count)
            rows[17] = 1_000_000
            rows.insert(-1, at: 2_000)
            check(rows, atMost: 2)
            check(rows.reversed(), atMost: rows.count)
        }
        check(Array(repeating: 4, count: 2_500), atMost: 2_500)
        check(Array(repeating: 5, count: 2_500), atMost: 2_500)
        check([], atMost: 0)
        // A few of the rows are shown, then all of them: those few are not tested again.
        rows = Array(0..<12_000)
        let few = rows.filter { $0 % 5 == 0 }
        check(few, atMost: few.count)
        check(rows, atMost: rows.count - few.count)
    }

    @Test("what is made of a few rows that stay is kept when most are replaced, also without identities")
    func fewThatStay() {
        let numbers = BehaviorRelay(value: TreeArray(0..<12_000))
        var made = 0
        var texts: TreeArray<String> = []
        let binding = numbers.updates().map {
            made += 1
            return "\($0)"
        }.rows.drive { texts = $0 }
        made = 0
        let rows = (0..<12_000).flatMap { $0 % 10 == 0 ? [$0] : [-$0, $0 + 1_000_000] }
        numbers.accept(TreeArray(rows))
        #expect(texts.elementsEqual(rows.map(String.init)))
        expectEqual(made, rows.count - 1_200)
        binding.dispose()
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
