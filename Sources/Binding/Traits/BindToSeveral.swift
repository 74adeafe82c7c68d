// One source for several targets.

extension SharedSequence where Sharing == DriverSharing {
    /// Sends each value to several observers or relays, on the main actor, in this order:
    /// `viewModel.$title.drive(label.rx.text, window.rx.title)`.
    ///
    /// - Returns: A disposable that ends all of these bindings.
    public func drive(
        _ first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        takenOnMainActor(by: [first, second] + others)
    }

    /// Sends each value to several observers or relays of optional values, on the main actor, in this order.
    ///
    /// - Returns: A disposable that ends all of these bindings.
    public func drive(
        _ first: some BindingTarget<Element?>, _ second: any BindingTarget<Element?>,
        _ others: any BindingTarget<Element?>...
    ) -> any Disposable {
        map { $0 }.takenOnMainActor(by: [first, second] + others)
    }
}

extension SharedSequence where Sharing == SignalSharing {
    /// Sends each value to several observers or relays, on the main actor, in this order.
    ///
    /// - Returns: A disposable that ends all of these bindings.
    public func emit(
        to first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        takenOnMainActor(by: [first, second] + others)
    }

    /// Sends each value to several observers or relays of optional values, on the main actor, in this order.
    ///
    /// - Returns: A disposable that ends all of these bindings.
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
    /// Sends each value to several observers or relays, in this order, by a subscription each.
    ///
    /// - Returns: A disposable that ends all of these bindings.
    public func bind(
        to first: some BindingTarget<Element>, _ second: any BindingTarget<Element>,
        _ others: any BindingTarget<Element>...
    ) -> any Disposable {
        taken(by: [first, second] + others)
    }

    /// Sends each value to several observers or relays of optional values, in this order, by a subscription each.
    ///
    /// - Returns: A disposable that ends all of these bindings.
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
