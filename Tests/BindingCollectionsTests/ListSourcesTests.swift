import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("lists of dictionaries, sets and other lists")
@MainActor
struct ListSourcesTests {
    private let bag = DisposeBag()

    /// What an observer is told, as text.
    private func told<Row>(_ list: ListUpdates<Row>, _ text: @escaping (Row) -> String) -> Recorder<String> {
        let told = Recorder<String>()
        var shown: [Row] = []
        list.drive { update in
            shown = rows(shown, by: update)
            told((update.change == .reload ? "all " : "") + shown.map(text).joined(separator: " "))
        }.disposed(by: bag)
        return told
    }

    @Test("the entries of a dictionary: only what differs is told, and rows that stay keep their places")
    func dictionary() {
        let prices = BehaviorRelay(value: ["tea": 3])
        let told = told(prices.updates()) { "\($0.key):\($0.value)" }
        prices.accept(["tea": 3])
        prices.modify { $0["tea"] = 4 }
        prices.modify { $0["rum"] = 9 }
        prices.modify { $0["tea"] = nil }
        prices.modify { $0 = ["gin": 8] }
        prices.modify { $0 = [:] }
        expectEqual(told.elements, ["all tea:3", "tea:4", "tea:4 rum:9", "rum:9", "gin:8", ""])
    }

    @Test("random dictionaries and sets: the entries, each once", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) {
        var random = SplitMix(state: seed)
        let entries = BehaviorRelay<[Int: Int]>(value: [:])
        let elements = BehaviorRelay<Set<Int>>(value: [])
        var (shown, sorted): ([KeyedRow<Int, Int>], [Int]) = ([], [])
        entries.updates().drive { shown = rows(shown, by: $0) }.disposed(by: bag)
        elements.updates().sorted().drive { sorted = rows(sorted, by: $0) }.disposed(by: bag)
        for _ in 0..<Effort.steps(300) {
            entries.modify { entries in
                for _ in 0..<Int.random(in: 0..<4, using: &random) {
                    let key = Int.random(in: 0..<20, using: &random)
                    entries[key] = Bool.random(using: &random) ? Int.random(in: 0..<3, using: &random) : nil
                }
            }
            elements.accept(Set(entries.value.keys))
            expectEqual(shown.count, entries.value.count)
            expectEqual(Dictionary(uniqueKeysWithValues: shown.map { ($0.key, $0.value) }), entries.value)
            expectEqual(sorted, entries.value.keys.sorted())
        }
    }

    @Test(
        "the list of the latest value: an observer is told how its rows become the next list's, and no more of others")
    func flatMapLatest() {
        let lists = [[1, 2, 3], [2, 3, 4]].map { ids in
            BehaviorRelay<TreeArray<Member>>(value: TreeArray(ids.map { Member(id: $0) }))
        }
        let choice = BehaviorRelay(value: 0)
        let list = choice.asDriver().flatMapLatest { lists[$0].updates() }
        var edits: [ListUpdate<Member>.Change] = []
        list.drive { edits.append($0.change) }.disposed(by: bag)
        choice.accept(1)
        lists[0].modify { $0.removeAll() }
        lists[1].modify { _ = $0.removeFirst() }
        expectEqual(edits, [.reload, .edits([.remove(0..<1), .insert(2..<3)]), .edits([.remove(0..<1)])])
        lists[1].modify { $0.append(contentsOf: (5..<9).map { Member(id: $0) }) }
        edits = []
        lists[1].modify { _ = $0.moveSubranges(RangeSet(0..<1), to: 6) }
        expectEqual(edits, [.edits([.move(from: 0, to: 5)])])
        lists[1].accept([Member(id: 3), Member(id: 4)])
        let inner = BehaviorRelay(value: lists[1].updates())
        let told = told(inner.asDriver().switchLatest()) { "\($0.id)" }
        inner.accept(lists[0].updates())
        lists[0].modify { $0.append(Member(id: 9)) }
        expectEqual(told.elements, ["all 3 4", "", "9"])
    }

    @Test("rows' own lists: each is observed while its row is there, and all that changes at once is one update")
    func flatMap() {
        let folders = (0..<3).map { number in
            (number, BehaviorRelay<TreeArray<Int>>(value: [number * 10, number * 10 + 1]))
        }
        let rows = BehaviorRelay<TreeArray<Int>>(value: [0, 1])
        let told = told(rows.updates().flatMap { folders[$0].1.updates() }) { "\($0)" }
        folders[0].1.modify { $0.append(2) }
        folders[2].1.modify { $0.append(22) }
        rows.accept([2, 0])
        folders[1].1.modify { $0.append(12) }
        batch {
            folders[0].1.accept([])
            folders[2].1.modify { _ = $0.removeFirst() }
        }
        expectEqual(told.elements, ["all 0 1 10 11", "0 1 2 10 11", "20 21 22 0 1 2", "21 22"])
    }

    @Test("rows of long and short lists, one after the other")
    func flatMapOfLongLists() {
        let counts = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 300, 3, 150, 0, 2])
        var shown: [Int] = []
        counts.updates().flatMap { 0..<$0 }.drive { shown = rows(shown, by: $0) }.disposed(by: bag)
        expectEqual(shown, counts.value.flatMap { 0..<$0 })
        counts.modify { $0.replaceSubrange(1..<4, with: [5, 200, 1, 130]) }
        expectEqual(shown, counts.value.flatMap { 0..<$0 })
    }

    @Test("joins: partners that change places are partners all the same")
    func joinsOfMoved() {
        let members = (0..<20).map { Member(id: $0, name: "\($0)") }
        let list = BehaviorRelay(value: TreeArray(members))
        let others = BehaviorRelay(value: TreeArray(members))
        var shown: [Int] = []
        list.updates().innerJoin(others.updates(), on: \.name, equals: \.name).map(\.right.id).elements
            .drive { shown = $0 }.disposed(by: bag)
        for (from, to) in [(18, 1), (2, 17), (19, 0)] {
            others.modify { _ = $0.moveSubranges(RangeSet(from..<(from + 1)), to: to) }
            expectEqual(shown, Array(0..<20))
        }
    }

    @Test("joined rows are told apart by the identities of both")
    func identitiesOfJoined() {
        let orders = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 1, name: "a"), Member(id: 2, name: "b")])
        let names = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 7, name: "a")])
        var inner: [ListUpdate<JoinedRow<Member, Member>>.Change] = []
        var left: [ListUpdate<JoinedRow<Member, Member?>>.Change] = []
        orders.updates().innerJoin(names.updates(), on: \.name, equals: \.name).drive { inner.append($0.change) }
            .disposed(by: bag)
        orders.updates().leftJoin(names.updates(), on: \.name, equals: \.name).drive { left.append($0.change) }
            .disposed(by: bag)
        names.modify { $0[0].id = 8 }
        orders.modify { $0[0].id = 3 }
        expectEqual([inner.count, left.count], [3, 3])
        expectEqual(Array(inner.dropFirst()), Array(repeating: .edits([.remove(0..<1), .insert(0..<1)]), count: 2))
        expectEqual(Array(left.dropFirst()), Array(repeating: .edits([.remove(0..<1), .insert(0..<1)]), count: 2))
    }

    @Test("joins: the partners of a key, as they come and go on either side")
    func joins() {
        let orders = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 1, name: "a"), Member(id: 2, name: "b")])
        let names = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 7, name: "a")])
        let inner = told(orders.updates().innerJoin(names.updates(), on: \.name, equals: \.name)) {
            "\($0.left.id)-\($0.right.id)"
        }
        let left = told(orders.updates().leftJoin(names.updates(), on: \.name, equals: \.name)) {
            "\($0.left.id)-\($0.right?.id ?? 0)"
        }
        names.modify { $0.append(Member(id: 8, name: "b")) }
        names.modify { $0.append(Member(id: 9, name: "b")) }
        orders.modify { $0.swapAt(0, 1) }
        names.modify { _ = $0.removeFirst() }
        orders.modify { $0[1].name = "b" }
        expectEqual(
            inner.elements,
            ["all 1-7", "1-7 2-8", "1-7 2-8 2-9", "2-8 2-9 1-7", "2-8 2-9", "2-8 2-9 1-8 1-9"])
        expectEqual(
            left.elements,
            ["all 1-7 2-0", "1-7 2-8", "1-7 2-8 2-9", "2-8 2-9 1-7", "2-8 2-9 1-0", "2-8 2-9 1-8 1-9"])
    }

    @Test("averages: none without rows, and no drift")
    func average() {
        let numbers = BehaviorRelay<TreeArray<Double>>(value: [])
        let said = Recorder<Double?>()
        numbers.updates().average { $0 }.drive { said($0) }.disposed(by: bag)
        numbers.accept([1e300, 1])
        numbers.modify { _ = $0.removeFirst() }
        numbers.modify { $0.append(2) }
        numbers.accept([])
        expectEqual(said.elements, [nil, 5e299, 1, 1.5, nil])
    }

    @Test("the row with an identity, wherever it moves")
    func row() {
        let members = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 1), Member(id: 2)])
        let seen = Recorder<Member?>()
        members.updates().row(id: 2).drive { seen($0) }.disposed(by: bag)
        members.modify { $0.swapAt(0, 1) }
        members.modify { $0[0].name = "two" }
        members.modify { $0[1].name = "one" }
        members.modify { _ = $0.removeFirst() }
        expectEqual(seen.elements, [Member(id: 2), Member(id: 2, name: "two"), nil])
    }

    @Test("orders by a key that may be missing, and by several")
    func orders() {
        struct Task: Equatable { var name: String, due: Int? }
        let tasks = [
            Task(name: "a", due: nil), Task(name: "b", due: 2), Task(name: "c", due: 1), Task(name: "d", due: nil),
        ]
        func names(_ order: RowOrder<Task>) -> String {
            var names = ""
            BehaviorRelay(value: TreeArray(tasks)).updates().sorted(by: order)
                .drive { names = $0.rows.map(\.name).joined() }.disposed(by: bag)
            return names
        }
        expectEqual(names(.ascending(\.due)), "cbad")
        expectEqual(names(.ascending(\.due, nilFirst: true)), "adcb")
        expectEqual(names(.descending(\.due)), "bcad")
        expectEqual(names(.descending(\.due, nilFirst: true)), "adbc")
        expectEqual(names(.ascending(\.due).then(.descending(\.name))), "cbda")
        expectEqual(names(.by(\.name) { $0 > $1 }), "dcba")
    }

    @Test("a throttled list: the first rows at once, and all that changes in a period as one update")
    func throttle() {
        let scheduler = TestScheduler()
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1])
        let told = told(numbers.updates().throttle(.seconds(1), scheduler: scheduler)) { "\($0)" }
        let late = self.told(numbers.updates().debounce(.seconds(1), scheduler: scheduler)) { "\($0)" }
        numbers.modify { $0.append(2) }
        numbers.modify { $0.append(3) }
        expectEqual(told.elements, ["all 1"])
        scheduler.advance(by: .seconds(1))
        expectEqual(told.elements, ["all 1", "1 2 3"])
        expectEqual(late.elements, ["all 1 2 3"])
    }
}
