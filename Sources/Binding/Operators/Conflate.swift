extension Observable {
    /// The same sequence for sinks on the main actor; a value that waits for the main actor gives way to the next one.
    ///
    /// What is upstream runs where the values are sent, if possible, so that only the latest value waits for the main
    /// actor.
    @inlinable
    var conflated: Observable {
        Observable(servesMainActor: true) { [self] down, subscription in
            let output = Self.serializedOutput(to: down.onMainActor, subscription, conflates: true)
            let sink = Sink(isMainActor: !servesMainActor, next: { output.send($0) }, stop: { output.stop($0) })
            attach(sink, subscription.lifetime.child())
        }
    }
}

extension SharedSequence {
    /// Only the latest of the values that wait for the main actor, for state that changes faster than a view can show
    /// it.
    ///
    /// ```swift
    /// viewModel.$progress.conflate().drive(bar.rx.value)
    /// ```
    ///
    /// A value that is set on another thread waits for the main actor. If another one comes first, that one takes its
    /// place: a million values cost the main actor only as much as it has time for and need no memory, and the last one
    /// is always delivered. What is set on the main actor is delivered at once, unless another thread is delivering a
    /// value of the same source at that moment: then it waits with the values of that thread, and may give way to a
    /// later one. (On a property with ``Delivery/latest`` it never does.) It is the same as Kotlin's
    /// [`conflate`](https://kotlinlang.org/api/kotlinx.coroutines/kotlinx-coroutines-core/kotlinx.coroutines.flow/conflate.html),
    /// and what Rx's documentation calls
    /// [`onBackpressureLatest`](https://reactivex.io/documentation/operators/backpressure.html).
    ///
    /// Apply it before other operators: their closures run on the main actor, so no value waits after them. See also
    /// ``Delivery/latest``, for a property that is always observed so.
    @inlinable
    public consuming func conflate() -> SharedSequence {
        .init(sharing: sourceOfOperator().conflated)
    }
}

extension BehaviorRelay {
    /// The relay's value for a view to show, without those that are replaced before the main actor is free; see
    /// ``SharedSequence/conflate()``.
    @inlinable
    public func conflate() -> Driver<Element> { asDriver().conflate() }
}

extension PublishRelay {
    /// The relay's values for a view to act on, without those that are followed by others before the main actor is
    /// free; see ``SharedSequence/conflate()``.
    @inlinable
    public func conflate() -> Signal<Element> { asSignal().conflate() }
}
