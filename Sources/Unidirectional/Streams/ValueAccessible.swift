import Binding

/// A source whose latest value can be read: what a ``Property`` shows of it.
///
/// A source of your own that conforms to this and `ObservableConvertibleType` comes out of a stream as a ``Property``,
/// as a `BehaviorRelay` does. As in Unio.
public protocol ValueAccessible<Element> {
    /// The type of the value.
    associatedtype Element

    /// The latest value.
    var value: Element { get }
}

/// A source whose latest value can be read, unless an error has ended it: what a ``ThrowableProperty`` shows of it. As
/// in Unio.
public protocol ThrowableValueAccessible<Element> {
    /// The type of the value.
    associatedtype Element

    /// The latest value.
    ///
    /// - Throws: The error that ended the source, if one did.
    func throwableValue() throws -> Element
}

/// A source that can be observed, and whose latest value can be read.
public typealias ValueAccessibleObservable = ValueAccessible & ObservableConvertibleType

/// A source that can be observed, and whose latest value can be read, unless an error has ended it.
public typealias ThrowableValueAccessibleObservable = ThrowableValueAccessible & ObservableConvertibleType

extension BehaviorRelay: ValueAccessible {}

extension BehaviorSubject: ThrowableValueAccessible {
    /// The latest value; see `value()`.
    public func throwableValue() throws -> Element { try value() }
}
