/// A subscription to a source that lasts for as long as anybody observes what is made of it: the observer of an operator
/// that sends sequences, or an observer of one of those.
///
/// It does not hold the source: those who observe do.
final class DetachedUpstream: Sendable {
    private let connection: AnyBroadcaster.Connection
    private let observers = Guarded(0)

    /// - Parameter subscription: What is ended with the last observer.
    init(_ subscription: Subscription) {
        connection = AnyBroadcaster.Connection(subscription)
    }

    /// Whether the source has ended, or nobody observes any more.
    var isEnded: Bool { connection.lifetime.isEnded }

    /// Takes in an observer, until its subscription ends.
    func join(_ observer: Subscription) {
        observers.withLock { $0 += 1 }
        observer.lifetime.whenEnded(Departure(self))
        if let held = connection.subscription ?? .succeeding(in: connection.lifetime) { observer.hold(held) }
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
