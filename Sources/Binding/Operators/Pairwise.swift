extension ObservableType {
    /// Each value with the one before, from the second value on.
    @inlinable
    public func pairwise() -> Observable<(previous: Element, current: Element)> {
        let source = asObservable()
        return Observable<(previous: Element, current: Element)> { down, subscription in
            let last = SubscriptionLocal<Element?>(nil)
            let sink = down.receiving { (element: Element) in
                let previous = last.value
                last.value = element
                if let previous { down.next((previous, element)) }
            }
            source.attach(sink, subscription)
        }
    }
}
