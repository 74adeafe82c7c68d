extension ObservableType {
    /// Some values, and then those of this sequence.
    ///
    /// See [ReactiveX: StartWith](https://reactivex.io/documentation/operators/startwith.html).
    ///
    /// - Parameter elements: The values to begin with, sent during `subscribe`, in this order.
    public func startWith(_ elements: Element...) -> Observable<Element> {
        asObservable().startingWith(elements)
    }
}

extension Observable {
    func startingWith(_ elements: [Element]) -> Observable {
        Observable { [self] down, subscription in
            for element in elements {
                if subscription.lifetime.isEnded { return }
                down.next(element)
            }
            if !subscription.lifetime.isEnded { attachNested(down, subscription) }
        }
    }
}
