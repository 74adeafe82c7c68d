/// A relay for the library's own use, for values that rarely change: whether a command runs, how far it has come.
///
/// Its code is not specialized. Otherwise the compiler would copy the broadcaster's code for each type that the library
/// itself keeps in a relay, at a cost in the size of every program and the time of every build. A change of such a
/// value costs a microsecond more this way.
package struct CompactRelay<Element: Sendable>: Sendable {
    let relay: BehaviorRelay<Element>

    /// A relay that holds a value.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package init(value: Element) {
        relay = BehaviorRelay(value: value)
    }

    /// The latest value that was accepted.
    package var value: Element {
        @_semantics("optimize.sil.specialize.generic.never") @inline(never)
        get { relay.value }
    }

    /// See ``BehaviorRelay/accept(_:)``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func accept(_ element: Element) { relay.accept(element) }

    /// Accepts a value that follows from what is being sent at the end of a change; see ``DueAtEnd``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func acceptConsequence(_ element: Element) { relay.broadcaster.sendConsequence(element) }

    /// See ``BehaviorRelay/modify(_:)``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func modify(_ change: (inout Element) -> Void) { relay.modify(change) }

    /// The value for a view to show.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func asDriver() -> Driver<Element> { relay.asDriver() }

    /// The value for a view to show, without values that are replaced before the main actor is free.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func conflate() -> Driver<Element> { relay.conflate() }

    /// The result of a closure for the value, for a view to show, whenever it differs from the one before.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func asDriver<Part: Equatable & Sendable>(
        of part: @escaping @MainActor (Element) -> Part
    ) -> Driver<Part> {
        relay.asDriver().map(part).distinctUntilChanged()
    }
}

/// A relay without a value, for the library's own use, for rare events such as errors; see ``CompactRelay``.
package struct CompactPublishRelay<Element: Sendable>: Sendable {
    let relay: PublishRelay<Element>

    /// A relay without observers.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package init() {
        relay = PublishRelay()
    }

    /// See ``PublishRelay/accept(_:)``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func accept(_ element: Element) { relay.accept(element) }

    /// Whether the relay has observers.
    package var hasObservers: Bool {
        @_semantics("optimize.sil.specialize.generic.never") @inline(never)
        get { relay.broadcaster.hasObservers }
    }

    /// The values for a view to act on.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func asSignal() -> Signal<Element> { relay.asSignal() }

    /// The values, on the threads that send them.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func asObservable() -> Observable<Element> { relay.asObservable() }
}

// Operators for the library's own use on sequences of types that it names, by code that is not specialized.

extension SharedSequence {
    /// See ``asObservable()``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func asObservableCompactly() -> Observable<Element> { asObservable() }

    /// See ``map(_:)``.
    @usableFromInline @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package consuming func mapCompactly<Result: Sendable>(
        _ transform: @escaping @MainActor (Element) -> Result
    ) -> SharedSequence<Sharing, Result> {
        map(transform)
    }

    /// See ``values``.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package func valuesCompactly() -> AsyncStream<Element> { values }

    /// Calls a closure on the main actor with each value.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    package consuming func runCompactly(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable {
        run(onNext: onNext)
    }
}
