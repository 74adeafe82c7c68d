import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

/// Rows that are difficult for lists: without a size, large, with padding, not equal to themselves, with the same
/// identity.
@Suite("Lists of hostile rows")
@MainActor
struct HostileRowTests {
    struct Nothing: Hashable, Sendable {}

    struct Four<Part: Hashable & Sendable>: Hashable, Sendable {
        var a: Part, b: Part, c: Part, d: Part
        init(_ part: Part) { (a, b, c, d) = (part, part, part, part) }
    }

    typealias Big = Four<Four<Four<Four<Int>>>>

    enum Payload: Hashable, Sendable {
        case none
        case small(UInt8)
        case text(String)
        indirect case nested(Payload, Int)
    }

    final class Token: Hashable, Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
        static func == (left: Token, right: Token) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    struct Padded: Hashable, Sendable {
        var flag: Bool
        var number: Int
        var last: Bool?
    }

    /// Passes lists of rows through all operators that accept any, and compares the results with those of arrays.
    private func run<Row: Hashable & Sendable>(
        steps: Int = 150, _ place: SourceLocation = #_sourceLocation, make: (Int) -> Row
    ) {
        var random = SplitMix(state: 5)
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        let source = BehaviorRelay<TreeArray<Row>>(value: [])
        let other = BehaviorRelay<TreeArray<Row>>(value: [])
        let limit = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        let list = source.updates() as ListUpdates<Row>
        let second = other.updates() as ListUpdates<Row>
        func hash(_ row: Row) -> Int { abs(row.hashValue % 3) }
        func control(_ list: ListUpdates<Row>) -> ListControl<Row> { ListControl(list, bag, sourceLocation: place) }
        let plain = control(list)
        let filtered = control(list.filter { hash($0) > 0 })
        let dynamic = control(list.filter(by: limit.asDriver()) { hash($0) >= $1 })
        let sorted = control(list.sorted { hash($0) < hash($1) })
        let reversed = control(list.reversed())
        let window = control(list.window(limit.asDriver().map { $0..<($0 + 4) }))
        let mapped = control(list.map { $0 })
        let compact = control(list.compactMap { hash($0) == 1 ? nil : $0 })
        let identified = control(source.updates(by: \.self))
        let both = control(list.merged(with: second))
        let uniqued = control(list.uniqued())
        let union = control(list.union(second))
        let common = control(list.intersection(second))
        let rest = control(list.subtracting(second))
        let sections = ListControl(list.grouped(by: hash), bag, sourceLocation: place)
        var sectioned: [ListSection<Int, Row>] = []
        list.grouped(by: hash).sectionUpdates().drive(onNext: { sectioned.apply($0) }).disposed(by: bag)
        var (count, sum): (Int, Int) = (0, 0)
        list.count.drive(onNext: { count = $0 }).disposed(by: bag)
        list.sum { hash($0) }.drive(onNext: { sum = $0 }).disposed(by: bag)
        func edit(_ rows: inout TreeArray<Row>) {
            switch number(8) {
            case 0, 1: rows.insert(make(number(12)), at: number(rows.count + 1))
            case 2: if !rows.isEmpty { rows.remove(at: number(rows.count)) }
            case 3: if !rows.isEmpty { rows[number(rows.count)] = make(number(12)) }
            case 4: rows.append(contentsOf: (0..<number(90)).map { _ in make(number(12)) })
            case 5:
                let start = number(rows.count + 1)
                rows.replaceSubrange(start..<min(rows.count, start + 5), with: (0..<number(5)).map { make($0) })
            case 6: if number(3) == 0 { rows = TreeArray(rows.shuffled(using: &random)) }
            default: if rows.count > 200 { rows.removeSubrange(20..<190) }
            }
        }
        for _ in 0..<steps {
            switch number(6) {
            case 0: limit.accept(number(4))
            case 1: other.modify { edit(&$0) }
            default: source.modify { edit(&$0) }
            }
            let rows = Array(source.value)
            let others = Array(other.value)
            let (set, otherSet, least) = (Set(rows), Set(others), limit.value)
            func first(_ rows: [Row]) -> [Row] {
                var seen: Set<Row> = []
                return rows.filter { seen.insert($0).inserted }
            }
            let expected: [(ListControl<Row>, [Row], String)] = [
                (plain, rows, "plain"), (filtered, rows.filter { hash($0) > 0 }, "filter"),
                (dynamic, rows.filter { hash($0) >= least }, "filter(by:)"),
                (sorted, rows.sorted { hash($0) < hash($1) }, "sorted"), (reversed, rows.reversed(), "reversed"),
                (window, Array(rows.dropFirst(least).prefix(4)), "window"), (mapped, rows, "map"),
                (compact, rows.filter { hash($0) != 1 }, "compactMap"), (identified, rows, "by"),
                (both, rows + others, "merged"), (uniqued, first(rows), "uniqued"),
                (union, first(rows + others), "union"),
                (common, rows.filter { otherSet.contains($0) }, "intersection"),
                (rest, rows.filter { !otherSet.contains($0) }, "subtracting"),
            ]
            for (control, rows, name) in expected {
                expectEqual(control.rows, rows, "\(name)", sourceLocation: place)
            }
            expectEqual(sections.rows, rows.sections(by: hash), sourceLocation: place)
            expectEqual(sectioned, sections.rows, sourceLocation: place)
            #expect(count == rows.count && sum == rows.map(hash).reduce(0, +), sourceLocation: place)
            expectEqual(set.count, uniqued.rows.count, sourceLocation: place)
        }
    }

    @Test(
        "rows without a size, large ones, ones of classes, enums, optionals, boxes and gaps go through every operator")
    func shapes() {
        let warnings = collectingWarnings {
            run { _ in Nothing() }
            run { (number: Int) -> Nothing? in number % 2 == 0 ? nil : Nothing() }
            run(steps: 60) { Big(Four(Four(Four($0)))) }
            run { Token($0) }
            run { (number: Int) -> Payload in
                [.none, .small(UInt8(number)), .text("a longer text, number \(number)"), .nested(.text("x"), number)][
                    number % 4]
            }
            run { (number: Int) -> String? in number % 3 == 0 ? nil : "number \(number), which is not a short text" }
            run { Padded(flag: $0 % 2 == 0, number: $0, last: $0 % 3 == 0 ? nil : $0 % 3 == 1) }
            run { AnyHashableBox($0 % 2 == 0 ? AnyHashable($0) : AnyHashable("text \($0)")) }
            run { TreeArray([$0, $0 + 1]) }
            run { $0 % 2 == 0 ? 0.0 : -0.0 }
        }
        // Each list with identities warns once that several rows have the same one.
        for warning in warnings {
            if case .duplicateIdentity = warning { continue }
            Issue.record("\(warning)")
        }
    }

    struct AnyHashableBox: Hashable, @unchecked Sendable {
        let value: AnyHashable
        init(_ value: AnyHashable) { self.value = value }
    }

    @Test("rows of Void, and rows of a protocol that nothing can compare")
    func incomparable() {
        let bag = DisposeBag()
        let voids = BehaviorRelay(value: TreeArray<Void>(repeating: (), count: 500))
        let control = ListControl(voids.updates().filter { true }.reversed(), bag, areSame: { _, _ in true })
        voids.modify { $0.removeSubrange(3..<450) }
        voids.modify { $0.append(()) }
        voids.modify { $0[7] = () }
        expectEqual(control.rows.count, 54)
        voids.accept([])
        #expect(control.rows.isEmpty)

        let things = BehaviorRelay<TreeArray<any Sendable>>(value: [1, "two", Token(3), [4, 5, 6, 7], 8.0])
        let texts = ListControl(things.updates().map { "\(type(of: $0))" }, bag)
        things.modify { $0[1] = 2 }
        things.modify { $0.swapAt(0, 4) }
        things.modify { $0.append(contentsOf: Array($0)) }
        #expect(
            texts.rows == ["Double", "Int", "Token", "Array<Int>", "Int"] + [
                "Double", "Int", "Token", "Array<Int>", "Int",
            ])
    }

    struct Measure: Identifiable, Sendable {
        var id: Double
        var value: Double
    }

    @Test(
        "numbers that are none, as keys of rows, are in the right sections, sets and selections, and go without a trace"
    )
    func noNumbers() {
        var random = SplitMix(state: 3)
        let values: [Double] = [.nan, 0, -0.0, 1, .infinity, .signalingNaN, -.infinity]
        let rows = BehaviorRelay<TreeArray<Measure>>(value: [])
        let other = BehaviorRelay<TreeArray<Measure>>(value: [Measure(id: .nan, value: 1), Measure(id: 0, value: 1)])
        let bag = DisposeBag()
        func control(_ list: ListUpdates<Measure>) -> ListControl<Measure> {
            ListControl(list, bag, areSame: { $0.value.bitPattern == $1.value.bitPattern })
        }
        let warnings = collectingWarnings {
            let list = rows.updates()
            let plain = control(list)
            let sorted = control(list.sorted(by: \.value))
            let uniqued = control(list.uniqued { $0.value })
            let union = control(list.union(other.updates()))
            let common = control(list.intersection(other.updates()))
            let rest = control(list.subtracting(other.updates()))
            let sections = ListControl(
                list.grouped(by: \.value), bag, areSame: { $0.rows.count == $1.rows.count })
            var sum = 0.0
            var least: Double?
            list.sum(\.value).drive(onNext: { sum = $0 }).disposed(by: bag)
            list.min(\.value).drive(onNext: { least = $0 }).disposed(by: bag)
            let selection = Selection<Double>(.multiple, whenRemoved: .selectNext)
            selection.follow(list).disposed(by: bag)
            for _ in 0..<Effort.steps(400) {
                rows.modify { rows in
                    let place = Int.random(in: 0...rows.count, using: &random)
                    let row = Measure(
                        id: values.randomElement(using: &random)!, value: values.randomElement(using: &random)!)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0, 1: rows.insert(row, at: place)
                    case 2: if place < rows.count { rows[place] = row }
                    case 3: if place < rows.count { rows.remove(at: place) }
                    default: if rows.count > 20 { rows = TreeArray(rows.shuffled(using: &random).dropFirst(9)) }
                    }
                }
                selection.select(values.randomElement(using: &random)!)
                if Bool.random(using: &random) { selection.toggle(values.randomElement(using: &random)!) }
                selection.move(by: 1, extending: Bool.random(using: &random))
                selection.extend(to: values.randomElement(using: &random)!)
                let now = Array(rows.value)
                let count = now.count
                #expect(plain.rows.count == count && sorted.rows.count == count)
                expectEqual(Set(sorted.rows.map(\.value.bitPattern)), Set(now.map(\.value.bitPattern)))
                expectEqual(uniqued.rows.map(\.value.bitPattern), first(now).map(\.value.bitPattern))
                expectEqual(common.rows.map(\.id), now.map(\.id).filter { $0 == 0 })
                expectEqual(rest.rows.count, now.count { $0.id != 0 })
                expectEqual(sections.rows.count, uniqued.rows.count)
                expectEqual(sections.rows.reduce(0) { $0 + $1.rows.count }, count)
                #expect(union.rows.count >= 1)
                if now.allSatisfy({ $0.value.isFinite }) { expectEqual(sum, now.reduce(0) { $0 + $1.value }) }
                if now.allSatisfy({ !$0.value.isNaN }) { expectEqual(least, now.map(\.value).min()) }
            }
            rows.accept([])
            #expect(plain.rows.isEmpty && sorted.rows.isEmpty && uniqued.rows.isEmpty && sections.rows.isEmpty)
            #expect(sum == 0 && least == nil && selection.ids.isEmpty)
        }
        #expect(warnings.count < 20, "\(warnings.count)")
    }

    private func first(_ rows: [Measure]) -> [Measure] {
        var seen: Set<Double> = []
        return rows.filter { seen.insert($0.value).inserted }
    }

    /// A row as many programs have it: equal if the identities are.
    struct Loose: Identifiable, Equatable, Sendable {
        var id: Int
        var name: String
        static func == (left: Loose, right: Loose) -> Bool { left.id == right.id }
    }

    @Test("of rows that are equal if their identities are, observers get no edit, but operators do")
    func looselyEqual() {
        let rows = BehaviorRelay(value: TreeArray([Loose(id: 1, name: "a"), Loose(id: 2, name: "b")]))
        let bag = DisposeBag()
        let plain = ListControl(rows.updates(), bag)
        let sorted = ListControl(rows.updates().sorted(by: \.name), bag)
        let filtered = ListControl(rows.updates().filter { $0.name < "m" }, bag)
        let mapped = ListControl(rows.updates().map(\.name), bag)
        rows.modify { $0[0].name = "z" }
        expectEqual(plain.updateCount, 1)
        expectEqual(sorted.rows.map(\.id), [2, 1])
        expectEqual(filtered.rows.map(\.id), [2])
        expectEqual(mapped.rows, ["z", "b"])
    }

    @Test("orders that contradict themselves, and change their mind, lose no row")
    func inconsistentOrders() {
        var random = SplitMix(state: 11)
        var edits = RandomEdits(seed: 12)
        let rows = BehaviorRelay<TreeArray<Item>>(value: [])
        let bag = DisposeBag()
        func control(_ order: @escaping @MainActor (Item, Item) -> Bool) -> ListControl<Item> {
            ListControl(rows.updates().sorted(by: order), bag)
        }
        let controls = [
            control { _, _ in Bool.random(using: &random) }, control { _, _ in true }, control { $0.key <= $1.key },
            control { ($0.key * 7 + $1.key * 3) % 5 < 2 }, control { $0.id % 3 == ($1.id + 1) % 3 },
        ]
        for _ in 0..<150 {
            rows.modify { edits.edit(&$0) }
            let names = rows.value.map(\.name).sorted()
            for control in controls { expectEqual(control.rows.map(\.name).sorted(), names) }
        }
        rows.accept([])
        for control in controls { #expect(control.rows.isEmpty) }
    }

    @MainActor final class Model: Sendable {
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test("rows that are objects and change unseen leave lists that are complete, and correct after a reload")
    func unseenChanges() {
        var random = SplitMix(state: 21)
        let models = (0..<40).map { Model($0) }
        let rows = BehaviorRelay(value: TreeArray(models))
        let other = BehaviorRelay(value: TreeArray(models.prefix(20)))
        let bag = DisposeBag()
        let list = rows.updates(by: \.objectID)
        func control(_ list: ListUpdates<Model>) -> ListControl<Model> { ListControl(list, bag, areSame: ===) }
        let sorted = control(list.sorted { $0.number < $1.number })
        let filtered = control(list.filter { $0.number % 2 == 0 })
        let uniqued = control(list.uniqued { $0.number % 7 })
        let rest = control(list.subtracting(other.updates(by: \.objectID)) { $0.number % 7 })
        let common = control(list.intersection(other.updates(by: \.objectID)) { $0.number % 7 })
        let union = control(list.union(other.updates(by: \.objectID)) { $0.number % 7 })
        let sections = ListControl(list.grouped { $0.number % 3 }, bag, areSame: { $0.key == $1.key })
        var count = 0
        list.count { $0.number > 20 }.drive(onNext: { count = $0 }).disposed(by: bag)
        for _ in 0..<Effort.steps(400) {
            models.randomElement(using: &random)!.number = Int.random(in: 0..<50, using: &random)
            let model = models.randomElement(using: &random)!
            func edit(_ rows: inout TreeArray<Model>) {
                let place = Int.random(in: 0...rows.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: rows.insert(model, at: place)
                case 1: if place < rows.count { rows.remove(at: place) }
                case 2: if place < rows.count { rows[place] = model }
                default: if place < rows.count { rows.swapAt(place, 0) }
                }
            }
            if Bool.random(using: &random) { rows.modify { edit(&$0) } } else { other.modify { edit(&$0) } }
            let now = Set(rows.value.map { ObjectIdentifier($0) })
            expectEqual(sorted.rows.count, rows.value.count)
            for control in [sorted, filtered, uniqued, rest, common] {
                #expect(control.rows.allSatisfy { now.contains(ObjectIdentifier($0)) })
            }
            expectEqual(sections.rows.reduce(0) { $0 + $1.rows.count }, rows.value.count)
        }
        #expect(count <= rows.value.count + 400)
        rows.accept([])
        other.accept([])
        for control in [sorted, filtered, uniqued, rest, common, union] { #expect(control.rows.isEmpty) }
        #expect(sections.rows.isEmpty)
    }

    @Test("trees of trees, edited in place, report the row that changed, and the rows within it")
    func nested() {
        let grid = BehaviorRelay(value: TreeArray((0..<100).map { row in TreeArray((0..<100).map { row * 100 + $0 }) }))
        let bag = DisposeBag()
        var changes: [ListUpdate<TreeArray<Int>>.Change] = []
        grid.updates().drive { changes.append($0.change) }.disposed(by: bag)
        let sums = ListControl(grid.updates().map { $0.reduce(0, +) }, bag)
        grid.modify { $0[40][70] += 1 }
        grid.modify { $0[40][70] -= 1 }
        grid.modify { $0[3].removeAll() }
        grid.modify { $0[4][10...12].sort(by: >) }
        grid.modify { rows in for row in rows.indices { rows[row].append(1) } }
        #expect(
            changes.prefix(4) == [
                .reload, .edits([.replace(40..<41)]), .edits([.replace(40..<41)]), .edits([.replace(3..<4)]),
            ])
        expectEqual(sums.rows, grid.value.map { $0.reduce(0, +) })
    }
}

extension HostileRowTests.Model {
    nonisolated var objectID: ObjectIdentifier { ObjectIdentifier(self) }
}
