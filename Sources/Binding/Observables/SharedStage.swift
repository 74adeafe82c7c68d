public import CBindingPlatform
public import Synchronization

/// The stage by which the observers of a sequence share one subscription to it.
///
/// Its broadcaster is made for its first observer. A sequence in the middle of a chain, which only the next operator
/// observes, needs none.
@usableFromInline
class SharedStage: @unchecked Sendable {
    // Sound: what it and its subclasses have are constants that are sendable.

    /// Without the type of the values, which would have to be looked up at run time when this is released.
    @usableFromInline final let made = AtomicLazyReference<AnyBroadcaster>()

    @inlinable
    init() {}

    /// Whether there is a broadcaster, because there is, or was, an observer.
    @inlinable
    final var hasBroadcaster: Bool { made.load() != nil }

    /// The broadcaster, which is made if there is none.
    ///
    /// - Parameters:
    ///   - kind: The type that the user knows the sequence as.
    ///   - replay: The values that a new observer receives.
    @inlinable
    final func broadcaster<Element>(_ kind: Any.Type, _ replay: ReplayCapacity) -> Broadcaster<Element> {
        let broadcaster = made.load() ?? made.storeIfNil(Broadcaster<Element>(kind, replay: replay))
        return unsafeDowncast(broadcaster, to: Broadcaster<Element>.self)
    }
}

/// A stage that has the sequence, which is one object less for each operator of a chain.
@usableFromInline
class SequenceStage<Element: Sendable>: SharedStage, @unchecked Sendable {
    // Sound as its base class is.

    /// The sequence.
    @inlinable
    final var sequence: Observable<Element> { Observable { self.attach($0, $1) } }

    @usableFromInline
    func attach(_ down: Sink<Element>, _ subscription: Subscription) {}
}

/// The stage of an operator that calls a closure with each value.
@usableFromInline
final class OperatorStage<Source: Sendable, Result, Element: Sendable>: SequenceStage<Element>, @unchecked Sendable {
    // Sound as its base class is.

    @usableFromInline typealias Function = @Sendable (Source) throws -> Result
    @usableFromInline typealias Operator =
        @Sendable (
            Observable<Source>, @escaping Function, Sink<Element>, Subscription
        ) -> Void

    @usableFromInline let source: Observable<Source>
    @usableFromInline let function: Function
    @usableFromInline let attachOperator: Operator

    /// - Parameters:
    ///   - source: What the operator observes.
    ///   - function: What it calls.
    ///   - attachOperator: Attaches a sink of the operator's to the source. It captures nothing: the compiler specializes it
    ///     where this is made.
    @inlinable
    init(_ source: Observable<Source>, _ function: @escaping Function, _ attachOperator: @escaping Operator) {
        (self.source, self.function, self.attachOperator) = (source, function, attachOperator)
        super.init()
    }

    @usableFromInline
    override func attach(_ down: Sink<Element>, _ subscription: Subscription) {
        attachOperator(source, function, down, subscription)
    }
}

extension Observable {
    /// The same sequence from one subscription upstream that all observers of a stage have in common.
    ///
    /// - Parameters:
    ///   - stage: The stage, always with the same other arguments.
    ///   - kind: The type that the user knows it as.
    ///   - replay: The values that a new observer receives.
    ///   - isMainActor: Whether to receive the values on the main actor, and so to subscribe there.
    @inlinable
    func shared(
        by stage: SharedStage, as kind: Any.Type, replay: ReplayCapacity, isMainActor: Bool
    ) -> Observable {
        Observable(servesMainActor: true) { [self] down, subscription in
            let stage: Broadcaster<Element> = stage.broadcaster(kind, replay)
            if binding_inspects() { Inspection.subscribes(to: stage) }
            stage.attach(down, subscription) { connection, subscription in
                let sink = Sink<Element>(
                    isMainActor: isMainActor,
                    next: { stage.send($0, of: connection) },
                    stop: { stage.stop($0, of: connection) })
                if !isMainActor || MainActorDispatcher.isCurrent {
                    if binding_inspects() { Inspection.willConnect(stage) }
                    return attach(sink, subscription)
                }
                MainActorDispatcher.post {
                    // The subscription may have ended by the time the main actor is free.
                    if !subscription.lifetime.isEnded { attach(sink, subscription) }
                }
            }
        }
    }
}
