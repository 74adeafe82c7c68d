extension Observable {
    /// A sequence that is made anew for each observer.
    ///
    /// See [ReactiveX: Defer](https://reactivex.io/documentation/operators/defer.html).
    ///
    /// - Parameter factory: Makes the sequence, on the thread that subscribes. An error that it throws is sent.
    public static func deferred<Source: ObservableConvertibleType<Element>>(
        _ factory: @escaping @Sendable () throws -> Source
    ) -> Observable {
        deferred { try factory().asObservable() }
    }

    /// A sequence that is made anew for each observer, for closures that return `.just(…)`, `.empty()` and the like.
    public static func deferred(_ factory: @escaping @Sendable () throws -> Observable) -> Observable {
        Observable { down, subscription in
            do {
                let source = try factory()
                source.attach(down, subscription)
            } catch {
                if !subscription.lifetime.isEnded { down.stop(.error(error)) }
            }
        }
    }
}
