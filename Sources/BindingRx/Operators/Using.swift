public import Binding

extension Observable {
    /// A sequence made from a resource that is disposed of when the subscription has ended.
    ///
    /// See [ReactiveX: Using](https://reactivex.io/documentation/operators/using.html). Both closures are called for
    /// each observer, on the thread that subscribes. An error that one of them throws is sent.
    ///
    /// - Parameters:
    ///   - resourceFactory: Makes the resource, which is disposed of when the subscription has ended, however it ended, and
    ///     the sequence has been disposed of.
    ///   - observableFactory: Makes the sequence from the resource.
    public static func using<Resource: Disposable, Source: ObservableConvertibleType<Element>>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Source
    ) -> Observable {
        using(resourceFactory, observableFactory: { try observableFactory($0).asObservable() })
    }

    /// The same as the other ``using(_:observableFactory:)``, for what `Disposables.create` and `subscribe` return.
    public static func using<Source: ObservableConvertibleType<Element>>(
        _ resourceFactory: @escaping @Sendable () throws -> any Disposable,
        observableFactory: @escaping @Sendable (any Disposable) throws -> Source
    ) -> Observable {
        using(resourceFactory, observableFactory: { try observableFactory($0).asObservable() })
    }

    /// The same as the other ``using(_:observableFactory:)``, for what `Disposables.create` and `subscribe` return, and
    /// for closures that return `.just(…)`, `.empty()` and the like.
    public static func using(
        _ resourceFactory: @escaping @Sendable () throws -> any Disposable,
        observableFactory: @escaping @Sendable (any Disposable) throws -> Observable
    ) -> Observable {
        using(
            { HeldResource(disposable: try resourceFactory()) },
            observableFactory: { try observableFactory($0.disposable) })
    }

    /// The same as the other ``using(_:observableFactory:)``, for closures that return `.just(…)`, `.empty()` and the
    /// like.
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Observable
    ) -> Observable {
        Observable { down, subscription in
            do {
                let resource = try resourceFactory()
                // After the sequence that uses it, and also if there is none.
                defer { subscription.lifetime.whenEnded(resource) }
                try observableFactory(resource).attach(down, subscription)
            } catch {
                if !subscription.lifetime.isEnded { down.stop(.error(error)) }
            }
        }
    }
}

/// A disposable of any type, wrapped in a known type.
private struct HeldResource: Disposable {
    let disposable: any Disposable

    func dispose() { disposable.dispose() }
}
