import Observation

extension Observable {
    /// What an expression says of `@Observable` models, now and after each change of what it has read.
    ///
    /// ```swift
    /// Observable.tracking { model.items.count }
    /// ```
    ///
    /// Observation tells of a change before it is made, so the expression is evaluated a moment later, by the scheduler,
    /// and several changes until then are one value. The models have to be changed where the scheduler runs its actions,
    /// one at a time: on the main actor, unless another scheduler is given. A change that is made elsewhere may still be
    /// under way when the expression is evaluated, and then goes unnoticed until the next one.
    ///
    /// - Parameters:
    ///   - scheduler: Where the models are changed, and the expression is evaluated after a change. It must not run
    ///     actions in place, nor several at a time.
    ///   - expression: Reads the models. The first time it is evaluated during `subscribe`.
    public static func tracking(
        scheduler: some Scheduler = MainScheduler.asyncInstance, _ expression: @escaping @Sendable () -> Element
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let run = TrackingRun(serializedOutput(to: down, subscription), expression) { _ = scheduler.schedule($0) }
            subscription.lifetime.whenEnded(run)
            run.evaluate()
        }
    }
}

extension SharedSequence {
    /// What an expression says of `@Observable` models, now and after each change of what it has read, so that they can
    /// be bound as a view model's own properties are; see ``Observable/tracking(scheduler:_:)``.
    ///
    /// ```swift
    /// Driver.tracking { model.title }.drive(label.rx.text)
    /// ```
    ///
    /// The value comes in the turn of the main actor after the change.
    ///
    /// - Parameter expression: Reads the models, on the main actor.
    public static func tracking(_ expression: @escaping @MainActor () -> Element) -> SharedSequence {
        .init(sharing: .tracking(MainActorDispatcher.unchecked(expression)))
    }
}

/// One subscription to what an expression says.
private final class TrackingRun<Element: Sendable>: Disposable {
    private let output: Broadcaster<Element>
    private let expression: @Sendable () -> Element
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let isEnded = Guarded(false)

    init(
        _ output: Broadcaster<Element>, _ expression: @escaping @Sendable () -> Element,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.output = output
        self.expression = expression
        self.later = later
    }

    func evaluate() {
        if isEnded.withLock({ $0 }) { return }
        // Held weakly: what the models keep until their next change keeps nothing of the subscription.
        let element = withObservationTracking(expression) { [weak self] in
            guard let self else { return }
            later { [weak self] in self?.evaluate() }
        }
        output.send(element)
    }

    func dispose() { isEnded.withLock { $0 = true } }
}
