/// A variable of one subscription.
///
/// A source calls its observer for one event at a time, whatever the thread, and passes a lock between two calls:
/// what only those calls touch needs no lock of its own, and, as it is touched for a moment at a time, no check for exclusive
/// access.
@usableFromInline
final class SubscriptionLocal<Value>: @unchecked Sendable {
    // Sound: see above.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
