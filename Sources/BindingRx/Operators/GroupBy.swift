public import Binding

extension ObservableType {
    /// The values split into sequences, one for each key.
    ///
    /// See [ReactiveX: GroupBy](https://reactivex.io/documentation/operators/groupby.html). The sequence of a key is
    /// sent before its first value. It passes on the values that come while it is observed, and the end; it replays
    /// nothing. It continues when the result is disposed of: the upstream subscription ends when neither the result nor
    /// any of its sequences is observed any more. The same as RxSwift's operator.
    ///
    /// - Parameter keySelector: Makes a key of each value, on the thread that sends. An error that it throws ends all
    ///   of the sequences.
    public func groupBy<Key: Hashable & Sendable>(
        keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        let source = asObservable()
        return Observable<GroupedObservable<Key, Element>> { down, subscription in
            let input = Subscription()
            let inputLifetime = input.lifetime
            let lifetime = subscription.lifetime
            let upstream = DetachedUpstream(input)
            upstream.join(subscription)
            // The groups, and the position of each key's group.
            let groups = SubscriptionLocal<[PublishSubject<Element>]>([])
            let positions = SubscriptionLocal<[Key: Int]>([:])
            let stop: @Sendable (Termination) -> Void = { termination in
                for group in groups.value { group.on(termination.event()) }
                if !lifetime.isEnded { down.stop(termination) }
                inputLifetime.end()
            }
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: { element in
                    do {
                        let key = try keySelector(element)
                        if let position = positions.value[key] {
                            return groups.value[position].onNext(element)
                        }
                        if lifetime.isEnded { return }
                        let group = PublishSubject<Element>()
                        positions.value[key] = groups.value.count
                        groups.value.append(group)
                        NestedSubscriptions.handingOut {
                            down.next(GroupedObservable(key: key, group, upstream))
                        }
                        group.onNext(element)
                    } catch {
                        if !inputLifetime.isEnded { stop(.error(error)) }
                    }
                },
                stop: stop)
            source.attach(sink, input)
        }
    }
}

/// The values of one key; see ``Binding/ObservableType/groupBy(keySelector:)``.
public struct GroupedObservable<Key: Hashable & Sendable, Element: Sendable>: ObservableType {
    /// The key that the values have in common.
    public let key: Key

    private let group: PublishSubject<Element>
    private let upstream: DetachedUpstream

    init(key: Key, _ group: PublishSubject<Element>, _ upstream: DetachedUpstream) {
        self.key = key
        self.group = group
        self.upstream = upstream
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The values of the key, from now on.
    public func asObservable() -> Observable<Element> {
        Observable(servesMainActor: true) { [group, upstream] down, subscription in
            upstream.join(subscription)
            group.asObservable().attach(down, subscription)
        }
    }
}
