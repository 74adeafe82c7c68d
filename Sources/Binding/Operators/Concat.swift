extension ObservableType {
    /// The values of this sequence and, when it has completed, those of another.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    public func concat(_ other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        .concat([asObservable(), other.asObservable()])
    }

    /// The same as the other ``concat(_:)``, for `.just(…)`, `.error(…)` and the like.
    public func concat(_ other: Observable<Element>) -> Observable<Element> { .concat([asObservable(), other]) }
}

extension Observable {
    /// The values of several sequences, one sequence after the other.
    ///
    /// See [ReactiveX: Concat](https://reactivex.io/documentation/operators/concat.html).
    public static func concat(_ sources: any ObservableConvertibleType<Element>...) -> Observable {
        concat(sources.map { $0.asObservable() })
    }

    /// The values of several sequences, one sequence after the other.
    public static func concat(_ sources: Observable...) -> Observable { concat(sources) }

    /// The values of several sequences, one sequence after the other.
    ///
    /// - Parameter sources: The sequences, which are iterated once, by this call.
    public static func concat(_ sources: some Sequence<Observable>) -> Observable {
        let sources = Array(sources)
        return succession(after: .completion, servesMainActor: sources.allSatisfy(\.servesMainActor)) {
            let rest = SubscriptionLocal(Array(sources.reversed()))
            return { Successor(ofReversed: &rest.value) }
        }
    }

    /// The values of several sequences, one sequence after the other.
    public static func concat<Source: ObservableConvertibleType<Element>>(
        _ sources: some Sequence<Source>
    ) -> Observable {
        concat(sources.map { $0.asObservable() })
    }
}
