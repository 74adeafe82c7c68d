/// A value with a lock around it, for state that is off the hot path.
package final class Guarded<Value>: @unchecked Sendable {
    // Sound: `value` is touched under `lock` only, and what comes out of it is `Sendable` where it leaves a thread.
    private let lock = Lock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs a closure on the value under the lock. The closure must run no code of the user, not even a deinitialiser:
    /// what is to be released is returned, so that it dies outside.
    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

extension Guarded where Value: Sendable {
    /// Puts another value in the place of the one that is there, which dies outside of the lock.
    func replace(with new: Value) {
        let outgoing = withLock { value in
            let outgoing = value
            value = new
            return outgoing
        }
        withExtendedLifetime(outgoing) {}
    }
}

extension Guarded {
    /// Takes the value out and leaves `nil`.
    func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
        withLock { value in
            let taken = value
            value = nil
            return taken
        }
    }
}
