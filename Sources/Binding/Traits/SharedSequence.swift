/// How a ``SharedSequence`` treats observers that subscribe later.
public protocol SharingStrategy: Sendable {
    /// Whether a new observer receives the latest value.
    static var replaysLatest: Bool { get }
}

/// The strategy of a ``Driver``.
public enum DriverSharing: SharingStrategy {
    public static let replaysLatest = true
}

/// The strategy of a ``Signal``.
public enum SignalSharing: SharingStrategy {
    public static let replaysLatest = false
}

/// State for a view to show: its observers are called on the main actor, it cannot fail, and a new observer receives
/// the latest value.
///
/// ```swift
/// viewModel.$name.drive(label.rx.text)
/// viewModel.$isBusy.drive(onNext: { spinner.isRunning = $0 })
/// ```
public typealias Driver<Element: Sendable> = SharedSequence<DriverSharing, Element>

/// Events for a view to act on: its observers are called on the main actor, it cannot fail, and nothing is replayed.
///
/// ```swift
/// viewModel.$alert.emit(onNext: { show($0) })
/// ```
public typealias Signal<Element: Sendable> = SharedSequence<SignalSharing, Element>

/// A sequence for the main actor that cannot fail: a ``Driver`` or a ``Signal``.
///
/// Its closures are `@MainActor` and called there: before the setter returns if the value was set on the main actor,
/// otherwise as soon as the main actor is free, in order. Several observers of one sequence share one subscription
/// upstream. RxCocoa's types of the same names also call on the main thread, but the compiler does not check it.
///
/// The properties of its values are available by name, as sequences of the same kind: `results.isEmpty`.
@dynamicMemberLookup
public struct SharedSequence<Sharing: SharingStrategy, Element: Sendable>: SharedSequenceConvertibleType {
    /// The sequence that the stage shares, unless the stage has it, or, without a stage, one that shares by itself.
    @usableFromInline let given: Observable<Element>?

    /// The stage by which the observers share one subscription to `base`.
    @usableFromInline var stage: SharedStage?

    /// A sequence from a source that shares by itself and calls on the main actor.
    @inlinable
    init(direct source: Observable<Element>) {
        given = source
    }

    /// A sequence that shares one subscription to a source, which is subscribed to on the main actor and calls there.
    @inlinable
    init(sharing source: Observable<Element>) {
        given = source
        stage = SharedStage()
    }

    /// The same of a stage that has the source.
    @inlinable
    init(sharing stage: SequenceStage<Element>) {
        given = nil
        self.stage = stage
    }

    /// The sequence that the stage shares, or one that shares by itself. Only sinks that must be called on the main actor are
    /// attached to it.
    @inlinable
    var base: Observable<Element> {
        if let given { return given }
        // Present: it has been given one of the two.
        return unsafeDowncast(stage!, to: SequenceStage<Element>.self).sequence
    }

    /// The sequence, for sinks that must be called on the main actor.
    @inlinable
    var source: Observable<Element> {
        guard let stage else { return base }
        return base.shared(
            by: stage, as: SharedSequence.self, replay: Sharing.replaysLatest ? .latest : .nothing, isMainActor: true)
    }

    /// The sequence for an operator that will be its only observer.
    ///
    /// If nothing else holds this sequence, as in the middle of `driver.map { … }.filter { … }`, it can be observed
    /// only through that operator, and nothing has to be shared here: the operator's own stage does that.
    @inlinable
    consuming func sourceOfOperator() -> Observable<Element> {
        if isUnshared { return base }
        return source
    }

    /// The same of a sequence in a variable that is not used any more. (To go through this takes longer.)
    @inlinable
    static func sourceOfOperator(of sequence: inout SharedSequence) -> Observable<Element> {
        if sequence.isUnshared { return sequence.base }
        return sequence.source
    }

    /// The sequence for an observer.
    ///
    /// If nothing else holds this sequence, nothing can come to share it, and no stage is needed. Sources are
    /// subscribed to on the main actor, though: elsewhere the stage is used, because it takes care of that.
    @inlinable
    consuming func sourceOfObserver() -> Observable<Element> {
        if isUnshared, MainActorDispatcher.isCurrent { return base }
        return source
    }

    /// The same of a sequence in a variable that is not used any more.
    @inlinable
    static func sourceOfObserver(of sequence: inout SharedSequence) -> Observable<Element> {
        if sequence.isUnshared, MainActorDispatcher.isCurrent { return sequence.base }
        return sequence.source
    }

    /// Whether nothing else holds this sequence, and nobody observes it who has held it.
    @inlinable
    var isUnshared: Bool { mutating get { isKnownUniquelyReferenced(&stage) && stage?.hasBroadcaster == false } }

    @inlinable
    public consuming func asSharedSequence() -> SharedSequence { self }

    /// The same sequence as an ``Observable``, still called on the main actor.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable(servesMainActor: true) { down, subscription in source.attach(down.onMainActor, subscription) }
    }

    /// Calls a closure on the main actor with each value.
    @inlinable
    consuming func run(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        sourceOfObserver().subscribe(
            .init(isMainActor: true, next: MainActorDispatcher.unchecked(onNext), stop: { _ in }))
    }

    /// Calls closures on the main actor.
    @usableFromInline
    consuming func run(
        onNext: (@MainActor (Element) -> Void)?, onCompleted: (@MainActor () -> Void)?,
        onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let next = MainActorDispatcher.unchecked(onNext ?? { _ in })
        let completed = MainActorDispatcher.unchecked(onCompleted ?? {})
        let sink = Sink<Element>(isMainActor: true, next: next, stop: { _ in completed() })
        return sourceOfObserver().subscribe(sink, onDisposed: onDisposed)
    }

    /// Passes each event to an observer on the main actor.
    @inlinable
    consuming func run(_ observer: some ObserverType<Element>) -> any Disposable {
        sourceOfObserver().subscribe(observer.mainActorSinkIfAny ?? Sink({ observer.on($0) }, isMainActor: true))
    }

    /// Calls closures with an object and each event, for as long as the object lives.
    consuming func run<Object: AnyObject>(
        with object: WeakReference<Object>, onNext: (@MainActor (Object, Element) -> Void)?,
        onCompleted: (@MainActor (Object) -> Void)?, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let next = object.whileAlive(MainActorDispatcher.unchecked(onNext ?? { _, _ in }))
        let completed = object.whileAlive(MainActorDispatcher.unchecked(onCompleted ?? { _ in }))
        let sink = Sink<Element>(isMainActor: true, next: next, stop: { _ in completed() })
        return sourceOfObserver().subscribe(sink, onDisposed: onDisposed)
    }
}

/// Anything that converts to a ``Driver`` or a ``Signal`` without a decision about errors.
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType {
    /// How the sequence treats observers that subscribe later.
    associatedtype Sharing: SharingStrategy

    /// The same sequence for the main actor.
    consuming func asSharedSequence() -> SharedSequence<Sharing, Element>

    /// The same, for one observer, with which nothing has to be shared. It is to be observed where it is made, once and
    /// at once. Without an implementation, it is ``asSharedSequence()``.
    consuming func asSequenceOfOneObserver() -> SharedSequence<Sharing, Element>
}

extension SharedSequenceConvertibleType {
    @inlinable
    public consuming func asSequenceOfOneObserver() -> SharedSequence<Sharing, Element> { asSharedSequence() }
}

/// Anything that converts to a ``Driver`` without a decision about errors: state, such as a relay, a part of one, a derived
/// value, a field of a form.
public protocol DriverConvertibleType<Element>: SharedSequenceConvertibleType where Sharing == DriverSharing {}

extension SharedSequence: DriverConvertibleType where Sharing == DriverSharing {}
