import Binding

extension ListUpdates {
    /// What a function makes of the latest rows and the latest value of another driver, each time one of them changes.
    /// The function is made anew for each subscription, and can keep state until that ends.
    ///
    /// - Parameters:
    ///   - other: The other driver.
    ///   - identity: How rows of the result are identified.
    ///   - function: The operator, for an inspector.
    ///   - make: Makes the function, which returns `nil` if there is nothing to send.
    @inlinable
    package func combined<Other: Sendable, Result: Sendable>(
        with other: Driver<Other>, identity: RowIdentity<Result>?, function: StaticString = #function,
        _ make: @escaping @MainActor () -> (@MainActor (TreeArray<Row>, Other) -> TreeArray<Result>?)
    ) -> ListUpdates<Result> {
        let both = Driver<(TreeArray<Row>, Other)>.combineLatest(rows, other)
        return ListUpdates<Result>(
            both.stage(function: function) {
                let function = make()
                return { function($0.0, $0.1) }
            }, identity: identity)
    }
}
