import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

/// Applies an update as documented to rows in plain arrays, and checks that nothing else changes.
private func applied<Key, Row>(
    _ update: SectionedUpdate<Key, Row>, to old: [(key: Key, rows: [Row])]
) -> [(key: Key, rows: [Row])] {
    func plain(_ index: Int) -> (key: Key, rows: [Row]) {
        (update.sections[index].key, Array(update.sections[index].rows))
    }
    guard case .edits(let edits, let moves, let parts) = update.change else {
        return update.sections.indices.map(plain)
    }
    var sections = old
    for edit in edits {
        switch edit {
        case .remove(let range): sections.removeSubrange(range)
        case .move(let from, let to): sections.insert(sections.remove(at: from), at: to)
        case .insert(let range): sections.insert(contentsOf: range.map(plain), at: range.lowerBound)
        case .replace(let range): sections.replaceSubrange(range, with: range.map(plain))
        }
    }
    for move in moves {
        #expect(move.from.section != move.to.section)
        let row = sections[move.from.section].rows.remove(at: move.from.row)
        sections[move.to.section].rows.insert(row, at: move.to.row)
    }
    var last = -1
    for part in parts {
        #expect(part.section > last)
        last = part.section
        sections[part.section].rows = rows(sections[part.section].rows, by: part.update)
    }
    return sections
}

/// A control with sections that applies the updates it receives.
@MainActor
private final class Table<Key: Hashable & Sendable, Row: Hashable & Sendable> {
    private(set) var plain: [(key: Key, rows: [Row])] = []
    private(set) var sections: [ListSection<Key, Row>] = []
    private(set) var updates: [SectionedUpdate<Key, Row>] = []

    func take(_ update: SectionedUpdate<Key, Row>) {
        updates.append(update)
        plain = applied(update, to: plain)
        sections.apply(update)
    }

    func shows(_ expected: [ListSection<Key, Row>]) -> Bool {
        sections == expected && plain.map { ListSection(key: $0.key, rows: TreeArray($0.rows)) } == expected
    }

    var moves: [String] {
        guard case .edits(_, let moves, _) = updates.last?.change else { return [] }
        return moves.map { "\($0.from.section).\($0.from.row) to \($0.to.section).\($0.to.row)" }
    }

    var edits: (sections: [ListEdit], rows: [Int: [ListEdit]])? {
        guard case .edits(let sections, _, let rows) = updates.last?.change else { return nil }
        return (sections, Dictionary(uniqueKeysWithValues: rows.map { ($0.section, $0.update.edits ?? []) }))
    }
}

@Suite("updates of sections")
@MainActor
struct SectionedUpdateTests {
    private let bag = DisposeBag()

    @Test("the sections that come and go, and the rows of those that stay")
    func levels() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["ant", "bee", "cat"])
        let table = Table<Character, String>()
        words.asDriver().updates(by: \.self).grouped { $0.first ?? " " }.sectionUpdates(by: \.self)
            .drive(onNext: { table.take($0) }).disposed(by: bag)
        expectEqual(table.updates.map(\.change), [.reload])
        words.modify { $0.append("ape") }
        #expect(table.edits?.sections == [] && table.edits?.rows == [0: [.insert(1..<2)]])
        words.modify { $0.removeSubrange(1..<2) }
        #expect(table.edits?.sections == [.remove(1..<2)] && table.edits?.rows == [:])
        words.modify { $0.insert("auk", at: 2) }
        words.modify { $0.insert("dog", at: 0) }
        #expect(table.edits?.sections == [.insert(0..<1)] && table.edits?.rows == [:])
        expectEqual(table.plain.map(\.rows), [["dog"], ["ant", "auk", "ape"], ["cat"]])
        // The first row of the last section moves to the front, and its section with it.
        words.modify { $0.insert("cow", at: 0) }
        #expect(table.edits?.sections == [.move(from: 2, to: 0)] && table.edits?.rows == [0: [.insert(0..<1)]])
        expectEqual(table.plain.map(\.rows), [["cow", "cat"], ["dog"], ["ant", "auk", "ape"]])
    }

    @Test("rows that go to another section move there, and are replaced if they have changed; nothing else happens")
    func rowBetweenSections() {
        let rows = BehaviorRelay<TreeArray<TestRow>>(
            value: TreeArray((0..<4).map { TestRow(id: $0, key: $0 % 2, number: 0) }))
        let table = Table<Int, TestRow>()
        rows.asDriver().updates(by: \.id).grouped(by: \.key).sectionUpdates(by: \.id)
            .drive(onNext: { table.take($0) }).disposed(by: bag)
        rows.modify { $0[2].key = 1 }
        expectEqual(table.edits?.sections, [])
        expectEqual(table.edits?.rows, [1: [.replace(1..<2)]])
        expectEqual(table.moves, ["0.1 to 1.1"])
        expectEqual(table.plain.map { $0.rows.map(\.id) }, [[0], [1, 2, 3]])
        rows.modify { rows in
            rows.append(TestRow(id: 4, key: 0, number: 0))
            rows[1].key = 0
            rows[3].key = 0
        }
        expectEqual(table.moves, ["1.0 to 0.1", "1.1 to 0.2"])
        expectEqual(table.edits?.rows, [0: [.insert(3..<4), .replace(1..<3)]])
        expectEqual(table.plain.map { $0.rows.map(\.id) }, [[0, 1, 3, 4], [2]])
    }

    @Test("observers that come late, or miss some updates, get correct ones")
    func late() {
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let updates = rows.asDriver().updates(by: \.id).grouped(by: \.key).sectionUpdates(by: \.id)
        var program = ListProgram(random: SplitMix(state: 3), repeatsRows: false)
        let first = Table<Int, TestRow>()
        updates.drive(onNext: { first.take($0) }).disposed(by: bag)
        for _ in 0..<40 {
            let late = Table<Int, TestRow>()
            let binding = updates.drive(onNext: { late.take($0) })
            for _ in 0..<5 {
                rows.modify { program.edits(of: &$0) }
                let expected = Array(rows.value).sections(by: \.key)
                #expect(first.shows(expected))
                #expect(late.shows(expected))
            }
            binding.dispose()
        }
    }

    @Test("an observer that edits the source gets that edit next")
    func reentrant() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["a"])
        let table = Table<Int, String>()
        words.asDriver().updates(by: \.self).grouped(by: \.count).sectionUpdates()
            .drive(onNext: { update in
                table.take(update)
                if words.value.count < 5 { words.modify { $0.insert($0[0] + "b", at: 0) } }
            }).disposed(by: bag)
        expectEqual(table.plain.map(\.rows), [["abbbb"], ["abbb"], ["abb"], ["ab"], ["a"]])
        expectEqual(table.updates.count, 5)
    }

    @Test("keys that are not unique come out right")
    func duplicates() {
        typealias Section = ListSection<Int, String>
        let handler = BindingDiagnostics.handler
        BindingDiagnostics.handler = { _ in }
        defer { BindingDiagnostics.handler = handler }
        var random = SplitMix(state: 11)
        let sections = BehaviorRelay<TreeArray<Section>>(value: [])
        let table = Table<Int, String>()
        sections.asDriver().updates().sectionUpdates().drive(onNext: { table.take($0) }).disposed(by: bag)
        for step in 0..<Effort.steps(400) {
            sections.modify { sections in
                let place = Int.random(in: 0...sections.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place < sections.count: sections.removeSubrange(place..<(place + 1))
                case 1 where place < sections.count: sections[place].rows.append("\(step)")
                case 2 where place < sections.count: sections.swapAt(0, place)
                default: sections.insert(Section(key: place % 2, rows: ["\(step)"]), at: place)
                }
            }
            #expect(table.shows(Array(sections.value)))
        }
    }

    @Test("random edits, with sorted sections, and with identities or without", arguments: 0..<8 as Range<UInt64>)
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed), repeatsRows: false)
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let (named, plain) = (Table<Int, TestRow>(), Table<Bool, TestRow>())
        let list = rows.asDriver().updates(by: \.id)
        list.grouped(by: \.key).sectionUpdates(by: \.id).drive(onNext: { named.take($0) }).disposed(by: bag)
        list.grouped { $0.number > 0 }.reversed().sectionUpdates().drive(onNext: { plain.take($0) }).disposed(by: bag)
        for _ in 0..<Effort.steps(300) {
            rows.modify { program.edits(of: &$0) }
            let array = Array(rows.value)
            #expect(named.shows(array.sections(by: \.key)))
            #expect(plain.shows(array.sections { $0.number > 0 }.reversed()))
        }
    }

    @Test(
        "any number of rows that go to other sections, while others come, go and move",
        arguments: 0..<4 as Range<UInt64>)
    func manyRowsBetweenSections(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rows = BehaviorRelay<TreeArray<TestRow>>(
            value: TreeArray((0..<20).map { TestRow(id: $0, key: $0 % 3, number: 0) }))
        let table = Table<Int, TestRow>()
        rows.asDriver().updates(by: \.id).grouped(by: \.key).sectionUpdates(by: \.id)
            .drive(onNext: { table.take($0) }).disposed(by: bag)
        var (id, moves, inserted) = (20, 0, 0)
        for _ in 0..<Effort.steps(300) {
            rows.modify { rows in
                for _ in 0..<Int.random(in: 1..<7, using: &random) {
                    let place = Int.random(in: 0..<rows.count, using: &random)
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0 where rows.count > 10: rows.remove(at: place)
                    case 1:
                        rows.insert(TestRow(id: id, key: id % 3, number: 0), at: place)
                        id += 1
                    case 2: rows.swapAt(0, place)
                    default: rows[place].key = Int.random(in: 0..<3, using: &random)
                    }
                }
            }
            #expect(table.shows(Array(rows.value).sections(by: \.key)))
            moves += table.moves.count
            inserted += table.edits?.rows.values.joined().count { if case .insert = $0 { true } else { false } } ?? 0
        }
        #expect(moves > inserted && inserted > 0, "\(moves) moves, \(inserted) insertions")
    }
}
