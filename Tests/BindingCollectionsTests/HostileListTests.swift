import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Uses of lists that nobody should make, and somebody will.
@Suite("Lists in hostile hands")
@MainActor
struct HostileListTests {
    private let bag = DisposeBag()

    @Test("observers that edit the source in their own update, behind several operators, end with what there is")
    func editingObservers() {
        var edits = RandomEdits(seed: 31)
        let rows = BehaviorRelay<TreeArray<Item>>(value: [])
        let other = BehaviorRelay<TreeArray<Item>>(value: TreeArray((0..<30).map { Item($0, key: $0 % 8) }))
        let least = BehaviorRelay(value: 0)
        let list = rows.updates()
        var left = 0
        func disturb() {
            guard left > 0 else { return }
            left -= 1
            switch left % 4 {
            case 0: least.accept(edits.number(below: 8))
            case 1: other.modify { edits.edit(&$0) }
            default:
                rows.modify { edits.edit(&$0) }
                rows.modify { edits.edit(&$0) }
            }
        }
        let plain = ListControl(list, bag) { _ in disturb() }
        let filtered = ListControl(list.filter(by: least.asDriver()) { $0.key >= $1 }, bag) { _ in disturb() }
        let sorted = ListControl(list.sorted(by: \.name), bag) { _ in disturb() }
        let mapped = ListControl(
            list.map { item -> String in
                disturb()
                return item.name
            }, bag)
        let sections = ListControl(list.sorted(by: \.key).grouped { $0.key }, bag) { _ in disturb() }
        let rest = ListControl(list.subtracting(other.updates()), bag) { _ in disturb() }
        let last = ListControl(list, bag)
        for step in 0..<60 {
            left = 12
            if step % 5 == 0 { rows.accept(TreeArray(rows.value.prefix(20))) }
            rows.modify { edits.edit(&$0) }
            let array = Array(rows.value)
            let others = Set(other.value.map(\.id))
            #expect(plain.rows == array && last.rows == array)
            expectEqual(filtered.rows, array.filter { $0.key >= least.value })
            expectEqual(sorted.rows, array.sorted { $0.name < $1.name })
            expectEqual(mapped.rows, array.map(\.name))
            expectEqual(sections.rows, array.sorted { $0.key < $1.key }.sections { $0.key })
            expectEqual(rest.rows, array.filter { !others.contains($0.id) })
        }
    }

    @Test("predicates, orders and keys that edit the source while they are asked")
    func editingClosures() {
        let rows = BehaviorRelay(value: TreeArray((0..<20).map { Item($0, key: $0 % 8) }))
        let list = rows.updates()
        var next = 100
        var left = 0
        func edit() {
            guard left > 0 else { return }
            left -= 1
            next += 1
            rows.modify { rows in
                rows.insert(Item(next, key: next % 8), at: rows.count / 2)
                rows.remove(at: 0)
            }
        }
        let filtered = ListControl(
            list.filter {
                edit()
                return $0.key > 2
            }, bag)
        let sorted = ListControl(
            list.sorted {
                edit()
                return $0.name < $1.name
            }, bag)
        let uniqued = ListControl(
            list.uniqued { (item: Item) -> Int in
                edit()
                return item.key
            }, bag)
        let sections = ListControl(
            list.grouped { (item: Item) -> Int in
                edit()
                return item.key
            }, bag)
        var sum = 0
        list.sum { (item: Item) -> Int in
            edit()
            return item.key
        }.drive(onNext: { sum = $0 }).disposed(by: bag)
        for step in 0..<40 {
            left = 5
            rows.modify { $0[step % 20].name += "." }
            let array = Array(rows.value)
            expectEqual(filtered.rows, array.filter { $0.key > 2 })
            expectEqual(sorted.rows, array.sorted { $0.name < $1.name })
            expectEqual(uniqued.rows.map(\.key), sections.rows.map(\.key))
            expectEqual(sections.rows, array.sections { $0.key })
            expectEqual(sum, array.reduce(0) { $0 + $1.key })
        }
    }

    @Test("a flood of edits from two threads, and of filters from them, leaves nothing out and nothing behind")
    func flood() async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let rows = BehaviorRelay<TreeArray<Item>>(value: [])
            let least = BehaviorRelay(value: 0)
            let bag = DisposeBag()
            var shown: [TreeArray<Item>] = [[], [], []]
            var count = 0
            let list = rows.updates()
            list.drive { shown[0].apply($0) }.disposed(by: bag)
            list.filter(by: least.asDriver()) { $0.key >= $1 }.drive { shown[1].apply($0) }.disposed(by: bag)
            list.sorted(by: \.name).drive { shown[2].apply($0) }.disposed(by: bag)
            list.count.drive(onNext: { count = $0 }).disposed(by: bag)
            await Task.detached {
                onThreads(2) { thread in
                    var edits = RandomEdits(seed: UInt64(thread))
                    for step in 0..<5_000 {
                        rows.modify { rows in
                            if rows.count > 300 { rows.removeSubrange(20..<280) }
                            if step % 40 == 0 {
                                edits.edit(&rows)
                            } else {
                                rows.insert(edits.item(), at: rows.count / 2)
                            }
                        }
                        if step % 100 == 0 { least.accept(step / 100 % 8) }
                    }
                }
            }.value
            await eventually { shown[0] == rows.value && count == rows.value.count }
            await mainActorIsFree()
            expectEqual(shown[0], rows.value)
            expectEqual(shown[1], TreeArray(rows.value.filter { $0.key >= least.value }))
            expectEqual(shown[2], TreeArray(rows.value.sorted { $0.name < $1.name }))
        }
    }

    @Test(
        "a subscription that is disposed of during an update, its own or another's, gets no more updates, and others do"
    )
    func disposal() {
        let rows = BehaviorRelay(value: TreeArray((0..<10).map { Item($0, key: $0 % 3) }))
        let shared = rows.updates().filter { $0.key > 0 }.sorted(by: \.key)
        let (firstBag, secondBag, thirdBag) = (DisposeBag(), DisposeBag(), DisposeBag())
        let isArmed = Shared(false)
        let first = ListControl(shared, firstBag) { _ in
            if isArmed.value {
                firstBag.dispose()
                secondBag.dispose()
            }
        }
        let second = ListControl(shared, secondBag)
        let third = ListControl(shared, thirdBag)
        isArmed.value = true
        rows.modify { $0.append(Item(20, key: 2)) }
        rows.modify { $0.append(Item(21, key: 2)) }
        #expect(first.updateCount == 2 && second.updateCount == 1 && third.updateCount == 3)
        expectEqual(third.rows, rows.value.filter { $0.key > 0 }.sorted { $0.key < $1.key })
        thirdBag.dispose()
        #expect(!rows.hasObservers)
        let again = ListControl(shared, bag)
        expectEqual(again.rows, third.rows)
    }

    @Test("who comes in the midst of an update has the rows that there are, and then each change")
    func lateObservers() {
        let rows = BehaviorRelay<TreeArray<Item>>(value: [])
        let shared = rows.updates().filter { $0.key > 0 }.map { $0 }.sorted(by: \.name)
        var late: [ListControl<Item>] = []
        let first = ListControl(shared, bag) { [bag] _ in
            guard late.count < 8 else { return }
            late.append(ListControl(shared, bag))
            rows.modify { $0.append(Item(100 + late.count, key: late.count % 2)) }
            late.append(ListControl(shared, bag))
        }
        for number in 0..<10 { rows.modify { $0.insert(Item(number, key: number % 3), at: 0) } }
        let expected = rows.value.filter { $0.key > 0 }.sorted { $0.name < $1.name }
        #expect(late.count >= 8)
        for control in late + [first] { expectEqual(control.rows, expected) }
    }

    @Test("a list stays as long as somebody observes it, however early its source was dropped")
    func droppedSource() {
        var rows: BehaviorRelay<TreeArray<Item>>? = BehaviorRelay(value: [Item(1, key: 1)])
        weak let gone = rows
        let control = ListControl(rows!.updates().sorted(by: \.key), bag) { _ in rows = nil }
        expectEqual(control.rows.count, 1)
        control.subscription?.dispose()
        bag.dispose()
        #expect(gone == nil)
    }

    @Test("a list with itself: twice, united, without, and in common")
    func itself() {
        var edits = RandomEdits(seed: 41)
        let rows = BehaviorRelay<TreeArray<Item>>(value: [])
        let list = rows.updates()
        let twice = ListControl(list.merged(with: list, list.reversed()), bag)
        let union = ListControl(list.union(list), bag)
        let common = ListControl(list.intersection(list), bag)
        let nothing = ListControl(list.subtracting(list), bag)
        for _ in 0..<120 {
            rows.modify { edits.edit(&$0) }
            let array = Array(rows.value)
            var seen: Set<Int> = []
            expectEqual(twice.rows, array + array + array.reversed())
            expectEqual(union.rows, array.filter { seen.insert($0.id).inserted })
            expectEqual(common.rows, array)
            #expect(nothing.rows.isEmpty)
        }
    }

    @Test("a filter's value and the rows from one state: what is shown at last is right, whichever is sent first")
    func oneState() {
        struct State {
            var rows: TreeArray<Item> = []
            var least = 0
        }
        var edits = RandomEdits(seed: 51)
        let state = BehaviorRelay(value: State())
        let rows = state.asDriver().map(\.rows).updates()
        let least = state.asDriver().map(\.least).distinctUntilChanged()
        let change: @MainActor (Int, Int) -> FilterChange = { $1 >= $0 ? .stricter : .looser }
        let after = ListControl(rows.filter(by: least, change: change) { $0.key >= $1 }, bag)
        let order = least.map { least -> RowOrder<Item> in
            least % 2 == 0 ? .ascending(\.key).then(.descending(\.name)) : .descending(\.name)
        }
        let sorted = ListControl(rows.sorted(by: order), bag)
        let window = ListControl(rows.prefix(least).merged(with: rows.window(least.map { $0..<($0 * 3) })), bag)
        for _ in 0..<200 {
            state.modify { state in
                edits.edit(&state.rows)
                state.least = edits.number(below: 8)
            }
            let (array, least) = (Array(state.value.rows), state.value.least)
            expectEqual(after.rows, array.filter { $0.key >= least })
            #expect(
                sorted.rows
                    == (least % 2 == 0
                        ? array.sorted { ($0.key, $1.name) < ($1.key, $0.name) } : array.sorted { $0.name > $1.name }))
            expectEqual(window.rows, Array(array.prefix(least)) + Array(array.dropFirst(least).prefix(least * 2)))
        }
    }

    @Test("windows of any range")
    func windows() {
        let rows = BehaviorRelay(value: TreeArray(0..<10))
        let range = BehaviorRelay(value: 0..<0)
        let length = BehaviorRelay(value: 0)
        let window = ListControl(rows.updates().window(range.asDriver()), bag)
        let prefix = ListControl(rows.updates().prefix(length.asDriver()), bag)
        for (next, shown) in [
            (Int.min..<Int.max, 0..<10), (Int.min..<3, 0..<3), (7..<Int.max, 7..<10), (Int.max..<Int.max, 0..<0),
            (-9..<(-2), 0..<0), (Int.min..<Int.min, 0..<0), (9..<10, 9..<10),
        ] as [(Range<Int>, Range<Int>)] {
            range.accept(next)
            expectEqual(window.rows, Array(shown))
        }
        for (next, count) in [(Int.max, 10), (Int.min, 0), (3, 3), (-1, 0), (10, 10)] {
            length.accept(next)
            expectEqual(prefix.rows, Array(0..<count))
        }
        rows.accept([])
        #expect(window.rows.isEmpty && prefix.rows.isEmpty)
        #expect(ListControl(rows.updates().prefix(Int.max), bag).rows.isEmpty)
    }

    @Test("a predicate that reads another relay is asked again for rows that come, change or move, and for no other")
    func hiddenInputs() {
        let rows = BehaviorRelay(value: TreeArray((0..<100).map { Item($0, key: $0 % 10) }))
        let least = BehaviorRelay(value: 5)
        var asked = 0
        let filtered = ListControl(
            rows.updates().filter {
                asked += 1
                return $0.key >= least.value
            }, bag)
        asked = 0
        least.accept(0)
        #expect(filtered.rows.count == 50 && asked == 0)
        rows.modify { $0[0].name = "new" }
        expectEqual(filtered.rows.count, 51)
        rows.modify { $0.append($0.remove(at: 1)) }
        #expect(filtered.rows.count == 52 && asked == 2)
        least.accept(9)
        rows.modify { $0.removeSubrange(0..<100) }
        #expect(filtered.rows.isEmpty)
    }

    @Test("rows with few identities among them go through all that looks at them")
    func duplicates() {
        struct Twin: Identifiable, Hashable, Sendable {
            var id: Int
            var name: Int
        }
        @MainActor final class TwinModel {
            var twin: Twin
            init(_ twin: Twin) { self.twin = twin }
        }
        var random = SplitMix(state: 61)
        func twin() -> Twin { Twin(id: .random(in: 0..<4, using: &random), name: .random(in: 0..<9, using: &random)) }
        let rows = BehaviorRelay<TreeArray<Twin>>(value: [])
        let plain = BehaviorRelay<[Twin]>(value: [])
        let names = BehaviorRelay(value: 0)
        let selection = Selection<Int>(.multiple, whenRemoved: .selectNext)
        let warnings = collectingWarnings {
            let list = rows.updates()
            selection.follow(list).disposed(by: bag)
            let shown = ListControl(list, bag)
            let array = ListControl(plain.updates(), bag)
            let models = ListControl(
                list.map({ TwinModel($0) }, updating: { $0.twin = $1 }), bag, areSame: { $0 === $1 })
            let sections = ListControl(list.grouped { $0.name % 3 }, bag)
            var sectioned: [ListSection<Int, Twin>] = []
            list.grouped { $0.name % 3 }.sectionUpdates().drive(onNext: { sectioned.apply($0) }).disposed(by: bag)
            let followed = ListControl(
                list.following { (twin: Twin) in names.asDriver().map { $0 + twin.name } }, bag,
                areSame: { $0.row == $1.row && $0.value == $1.value })
            let inOrder = list.sorted { $0.id < $1.id }
            let sorted = ListControl(inOrder.filter { $0.name > 1 }, bag)
            for step in 0..<Effort.steps(250) {
                rows.modify { rows in
                    let place = Int.random(in: 0...rows.count, using: &random)
                    switch step % 5 {
                    case 0, 1: rows.insert(twin(), at: place)
                    case 2: if place < rows.count { rows[place] = twin() }
                    case 3: if place < rows.count { rows.append(rows.remove(at: place)) }
                    default: if rows.count > 15 { rows = TreeArray(rows.shuffled(using: &random).dropFirst(4)) }
                    }
                }
                plain.accept(Array(rows.value))
                if step % 7 == 0 { names.modify { $0 += 1 } }
                selection.toggle(.random(in: 0..<5, using: &random))
                selection.move(by: .random(in: -2...2, using: &random), extending: step % 2 == 0)
                let now = Array(rows.value)
                #expect(shown.rows == now && array.rows == now)
                expectEqual(models.rows.map(\.twin), now)
                #expect(sections.rows == now.sections { $0.name % 3 } && sectioned == sections.rows)
                expectEqual(followed.rows.map(\.row), now)
                expectEqual(followed.rows.map(\.value), now.map { $0.name + names.value })
                expectEqual(sorted.rows, now.sorted { $0.id < $1.id }.filter { $0.name > 1 })
                #expect(selection.ids.isSubset(of: Set(now.map(\.id))))
            }
            rows.accept([])
            #expect(selection.ids.isEmpty && models.rows.isEmpty)
        }
        #expect(!warnings.isEmpty && warnings.count < 20)
    }
}
