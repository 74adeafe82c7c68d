/// A value protected by a lock, for state that is off the hot path.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
    // Sound: `value` is accessed under `lock` only, and whatever is returned from it to another thread is `Sendable`.
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var value: Value

    @usableFromInline
    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs a closure on the value under the lock. The closure must not run user code, not even a deinitializer: values
    /// to be released are returned, so that they are released outside of the lock.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

extension Guarded where Value: Sendable {
    /// Replaces the value. The old one is released outside of the lock.
    package func replace(with new: Value) {
        let outgoing = withLock { value in
            let outgoing = value
            value = new
            return outgoing
        }
        withExtendedLifetime(outgoing) {}
    }
}

extension Guarded {
    /// Removes and returns the value, leaving `nil`.
    package func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
        withLock { value in
            let taken = value
            value = nil
            return taken
        }
    }
}

/// Releases a value here, and not before: its deinitializer may run user code.
///
/// (An isolated closure for `withExtendedLifetime` would check whether it runs on the main actor.)
@inlinable @inline(__always)
nonisolated func release<Value>(_ value: consuming Value) {
    withExtendedLifetime(value) {}
}
