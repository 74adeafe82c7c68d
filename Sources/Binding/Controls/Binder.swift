import Synchronization

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
    /// Takes a value on the main actor, and must be called there.
    @usableFromInline let next: @Sendable (Value) -> Void
    @usableFromInline let serializer: MainActorSerializer<Value>

    /// - Parameters:
    ///   - target: What the closure is called with. It is held weakly.
    ///   - binding: Called on the main actor with each value.
    @inlinable @MainActor
    public init<Target: AnyObject>(_ target: Target, binding: @escaping @MainActor (Target, Value) -> Void) {
        self.init(WeakReference(target), binding)
    }

    /// The same where the code that makes it need not run on the main actor.
    package init<Target: AnyObject & Sendable>(
        weak target: Target, binding: @escaping @MainActor (Target, Value) -> Void
    ) {
        self.init(WeakReference(target), binding)
    }

    @inlinable
    init<Target: AnyObject>(_ target: WeakReference<Target>, _ binding: @escaping @MainActor (Target, Value) -> Void) {
        // A closure that is isolated itself would ask at each call whether it runs on the main actor.
        let binding = MainActorDispatcher.unchecked(binding)
        next = { value in
            if let target = target.object { binding(target, value) }
        }
        serializer = MainActorSerializer()
    }

    @usableFromInline
    var mainActorSink: Sink<Value>? { sink }

    @inlinable
    var sink: Sink<Value> {
        Sink(isMainActor: true, next: next, stop: { $0.reportErrorInBinding(to: Binder<Value>.self) })
    }

    /// Takes an event, from any thread.
    public func on(_ event: Event<Value>) {
        serializer.on(event) { sink }
    }
}

/// Brings events from any thread to a sink on the main actor, in order and one at a time.
@usableFromInline
final class MainActorSerializer<Element: Sendable>: Sendable {
    /// What brings the order, retained: made when it is first needed, which a binder that is bound to a driver never
    /// does. Then 0.
    private let output = Atomic<UInt>(0)

    @usableFromInline
    init() {}

    deinit {
        // Without the type of the values, for which the runtime would have to be asked.
        if let address = UnsafeRawPointer(bitPattern: output.load(ordering: .acquiring)) {
            Unmanaged<AnyBroadcaster>.fromOpaque(address).release()
        }
    }

    /// - Parameter sink: The sink, always the same one.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func on(_ event: Event<Element>, _ sink: () -> Sink<Element>) {
        (existing ?? makeOutput(to: sink())).on(event)
    }

    private var existing: Broadcaster<Element>? {
        guard let address = UnsafeRawPointer(bitPattern: output.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Broadcaster<Element>>.fromOpaque(address).takeUnretainedValue()
    }

    private func makeOutput(to sink: Sink<Element>) -> Broadcaster<Element> {
        let new = Broadcaster<Element>(Binder<Element>.self)
        // Before others can find it: what they send must reach the sink.
        new.attach(sink, Subscription())
        let reference = Unmanaged.passRetained(new)
        let address = UInt(bitPattern: reference.toOpaque())
        if output.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged {
            return new
        }
        reference.release()
        return existing ?? new
    }
}
