import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Closures of operators, and deinitializers, that do what they should not: edit, subscribe, dispose.
@Suite("Hostile closures of lists")
@MainActor
struct HostileClosureTests {
    private let bag = DisposeBag()
    private let rows = BehaviorRelay(value: TreeArray((0..<20).map { Item($0, key: $0 % 8) }))

    @MainActor final class Model: Sendable {
        var item: Item
        let bag = DisposeBag()
        private let atEnd: @Sendable () -> Void

        init(_ item: Item, atEnd: @escaping @Sendable () -> Void = {}) {
            self.item = item
            self.atEnd = atEnd
        }

        deinit { atEnd() }
    }

    @Test("models that edit the source while they are made and updated")
    func models() {
        var (next, left) = (100, 0)
        func edit() {
            guard left > 0 else { return }
            left -= 1
            next += 1
            rows.modify { rows in
                rows.insert(Item(next, key: 1), at: rows.count / 2)
                rows.append(rows.remove(at: 0))
                rows[3].name += "!"
            }
        }
        let models = ListControl(
            rows.updates().map(
                { (item: Item) -> Model in
                    edit()
                    return Model(item)
                },
                updating: { model, item in
                    edit()
                    model.item = item
                }), bag, areSame: ===)
        let compact = ListControl(
            rows.updates().compactMap { (item: Item) -> String? in
                edit()
                return item.key == 2 ? nil : item.name
            }, bag)
        for step in 0..<40 {
            left = 4
            rows.modify { $0[step % 20].name += "." }
            expectEqual(models.rows.map(\.item), Array(rows.value))
            expectEqual(compact.rows, rows.value.filter { $0.key != 2 }.map(\.name))
        }
    }

    @Test("models that edit lists when they are released, wherever that happens")
    func deinits() {
        let released = BehaviorRelay<TreeArray<Int>>(value: [])
        let shown = ListControl(released.updates().sorted(), bag)
        let source = rows
        let live = BehaviorRelay(value: true)
        let list = rows.updates().map { (item: Item) -> Model in
            Model(item) {
                released.modify { $0.append(item.id) }
                guard live.value, item.id % 3 == 0 else { return }
                source.modify { rows in
                    if rows.count > 3 { rows.remove(at: rows.count / 2) }
                    rows.append(Item(item.id + 1_000, key: 1))
                }
            }
        }
        let other = rows.updates().map(
            { item in Model(item) { released.modify { $0.append(-item.id) } } }, updating: { $0.item = $1 })
        let ownBag = DisposeBag()
        var (names, updated): ([String], [String]) = ([], [])
        list.map { $0.item.name }.elements.drive(onNext: { names = $0 }).disposed(by: ownBag)
        other.drive { updated = $0.rows.map(\.item.name) }.disposed(by: ownBag)
        for step in 0..<60 {
            rows.modify { rows in
                if step % 7 == 0 { rows.removeSubrange(2..<6) }
                rows.insert(Item(100 + step, key: 2), at: 0)
                rows[rows.count - 1].name += "x"
            }
            expectEqual(names, rows.value.map(\.name))
            expectEqual(updated, names)
        }
        live.accept(false)
        let count = released.value.count
        ownBag.dispose()
        #expect(released.value.count > count)
        expectEqual(shown.rows, released.value.sorted())
    }

    @Test("a closure that disposes of the list that calls it", arguments: 0..<10)
    func disposal(which: Int) throws {
        try withoutLeaks {
            let rows = BehaviorRelay(value: TreeArray((0..<300).map { Item($0, key: $0 % 8) }))
            let names = BehaviorRelay(value: "")
            let ownBag = DisposeBag()
            var left = Int.max
            func call() {
                left -= 1
                if left == 0 { ownBag.dispose() }
            }
            let list = rows.updates()
            let keyed: @MainActor (Item) -> Int = {
                call()
                return $0.key
            }
            switch which {
            case 0: list.filter { keyed($0) > 1 }.drive { _ in }.disposed(by: ownBag)
            case 1: list.sorted { keyed($0) < $1.key }.drive { _ in }.disposed(by: ownBag)
            case 2: list.map { Model(Item(keyed($0), key: 1)) }.drive { _ in }.disposed(by: ownBag)
            case 3: list.grouped(by: keyed).sectionUpdates().drive(onNext: { _ in }).disposed(by: ownBag)
            case 4: list.uniqued(on: keyed).drive { _ in }.disposed(by: ownBag)
            case 5: list.subtracting(list.reversed(), on: keyed).drive { _ in }.disposed(by: ownBag)
            case 6:
                list.following { (item: Item) -> Driver<String> in
                    call()
                    return names.asDriver()
                }.drive { _ in }.disposed(by: ownBag)
            case 7: list.sum(of: keyed).drive(onNext: { _ in }).disposed(by: ownBag)
            case 8: list.max { keyed($0) < $1.key }.drive(onNext: { _ in }).disposed(by: ownBag)
            default:
                list.map({ Model(Item(keyed($0), key: 1)) }, updating: { $0.item = Item(keyed($1), key: 2) })
                    .drive { _ in }.disposed(by: ownBag)
            }
            left = 40
            for step in 0..<6 { rows.modify { rows in for place in rows.indices { rows[place].key = step } } }
            names.accept("x")
            #expect(left <= 0 && !rows.hasObservers && !names.hasObservers)
        }
    }

    @Test("models that observe the list that they are rows of, and so keep it until they go")
    func observingItself() throws {
        try withoutLeaks {
            @MainActor final class Table {
                let rows = BehaviorRelay(value: TreeArray((0..<20).map { Item($0, key: $0 % 8) }))
                var counts: [Int: Int] = [:]
                lazy var list: ListUpdates<Model> = rows.updates().map { [unowned self] item in
                    let model = Model(item)
                    list.count.drive(onNext: { [unowned self] in counts[item.id] = $0 }).disposed(by: model.bag)
                    return model
                }
            }
            let table = Table()
            let ownBag = DisposeBag()
            var shown = 0
            table.list.drive { shown = $0.rows.count }.disposed(by: ownBag)
            expectEqual(shown, 20)
            #expect(table.counts.values.allSatisfy { $0 == 20 })
            table.rows.modify { $0.append(Item(50, key: 1)) }
            table.rows.modify { _ = $0.remove(at: 0) }
            #expect(shown == 20 && table.counts[50] == 20 && table.counts[3] == 20)
            ownBag.dispose()
            table.rows.accept([])
            #expect(!table.rows.hasObservers)
        }
    }

    @Test("drivers of rows that edit the list, or other rows, while they are asked for and observed")
    func following() {
        var (next, left) = (100, 0)
        let clock = BehaviorRelay(value: 0)
        func edit() {
            guard left > 0 else { return }
            left -= 1
            next += 1
            if left % 3 == 0 { clock.modify { $0 += 1 } }
            rows.modify { rows in
                rows.insert(Item(next, key: 1), at: rows.count / 2)
                rows.append(rows.remove(at: 0))
                rows.remove(at: 1)
            }
        }
        let list = rows.updates().following { (item: Item) -> Driver<Int> in
            edit()
            return clock.asDriver().map {
                edit()
                return $0 + item.id
            }
        }
        let followed = ListControl(
            list, bag, areSame: { $0.row == $1.row && $0.value == $1.value }, then: { _ in edit() })
        func remainder(_ item: Item) -> Driver<Int> { clock.asDriver().map { ($0 * 7 + item.id) % 10 } }
        let sorted = ListControl(rows.updates().sorted(on: remainder), bag) { _ in edit() }
        for _ in 0..<40 {
            left = 6
            clock.modify { $0 += 1 }
            expectEqual(followed.rows.map(\.row), Array(rows.value))
            #expect(followed.rows.allSatisfy { $0.value == clock.value + $0.row.id })
            #expect(
                sorted.rows
                    == rows.value.sorted { (clock.value * 7 + $0.id) % 10 < (clock.value * 7 + $1.id) % 10 })
        }
    }

    @Test("a selection whose observers write to it, edit the rows and have it follow others")
    func selection() {
        var random = SplitMix(state: 91)
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        for mode in [.single, .exactlyOne, .multiple] as [Selection<Int>.Mode] {
            for removal in [.deselect, .selectNext, .keep] as [Selection<Int>.Removal] {
                rows.accept(TreeArray((0..<20).map { Item($0, key: $0 % 8) }))
                let selection = Selection<Int>(mode, whenRemoved: removal)
                let ownBag = DisposeBag()
                let least = BehaviorRelay(value: 0)
                let list = rows.updates().filter(by: least.asDriver()) { $0.key >= $1 }.sorted(by: \.name)
                selection.follow(list).disposed(by: ownBag)
                var left = 0
                selection.$ids.asDriver().drive(onNext: { _ in
                    guard left > 0 else { return }
                    left -= 1
                    switch number(6) {
                    case 0: selection.ids = [number(30), number(30)]
                    case 1: selection.id = nil
                    case 2: selection.move(by: number(7) - 3, extending: number(2) == 0)
                    case 3: rows.modify { _ = $0.remove(at: number($0.count)) }
                    case 4: rows.modify { $0.insert(Item(number(30), key: number(8)), at: 0) }
                    default: least.accept(number(8))
                    }
                }).disposed(by: ownBag)
                for _ in 0..<60 {
                    left = 5
                    switch number(4) {
                    case 0: selection.toggle(number(30))
                    case 1: selection.selectAll()
                    case 2: selection.extend(to: number(30), adding: number(2) == 0)
                    default: rows.modify { $0.append(Item(number(30), key: number(8))) }
                    }
                    left = 0
                    let shown = Set(rows.value.filter { $0.key >= least.value }.map(\.id))
                    #expect(selection.ids.isSubset(of: shown), "\(mode) \(removal)")
                    if mode != .multiple { #expect(selection.ids.count <= 1) }
                    if mode == .exactlyOne { expectEqual(selection.ids.isEmpty, shown.isEmpty) }
                    if rows.value.count < 5 { rows.accept(TreeArray((0..<20).map { Item($0, key: $0 % 8) })) }
                }
                ownBag.dispose()
            }
        }
    }

    @Test("sections that a program makes itself, with keys that repeat or equal nothing, are updated correctly")
    func sections() {
        var random = SplitMix(state: 92)
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        let keys: [Double] = [.nan, 0, 1, 2]
        let source = BehaviorRelay<TreeArray<ListSection<Double, Item>>>(value: [])
        var held: [ListSection<Double, Item>] = []
        var tree: TreeArray<ListSection<Double, Item>> = []
        source.updates().sectionUpdates().drive(onNext: {
            held.apply($0)
            tree.apply($0)
        }).disposed(by: bag)
        func texts(_ sections: some Sequence<ListSection<Double, Item>>) -> [String] {
            sections.map { "\($0.key) \($0.rows.map(\.name))" }
        }
        func rows() -> TreeArray<Item> {
            TreeArray((0..<number(5)).map { Item($0 % 3, key: $0) }.shuffled(using: &random))
        }
        let warnings = collectingWarnings {
            for _ in 0..<Effort.steps(400) {
                source.modify { sections in
                    let place = number(sections.count + 1)
                    switch number(6) {
                    case 0, 1: sections.insert(ListSection(key: keys[number(4)], rows: rows()), at: place)
                    case 2: if place < sections.count { sections.remove(at: place) }
                    case 3: if place < sections.count { sections[place].rows = rows() }
                    case 4: if place < sections.count { sections[place].rows.append(Item(number(6), key: number(9))) }
                    default:
                        if sections.count > 8 { sections = TreeArray(sections.shuffled(using: &random).dropFirst(4)) }
                    }
                }
                expectEqual(texts(held), texts(source.value))
                expectEqual(texts(tree), texts(source.value))
            }
        }
        #expect(warnings.count < 9)
    }

    @Test("the least and the greatest by an order that contradicts itself are rows of the list")
    func extremes() {
        var edits = RandomEdits(seed: 93)
        var random = SplitMix(state: 94)
        var (least, greatest): (Item?, Item?) = (nil, nil)
        rows.updates().min { _, _ in Bool.random(using: &random) }.drive(onNext: { least = $0 }).disposed(by: bag)
        rows.updates().max { ($0.id * 7 + $1.id) % 3 == 0 }.drive(onNext: { greatest = $0 }).disposed(by: bag)
        for _ in 0..<100 {
            rows.modify { edits.edit(&$0) }
            let all = Set(rows.value)
            #expect(all.isEmpty ? least == nil && greatest == nil : all.contains(least!) && all.contains(greatest!))
        }
    }
}
