extension ObservableType {
    /// Each value with its number, starting at zero.
    ///
    /// The same as RxSwift's operator.
    @inlinable
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        let source = asObservable()
        return Observable<(index: Int, element: Element)> { down, subscription in
            let index = SubscriptionLocal(0)
            let sink = down.receiving { (element: Element) in
                let number = index.value
                index.value += 1
                down.next((number, element))
            }
            source.attach(sink, subscription)
        }
    }
}
