import Binding
import BindingCollections
import Testing

/// A list control, which stores what it receives: it starts from an array, applies each edit, and compares.
@MainActor
final class ListControl<Row: Sendable> {
    private(set) var rows: [Row] = []
    private(set) var updateCount = 0
    private(set) var subscription: (any Disposable)?

    init(
        _ updates: ListUpdates<Row>, _ bag: DisposeBag, sourceLocation: SourceLocation = #_sourceLocation,
        areSame: @escaping @MainActor (Row, Row) -> Bool, then: @escaping @MainActor ([Row]) -> Void = { _ in }
    ) {
        let subscription = updates.drive { [self] update in
            updateCount += 1
            guard areInPlace(update) else {
                Issue.record("an update of other rows than those of before", sourceLocation: sourceLocation)
                return
            }
            rows = BindingCollectionsTests.rows(rows, by: update, sourceLocation)
            if !rows.elementsEqual(update.rows, by: areSame) {
                Issue.record(
                    "\(rows.count) rows, not \(update.rows.count): \(update.change)", sourceLocation: sourceLocation)
                rows = Array(update.rows)
            }
            then(rows)
        }
        self.subscription = subscription
        subscription.disposed(by: bag)
    }

    private func areInPlace(_ update: ListUpdate<Row>) -> Bool {
        update.previousCount == rows.count || update.change == .reload
    }
}

extension ListControl where Row: Equatable {
    convenience init(
        _ updates: ListUpdates<Row>, _ bag: DisposeBag, sourceLocation: SourceLocation = #_sourceLocation,
        then: @escaping @MainActor ([Row]) -> Void = { _ in }
    ) {
        self.init(updates, bag, sourceLocation: sourceLocation, areSame: { $0 == $1 }, then: then)
    }
}
