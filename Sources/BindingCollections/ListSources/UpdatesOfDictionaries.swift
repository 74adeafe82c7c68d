import Binding

/// An entry of a dictionary, as a row of a list.
public struct KeyedRow<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
    /// The key, which distinguishes this row from others.
    public let key: Key
    /// The value for the key.
    public var value: Value

    /// The identity of the row: its key.
    @inlinable public var id: Key { key }

    /// An entry.
    @inlinable
    public init(key: Key, value: Value) {
        self.key = key
        self.value = value
    }
}

extension KeyedRow: Equatable where Value: Equatable {}
extension KeyedRow: Hashable where Value: Hashable {}

extension SharedSequenceConvertibleType where Sharing == DriverSharing {
    /// The entries of a dictionary over time, as rows told apart by their keys.
    ///
    /// ```swift
    /// viewModel.$prices.updates().sorted(by: \.key).map { "\($0.key) \($0.value)" } => listBox.rx.rows
    /// ```
    ///
    /// A dictionary has no order: rows that stay are in the order in which they are, and others come behind them. Sort
    /// them.
    ///
    /// - Complexity: O(*n*) in the number of entries for each dictionary, once for all observers.
    @inlinable
    public consuming func updates<Key: Hashable & Sendable, Value: Sendable>() -> ListUpdates<KeyedRow<Key, Value>>
    where Element == [Key: Value] {
        ListUpdates(
            unordered: asSharedSequence(), id: { $0.key }, count: { $0.count },
            row: { entries, key in entries[key].map { KeyedRow(key: key, value: $0) } },
            rows: { entries in entries.lazy.map { KeyedRow(key: $0.key, value: $0.value) } })
    }

    /// The elements of a set over time, as rows told apart by their values.
    ///
    /// A set has no order: rows that stay are in the order in which they are, and others come behind them. Sort them.
    ///
    /// - Complexity: O(*n*) in the number of elements for each set, once for all observers.
    @inlinable
    public consuming func updates<Row: Hashable & Sendable>() -> ListUpdates<Row> where Element == Set<Row> {
        ListUpdates(
            unordered: asSharedSequence(), id: { $0 }, count: { $0.count },
            row: { elements, element in elements.firstIndex(of: element).map { elements[$0] } }, rows: { $0 })
    }
}

extension ListUpdates {
    /// For a collection without an order, in which a row is found by its identity.
    @inlinable
    init<Source: Sendable, ID: Hashable & Sendable, Rows: Sequence<Row>>(
        unordered source: consuming Driver<Source>, id: @escaping @Sendable (Row) -> ID,
        count: @escaping @MainActor (Source) -> Int, row: @escaping @MainActor (Source, ID) -> Row?,
        rows: @escaping @MainActor (Source) -> Rows
    ) {
        let equality = PartEquality(Row.self)
        let lists = source.stage {
            var output: TreeArray<Row>?
            return { (source: Source) -> TreeArray<Row>? in
                guard var list = output else {
                    output = TreeArray(rows(source))
                    return output
                }
                var isChanged = false
                var gone: [Int] = []
                for (place, old) in list.enumerated() {
                    guard let new = row(source, id(old)) else {
                        gone.append(place)
                        continue
                    }
                    if areSame(old, new, by: equality) { continue }
                    list[place] = new
                    isChanged = true
                }
                if list.count - gone.count < count(source) {
                    let known = Set(list.lazy.map(id))
                    for new in rows(source) where !known.contains(id(new)) { list.append(new) }
                    isChanged = true
                }
                for place in gone.reversed() { list.remove(at: place) }
                guard isChanged || !gone.isEmpty else { return nil }
                output = list
                return list
            }
        }
        self.init(lists, identity: RowIdentity(id).withoutReports)
    }
}
