/// A type that takes values and never an end: a ``PublishRelay``, a ``BehaviorRelay``, a ``ReplayRelay``, or a relay of
/// your own.
public protocol RelayType<Element>: ObservableType, BindingTarget {
    /// Takes a value.
    func accept(_ element: Element)
}

extension RelayType {
    @inlinable
    public func take(from source: some ObservableType<Element>) -> any Disposable {
        source.bind { element in DueAtEnd.binding { accept(element) } }
    }

    @inlinable
    public func takeOnMainActor(from source: consuming some SharedSequenceConvertibleType<Element>) -> any Disposable {
        source.bindOnMainActor { element in
            DueAtEnd.binding { self.accept(element) }
        }
    }

    /// An observer that sends each value to the relay. A completion does not reach the relay; an error is a programming
    /// error, as in ``ObservableType/bind(onNext:)``.
    public func asObserver() -> AnyObserver<Element> { .init(taking: accept, for: Self.self) }
}

extension PublishRelay: RelayType {}
extension BehaviorRelay: RelayType {}
extension ReplayRelay: RelayType {}
