extension Observable {
    /// The value of an expression over `@Observable` models, now and after each change of what it has read.
    ///
    /// ```swift
    /// Observable.tracking { model.items.count }
    /// ```
    ///
    /// Observation announces a change before it is made, so the expression is evaluated a moment later, by the
    /// scheduler, and several changes until then yield one value. The models have to be changed where the scheduler
    /// runs its actions, one at a time: on the main actor, unless another scheduler is given. A change that is made
    /// elsewhere may still be under way when the expression is evaluated, and then goes unnoticed until the next one.
    ///
    /// Relays and wrapped properties are not `@Observable`: a change of one is not followed, and a debug build warns if the
    /// first evaluation reads one. `Driver.tracking` follows both.
    ///
    /// The first value comes during `subscribe`. If that is called outside the main actor, or with another scheduler,
    /// the models may be changing at that moment; so the scheduler evaluates the expression once more, and the result
    /// is sent, too, unless it is `Equatable` and equal.
    ///
    /// - Parameters:
    ///   - scheduler: Where the models are changed, and the expression is evaluated after a change. It must not run
    ///     actions in place, nor several at a time.
    ///   - expression: Reads the models.
    /// - Complexity: A subscription, each evaluation and the disposal are O(*n*) in the number of properties that the
    ///   expression reads. The models keep nothing of a subscription that has been disposed of.
    public static func tracking(
        scheduler: some Scheduler = MainScheduler.asyncInstance, _ expression: @escaping @Sendable () -> Element
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let run = TrackingRun(serializedOutput(to: down, subscription), expression) { _ = scheduler.schedule($0) }
            subscription.lifetime.whenEnded(run)
            run.begin(whereModelsChange: scheduler is MainScheduler && MainActorDispatcher.isCurrent)
        }
    }
}

extension SharedSequence {
    /// The value of an expression over `@Observable` models, now and after each change of what it has read, so that
    /// they can be bound like a view model's own properties.
    ///
    /// ```swift
    /// Driver.tracking { "\(model.title) (\(viewModel.count))" }.drive(label.rx.text)
    /// ```
    ///
    /// Observation announces a change before it is made, so the value comes in the main actor's turn after the change of a
    /// model, and several changes until then yield one value. Whatever ``DerivedValue`` follows, such as relays and wrapped
    /// properties, is followed as it does, at the end of each change. An equal value is not sent again. If there are no
    /// models, `Driver.derived` takes less time.
    ///
    /// A debug build warns if the first evaluation has read nothing that can change.
    ///
    /// - Parameters:
    ///   - fileID: The file with the expression, for messages.
    ///   - line: The line with the expression, for messages.
    ///   - expression: Reads the models, on the main actor, where they are changed.
    /// - Complexity: A subscription, each evaluation and the disposal are O(*n*) in the number of properties that the
    ///   expression reads. The models keep nothing of a subscription that has been disposed of.
    public static func tracking(
        fileID: StaticString = #fileID, line: UInt = #line, _ expression: @escaping @MainActor () -> Element
    ) -> SharedSequence {
        .init(
            sharing: Observable(servesMainActor: true) { down, subscription in
                let models = TrackedModels(StaticSourcePlace(fileID, line))
                subscription.lifetime.whenEnded(models)
                let equality = PartEquality(Element.self)
                let areEqual: @MainActor (Element, Element) -> Bool = { equality?.areSame($0, $1) ?? false }
                DerivedValue(areEqual: areEqual, fileID: fileID, line: line) { models.tracking(expression) }
                    .asDriver().source.attach(down, subscription)
            })
    }
}
