import Binding

/// The rows of a list over time, for a list control: each observer is told how the rows that it has become those that there
/// are now.
public struct ListUpdates<Row: Sendable>: SharedSequenceConvertibleType {
    public typealias Element = ListUpdate<Row>

    /// The rows over time.
    public let rows: Driver<TreeArray<Row>>

    /// What tells which row is which, if anything does.
    @usableFromInline package let identity: RowIdentity<Row>?

    @inlinable
    package init(_ rows: Driver<TreeArray<Row>>, identity: RowIdentity<Row>?) {
        self.rows = rows
        self.identity = identity
    }

    @inlinable
    public func asSharedSequence() -> Driver<ListUpdate<Row>> {
        let identity = identity
        return rows.stageOfEachObserver {
            var last: TreeArray<Row>?
            return { rows in
                let update = ListUpdate(from: last, to: rows, identity: identity)
                last = rows
                if case .edits([]) = update.change { return nil }
                return update
            }
        }
    }

    @inlinable
    public func asObservable() -> Observable<ListUpdate<Row>> { asSharedSequence().asObservable() }

    /// Calls a closure on the main actor: with all rows at once, and with each change.
    @inlinable
    public func drive(onNext: @escaping @MainActor (ListUpdate<Row>) -> Void) -> any Disposable {
        asSharedSequence().drive(onNext: onNext)
    }

    /// Has an observer called on the main actor.
    @inlinable
    public func drive(_ observer: some ObserverType<ListUpdate<Row>>) -> any Disposable {
        asSharedSequence().drive(observer)
    }
}

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    @inlinable
    package init(identifying rows: Driver<TreeArray<Row>>) { self.init(rows, identity: RowIdentity { $0.id }) }
}

extension SharedSequence where Sharing == DriverSharing {
    /// The rows over time, for a list control.
    @inlinable
    public consuming func updates<Row: Sendable>() -> ListUpdates<Row> where Element == TreeArray<Row> {
        ListUpdates(self, identity: nil)
    }

    /// The rows over time, for a list control, told apart by their `id`.
    @inlinable
    public consuming func updates<Row: Identifiable & Sendable>() -> ListUpdates<Row>
    where Element == TreeArray<Row>, Row.ID: Sendable {
        ListUpdates(identifying: self)
    }
}
