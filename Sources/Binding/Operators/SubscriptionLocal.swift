/// A variable of one subscription.
///
/// A source calls its observer for one event at a time, whatever the thread, and passes a lock between two calls:
/// what only those calls touch needs no lock of its own.
@usableFromInline
final class SubscriptionLocal<Value>: @unchecked Sendable {
    // Sound: see above.
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
