import Binding
import BindingCollections

/// Derives a list from one or two others: by an operator on updates, and by a plain function of arrays.
enum ListLink: CaseIterable {
    case map, mapObjects, filter, filterByValue, filterByPredicate, filterOn, sorted, sortedByKey, sortedByOrder,
        sortedOn
    case mapOn, reversed, prefix, prefixByValue, window, merged, mergedWithItself
    case uniqued, union, intersection, subtracting, sections, models

    /// One of each kind.
    static let kinds: [ListLink] = [
        .mapObjects, .filterByValue, .filterOn, .sortedByOrder, .mapOn, .reversed, .window, .mergedWithItself, .uniqued,
        .union, .intersection, .subtracting, .sections, .models,
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
        case .map, .mapObjects, .mapOn, .sections, .models: false
        default: true
        }
    }

    /// Whether the result depends on ``Parameters/number``.
    var readsNumber: Bool {
        switch self {
        case .filterByValue, .filterByPredicate, .sortedByOrder, .prefixByValue: true
        default: false
        }
    }

    /// Whether the result depends on ``Parameters/range``.
    var readsRange: Bool { self == .window }

    /// Whether the result depends on ``Parameters/ofRows``.
    var readsValuesOfRows: Bool { self == .filterOn || self == .sortedOn || self == .mapOn }

    /// Whether the result depends on a second list.
    var readsOther: Bool {
        switch self {
        case .merged, .mergedWithItself, .union, .intersection, .subtracting: true
        default: false
        }
    }

    /// The largest number of rows of the result, for a number of rows in each source.
    func size(_ count: Int, _ other: Int) -> Int {
        switch self {
        case .merged, .union: count + other
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

    private static func mapped(_ row: ListRow) -> ListRow {
        var row = row
        row.key = (row.key * 3 + 1) % 10
        return row
    }

    @MainActor private static func change(_ old: Int, _ new: Int) -> FilterChange {
        new % 4 == old % 4 ? .any : new % 4 < old % 4 ? .stricter : .looser
    }
}
