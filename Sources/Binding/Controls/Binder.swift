/// Something in a view that takes values, for the main actor: a closure with an object that it does not keep alive.
///
/// ```swift
/// let isHighlighted = Binder(label) { label, isOn in label.style = isOn ? .strong : .plain }
/// viewModel.$isImportant.drive(isHighlighted)
/// ```
///
/// Values that come on the main actor are taken at once, others as soon as it is free, in order. Once the object is
/// gone, nothing happens any more. An error is a mistake of the programmer: an assertion failure in debug builds, the
/// same text on standard error (see ``BindingDiagnostics``) in release builds, and the binding ends, as in RxCocoa.
public struct Binder<Value: Sendable>: MainActorObserver {
    let mainActorHandler: (@Sendable (Event<Value>) -> Void)?
    private let door: MainActorEntrance<Value>

    /// - Parameters:
    ///   - target: What the closure is called with. It is held weakly.
    ///   - binding: Called on the main actor with each value.
    @MainActor
    public init<Target: AnyObject>(_ target: Target, binding: @escaping @MainActor (Target, Value) -> Void) {
        let weakTarget = WeakReference(target)
        let binding = MainActorDoor.unchecked(binding)
        let handler: @Sendable (Event<Value>) -> Void = { event in
            switch event {
            case .next(let value):
                if let target = weakTarget.object { binding(target, value) }
            case .error(let error):
                Termination.error(error).reportErrorInBinding(to: Binder<Value>.self)
            case .completed:
                break
            }
        }
        mainActorHandler = handler
        door = MainActorEntrance(handler)
    }

    /// Takes an event, from any thread.
    public func on(_ event: Event<Value>) { door.on(event) }
}

/// Brings events from any thread to a handler on the main actor, in order and one at a time.
final class MainActorEntrance<Element: Sendable>: Sendable {
    private let handler: @Sendable (Event<Element>) -> Void
    private let gate = Guarded<Broadcaster<Element>?>(nil)

    /// - Parameter handler: Called on the main actor only.
    init(_ handler: @escaping @Sendable (Event<Element>) -> Void) {
        self.handler = handler
    }

    func on(_ event: Event<Element>) {
        // Made when it is first needed: a binder that is bound to a driver never needs it.
        let (gate, isNew) = self.gate.withLock { gate in
            if let gate { return (gate, false) }
            let new = Broadcaster<Element>(Binder<Element>.self)
            gate = new
            return (new, true)
        }
        if isNew {
            let sink = Sink<Element>(
                isMainActor: true, next: { [handler] in handler(.next($0)) }, stop: { [handler] in handler($0.event()) }
            )
            gate.attach(sink, Subscription())
        }
        gate.on(event)
    }
}
