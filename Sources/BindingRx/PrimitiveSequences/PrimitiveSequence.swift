public import Binding

/// A sequence with at most one value: a ``Single``, a ``Maybe`` or a ``Completable``, as its trait says.
///
/// ```swift
/// func name(of id: Int) -> Single<String> {
///     Single.async { try await load(id) }.map { String(decoding: $0, as: UTF8.self) }
/// }
/// ```
///
/// It is an observable with another type: the operators are those of `Observable`, with what they are called there, and
/// call their closures where that one's would. Subscribing starts the work, and disposal cancels it. The same as
/// [RxSwift's type](https://github.com/ReactiveX/RxSwift/blob/main/Documentation/Traits.md), for elements that are
/// `Sendable`.
///
/// A subscription to it calls back once. A sequence that an operator has left empty, although it is a ``Single``, as
/// ``retry(_:)`` with 0 does, fails with `RxError.noElements` there.
public struct PrimitiveSequence<Trait, Element: Sendable>: PrimitiveSequenceType, ObservableConvertibleType {
    @usableFromInline let source: Observable<Element>

    /// - Parameter source: A sequence that sends as many values as the trait allows, and ends with the last one.
    @inlinable
    init(raw source: Observable<Element>) {
        self.source = source
    }

    public var primitiveSequence: PrimitiveSequence { self }

    /// The same sequence as an `Observable`: the value, if there is one, and then the end.
    @inlinable
    public func asObservable() -> Observable<Element> { source }
}

/// A ``PrimitiveSequence``, for extensions that name its trait and its element.
public protocol PrimitiveSequenceType<Trait, Element>: Sendable {
    /// What the sequence sends: ``SingleTrait``, ``MaybeTrait`` or ``CompletableTrait``.
    associatedtype Trait
    /// The type of the value.
    associatedtype Element: Sendable

    /// The sequence itself.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

/// The trait of a sequence that can have a value: ``SingleTrait`` or ``MaybeTrait``.
public protocol ValueTrait: SendableMetatype {}

extension PrimitiveSequenceType {
    @inlinable var source: Observable<Element> { primitiveSequence.source }
}
