/// A relay that follows what something else holds, such as the row that is selected.
///
/// Each is told of what the other one holds when that is delivered. Whoever uses a lens of this one on the main actor before
/// that, in a batch or an observer, finds it up to date, and what is set here is there at once.
class AnyFollowingRelay: @unchecked Sendable {
    // Sound: they are constants that are sendable.

    fileprivate final let takeIn: @Sendable () -> Bool
    fileprivate final let passOn: @Sendable () -> Void
    fileprivate final let identityChanges: IdentityChanges?
    fileprivate final let origin: (any AnyObject & Sendable)?

    fileprivate init(
        _ takeIn: @escaping @MainActor () -> Bool, _ passOn: @escaping @MainActor () -> Void,
        _ identityChanges: IdentityChanges?, _ origin: (any AnyObject & Sendable)?
    ) {
        self.origin = origin
        self.takeIn = MainActorDispatcher.unchecked(takeIn)
        self.passOn = MainActorDispatcher.unchecked(passOn)
        self.identityChanges = identityChanges
    }

    /// Whether this is the thread on which the two are brought in line.
    fileprivate final var isLed: Bool { MainActorDispatcher.isCurrent && !MainActorDispatcher.isComputing }

    /// Takes in what the other one holds now.
    ///
    /// - Returns: Whether that can be read; see ``Lens/position``.
    final func catchUp() -> Bool { !isLed || takeIn() }
}

/// One with values of a type.
final class FollowingRelay<Value: Sendable>: AnyFollowingRelay, @unchecked Sendable {
    // Sound as its base class is.

    fileprivate let relay: BehaviorRelay<Value>

    fileprivate init(
        _ relay: BehaviorRelay<Value>, _ catchUp: @escaping @MainActor () -> Bool,
        _ passOn: @escaping @MainActor () -> Void, _ identityChanges: IdentityChanges?,
        _ origin: (any AnyObject & Sendable)?
    ) {
        self.relay = relay
        super.init(catchUp, passOn, identityChanges, origin)
    }

    fileprivate func read(_ access: (BehaviorRelay<Value>) -> Void) {
        _ = catchUp()
        access(relay)
    }

    fileprivate func update(_ access: (BehaviorRelay<Value>) -> Void) {
        read(access)
        if isLed { passOn() }
    }
}

extension LensAccess {
    // Sound: a lens calls the closures with the relay that they were made for and no other.
    fileprivate init<Root>(following type: FollowingRelay<Root>.Type) {
        let access = LensAccess(to: BehaviorRelay<Root>.self)
        source = { unsafeDowncast($0, to: type).relay.broadcaster }
        read = { object, body in unsafeDowncast(object, to: type).read { access.read($0, body) } }
        update = { object, body in unsafeDowncast(object, to: type).update { access.update($0, body) } }
        attach = { object, isMainActor, isTwoWay, next, stop, subscription in
            let broadcaster = unsafeDowncast(object, to: type).relay.broadcaster
            Self.attach(to: broadcaster, of: object, isMainActor, isTwoWay, next, stop, subscription)
        }
    }
}

extension LensAccess {
    /// The number of a relay's latest value, once that is up to date; see ``Lens/position``.
    func position(of relay: Relay) -> UInt64? {
        if (relay as? AnyFollowingRelay)?.catchUp() == false { return nil }
        return source(relay).position
    }
}

extension Lens {
    /// The value of a relay that follows something else.
    ///
    /// - Parameters:
    ///   - relay: The relay, which whoever calls this sets whenever that is delivered.
    ///   - catchUp: Sets it to what it is to hold now, and returns whether that can be read; see ``position``.
    ///   - passOn: Sets what it follows to what it holds.
    ///   - identityChanges: Tell when it follows another thing, if it ever does.
    ///   - origin: What whoever calls this knows it by; see ``origin``.
    @usableFromInline
    package init(
        following relay: BehaviorRelay<Value>, catchUp: @escaping @MainActor () -> Bool,
        passOn: @escaping @MainActor () -> Void, identityChanges: IdentityChanges? = nil,
        origin: (any AnyObject & Sendable)? = nil
    ) {
        self.init(
            FollowingRelay(relay, catchUp, passOn, identityChanges, origin),
            LensAccess(following: FollowingRelay<Value>.self),
            relay[\.self].way)
    }

    /// What has been given for the relay whose part this is, if that follows something else.
    package var origin: (any AnyObject & Sendable)? { (relay as? AnyFollowingRelay)?.origin }

    /// Has a closure called whenever this is a part of another thing than before, such as the next row that is selected.
    ///
    /// - Returns: Ends that; `nil` if it always is the same thing.
    @MainActor
    package func whenIdentityChanges(_ body: @escaping @MainActor () -> Void) -> (any Disposable)? {
        (relay as? AnyFollowingRelay)?.identityChanges?.add(body)
    }
}

/// The changes of a relay from one thing that it follows to another. Observers are called at once, also in a batch, because what is
/// set next is meant for the new one.
@MainActor @usableFromInline
package final class IdentityChanges {
    private var observers: [(id: UInt64, body: @MainActor () -> Void)] = []
    private var last: UInt64 = 0
    /// The parts of the relay that two-way bindings know.
    private var parts: [WeakReference<AnyBoundPart>] = []

    @usableFromInline
    package init() {}

    fileprivate func add(_ body: @escaping @MainActor () -> Void) -> any Disposable {
        last += 1
        let id = last
        observers.append((id, body))
        return Disposables.create { [weak self] in
            MainActorDispatcher.run { self?.observers.removeAll { $0.id == id } }
        }
    }

    /// Notes that a two-way binding knows a part of a relay.
    @usableFromInline
    static func note(_ part: AnyBoundPart, of relay: LensAccess.Relay) {
        guard let identityChanges = (relay as? AnyFollowingRelay)?.identityChanges else { return }
        identityChanges.parts.removeAll { $0.object == nil }
        identityChanges.parts.append(WeakReference(part))
    }

    /// Has a closure set the relay to what the other thing is, and tells of it, as one change.
    ///
    /// To two-way bindings that is a change of each part, also of one that is equal: a control shows it in place of what is being
    /// typed, which was for the former thing.
    @usableFromInline
    package func change(_ body: @MainActor () -> Void) {
        batch {
            body()
            let version = ValueVersion.original()
            for part in parts { part.object?.version = version }
            for observer in observers { observer.body() }
        }
    }
}
