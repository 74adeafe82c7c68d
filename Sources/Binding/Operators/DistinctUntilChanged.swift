extension ObservableType {
    /// The values that differ from the one before, by a comparison.
    ///
    /// See [ReactiveX: Distinct](https://reactivex.io/documentation/operators/distinct.html).
    ///
    /// - Parameter areEqual: Compares the last value that was passed on with a new one, on the thread that sends. An
    ///   error that it throws ends the sequence.
    @inlinable
    public func distinctUntilChanged(
        by areEqual: @escaping @Sendable (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let last = SubscriptionLocal<Element?>(nil)
            let sink = down.receiving { (element: Element) in
                do {
                    if let previous = last.value, try areEqual(previous, element) { return }
                    if lifetime.isEnded { return }
                    last.value = element
                    down.next(element)
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }

    /// The values whose key differs from that of the one before.
    ///
    /// - Parameter key: Makes a key of each value, on the thread that sends. An error that it throws ends the sequence.
    @inlinable
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ key: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<Element> {
        let source = asObservable()
        return Observable { down, subscription in
            let lifetime = subscription.lifetime
            let last = SubscriptionLocal<Key?>(nil)
            let sink = down.receiving { (element: Element) in
                do {
                    let key = try key(element)
                    if last.value == key || lifetime.isEnded { return }
                    last.value = key
                    down.next(element)
                } catch {
                    down.fail(error, lifetime)
                }
            }
            source.attach(sink, subscription)
        }
    }
}

extension ObservableType {
    /// The values whose property differs from that of the one before: `distinctUntilChanged(at: \.title)`.
    ///
    /// - Parameter keyPath: The property.
    @inlinable
    public func distinctUntilChanged<Property: Equatable & Sendable>(
        at keyPath: KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged { $0[keyPath: keyPath] }
    }
}

extension ObservableType where Element: Equatable {
    /// The values that differ from the one before.
    @inlinable
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged(by: ==)
    }
}
