// One source for several targets.

extension SharedSequence where Sharing == DriverSharing {
    /// Has several observers or relays take each value, on the main actor, in this order:
    /// `viewModel.$title.drive(label.rx.text, window.rx.title)`.
    ///
    /// - Returns: What ends all of it.
    public func drive(
        _ first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        takenOnMainActor(by: [first, second] + others)
    }

    /// Has several observers or relays of optional values take each value, on the main actor, in this order.
    ///
    /// - Returns: What ends all of it.
    public func drive(
        _ first: some BindingTarget<Element?>, _ second: any BindingTarget<Element?>,
        _ others: any BindingTarget<Element?>...
    ) -> any Disposable {
        map { $0 }.takenOnMainActor(by: [first, second] + others)
    }
}

extension SharedSequence where Sharing == SignalSharing {
    /// Has several observers or relays take each value, on the main actor, in this order.
    ///
    /// - Returns: What ends all of it.
    public func emit(
        to first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        takenOnMainActor(by: [first, second] + others)
    }

    /// Has several observers or relays of optional values take each value, on the main actor, in this order.
    ///
    /// - Returns: What ends all of it.
    public func emit(
        to first: some BindingTarget<Element?>, _ second: any BindingTarget<Element?>,
        _ others: any BindingTarget<Element?>...
    ) -> any Disposable {
        map { $0 }.takenOnMainActor(by: [first, second] + others)
    }
}

extension SharedSequence {
    private func takenOnMainActor(by targets: [any BindingTarget<Element>]) -> any Disposable {
        Disposables.create(targets.map { $0.takeOnMainActor(from: self) })
    }
}

extension ObservableType {
    /// Has several observers or relays take each value, in this order, by a subscription each.
    ///
    /// - Returns: What ends all of it.
    public func bind(
        to first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        taken(by: [first, second] + others)
    }

    /// Has several observers or relays of optional values take each value, in this order, by a subscription each.
    ///
    /// - Returns: What ends all of it.
    public func bind(
        to first: some BindingTarget<Element?>, _ second: any BindingTarget<Element?>,
        _ others: any BindingTarget<Element?>...
    ) -> any Disposable {
        map { $0 }.taken(by: [first, second] + others)
    }

    private func taken(by targets: [any BindingTarget<Element>]) -> any Disposable {
        Disposables.create(targets.map { $0.take(from: self) })
    }
}
