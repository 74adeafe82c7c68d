import Binding

/// The output of a stream from outside: what can be observed and read.
///
/// It offers each property of the output by its name, as what corresponds to the property's type, or as what the
/// context requires:
///
/// | property | gives | if the context requires it |
/// | --- | --- | --- |
/// | `Observable` | the same | |
/// | `Driver`, `Signal` | the same | `Observable` |
/// | `BehaviorRelay` | ``Property`` | `Driver`, `Observable` |
/// | `BehaviorSubject` | ``ThrowableProperty`` | `Observable` |
/// | a source of your own that is ``ValueAccessible`` | ``Property`` | `Observable` |
/// | one that is ``ThrowableValueAccessible`` | ``ThrowableProperty`` | `Observable` |
/// | `PublishRelay` | `Observable` | `Signal` |
/// | `PublishSubject`, `ReplaySubject` and other sources | `Observable` | |
/// | ``Computed`` | the value | |
/// | `@Bindable var name` | `output.$name` is a `Driver`; see ``StoredOutputType`` | `Observable` |
/// | `@Mutable var name` | `output.$name` is a ``Property``; see ``StoredOutputType`` | `Driver`, `Observable` |
public typealias OutputWrapper<Output: OutputType> = ReadOnly<Output>

/// Properties that can be observed and read, but not sent to: what an ``OutputWrapper`` shows of an output, and
/// ``Dependency/inputObservables`` of an input.
@dynamicMemberLookup
public struct ReadOnly<Parts> {
    @usableFromInline let parts: Parts

    /// Hides everything about some properties except that they can be read and observed.
    public init(_ parts: Parts) {
        self.parts = parts
    }
}

extension ReadOnly: Sendable where Parts: Sendable {}

extension ReadOnly {
    /// The values that a property sends.
    @inlinable
    public subscript<Source: ObservableConvertibleType>(
        dynamicMember keyPath: KeyPath<Parts, Source>
    ) -> Observable<Source.Element> {
        parts[keyPath: keyPath].asObservable()
    }

    /// A driver or a signal.
    @inlinable
    public subscript<Sharing, Element>(
        dynamicMember keyPath: KeyPath<Parts, SharedSequence<Sharing, Element>>
    ) -> SharedSequence<Sharing, Element> {
        parts[keyPath: keyPath]
    }

    /// A relay's value, and its changes.
    @inlinable
    public subscript<Element>(dynamicMember keyPath: KeyPath<Parts, BehaviorRelay<Element>>) -> Property<Element> {
        Property(parts[keyPath: keyPath])
    }

    /// A relay's value and its changes, for a view.
    @inlinable @_disfavoredOverload
    public subscript<Element>(dynamicMember keyPath: KeyPath<Parts, BehaviorRelay<Element>>) -> Driver<Element> {
        parts[keyPath: keyPath].asDriver()
    }

    /// A relay's values, for a view.
    @inlinable @_disfavoredOverload
    public subscript<Element>(dynamicMember keyPath: KeyPath<Parts, PublishRelay<Element>>) -> Signal<Element> {
        parts[keyPath: keyPath].asSignal()
    }

    /// A subject's value, and its changes.
    @inlinable
    public subscript<Element>(
        dynamicMember keyPath: KeyPath<Parts, BehaviorSubject<Element>>
    ) -> ThrowableProperty<Element> {
        ThrowableProperty(parts[keyPath: keyPath])
    }

    /// The value, and its changes, of a source of your own.
    public subscript<Source: ValueAccessibleObservable>(
        dynamicMember keyPath: KeyPath<Parts, Source>
    ) -> Property<Source.Element> {
        Property(parts[keyPath: keyPath])
    }

    /// The value, and its changes, of a source of your own that may fail.
    public subscript<Source: ThrowableValueAccessibleObservable>(
        dynamicMember keyPath: KeyPath<Parts, Source>
    ) -> ThrowableProperty<Source.Element> {
        ThrowableProperty(parts[keyPath: keyPath])
    }

    /// The property of another stream.
    @inlinable
    public subscript<Element>(dynamicMember keyPath: KeyPath<Parts, Property<Element>>) -> Property<Element> {
        parts[keyPath: keyPath]
    }

    /// The property of another stream.
    @inlinable
    public subscript<Element>(
        dynamicMember keyPath: KeyPath<Parts, ThrowableProperty<Element>>
    ) -> ThrowableProperty<Element> {
        parts[keyPath: keyPath]
    }

    /// The current value.
    @inlinable
    public subscript<Element>(dynamicMember keyPath: KeyPath<Parts, Computed<Element>>) -> Element {
        parts[keyPath: keyPath].value
    }
}
