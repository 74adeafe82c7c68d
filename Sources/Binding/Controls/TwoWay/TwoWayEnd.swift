public import CBindingPlatform

/// An end of a two-way binding at a relay, or at a part of one, which it holds weakly: it holds a value that has a
/// version. See ``ValueVersion``. A ``ControlEnd`` is the same for a control.
///
/// A binding that is told of a value passes it on to the other end, which takes it if it is later than its own. Nothing
/// else is remembered, so that bindings may be connected in any way.
@MainActor @usableFromInline
protocol TwoWayRelayEnd<Value>: Sendable {
    associatedtype Value: Sendable
    /// What the relay delivers.
    associatedtype Delivered

    /// Its value, if there is one and it is known, and the version of that.
    var current: (value: Value?, version: ValueVersion) { get }

    /// Takes a value, if it is later than its own.
    ///
    /// - Parameters:
    ///   - isNotice: Whether only the version is another than before at the other end.
    ///   - binding: The lifetime of the subscription with which the binding observes the end.
    ///   - equality: Compares values, if they are `Equatable`.
    func take(
        _ value: Value, _ version: ValueVersion, isNotice: Bool, from binding: Lifetime,
        by equality: PartEquality<Value>?
    ) -> Taken<Value>

    /// The source of the relay's values, while the relay exists.
    var source: AnyBroadcaster? { get }

    /// The identity of the relay, or of its part.
    var place: ObjectIdentifier? { get }

    /// Begins to observe the relay, but for what the binding brings.
    ///
    /// - Parameters:
    ///   - next: Called with what the relay delivers, on the main actor. The end does not hold it, but the relay does.
    ///   - subscription: Lasts as long as the binding does.
    func observe(_ next: @escaping @Sendable (Delivered) -> Void, _ subscription: Subscription)

    /// The value that the binding is to be told of, now that the relay delivers something, and whether it is a notice.
    func news(in delivered: Delivered) -> (Value, ValueVersion, isNotice: Bool)?

    /// Gives its value another version, of which other bindings are told.
    ///
    /// - Parameter next: Returns the version for the current one.
    /// - Returns: The value with its version.
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Value, ValueVersion)?
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
///
/// What is called for each value is not inlined: the optimizer then calls it with this structure where it is, and copies no
/// references.
@usableFromInline
struct RelayEnd<Value: Sendable>: TwoWayRelayEnd {
    @usableFromInline let weakRelay: WeakReference<BehaviorRelay<Value>>
    /// The relay's, which exists while it delivers.
    @usableFromInline unowned let broadcaster: Broadcaster<Value>

    @inlinable
    nonisolated init(_ relay: BehaviorRelay<Value>) {
        weakRelay = WeakReference(relay)
        broadcaster = relay.broadcaster
    }

    @inlinable
    var relay: BehaviorRelay<Value>? { weakRelay.object }

    @inlinable
    var source: AnyBroadcaster? { relay?.broadcaster }

    @inlinable
    var place: ObjectIdentifier? { source.map { ObjectIdentifier($0) } }

    @inlinable @inline(never)
    var current: (value: Value?, version: ValueVersion) { relay?.broadcaster.latestAndVersion ?? (nil, .none) }

    @inlinable
    func observe(_ next: @escaping @Sendable (Value) -> Void, _ subscription: Subscription) {
        guard let relay else { return }
        var sink = Sink<Value>(isMainActor: true, next: next, stop: { _ in })
        if binding_inspects() { sink = broadcaster.inspected(sink, subscription, isTwoWay: true) }
        broadcaster.attach(sink, subscription, of: relay, isTwoWay: true)
    }

    @inlinable
    func news(in value: Value) -> (Value, ValueVersion, isNotice: Bool)? {
        broadcaster.current.map { (value, $0.versions.whole, $0.versions.isNotice) }
    }

    @inlinable @inline(never)
    func take(
        _ value: Value, _ version: ValueVersion, isNotice: Bool, from binding: Lifetime,
        by equality: PartEquality<Value>?
    ) -> Taken<Value> {
        guard let relay else { return .overtaken }
        return relay.broadcaster.take(value, version, from: binding) {
            // An object that is set again may have been changed in place.
            (equality != nil || !version.isOriginal) && areSame($0, $1, by: equality)
        }
    }

    @inlinable
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Value, ValueVersion)? {
        relay?.broadcaster.raise(from: binding, next)
    }
}
