/// A subscription to a source that lasts for as long as an operator that sends sequences, or any of these sequences,
/// has an observer.
///
/// It does not hold the source: the observers do.
package final class DetachedUpstream: Sendable {
    private let connection: Connection
    private let observers = Guarded(0)

    /// - Parameter subscription: The subscription that ends with the last observer.
    package init(_ subscription: Subscription) {
        connection = Connection(subscription)
    }

    /// Whether the source has ended, or no observer is left.
    var isEnded: Bool { connection.lifetime.isEnded }

    /// Adds an observer, until its subscription ends.
    package func join(_ observer: Subscription) {
        observers.withLock { $0 += 1 }
        observer.lifetime.whenEnded(Departure(self))
        if let held = connection.held { observer.hold(held) }
    }

    private func leave() {
        let isLast = observers.withLock { observers in
            observers -= 1
            return observers == 0
        }
        if isLast { connection.lifetime.end() }
    }

    private struct Departure: Disposable {
        let upstream: DetachedUpstream

        init(_ upstream: DetachedUpstream) {
            self.upstream = upstream
        }

        func dispose() { upstream.leave() }
    }
}
