/// An end of a two-way binding: it holds a value that has a version. See ``ValueVersion``.
///
/// A binding that is told of a value passes it on to the other end, which takes it if it is later than its own. Nothing
/// else is remembered, so that bindings may be connected in any way.
@MainActor @usableFromInline
protocol TwoWayEnd<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Its value, if there is one and it is known, and the version of that.
    var current: (value: Value?, version: ValueVersion) { get }

    /// Takes a value, if it is later than its own.
    ///
    /// - Parameter binding: The lifetime of the subscription that was passed to `begin`.
    func take(_ value: Value, _ version: ValueVersion, from binding: Lifetime) -> Taken<Value>
}

/// A relay, or a part of one, which its end holds weakly: the left side of a binding.
@MainActor @usableFromInline
protocol TwoWayRelayEnd<Value>: TwoWayEnd {
    /// Begins to tell a binding of its values, but of those that the binding brings. Values that it tells of in the
    /// meantime do not count.
    ///
    /// - Parameters:
    ///   - listener: What is called for the binding.
    ///   - subscription: Lasts as long as the binding does.
    func begin(_ listener: TwoWayListener<Value>, _ subscription: Subscription)

    /// The source of the relay's values, while the relay exists.
    var source: AnyBroadcaster? { get }

    /// Gives its value another version, of which other bindings are told.
    ///
    /// - Parameter next: Returns the version for the current one.
    /// - Returns: The value with its version.
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Value, ValueVersion)?
}

/// Tells a binding of a value of an end, or of another version of the value from before.
@usableFromInline
typealias Told<Value> = @MainActor (Value, ValueVersion) -> Void

/// What an end calls for its binding.
@usableFromInline
struct TwoWayListener<Value: Sendable> {
    /// Compares values, if they are `Equatable`.
    @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
    /// Called with each value. The end does not hold the closure, but its source may.
    @usableFromInline let told: Told<Value>
    /// The binding itself.
    @usableFromInline let binding: AnyTwoWayBinding
    /// Called if the source of a control's values ends.
    @usableFromInline let stop: @Sendable (Termination) -> Void

    @inlinable
    init(
        _ binding: AnyTwoWayBinding, _ areEqual: (@Sendable (Value, Value) -> Bool)?, told: @escaping Told<Value>,
        stop: @escaping @Sendable (Termination) -> Void = { _ in }
    ) {
        self.binding = binding
        self.areEqual = areEqual
        self.told = told
        self.stop = stop
    }
}

/// What has become of a value that a binding brought to an end.
@usableFromInline
enum Taken<Value: Sendable> {
    case taken
    /// It has been changed into another one, which has this version.
    case changed(Value, ValueVersion)
    /// The end holds a value of the same version, which is the same value unless they are parts of one relay.
    case alike(Value)
    /// The end holds a later one.
    case overtaken
}

/// A relay.
@usableFromInline
final class RelayEnd<Value: Sendable>: TwoWayRelayEnd {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    /// A weak reference is expensive: it is loaded once for each value.
    @exclusivity(unchecked) @usableFromInline weak var relay: BehaviorRelay<Value>?
    @exclusivity(unchecked) @usableFromInline var areEqual: (@Sendable (Value, Value) -> Bool)?

    @inlinable
    nonisolated init(_ relay: BehaviorRelay<Value>) {
        self.relay = relay
    }

    @inlinable
    var source: AnyBroadcaster? { relay?.broadcaster }

    @inlinable
    var current: (value: Value?, version: ValueVersion) { relay?.broadcaster.latestAndVersion ?? (nil, .none) }

    @inlinable
    func begin(_ listener: TwoWayListener<Value>, _ subscription: Subscription) {
        guard let relay else { return }
        areEqual = listener.areEqual
        let source = relay.broadcaster
        let told = listener.told
        // The source holds the closure.
        let next: @Sendable (Value) -> Void = { [unowned source] value in
            if let (_, versions) = source.current {
                MainActorDispatcher.assumingCurrent { told(value, versions.whole) }
            }
        }
        source.attach(
            Sink(isMainActor: true, next: next, stop: { _ in }), subscription, of: relay, isTwoWay: true)
    }

    @inlinable
    func take(_ value: Value, _ version: ValueVersion, from binding: Lifetime) -> Taken<Value> {
        guard let relay else { return .overtaken }
        return relay.broadcaster.take(value, version, from: binding) {
            // An object that is set again may have been changed in place.
            (areEqual != nil || !version.isOriginal) && areSame($0, $1, by: areEqual)
        }
    }

    @inlinable
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Value, ValueVersion)? {
        relay?.broadcaster.raise(from: binding, next)
    }
}
