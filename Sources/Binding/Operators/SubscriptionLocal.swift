/// A variable of one subscription.
///
/// A source calls its observer for one event at a time, on whatever thread, and passes a lock between two calls. What
/// only those calls touch needs no lock of its own and, as each access is brief, no check for exclusive access.
@usableFromInline
package final class SubscriptionLocal<Value>: @unchecked Sendable {
    // Sound: see above.
    @exclusivity(unchecked) @usableFromInline package var value: Value

    @inlinable
    package init(_ value: Value) {
        self.value = value
    }
}
