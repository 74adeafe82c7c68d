public import CBindingPlatform
import Synchronization

/// An observer on the main actor that changes a view: a closure with an object that it does not keep alive.
///
/// ```swift
/// let isHighlighted = Binder(label) { label, isOn in label.style = isOn ? .strong : .plain }
/// viewModel.$isImportant.drive(isHighlighted)
/// ```
///
/// Values sent on the main actor are applied at once, others as soon as it is free, in order. Once the object is gone,
/// nothing happens any more. An error is a programming error: an assertion failure in debug builds, the same text on
/// standard error (see ``BindingDiagnostics``) in release builds, and the binding ends, as in RxCocoa.
public struct Binder<Value: Sendable>: MainActorObserver {
    /// Applies a value. Must be called on the main actor.
    @usableFromInline let next: @Sendable (Value) -> Void
    @usableFromInline let serializer: MainActorSerializer<Value>

    /// - Parameters:
    ///   - target: The object that the closure is called with. It is held weakly.
    ///   - property: The name of what is set, for an inspector: by default that of the property whose getter calls this.
    ///   - binding: Called on the main actor with each value.
    @inlinable @MainActor
    public init<Target: AnyObject>(
        _ target: Target, property: String = #function, binding: @escaping @MainActor (Target, Value) -> Void
    ) {
        self.init(WeakReference(target), property, binding)
    }

    /// The same for code that need not run on the main actor.
    package init<Target: AnyObject & Sendable>(
        weak target: Target, binding: @escaping @MainActor (Target, Value) -> Void
    ) {
        self.init(WeakReference(target), nil, binding)
    }

    @inlinable
    init<Target: AnyObject>(
        _ target: WeakReference<Target>, _ property: String?, _ binding: @escaping @MainActor (Target, Value) -> Void
    ) {
        // An isolated closure would check at each call whether it runs on the main actor.
        let binding = MainActorDispatcher.unchecked(binding)
        next = { value in
            if let target = target.object { binding(target, value) }
        }
        serializer = MainActorSerializer(of: target, property)
    }

    @usableFromInline
    var mainActorSink: Sink<Value>? { observingSink }

    @inlinable
    var sink: Sink<Value> {
        Sink(isMainActor: true, next: next, stop: { $0.reportErrorInBinding(to: Binder<Value>.self) })
    }

    /// The sink for what observes a source, of which an inspector is told.
    @inlinable
    var observingSink: Sink<Value> { binding_inspects() ? sink.inspected(by: serializer) : sink }

    /// Receives an event, from any thread.
    public func on(_ event: Event<Value>) {
        serializer.on(event) { observingSink }
    }
}

/// Brings events from any thread to a sink on the main actor, in order and one at a time.
@usableFromInline
final class MainActorSerializer<Element: Sendable>: Sendable {
    /// The broadcaster that brings the events into order. It is made when first needed, which is never for a binder that
    /// is only bound to drivers. Without the type of the values, which would have to be looked up at run time.
    private let output = AtomicLazyReference<AnyBroadcaster>()

    @usableFromInline
    init() {}

    /// - Parameters:
    ///   - target: The object that is set, for an inspector.
    ///   - property: The name of what is set there; `nil` if it is not known, and its type has to do.
    @usableFromInline @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    init<Target: AnyObject>(of target: WeakReference<Target>, _ property: String?) {
        guard binding_inspects(), let target = target.object else { return }
        Inspection.note(self, as: property ?? "<computed (\(Element.self))>", of: target)
    }

    /// - Parameter sink: The sink, always the same one.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func on(_ event: Event<Element>, _ sink: () -> Sink<Element>) {
        let made = output.load() ?? output.storeIfNil(makeOutput(to: sink()))
        unsafeDowncast(made, to: Broadcaster<Element>.self).on(event)
    }

    private func makeOutput(to sink: Sink<Element>) -> Broadcaster<Element> {
        let new = Broadcaster<Element>(Binder<Element>.self)
        // Before other threads can find it: what they send must reach the sink.
        new.attach(sink, Subscription())
        return new
    }
}
