extension Observable {
    /// The same sequence for sinks on the main actor, where a value that waits for it gives way to the next one.
    ///
    /// What comes before runs where the values are sent, if that may be, so that nothing waits for the main actor but the
    /// latest value.
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
    /// Of the values that wait for the main actor only the latest: for state that changes more often than anybody can look.
    ///
    /// ```swift
    /// viewModel.$progress.conflate().drive(bar.rx.value)
    /// ```
    ///
    /// A value that is set on another thread waits for the main actor. Where the next one comes before, it takes its place:
    /// a million values cost the main actor as much as it has time for, need no memory, and the last one is always
    /// delivered. What is set on the main actor is delivered at once, unless another thread is handing out a value of the
    /// same source at that moment: then it waits with the values of that thread, and may give way to a later one. (On a
    /// property with ``Delivery/latest`` it never does.) The same as Kotlin's
    /// [`conflate`](https://kotlinlang.org/api/kotlinx.coroutines/kotlinx-coroutines-core/kotlinx.coroutines.flow/conflate.html),
    /// and what Rx's documentation calls
    /// [`onBackpressureLatest`](https://reactivex.io/documentation/operators/backpressure.html).
    ///
    /// It belongs before other operators: their closures run on the main actor, so that nothing waits behind them any more.
    /// See also ``Delivery/latest``, for a property that is always observed so.
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
    /// The relay's values for a view to act on, without those that others follow before the main actor is free; see
    /// ``SharedSequence/conflate()``.
    @inlinable
    public func conflate() -> Signal<Element> { asSignal().conflate() }
}
