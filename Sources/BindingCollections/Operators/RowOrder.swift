/// An order of rows, as a value, such as one that a table's header sets.
///
/// ```swift
/// @Bindable var order: RowOrder<Person> = .ascending(\.name)
/// people.updates().sorted(by: viewModel.$order) => listBox.rx.rows
/// viewModel.order = .descending(\.age).then(.ascending(\.name))
/// ```
///
/// DynamicData has `SortExpressionComparer` for this, Foundation `SortDescriptor`.
public struct RowOrder<Row>: Sendable {
    /// Whether a row belongs before another one.
    public let areInIncreasingOrder: @Sendable (Row, Row) -> Bool

    /// Compares rows in memory by their indices, their keys read once; `nil` for an order that has no keys.
    ///
    /// The result is below 0 if the first row comes first, above 0 if the second one does, and 0 if it makes no
    /// difference.
    @usableFromInline let comparison: Comparison?

    @usableFromInline typealias Comparison = @Sendable ([UnsafePointer<Row>]) -> IndexComparison
    @usableFromInline typealias IndexComparison = (Int, Int) -> Int

    /// An order by a closure.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first row belongs before the second one, as for `sort(by:)`.
    public init(by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) {
        self.init(areInIncreasingOrder, comparison: nil)
    }

    @usableFromInline
    init(_ areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool, comparison: Comparison?) {
        self.areInIncreasingOrder = areInIncreasingOrder
        self.comparison = comparison
    }

    /// The order of the source: no row belongs before another one.
    public static var ofSource: RowOrder { RowOrder({ _, _ in false }, comparison: { _ in { _, _ in 0 } }) }

    /// The smallest first, by a key of the rows.
    ///
    /// When all rows are sorted, each one's key is read once. A key that does not equal itself, NaN, comes after all others.
    @inlinable
    public static func ascending<Key: Comparable & SendableMetatype>(_ key: KeyPath<Row, Key> & Sendable) -> RowOrder {
        RowOrder(
            { isBefore($0[keyPath: key], $1[keyPath: key]) },
            comparison: { rows in
                let keys = rows.map(RowProperty(key).callAsFunction)
                return { isBefore(keys[$0], keys[$1]) ? -1 : isBefore(keys[$1], keys[$0]) ? 1 : 0 }
            })
    }

    /// Compares keys. With `<` alone, NaN would be neither before nor after any other key, and the others would not be in
    /// order around it.
    @inlinable @inline(__always)
    static func isBefore<Key: Comparable>(_ first: Key, _ second: Key, isDescending: Bool = false) -> Bool {
        (isDescending ? second < first : first < second) || (second != second && first == first)
    }

    /// The greatest first, by a key of the rows; see ``ascending(_:)``. NaN comes last here, too.
    @inlinable
    public static func descending<Key: Comparable & SendableMetatype>(_ key: KeyPath<Row, Key> & Sendable) -> RowOrder {
        RowOrder(
            { isBefore($0[keyPath: key], $1[keyPath: key], isDescending: true) },
            comparison: { rows in
                let keys = rows.map(RowProperty(key).callAsFunction)
                return {
                    isBefore(keys[$0], keys[$1], isDescending: true)
                        ? -1 : isBefore(keys[$1], keys[$0], isDescending: true) ? 1 : 0
                }
            })
    }

    /// An order by a key of the rows that may be missing, the smallest first.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - nilFirst: Whether rows without a key come first; by default, they come last.
    @inlinable
    public static func ascending<Key: Comparable & SendableMetatype>(
        _ key: KeyPath<Row, Key?> & Sendable, nilFirst: Bool = false
    ) -> RowOrder {
        presence(of: key, nilFirst: nilFirst).then(by(key, isDescending: false))
    }

    /// An order by a key of the rows that may be missing, the greatest first.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - nilFirst: Whether rows without a key come first; by default, they come last, here too.
    @inlinable
    public static func descending<Key: Comparable & SendableMetatype>(
        _ key: KeyPath<Row, Key?> & Sendable, nilFirst: Bool = false
    ) -> RowOrder {
        presence(of: key, nilFirst: nilFirst).then(by(key, isDescending: true))
    }

    /// An order by a key of the rows and an order of such keys, as for text in the order of a language.
    ///
    /// ```swift
    /// people.updates().sorted(by: .by(\.name) { $0.localizedStandardCompare($1) == .orderedAscending })
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - areInIncreasingOrder: Whether a row with the first key belongs before one with the second.
    @inlinable
    public static func by<Key>(
        _ key: KeyPath<Row, Key> & Sendable, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
    ) -> RowOrder {
        RowOrder { areInIncreasingOrder($0[keyPath: key], $1[keyPath: key]) }
    }

    @inlinable
    static func presence<Key>(of key: KeyPath<Row, Key?> & Sendable, nilFirst: Bool) -> RowOrder {
        RowOrder { ($0[keyPath: key] == nil) == nilFirst && ($1[keyPath: key] == nil) != nilFirst }
    }

    /// An order of the rows that have a key.
    @inlinable
    static func by<Key: Comparable & SendableMetatype>(
        _ key: KeyPath<Row, Key?> & Sendable, isDescending: Bool
    ) -> RowOrder {
        by(key) { first, second in
            guard let first, let second else { return false }
            return isBefore(first, second, isDescending: isDescending)
        }
    }

    /// This order, and another one for rows that it makes no difference between.
    public func then(_ next: RowOrder) -> RowOrder {
        let (isBefore, isNextBefore) = (areInIncreasingOrder, next.areInIncreasingOrder)
        var comparison: Comparison?
        if self.comparison != nil || next.comparison != nil {
            comparison = { rows in
                let (compare, compareNext) = (self.comparison(of: rows), next.comparison(of: rows))
                return { first, second in
                    let result = compare(first, second)
                    return result == 0 ? compareNext(first, second) : result
                }
            }
        }
        return RowOrder(
            { isBefore($0, $1) || (!isBefore($1, $0) && isNextBefore($0, $1)) }, comparison: comparison)
    }

    /// The opposite order. Rows that this makes no difference between stay in the order of the source.
    public func reversed() -> RowOrder {
        let isBefore = areInIncreasingOrder
        var opposite: Comparison?
        if let comparison {
            opposite = { rows in
                let compare = comparison(rows)
                return { compare($1, $0) }
            }
        }
        return RowOrder({ isBefore($1, $0) }, comparison: opposite)
    }

    private func comparison(of rows: [UnsafePointer<Row>]) -> IndexComparison {
        if let comparison { return comparison(rows) }
        let isBefore = areInIncreasingOrder
        return { first, second in
            let (first, second) = (rows[first], rows[second])
            return first.pass(with: second, to: isBefore) ? -1 : second.pass(with: first, to: isBefore) ? 1 : 0
        }
    }
}
