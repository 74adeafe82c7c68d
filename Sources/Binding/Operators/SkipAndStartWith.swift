extension ObservableType {
    /// All values but the first ones.
    ///
    /// See [ReactiveX: Skip](https://reactivex.io/documentation/operators/skip.html).
    ///
    /// - Parameter count: How many to leave out. None, where it is less than one.
    @inlinable
    public func skip(_ count: Int) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let remaining = Local(count)
            let sink = down.receiving { (element: Element) in
                if remaining.value > 0 { remaining.value -= 1 } else { down.next(element) }
            }
            source.attach(sink, subscription)
        }
    }

    /// Some values, and then those of this sequence.
    ///
    /// See [ReactiveX: StartWith](https://reactivex.io/documentation/operators/startwith.html).
    ///
    /// - Parameter elements: What to begin with, sent during `subscribe`, in this order.
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
            if !subscription.lifetime.isEnded { attach(down, subscription) }
        }
    }
}
