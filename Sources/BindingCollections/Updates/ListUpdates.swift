import Binding

/// The rows of a list over time, for a list control: each observer receives what turns the rows that it has into the
/// current ones.
///
/// ```swift
/// viewModel.$people.updates().filter { $0.isActive }.sorted(by: \.name) => listBox.rx.rows
/// ```
///
/// What operators pass on, to each other and to each observer, is the rows themselves; each finds what differs from
/// those that it had. An observer that comes late, or that missed some, therefore receives all that has changed since,
/// and nothing if nothing has. The first update of each observer is a ``ListUpdate/Change/reload``.
///
/// If the type is `Equatable`, observers do not receive a change of a row that equals what it was. A type whose `==`
/// compares only identities hides everything else from them: list controls then do not show what is edited in place.
public struct ListUpdates<Row: Sendable>: SharedSequenceConvertibleType {
    public typealias Element = ListUpdate<Row>

    /// The rows over time.
    @inlinable public var rows: Driver<TreeArray<Row>> { list }

    /// The same: an operator in the middle of a chain, which nothing else observes, takes it from here.
    @usableFromInline var list: Driver<TreeArray<Row>>

    /// How the rows are identified, if they are.
    @usableFromInline package let identity: RowIdentity<Row>?

    @inlinable
    package init(_ rows: consuming Driver<TreeArray<Row>>, identity: RowIdentity<Row>?) {
        list = rows
        self.identity = identity
    }

    @inlinable
    public consuming func asSharedSequence() -> Driver<ListUpdate<Row>> {
        let identity = identity
        return list.stageOfEachObserver { Self.updates(by: identity) }
    }

    @inlinable
    public consuming func asSequenceOfOneObserver() -> Driver<ListUpdate<Row>> {
        let identity = identity
        return Driver.stageOfOneObserver(of: &list) { Self.updates(by: identity) }
    }

    /// What makes the updates of one observer.
    @MainActor @inlinable
    static func updates(by identity: RowIdentity<Row>?) -> @MainActor (TreeArray<Row>) -> ListUpdate<Row>? {
        var differences = ListDifferences(identity: identity)
        var last: TreeArray<Row>?
        return { rows in
            let update = differences.update(from: last, to: rows)
            last = rows
            return update.isEmpty ? nil : update
        }
    }

    /// The updates as a driver.
    @inlinable
    public consuming func asDriver() -> Driver<ListUpdate<Row>> { asSharedSequence() }

    @inlinable
    public func asObservable() -> Observable<ListUpdate<Row>> { asSharedSequence().asObservable() }
}

extension ListUpdates where Row: Identifiable, Row.ID: Sendable {
    @inlinable
    package init(identifying rows: consuming Driver<TreeArray<Row>>) {
        self.init(rows, identity: RowIdentity { $0.id })
    }
}

extension ListUpdates {
    /// Calls a closure on the main actor: with all rows at once, and with each change.
    ///
    /// - Parameter onNext: Called with each update.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a `DisposeBag`.
    /// - Complexity: To subscribe, O(1). For each change, O(*m*) in the number of rows that differ, and O(*m* log *m*)
    ///   in that of rows that moved.
    @inlinable
    public consuming func drive(onNext: @escaping @MainActor (ListUpdate<Row>) -> Void) -> any Disposable {
        asSequenceOfOneObserver().drive(onNext: onNext)
    }

    /// Calls closures on the main actor: with all rows at once, and with each change.
    ///
    /// - Parameters:
    ///   - onNext: Called with each update.
    ///   - onCompleted: Called when there will be no more changes.
    ///   - onDisposed: Called once when the subscription has ended, on the thread where that happens.
    /// - Returns: A disposable that ends the subscription. Dropping it does not; put it into a `DisposeBag`.
    @inlinable
    public consuming func drive(
        onNext: (@MainActor (ListUpdate<Row>) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asSequenceOfOneObserver().drive(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures with an object and each update, on the main actor, for as long as the object lives.
    ///
    /// - Parameters:
    ///   - object: The object that the closures are called with. It is held weakly.
    ///   - onNext: Called with the object and each update.
    ///   - onCompleted: Called with the object when there will be no more changes.
    /// - Returns: A disposable that ends the subscription.
    @inlinable
    public consuming func drive<Object: AnyObject>(
        with object: Object,
        onNext: (@MainActor (Object, ListUpdate<Row>) -> Void)? = nil,
        onCompleted: (@MainActor (Object) -> Void)? = nil
    ) -> any Disposable {
        asSequenceOfOneObserver().drive(with: object, onNext: onNext, onCompleted: onCompleted)
    }

    /// Calls an observer on the main actor with each update.
    ///
    /// - Returns: A disposable that ends the subscription.
    @inlinable
    public consuming func drive(_ observer: some ObserverType<ListUpdate<Row>>) -> any Disposable {
        asSequenceOfOneObserver().drive(observer)
    }
}
