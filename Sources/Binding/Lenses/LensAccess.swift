public import CBindingPlatform

/// Reads, lends and observes the value of a relay, whatever its type: as memory, for the paths of ``LensWay``.
///
/// These are closures, because the compiler specializes them where they are made, in the program that names the relay's
/// type. They hold nothing.
///
/// Sound: a lens calls them with the relay that they were made for and no other, which debug builds check.
@usableFromInline
struct LensAccess: Sendable {
    @usableFromInline typealias Relay = any AnyObject & Sendable

    /// The outcome of lending a value.
    @usableFromInline
    enum Outcome {
        /// No observer is called.
        case unchanged
        case changed
        /// A two-way binding has set a part, which has this version. The binding, which is known by its lifetime, is
        /// not called.
        case brought(ValueVersion, from: Lifetime)
        /// It has found the part to be the same as what it brings; only other bindings are called.
        case raised(ValueVersion, from: Lifetime)
    }

    @usableFromInline let source: @Sendable (AnyObject) -> AnyBroadcaster
    /// Calls a closure with a copy of the value.
    @usableFromInline let read: @Sendable (AnyObject, _ body: (UnsafeMutableRawPointer) -> Void) -> Void
    /// The version of a value, and the position of the relay's latest event.
    @usableFromInline typealias Latest = (version: ValueVersion, position: UInt64)

    /// Calls a closure that changes the value as one step of the relay.
    @usableFromInline let update: @Sendable (AnyObject, _ body: (UnsafeMutableRawPointer, Latest) -> Outcome) -> Void
    /// Calls a closure with each value, on the main actor if required.
    @usableFromInline let attach:
        @Sendable (
            Relay, _ isMainActor: Bool, _ isTwoWay: Bool, _ next: @escaping @Sendable (UnsafeRawPointer) -> Void,
            _ stop: @escaping @Sendable (Termination) -> Void, Subscription
        ) -> Void

    /// - Parameter type: The type of the relays that are accessed.
    @inlinable
    init<Root>(to type: BehaviorRelay<Root>.Type) {
        source = { unsafeDowncast($0, to: type).broadcaster }
        read = { relay, body in
            var root = unsafeDowncast(relay, to: type).value
            withUnsafeMutablePointer(to: &root) { body(UnsafeMutableRawPointer($0)) }
        }
        update = { relay, body in
            let broadcaster = unsafeDowncast(relay, to: type).broadcaster
            var (root, latest) = broadcaster.borrowWithVersion()
            switch withUnsafeMutablePointer(to: &root, { body(UnsafeMutableRawPointer($0), latest) }) {
            case .unchanged: broadcaster.restore(root)
            case .changed: broadcaster.giveBack(root)
            case .brought(let version, let binding): broadcaster.giveBack(root, part: version, from: binding)
            case .raised(let version, let binding): broadcaster.restore(root, part: version, from: binding)
            }
        }
        attach = { relay, isMainActor, isTwoWay, next, stop, subscription in
            let broadcaster = unsafeDowncast(relay, to: type).broadcaster
            Self.attach(to: broadcaster, of: relay, isMainActor, isTwoWay, next, stop, subscription)
        }
    }

    @inlinable
    static func attach<Root>(
        to broadcaster: Broadcaster<Root>, of owner: Relay, _ isMainActor: Bool, _ isTwoWay: Bool,
        _ next: @escaping @Sendable (UnsafeRawPointer) -> Void, _ stop: @escaping @Sendable (Termination) -> Void,
        _ subscription: Subscription
    ) {
        var sink = Sink<Root>(
            isMainActor: isMainActor,
            next: { root in withUnsafePointer(to: root) { next(UnsafeRawPointer($0)) } },
            stop: stop)
        if binding_inspects() { sink = broadcaster.inspected(sink, subscription, isTwoWay: isTwoWay) }
        broadcaster.attach(sink, subscription, of: owner, isTwoWay: isTwoWay)
    }

    /// Reads a part of the value.
    @inlinable
    func get<Part>(_ way: LensWay<Part>, _ relay: AnyObject) -> Part {
        var part: Part?
        read(relay) { part = way.get(UnsafeRawPointer($0)) }
        // Present: the closure is called.
        return part!
    }
}
