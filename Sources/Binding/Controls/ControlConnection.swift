public import CBindingPlatform

/// A connection to a signal of a toolkit, which is closed once, on the main actor.
@usableFromInline
final class ControlConnection: Disposable {
    private let disconnect: Guarded<(@MainActor () -> Void)?>

    private init(_ disconnect: @escaping @MainActor () -> Void) {
        self.disconnect = Guarded(disconnect)
    }

    // Nothing is left to dispose of it: the toolkit has released its callback, and so has everything else.
    deinit { dispose() }

    @usableFromInline
    func dispose() {
        if let disconnect = disconnect.take() { MainActorDispatcher.run(disconnect) }
    }

    /// Connects until a lifetime ends, unless it has ended already.
    @MainActor @usableFromInline
    static func open(until lifetime: Lifetime, _ connect: () -> @MainActor () -> Void) {
        if !lifetime.isEnded { lifetime.whenEnded(ControlConnection(connect())) }
    }
}

extension Reactive where Base: AnyObject {
    /// Makes a property that the control's user changes, for authors of controls whose signals are connected by a call.
    ///
    /// ```swift
    /// extension Reactive where Base: Entry {
    ///     var text: ControlProperty<String> {
    ///         controlProperty(
    ///             observe: { entry, changed in
    ///                 let id = entry.connect("changed", changed)
    ///                 return { [weak entry] in entry?.disconnect(id) }
    ///             },
    ///             getter: { $0.text }, setter: { $0.text = $1 })
    ///     }
    /// }
    /// ```
    ///
    /// The object is held weakly. A new observer receives what the getter returns, then what it returns after each
    /// change. Changes that the control reports while it is being written to count as one, once that is done.
    ///
    /// - Parameters:
    ///   - observe: Connects to the control's signal. Called on the main actor for each subscription, unless that has
    ///     ended before. Its second argument is a closure to call after each change. It returns a closure that
    ///     disconnects, which is called once, on the main actor, as soon as that is free, in whichever way the
    ///     subscription ends, even if the object is gone by then. The returned closure must hold neither the object nor
    ///     whatever holds `changed`, or they keep each other alive until the subscription is disposed of; the number of
    ///     a handler is enough. Calling `changed` after the disconnection does nothing.
    ///   - getter: Reads the value, on the main actor.
    ///   - setter: Sets the value, on the main actor.
    ///   - property: The name of the property, for an inspector: by default that of the property whose getter calls this.
    @inlinable
    public func controlProperty<Value: Sendable>(
        observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void,
        getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void,
        property: String = #function
    ) -> ControlProperty<Value> {
        let access = ControlAccess(base, getter: getter, setter: setter)
        let control = access.property(values(access, observe))
        return binding_inspects() ? control.inspected(base, property) : control
    }

    /// Makes a read-only property, for authors of controls whose signals are connected by a call.
    ///
    /// See ``controlProperty(observe:getter:setter:property:)``, which has the same parameters and a setter. The observers of
    /// one driver share a connection.
    @inlinable
    public func controlDriver<Value: Sendable>(
        observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void,
        getter: @escaping @MainActor (Base) -> Value
    ) -> Driver<Value> {
        Driver(infallible: values(ControlAccess(base, getter: getter), observe))
    }

    /// Makes an event that the control's user triggers, for authors of controls whose signals are connected by a call.
    ///
    /// - Parameter observe: Connects to the control's signal. Called on the main actor for each subscription, unless
    ///   that has ended before. Its second argument is a closure to call with each event, and it returns a closure that
    ///   disconnects; see ``controlProperty(observe:getter:setter:property:)``.
    public func controlEvent<Value: Sendable>(
        observe: @escaping @MainActor (Base, _ send: @escaping @MainActor (Value) -> Void) -> @MainActor () -> Void
    ) -> ControlEvent<Value> {
        let weakBase = WeakReference(base)
        return ControlEvent(
            events: Observable.connected { lifetime, send in
                guard let base = weakBase.object else { return }
                ControlConnection.open(until: lifetime) { observe(base, send) }
            })
    }

    /// The property's value and its changes, with one connection per subscription.
    @inlinable
    func values<Value: Sendable>(
        _ access: ControlAccess<Base, Value>,
        _ observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void
    ) -> Observable<Value> {
        Observable(servesMainActor: true) { down, subscription in
            PropertyObservation.observe(access, by: observe, to: down, subscription) {
                observation, base, observe, subscription in
                // First, so that changes are not missed that an observer makes when it receives the current value.
                ControlConnection.open(until: subscription.lifetime) { observe(base, observation.changed) }
                observation.begin()
            }
        }
    }
}

extension Observable {
    /// A sequence of what a toolkit sends, with one connection per subscription.
    ///
    /// - Parameter connect: Called on the main actor. The closure that it receives sends nothing once the lifetime has
    ///   ended.
    static func connected(
        _ connect: @escaping @MainActor (Lifetime, _ send: @escaping @Sendable (Element) -> Void) -> Void
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let output = serializedOutput(to: down.onMainActor, subscription)
            MainActorDispatcher.run { connect(lifetime) { output.send($0) } }
        }
    }
}
