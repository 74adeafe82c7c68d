import Binding

/// A value that can be read and observed, but not set: a `BehaviorRelay` from outside.
///
/// It sends on the threads that set the value; ``asDriver()`` and bindings to controls are for the main actor.
public struct Property<Element: Sendable>: ObservableType, DriverConvertibleType, ValueAccessible {
    @usableFromInline let origin: Origin

    /// Where the value comes from.
    @usableFromInline
    enum Origin: Sendable {
        case relay(BehaviorRelay<Element>)
        /// A source of your own.
        case other(value: @Sendable () -> Element, observable: @Sendable () -> Observable<Element>)
    }

    /// Hides everything about a relay except that it can be read and observed.
    @inlinable
    public init(_ relay: BehaviorRelay<Element>) {
        origin = .relay(relay)
    }

    /// Hides everything about a source of your own except that it can be read and observed. It is kept alive.
    ///
    /// - Parameter source: Its value is read when the property is read, on any thread.
    @_disfavoredOverload
    public init<Source: ValueAccessibleObservable>(_ source: Source) where Source.Element == Element {
        origin = .other(value: { source.value }, observable: { source.asObservable() })
    }

    /// The latest value.
    @inlinable
    public var value: Element {
        switch origin {
        case .relay(let relay): relay.value
        case .other(let value, _): value()
        }
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    @inlinable
    public func asObservable() -> Observable<Element> {
        switch origin {
        case .relay(let relay): relay.asObservable()
        case .other(_, let observable): observable()
        }
    }

    /// The value and its changes, for a view. An error of a source of your own is a mistake of the programmer.
    @inlinable
    public func asDriver() -> Driver<Element> {
        switch origin {
        case .relay(let relay): relay.asDriver()
        case .other(_, let observable): Self.driver(of: observable())
        }
    }

    @usableFromInline
    static func driver(of source: Observable<Element>) -> Driver<Element> {
        source.asDriver { error in
            BindingDiagnostics.reportMistake(.errorInBinding(error, target: Driver<Element>.self))
            return .empty()
        }
    }

    @inlinable
    public func asSharedSequence() -> Driver<Element> { asDriver() }
}

/// A value that can be read and observed, but not set, and that may end with an error: a `BehaviorSubject` from
/// outside.
public struct ThrowableProperty<Element: Sendable>: ObservableType, ThrowableValueAccessible {
    @usableFromInline let origin: Origin

    /// Where the value comes from.
    @usableFromInline
    enum Origin: Sendable {
        case subject(BehaviorSubject<Element>)
        /// A source of your own.
        case other(value: @Sendable () throws -> Element, observable: @Sendable () -> Observable<Element>)
    }

    /// Hides everything about a subject except that it can be read and observed.
    @inlinable
    public init(_ subject: BehaviorSubject<Element>) {
        origin = .subject(subject)
    }

    /// Hides everything about a source of your own except that it can be read and observed. It is kept alive.
    ///
    /// - Parameter source: Its value is read when the property is read, on any thread.
    @_disfavoredOverload
    public init<Source: ThrowableValueAccessibleObservable>(_ source: Source) where Source.Element == Element {
        origin = .other(value: { try source.throwableValue() }, observable: { source.asObservable() })
    }

    /// The latest value.
    ///
    /// - Throws: The error that ended the subject, if one did.
    public func throwableValue() throws -> Element {
        switch origin {
        case .subject(let subject): try subject.value()
        case .other(let value, _): try value()
        }
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    @inlinable
    public func asObservable() -> Observable<Element> {
        switch origin {
        case .subject(let subject): subject.asObservable()
        case .other(_, let observable): observable()
        }
    }
}
