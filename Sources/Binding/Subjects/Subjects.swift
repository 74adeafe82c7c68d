/// A source that anybody may send to, and that ends when it is told to.
///
/// What the three kinds of subjects have in common; they differ in what a new observer is handed.
public protocol SubjectType<Element>: ObservableType, ObserverType {}

/// Hands on each value as it comes, and remembers none. One that has ended tells new observers so.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class PublishSubject<Element: Sendable>: SubjectType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A subject without observers.
    public init() {
        broadcaster = Broadcaster(PublishSubject<Element>.self)
    }

    @inlinable
    public func on(_ event: Event<Element>) { broadcaster.on(event) }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// All events from now on, on the threads that send them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}

/// Hands a new observer the latest value, then each one as it comes. One that has ended tells new observers only so.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class BehaviorSubject<Element: Sendable>: SubjectType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A subject that holds a value.
    public init(value: Element) {
        broadcaster = Broadcaster(BehaviorSubject<Element>.self, value: value)
    }

    /// The latest value.
    ///
    /// - Throws: The error that ended the subject, if one did.
    public func value() throws -> Element {
        let (latest, termination) = broadcaster.latestAndEnd
        if case .error(let error) = termination { throw error }
        // Present: the subject is created with a value and never forgets it.
        return latest!
    }

    @inlinable
    public func on(_ event: Event<Element>) { broadcaster.on(event) }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The current value and all later events, on the threads that send them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}

/// Hands a new observer the last values, then each one as it comes; the last values also after it has ended.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class ReplaySubject<Element: Sendable>: SubjectType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    private init(limit: Int) {
        broadcaster = Broadcaster(ReplaySubject<Element>.self, replay: .last(limit))
    }

    /// A subject that remembers a number of values.
    ///
    /// - Parameter bufferSize: How many. Less than one means none.
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        ReplaySubject(limit: max(0, bufferSize))
    }

    /// A subject that remembers all values.
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(limit: .max)
    }

    @inlinable
    public func on(_ event: Event<Element>) { broadcaster.on(event) }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The remembered values and all later events, on the threads that send them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}
