import Binding

/// A value that can be read and observed, and not be set: a `BehaviorRelay` from outside.
///
/// It sends on the threads that set the value; ``asDriver()`` and what binds controls are for the main actor.
public struct Property<Element: Sendable>: ObservableType, SharedSequenceConvertibleType {
    @usableFromInline let relay: BehaviorRelay<Element>

    /// Hides all of a relay but its being read.
    @inlinable
    public init(_ relay: BehaviorRelay<Element>) {
        self.relay = relay
    }

    /// The latest value.
    @inlinable
    public var value: Element { relay.value }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable { relay.subscribe(observer) }

    @inlinable
    public func asObservable() -> Observable<Element> { relay.asObservable() }

    /// The value and its changes, for a view.
    @inlinable
    public func asDriver() -> Driver<Element> { relay.asDriver() }

    @inlinable
    public func asSharedSequence() -> Driver<Element> { asDriver() }
}

/// A value that can be read and observed, and not be set, and that may end with an error: a `BehaviorSubject` from
/// outside.
public struct ThrowableProperty<Element: Sendable>: ObservableType {
    @usableFromInline let subject: BehaviorSubject<Element>

    /// Hides all of a subject but its being read.
    @inlinable
    public init(_ subject: BehaviorSubject<Element>) {
        self.subject = subject
    }

    /// The latest value.
    ///
    /// - Throws: The error that ended the subject, if one did.
    public func throwableValue() throws -> Element { try subject.value() }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable { subject.subscribe(observer) }

    @inlinable
    public func asObservable() -> Observable<Element> { subject.asObservable() }
}

/// A value that is made each time that it is read.
public struct Computed<Element> {
    private let compute: () -> Element

    /// A value that a closure makes.
    ///
    /// - Parameter compute: Called for each reading, by whoever reads.
    public init(_ compute: @escaping () -> Element) {
        self.compute = compute
    }

    /// The value at this moment.
    public var value: Element { compute() }
}
