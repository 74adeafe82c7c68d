/// A connection to a signal of a toolkit's, which is closed once, on the main actor.
@usableFromInline
final class ControlConnection: Disposable {
    private let disconnect: Guarded<(@MainActor () -> Void)?>

    private init(_ disconnect: @escaping @MainActor () -> Void) {
        self.disconnect = Guarded(disconnect)
    }

    // Nobody is left to dispose of it: the toolkit has let go of what it was to call, and so has everybody else.
    deinit { dispose() }

    @usableFromInline
    func dispose() {
        if let disconnect = disconnect.take() { MainActorDispatcher.run(disconnect) }
    }

    /// Connects, unless that is not wanted any more, until a lifetime ends.
    @MainActor @usableFromInline
    static func open(until lifetime: Lifetime, _ connect: () -> @MainActor () -> Void) {
        if !lifetime.isEnded { lifetime.whenEnded(ControlConnection(connect())) }
    }
}

extension Reactive where Base: AnyObject {
    /// A property that the control's user changes, for authors of controls whose signals are connected by a call.
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
    /// The object is held weakly. A new observer is handed what the getter says, then what it says after each change.
    /// What the control says while it is being written to counts once, when that is done.
    ///
    /// - Parameters:
    ///   - observe: Connects to the control's signal. Called on the main actor for each subscription, unless that has
    ///     ended before. It is given what is to be called after each change, and returns what disconnects: that is
    ///     called once, on the main actor, as soon as it is free, in whichever way the subscription ends, also where
    ///     the object is gone by then. What disconnects must hold neither the object nor what `changed` is held by, or
    ///     they keep each other alive until the subscription is disposed of; the number of a handler is enough. Calling
    ///     `changed` after that does nothing.
    ///   - getter: Reads the value, on the main actor.
    ///   - setter: Sets the value, on the main actor.
    @inlinable
    public func controlProperty<Value: Sendable>(
        observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void,
        getter: @escaping @MainActor (Base) -> Value,
        setter: @escaping @MainActor (Base, Value) -> Void
    ) -> ControlProperty<Value> {
        let weakBase = WeakReference(base)
        let read = reader(weakBase, getter)
        return ControlProperty(
            values: values(observe, read),
            valueSink: writer(weakBase, setter),
            content: { if let value = read() { .value(value) } else { .unknown } })
    }

    /// A property that can be read and not set, for authors of controls whose signals are connected by a call.
    ///
    /// See ``controlProperty(observe:getter:setter:)``, which has the same parameters and one more. The observers of
    /// one driver share a connection.
    @inlinable
    public func controlDriver<Value: Sendable>(
        observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void,
        getter: @escaping @MainActor (Base) -> Value
    ) -> Driver<Value> {
        Driver(infallible: values(observe, reader(WeakReference(base), getter)))
    }

    /// Something that the control's user does, for authors of controls whose signals are connected by a call.
    ///
    /// - Parameter observe: Connects to the control's signal. Called on the main actor for each subscription, unless
    ///   that has ended before. It is given what is to be called each time that it happens, and returns what
    ///   disconnects; see ``controlProperty(observe:getter:setter:)``.
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

    /// What the property holds, and what it comes to hold, from a connection of each subscription's own.
    @inlinable
    func values<Value: Sendable>(
        _ observe: @escaping @MainActor (Base, _ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void,
        _ read: @escaping @Sendable () -> Value?
    ) -> Observable<Value> {
        let weakBase = WeakReference(base)
        return Observable(servesMainActor: true) { down, subscription in
            let lifetime = subscription.lifetime
            let output = PropertyObservation.output(of: read, to: down, subscription)
            MainActorDispatcher.run {
                guard let base = weakBase.object else { return }
                let observation = PropertyObservation(base, lifetime, output)
                // First, so that no change is missed that an observer makes when it is handed what there is.
                ControlConnection.open(until: lifetime) { observe(base, observation.changed) }
                observation.begin()
            }
        }
    }
}

extension Observable {
    /// A sequence of what a toolkit sends, by a connection of each subscription's own.
    ///
    /// - Parameter connect: Called on the main actor. What it is given hands on nothing once the lifetime has ended.
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
