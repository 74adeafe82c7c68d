import Binding
import BindingOperators
import TestSupport
import Testing

@testable import BindingCollections

extension Item {
    fileprivate var quarter: Int { key / 4 }
}

@Suite("sorted of lists")
@MainActor
struct SortedTests {
    @Test(
        "C40: the rows are those of the array's sort, equal ones in the order of the source, whatever is edited",
        arguments: [1, 2, 3, 4] as [UInt64], orders)
    func random(seed: UInt64, order: (name: String, order: RowOrder<Item>, labels: UInt64)) {
        var edits = RandomEdits(seed: seed)
        var rows: TreeArray<Item> = []
        var stage = SortedStage(order.order, labelsBelow: order.labels)
        for step in 0..<Effort.steps(300) {
            edits.edit(&rows)
            let before = stage.output
            let isChanged = stage.take(rows)
            guard stage.output.elementsEqual(rows.sorted { $0.key < $1.key }) else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
            if !isChanged { expectEqual(before, stage.output) }
        }
    }

    /// The same order, expressed with keys that are read once when all rows are sorted, without such keys, and with
    /// both.
    nonisolated static let orders: [(name: String, order: RowOrder<Item>, labels: UInt64)] = [
        ("by a closure", RowOrder { $0.key < $1.key }, .max),
        ("by a closure, with few labels", RowOrder { $0.key < $1.key }, 1 << 12),
        ("by a key", .ascending(\.key), .max),
        ("by a key, with few labels", .ascending(\.key), 1 << 12),
        ("by a key, the opposite turned round", .descending(\.key).reversed(), .max),
        ("by keys of which the second tells nothing", .ascending(\.key).then(.ofSource), .max),
        ("by a closure, then a key", RowOrder { $0.key / 4 < $1.key / 4 }.then(.ascending(\.key)), .max),
        ("by a key, then a closure", .ascending(\.quarter).then(RowOrder { $0.key < $1.key }), .max),
    ]

    @Test("few edits of many rows, one by one", arguments: [1, 2] as [UInt64], [3, 10_000])
    func fewEdits(seed: UInt64, keys: Int) {
        var edits = RandomEdits(seed: seed, keys: keys)
        var rows = TreeArray(edits.items(700))
        var stage = SortedStage<Item>(.ascending(\.key))
        _ = stage.take(rows)
        for step in 0..<Effort.steps(300) {
            let index = edits.number(below: rows.count)
            switch edits.number(below: 5) {
            case 0: rows[index].key = edits.number(below: keys)
            case 1: rows[index] = edits.item()
            case 2: rows.insert(edits.item(), at: index)
            case 3: rows.remove(at: index)
            default:
                rows.replaceSubrange(index..<min(index + 2, rows.count), with: edits.items(3))
            }
            _ = stage.take(rows)
            guard stage.output.elementsEqual(rows.sorted { $0.key < $1.key }) else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    private let people: TreeArray<Item> = [Item(1, key: 3), Item(2, key: 1), Item(3, key: 3), Item(4, key: 2)]

    @Test("by a closure, by a key, by an order, and by nature")
    func spellings() {
        let relay = BehaviorRelay(value: people)
        var seen: [[Int]] = []
        let bag = DisposeBag()
        func drive(_ list: ListUpdates<Item>) { list.drive { seen.append($0.rows.map(\.id)) }.disposed(by: bag) }
        let list = relay.asDriver().updates()
        drive(list.sorted { $0.key > $1.key })
        drive(list.sorted(by: \.key))
        drive(list.sorted(by: .descending(\.key)))
        drive(list.sorted(by: .ascending(\.key).then(.descending(\.id))))
        drive(list.sorted(by: RowOrder.ascending(\.key).reversed()))
        drive(list.sorted(by: .ofSource))
        expectEqual(seen, [[1, 3, 4, 2], [2, 4, 1, 3], [1, 3, 4, 2], [2, 4, 3, 1], [1, 3, 4, 2], [1, 2, 3, 4]])
        var names: [[String]] = []
        relay.asDriver().updates().map(\.name).sorted().drive { names.append(Array($0.rows)) }.disposed(by: bag)
        expectEqual(names, [people.map(\.name).sorted()])
    }

    private struct Counted: Sendable {
        let number: Int
        let reads: Tally

        var key: Int {
            reads.count += 1
            return number
        }
        var parity: Int { key % 2 }

        final class Tally: @unchecked Sendable {
            var count = 0
        }
    }

    @Test("where all rows are sorted, each key is read once, the second one too")
    func keysAreReadOnce() {
        let reads = Counted.Tally()
        let rows = TreeArray((0..<1000).map { Counted(number: $0 * 7919 % 1000, reads: reads) })
        var stage = SortedStage<Counted>(.ofSource)
        _ = stage.take(rows)
        _ = stage.change(to: .descending(\.key), of: stage.input)
        expectEqual(reads.count, 1000)
        #expect(stage.output.map(\.number) == (0..<1000).reversed())
        _ = stage.change(to: .descending(\.parity).then(.ascending(\.key)), of: stage.input)
        expectEqual(reads.count, 3000)
        let (odd, even) = (stride(from: 1, to: 1000, by: 2), stride(from: 0, to: 1000, by: 2))
        expectEqual(stage.output.map(\.number), Array(odd) + Array(even))
    }

    @MainActor final class ViewModel {
        @Bindable var people: TreeArray<Item> = []
        @Bindable var order: RowOrder<Item> = .ascending(\.key)
    }

    @Test("by a driver of orders; one that changes nothing sends nothing")
    func orders() {
        let viewModel = ViewModel()
        viewModel.people = people
        var seen: [[Int]] = []
        let bag = DisposeBag()
        viewModel.$people.updates().sorted(by: viewModel.$order).drive { seen.append($0.rows.map(\.id)) }.disposed(
            by: bag)
        viewModel.order = .descending(\.key)
        viewModel.order = .descending(\.key).then(.ascending(\.id))
        viewModel.people[0].key = 0
        viewModel.order = .ofSource
        expectEqual(seen, [[2, 4, 1, 3], [1, 3, 4, 2], [3, 4, 2, 1], [1, 2, 3, 4]])
    }

    @MainActor final class Box {
        var key: Int
        init(_ key: Int) { self.key = key }
    }

    @Test(
        "rows whose keys change unseen are not lost, and the next edit that meets one puts all in order",
        arguments: 0..<40)
    func unseenChanges(seed: Int) {
        var edits = RandomEdits(seed: UInt64(seed))
        var rows = TreeArray((0..<60).map { _ in Box(edits.number(below: 100)) })
        var stage = SortedStage<Box> { $0.key < $1.key }
        _ = stage.take(rows)
        for _ in 0..<30 {
            rows[edits.number(below: rows.count)].key = edits.number(below: 100)
            let index = edits.number(below: rows.count)
            switch edits.number(below: 3) {
            case 0: rows[index] = Box(edits.number(below: 100))
            case 1: rows.insert(Box(edits.number(below: 100)), at: index)
            default: rows.remove(at: index)
            }
            _ = stage.take(rows)
            expectEqual(Set(stage.output.map { ObjectIdentifier($0) }), Set(rows.map { ObjectIdentifier($0) }))
            #expect(stage.output.count == rows.count && stage.order.count == rows.count)
        }
        // The row whose key has changed is not in its place.
        rows = TreeArray((0..<60).map { Box($0) })
        _ = stage.take(rows)
        rows[0].key = 100
        rows.remove(at: 0)
        rows[20].key = 100
        _ = stage.take(rows)
        expectEqual(stage.output.map(\.key), rows.map(\.key).sorted())
    }

    @Test("C40: keys that are not numbers come last, ascending and descending", arguments: [5, 500])
    func notNumbers(count: Int) {
        let keys: [Double] = (0..<count).map { $0 % 5 == 1 || $0 % 5 == 3 ? .nan : Double($0 * 7 % count) }
        let numbers = keys.filter { !$0.isNaN }.sorted()
        let source = BehaviorRelay(value: TreeArray(keys))
        var (ascending, descending): (TreeArray<Double>, TreeArray<Double>) = ([], [])
        let bag = DisposeBag()
        source.updates().sorted(by: \.self).rows.drive { ascending = $0 }.disposed(by: bag)
        source.updates().sorted(by: .descending(\.self)).rows.drive { descending = $0 }.disposed(by: bag)
        func expectOrder(_ numbers: [Double]) {
            expectEqual(Array(ascending.prefix(numbers.count)), numbers)
            expectEqual(Array(descending.prefix(numbers.count)), numbers.reversed())
            let rest = [ascending, descending].map { $0.dropFirst(numbers.count).allSatisfy(\.isNaN) }
            expectEqual(rest, [true, true])
            #expect(ascending.count == source.value.count && descending.count == source.value.count)
        }
        expectOrder(numbers)
        // One that becomes none, one that becomes one, and another that is none.
        source.modify { $0[0] = .nan }
        expectOrder(Array(numbers.dropFirst()))
        source.modify { $0[1] = -1 }
        expectOrder([-1] + numbers.dropFirst())
        source.modify { $0.insert(.nan, at: 2) }
        expectOrder([-1] + numbers.dropFirst())
    }

    @Test("no order that contradicts itself stops the program, or loses rows", arguments: [1, 2, 3] as [UInt64])
    func contradictions(seed: UInt64) {
        var edits = RandomEdits(seed: seed)
        var random = SplitMix(state: seed)
        var rows: TreeArray<Item> = []
        var stage = SortedStage<Item> { _, _ in Bool.random(using: &random) }
        for _ in 0..<Effort.steps(150) {
            edits.edit(&rows)
            _ = stage.take(rows)
            expectEqual(stage.output.map(\.name).sorted(), rows.map(\.name).sorted())
        }
    }

    @Test("the order is asked some times for one edit, not for each row")
    func comparisons() {
        var calls = 0
        var rows = TreeArray((0..<4_096).map { Item($0, key: $0 * 2) })
        var stage = SortedStage<Item> {
            calls += 1
            return $0.key < $1.key
        }
        _ = stage.take(rows)
        calls = 0
        rows[1_000].key = 5_001
        _ = stage.take(rows)
        #expect(calls < 60)
        calls = 0
        rows[1_000].name = "as before"
        _ = stage.take(rows)
        #expect(calls < 30)
    }

    @Test("a filter behind it and a map before it see what has changed only")
    func chain() {
        let relay = BehaviorRelay(value: TreeArray((0..<1_000).map { Item($0, key: -$0) }))
        var (mapped, filtered) = (0, 0)
        var seen: [[Int]] = []
        let bag = DisposeBag()
        relay.asDriver().updates().map { item in
            mapped += 1
            return item.key
        }.sorted().filter { key in
            filtered += 1
            return key % 100 == 0
        }.drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        #expect((mapped, filtered) == (1_000, 1_000))
        relay.modify { $0[500].key = 1_100 }
        #expect((mapped, filtered) == (1_001, 1_001))
        relay.modify { $0.append(Item(0, key: -450)) }
        #expect((mapped, filtered) == (1_002, 1_002))
        expectEqual(seen.count, 2)
        expectEqual(seen.last, [-900, -800, -700, -600, -400, -300, -200, -100, 0, 1_100])
    }

    @Test("C42: rows and the order that they are in are taken in together, in one change or in a batch")
    func together() {
        let states = BehaviorRelay(value: 1)
        let orders = BehaviorRelay(value: 1)
        func list(_ orders: BehaviorRelay<Int>) -> ListUpdates<Item> {
            states.asDriver().map { TreeArray([Item($0, key: 1), Item($0, key: 2), Item($0, key: 3)]) }.updates()
                .sorted(
                    by: orders.asDriver().map { state in
                        RowOrder { left, right in
                            expectEqual([left.id, right.id], [state, state])
                            return state % 2 == 0 ? left.key > right.key : left.key < right.key
                        }
                    })
        }
        var seen: [[[Int]]] = [[], []]
        let bag = DisposeBag()
        for (place, list) in [list(states), list(orders)].enumerated() {
            list.drive { seen[place].append($0.rows.map(\.key)) }.disposed(by: bag)
        }
        for state in [2, 3] {
            batch {
                states.accept(state)
                orders.accept(state)
            }
        }
        expectEqual(seen, Array(repeating: [[1, 2, 3], [3, 2, 1], [1, 2, 3]], count: 2))
    }
}
