/// A subscription that others hold: by this it is known without being held, so that a source that is dropped with all of
/// its observers is not kept alive by a reference cycle.
@usableFromInline
package final class Connection: Sendable {
    @usableFromInline package let lifetime: Lifetime
    @usableFromInline let weakSubscription: WeakReference<Subscription>

    @usableFromInline
    package init(_ subscription: Subscription) {
        lifetime = subscription.lifetime
        weakSubscription = WeakReference(subscription)
    }

    @inlinable
    var subscription: Subscription? { weakSubscription.object }

    /// The subscription, to be held; if it has been released, one that goes on for it. `nil` if it has ended.
    @usableFromInline
    package var held: Subscription? { subscription ?? .succeeding(in: lifetime) }
}
