// RxSwift's names that are in BindingRx. The compiler considers these only where that is not imported.

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias Single<Element: Sendable> = Observable<Element>

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias Maybe<Element: Sendable> = Observable<Element>

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias Completable = Observable<Never>

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias Infallible<Element: Sendable> = Observable<Element>

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias ConnectableObservable<Element: Sendable> = Observable<Element>

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias BooleanDisposable = SerialDisposable

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias RefCountDisposable = SerialDisposable

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias ScheduledDisposable = SerialDisposable

/// In `BindingRx`.
@available(*, unavailable, message: "import BindingRx")
@_documentation(visibility: internal)
public typealias CurrentThreadScheduler = ImmediateScheduler

extension ObservableType {
    /// In `BindingRx`.
    @available(*, unavailable, message: "import BindingRx")
    @_documentation(visibility: internal)
    public func publish() -> Observable<Element> { asObservable() }

    /// In `BindingRx`.
    @available(*, unavailable, message: "import BindingRx")
    @_documentation(visibility: internal)
    public func replay(_ bufferSize: Int) -> Observable<Element> { asObservable() }

    /// In `BindingRx`.
    @available(*, unavailable, message: "import BindingRx")
    @_documentation(visibility: internal)
    public func multicast(_ subject: some SubjectType<Element>) -> Observable<Element> { asObservable() }

    /// In `BindingRx`.
    @available(*, unavailable, message: "import BindingRx")
    @_documentation(visibility: internal)
    public func groupBy<Key: Hashable & Sendable>(
        keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<Observable<Element>> {
        .empty()
    }

    /// In `BindingRx`.
    @available(*, unavailable, message: "import BindingRx")
    @_documentation(visibility: internal)
    public func asSingle() -> Observable<Element> { asObservable() }
}
