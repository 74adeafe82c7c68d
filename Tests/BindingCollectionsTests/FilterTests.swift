import Binding
import BindingOperators
import TestSupport
import Testing

@testable import BindingCollections

@Suite("filter of lists")
@MainActor
struct FilterTests {
    @Test(
        "C40: the rows are those of the array's filter, whatever is edited", arguments: [1, 2, 3, 4] as [UInt64],
        [2, 64, 1024])
    func random(seed: UInt64, leafSize: Int) {
        var edits = RandomEdits(seed: seed)
        var rows: TreeArray<Item> = []
        var stage = FilterStage<Item>({ $0.key % 3 == 0 }, included: BitTree(leafSize: leafSize, childrenLimit: 4))
        for step in 0..<Effort.steps(300) {
            let before = stage.output
            edits.edit(&rows)
            let isChanged = stage.take(rows)
            guard stage.output.elementsEqual(rows.filter { $0.key % 3 == 0 }) else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
            if !isChanged { expectEqual(before, stage.output) }
        }
    }

    @Test(
        "with a predicate that changes, too, and where it is said which way it does",
        arguments: [1, 2, 3, 4] as [UInt64])
    func randomPredicates(seed: UInt64) {
        var edits = RandomEdits(seed: seed, keys: 40)
        var rows: TreeArray<Item> = []
        var limit = 20
        var stage = FilterStage<Item>({ [limit] in $0.key < limit }, included: BitTree(leafSize: 8, childrenLimit: 4))
        for step in 0..<Effort.steps(400) {
            if edits.number(below: 2) == 0 {
                edits.edit(&rows)
                _ = stage.take(rows)
            } else {
                let new = edits.number(below: 2) == 0 ? limit + 1 - edits.number(below: 3) : edits.number(below: 41)
                let change: FilterChange =
                    edits.number(below: 3) == 0 ? .any : new < limit ? .stricter : new > limit ? .looser : .any
                limit = new
                let before = stage.output
                let hasEdit = change == .any && edits.number(below: 2) == 0
                if hasEdit { edits.edit(&rows) }
                let isChanged = stage.change(to: { $0.key < new }, change, of: rows)
                if hasEdit {
                    #expect(isChanged || before == stage.output)
                } else {
                    #expect(isChanged == (before != stage.output))
                }
            }
            guard stage.output.elementsEqual(rows.filter { $0.key < limit }) else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    @Test("where rows come in and go out far from each other, those in between stay")
    func farApart() {
        let rows = TreeArray(0..<400)
        // The last bit of one word, and the first of the next but one.
        var stage = FilterStage<Int> { $0 != 63 }
        _ = stage.take(rows)
        let isChanged = stage.change(to: { $0 != 128 }, .any, of: rows)
        #expect(isChanged)
        expectEqual(Array(stage.output), Array(0..<128) + Array(129..<400))
    }

    @Test("C40: each row is tested once, and again when it has changed; what does not change the result is not sent")
    func calls() {
        let rows = BehaviorRelay(value: TreeArray((0..<1_000).map { Item($0, key: $0) }))
        var calls = 0
        var seen: [ListUpdate<Item>] = []
        let bag = DisposeBag()
        rows.asDriver().updates().filter {
            calls += 1
            return $0.key >= 0 && $0.key % 2 == 0
        }.drive { seen.append($0) }.disposed(by: bag)
        #expect((calls, seen.count) == (1_000, 1))
        rows.modify { $0[7].name = "still out" }
        #expect((calls, seen.count) == (1_001, 1))
        rows.modify { $0.insert(Item(-1, key: 1), at: 500) }
        rows.modify { _ = $0.remove(at: 500) }
        #expect((calls, seen.count) == (1_002, 1))
        rows.modify { $0[8].name = "still in" }
        #expect((calls, seen.count) == (1_003, 2))
        rows.modify { $0[9].key = 10 }
        #expect((calls, seen.count) == (1_004, 3))
        rows.modify { $0[9].key = 9 }
        expectEqual(seen.count, 4)
        expectEqual(seen.last.map { Array($0.rows) }, rows.value.filter { $0.key % 2 == 0 })
    }

    @Test("by a driver of predicates: nothing is sent before there is one")
    func predicates() {
        let rows = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 3, 4])
        let predicates = PublishRelay<@Sendable (Int) -> Bool>()
        var seen: [[Int]] = []
        let bag = DisposeBag()
        rows.asDriver().updates().filter(by: predicates.asDriver(onErrorJustReturn: { _ in true }))
            .drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        rows.accept([1, 2, 3, 4, 5])
        #expect(seen.isEmpty)
        predicates.accept { $0 > 2 }
        predicates.accept { $0 > 2 && $0 < 100 }
        predicates.accept { $0 < 3 }
        rows.modify { $0.append(0) }
        expectEqual(seen, [[3, 4, 5], [1, 2], [1, 2, 0]])
    }

    @MainActor final class ViewModel {
        @Bindable var names: TreeArray<String> = ["Ada", "Alan", "Grace", "Alonzo"]
        @Bindable var query = ""
    }

    @Test(
        "by a value: only the rows that are in are looked at by a stricter one, only those that are out by a looser one"
    )
    func strictness() {
        let viewModel = ViewModel()
        var seen: [[String]] = []
        var looked: [String] = []
        let bag = DisposeBag()
        viewModel.$names.updates().filter(
            by: viewModel.$query,
            change: { old, new in new.hasPrefix(old) ? .stricter : old.hasPrefix(new) ? .looser : .any },
            { name, query in
                looked.append(name)
                return name.hasPrefix(query)
            }
        ).drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        func looking(at query: String) -> [String] {
            looked = []
            viewModel.query = query
            return looked
        }
        expectEqual(looking(at: "Al"), ["Ada", "Alan", "Grace", "Alonzo"])
        expectEqual(looking(at: "Alo"), ["Alan", "Alonzo"])
        expectEqual(looking(at: "A"), ["Ada", "Alan", "Grace"])
        expectEqual(looking(at: "G"), ["Ada", "Alan", "Grace", "Alonzo"])
        #expect(
            seen == [
                ["Ada", "Alan", "Grace", "Alonzo"], ["Alan", "Alonzo"], ["Alonzo"], ["Ada", "Alan", "Alonzo"],
                ["Grace"],
            ])
        looked = []
        viewModel.names.append("Gauss")
        expectEqual(looked, ["Gauss"])
        expectEqual(seen.last, ["Grace", "Gauss"])
    }

    /// Rows with the number of the state that they belong to.
    struct State: Sendable {
        struct Row: Equatable, Sendable {
            let number: Int
            let amount: Int
        }
        let number: Int

        var rows: TreeArray<Row> { TreeArray([1, 2, 3].map { Row(number: number, amount: $0 * number) }) }
    }

    @Test("C42: rows and the value that they are filtered by are taken in together, in one change or in a batch")
    func together() {
        let (first, second) = (BehaviorRelay(value: State(number: 1)), BehaviorRelay(value: State(number: 1)))
        let lists = [
            first.asDriver().map(\.rows).updates().filter(by: first.asDriver().map(\.number)) {
                expectEqual($0.number, $1)
                return $0.amount > $1
            },
            first.asDriver().map(\.rows).updates().filter(
                by: first.asDriver().map { state -> @Sendable (State.Row) -> Bool in
                    { row in
                        expectEqual(row.number, state.number)
                        return row.amount > state.number
                    }
                }),
            first.asDriver().map(\.rows).updates().filter(
                by: second.asDriver(), change: { _, _ in .stricter },
                {
                    expectEqual($0.number, $1.number)
                    return $0.amount > $1.number
                }),
        ]
        var seen: [[Int]] = lists.map { _ in [] }
        let bag = DisposeBag()
        for (place, list) in lists.enumerated() {
            list.sum(\.amount).drive { seen[place].append($0) }.disposed(by: bag)
        }
        for number in [2, 5] {
            batch {
                first.accept(State(number: number))
                second.accept(State(number: number))
            }
        }
        expectEqual(seen, Array(repeating: [5, 10, 25], count: 3))
    }

    @Test("by a value, without saying what it means that it changes")
    func values() {
        let viewModel = ViewModel()
        var seen: [[String]] = []
        let bag = DisposeBag()
        viewModel.$names.updates().filter(by: viewModel.$query) { name, query in name.hasSuffix(query) }
            .drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        viewModel.query = "n"
        viewModel.query = "n"
        viewModel.query = "x"
        expectEqual(seen, [["Ada", "Alan", "Grace", "Alonzo"], ["Alan"], []])
    }

    @Test("an empty list is sent, an observer that edits the source gets its edit, and a late one gets all of it")
    func observers() {
        let rows = BehaviorRelay<TreeArray<Int>>(value: [])
        let even = rows.asDriver().updates().filter { $0 % 2 == 0 }
        var (first, late): ([[Int]], [[Int]]) = ([], [])
        let bag = DisposeBag()
        even.drive {
            first.append(Array($0.rows))
            if $0.rows == [2] { rows.modify { $0.insert(contentsOf: [4, 5, 6], at: 0) } }
        }.disposed(by: bag)
        rows.accept([1, 2])
        even.drive { late.append(Array($0.rows)) }.disposed(by: bag)
        rows.accept([8])
        expectEqual(first, [[], [2], [4, 6, 2], [8]])
        expectEqual(late, [[4, 6, 2], [8]])
    }
}
