import Binding
import BindingCollections

/// Derives a list from one or two others: by an operator on updates, and by a plain function of arrays.
enum ListLink: CaseIterable {
    case map, mapObjects, filter, filterByValue, filterByPredicate, filterOn, sorted, sortedByKey, sortedByOrder,
        sortedOn
    case mapOn, reversed, prefix, prefixByValue, window, merged, mergedWithItself
    case suffix, suffixByValue, dropFirst, dropLast, sortedByOptionalKey, sortedByKeys
    case flatMap, flatMapLists, joined, flatMapLatest, innerJoin, leftJoin, turnover
    case uniqued, union, intersection, subtracting, sections, models

    /// One of each kind.
    static let kinds: [ListLink] = [
        .mapObjects, .filterByValue, .filterOn, .sortedByOrder, .mapOn, .reversed, .window, .mergedWithItself, .uniqued,
        .union, .intersection, .subtracting, .sections, .models, .suffixByValue, .dropFirst, .sortedByOptionalKey,
        .flatMap, .flatMapLists, .joined, .flatMapLatest, .innerJoin,
        .leftJoin,
    ]

    /// The inputs of operators other than rows.
    struct Parameters {
        let number = BehaviorRelay(value: 3)
        let range = BehaviorRelay(value: 0..<4)
        /// Values that belong to rows without being part of them, one for each identity.
        let ofRows = (0..<5).map { BehaviorRelay(value: $0) }

        var value: Int { number.value }

        var predicates: Driver<@Sendable (ListRow) -> Bool> {
            number.asDriver().map { number in { Self.includes($0, number) } }
        }

        var orders: Driver<RowOrder<ListRow>> {
            number.asDriver().map { number in RowOrder { Self.isBefore($0, $1, number) } }
        }

        static func isBefore(_ row: ListRow, _ other: ListRow, _ number: Int) -> Bool {
            (row.key * (number % 4 + 1)) % 7 < (other.key * (number % 4 + 1)) % 7
        }

        func relay(of row: ListRow) -> BehaviorRelay<Int> { ofRows[row.id % ofRows.count] }

        static func includes(_ row: ListRow, _ number: Int) -> Bool { row.key % 4 <= number % 4 }
    }

    /// A row that is an object.
    private final class Object: Sendable {
        let row: ListRow

        init(_ row: ListRow) {
            self.row = row
        }
    }

    /// The view model of a row.
    private final class Model: Sendable {
        let row: BehaviorRelay<ListRow>

        init(_ row: ListRow) {
            self.row = BehaviorRelay(value: row)
        }
    }

    @MainActor
    func callAsFunction(
        _ list: ListUpdates<ListRow>, _ other: ListUpdates<ListRow>, _ parameters: Parameters
    ) -> ListUpdates<ListRow> {
        let number = parameters.number.asDriver()
        return switch self {
        case .map: list.map { Self.mapped($0) }
        case .mapObjects: list.map { Object(Self.mapped($0)) }.map { $0.row }
        case .filter: list.filter { $0.key % 3 != 0 }
        case .filterByValue: list.filter(by: number, change: Self.change) { Parameters.includes($0, $1) }
        case .filterByPredicate: list.filter(by: parameters.predicates)
        case .filterOn: list.filter(on: { parameters.relay(of: $0).asDriver() }, { $0 % 3 != 0 })
        case .sorted: list.sorted { $0.key < $1.key }
        case .sortedByKey: list.sorted(by: \.key)
        case .sortedByOrder: list.sorted(by: parameters.orders)
        case .sortedOn: list.sorted(on: { parameters.relay(of: $0).asDriver() })
        case .mapOn:
            list.map(on: { parameters.relay(of: $0).asDriver() }, { ListRow($0.id, key: ($0.key + $1) % 10) })
        case .reversed: list.reversed()
        case .prefix: list.prefix(5)
        case .prefixByValue: list.prefix(number)
        case .window: list.window(parameters.range.asDriver())
        case .merged: list.merged(with: other)
        case .mergedWithItself: list.merged(with: list.map { $0 }, other)
        case .suffix: list.suffix(5)
        case .suffixByValue: list.suffix(number)
        case .dropFirst: list.dropFirst(2)
        case .dropLast: list.dropLast(2)
        case .sortedByOptionalKey: list.sorted(by: \.oddKey)
        case .sortedByKeys:
            list.sorted(by: .descending(\.oddKey, nilFirst: true).then(.by(\.text) { $0.count < $1.count }))
        case .flatMap: list.flatMap { Self.parts(of: $0, $0.key) }
        case .flatMapLists:
            list.flatMap { row in
                parameters.relay(of: row).asDriver().map { TreeArray(Self.parts(of: row, $0)) }.updates()
            }
        case .joined: number.map { TreeArray(Self.some($0, list, other)) }.updates().joined()
        case .flatMapLatest: number.flatMapLatest(by: \.id) { $0 % 2 == 0 ? list : other }
        case .innerJoin:
            list.innerJoin(other.prefix(3), on: { $0.key }, equals: { $0.key }).map { Self.joined($0.left, $0.right) }
        case .leftJoin: list.leftJoin(other, on: { $0.id }, equals: { $0.id }).map { Self.joined($0.left, $0.right) }
        case .turnover: list.onItemAdded { _ in }.onItemRemoved { _ in }
        case .uniqued: list.uniqued { $0.key }
        case .union: list.union(other) { $0.id }
        case .intersection: list.intersection(other) { $0.key }
        case .subtracting: list.subtracting(other) { $0.key }
        case .sections: list.grouped { $0.key % 4 }.map { Self.row(of: $0.key, Array($0.rows)) }
        case .models:
            list.map(by: \.id, { Model($0) }, updating: { $0.row.accept($1) }).map(on: { $0.row.asDriver() }, { $1 })
        }
    }

    func callAsFunction(_ rows: [ListRow], _ other: [ListRow], _ parameters: Parameters) -> [ListRow] {
        switch self {
        case .map, .mapObjects: rows.map(Self.mapped)
        case .filter: rows.filter { $0.key % 3 != 0 }
        case .filterByValue, .filterByPredicate: rows.filter { Parameters.includes($0, parameters.value) }
        case .filterOn: rows.filter { parameters.relay(of: $0).value % 3 != 0 }
        case .sorted, .sortedByKey: rows.sorted { $0.key < $1.key }
        case .sortedByOrder: rows.sorted { Parameters.isBefore($0, $1, parameters.value) }
        case .sortedOn: rows.sorted { parameters.relay(of: $0).value < parameters.relay(of: $1).value }
        case .mapOn: rows.map { ListRow($0.id, key: ($0.key + parameters.relay(of: $0).value) % 10) }
        case .reversed: rows.reversed()
        case .prefix: Array(rows.prefix(5))
        case .prefixByValue: Array(rows.prefix(max(0, parameters.value)))
        case .window: Array(rows[parameters.range.value.clamped(to: 0..<rows.count)])
        case .merged: rows + other
        case .mergedWithItself: rows + rows + other
        case .suffix: rows.suffix(5)
        case .suffixByValue: rows.suffix(max(0, parameters.value))
        case .dropFirst: Array(rows.dropFirst(2))
        case .dropLast: rows.dropLast(2)
        case .sortedByOptionalKey:
            rows.filter { $0.oddKey != nil }.sorted { $0.key < $1.key } + rows.filter { $0.oddKey == nil }
        case .sortedByKeys:
            rows.sorted {
                ($0.oddKey.map { -$0 } ?? -99, $0.text.count) < ($1.oddKey.map { -$0 } ?? -99, $1.text.count)
            }
        case .flatMap: rows.flatMap { Self.parts(of: $0, $0.key) }
        case .flatMapLists: rows.flatMap { Self.parts(of: $0, parameters.relay(of: $0).value) }
        case .joined: Self.some(parameters.value, rows, other).flatMap { $0 }
        case .flatMapLatest: parameters.value % 2 == 0 ? rows : other
        case .innerJoin:
            rows.flatMap { row in other.prefix(3).filter { $0.key == row.key }.map { Self.joined(row, $0) } }
        case .leftJoin:
            rows.flatMap { row in
                let partners = other.filter { $0.id == row.id }
                return partners.isEmpty ? [Self.joined(row, nil)] : partners.map { Self.joined(row, $0) }
            }
        case .turnover: rows
        case .uniqued: Self.uniqued(rows) { $0.key }
        case .union: Self.uniqued(rows + other) { $0.id }
        case .intersection: rows.filter { row in other.contains { $0.key == row.key } }
        case .subtracting: rows.filter { row in !other.contains { $0.key == row.key } }
        case .sections: Self.sections(of: rows) { $0.key % 4 }.map { Self.row(of: $0.key, Array($0.rows)) }
        case .models: rows
        }
    }

    /// Whether rows keep their identities.
    var keepsIdentity: Bool {
        switch self {
        case .map, .mapObjects, .mapOn, .sections, .models, .flatMap, .flatMapLists, .joined, .innerJoin, .leftJoin:
            false
        default: true
        }
    }

    /// Whether the result depends on ``Parameters/number``.
    var readsNumber: Bool {
        switch self {
        case .filterByValue, .filterByPredicate, .sortedByOrder, .prefixByValue, .suffixByValue, .joined,
            .flatMapLatest:
            true
        default: false
        }
    }

    /// Whether the result depends on ``Parameters/range``.
    var readsRange: Bool { self == .window }

    /// Whether the result depends on ``Parameters/ofRows``.
    var readsValuesOfRows: Bool {
        self == .filterOn || self == .sortedOn || self == .mapOn || self == .flatMapLists
    }

    /// Whether the result depends on a second list.
    var readsOther: Bool {
        switch self {
        case .merged, .mergedWithItself, .union, .intersection, .subtracting: true
        case .joined, .flatMapLatest, .innerJoin, .leftJoin: true
        default: false
        }
    }

    /// The largest number of rows of the result, for a number of rows in each source.
    func size(_ count: Int, _ other: Int) -> Int {
        switch self {
        case .merged, .union, .joined: count + other
        case .flatMap, .flatMapLists: 2 * count
        case .flatMapLatest: max(count, other)
        case .innerJoin: 3 * count
        case .leftJoin: count * other
        case .mergedWithItself: 2 * count + other
        default: count
        }
    }

    private static func uniqued(_ rows: [ListRow], on key: (ListRow) -> Int) -> [ListRow] {
        var seen = Set<Int>()
        return rows.filter { seen.insert(key($0)).inserted }
    }

    static func sections(of rows: [ListRow], by key: (ListRow) -> Int) -> [ListSection<Int, ListRow>] {
        uniqued(rows, on: key).map(key).map { number in
            ListSection(key: number, rows: TreeArray(rows.filter { key($0) == number }))
        }
    }

    /// A row that stands for a section.
    private static func row(of section: Int, _ rows: [ListRow]) -> ListRow {
        ListRow(section, key: rows.reduce(0) { ($0 * 7 + $1.id + $1.key) % 10 })
    }

    /// The rows that a row stands for.
    private static func parts(of row: ListRow, _ number: Int) -> [ListRow] {
        (0..<(number % 3)).map { ListRow(row.id, key: (row.key + $0 + number) % 10) }
    }

    /// Some of two lists.
    private static func some<List>(_ number: Int, _ list: List, _ other: List) -> [List] {
        [[list], [other, list], []][number % 3]
    }

    private static func joined(_ row: ListRow, _ other: ListRow?) -> ListRow {
        ListRow(row.id, key: (row.key * 3 + (other?.key ?? 7) + (other?.id ?? 0)) % 10)
    }

    private static func mapped(_ row: ListRow) -> ListRow {
        var row = row
        row.key = (row.key * 3 + 1) % 10
        return row
    }

    @MainActor private static func change(_ old: Int, _ new: Int) -> FilterChange {
        new % 4 == old % 4 ? .any : new % 4 < old % 4 ? .stricter : .looser
    }
}
