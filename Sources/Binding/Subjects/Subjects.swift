/// A source that is also an observer: it sends the events that it receives.
///
/// The kinds of subjects differ in which values a new observer receives.
public protocol SubjectType<Element>: ObservableType, ObserverType {}

/// A subject that sends each value and remembers none. After the end, a new observer receives only the completion or
/// the error.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class PublishSubject<Element: Sendable>: SubjectType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A subject without observers.
    public init() {
        broadcaster = Broadcaster(PublishSubject<Element>.self, isSetByProgram: true)
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

/// A subject that holds a value, which a new observer receives first. After the end, a new observer receives only the
/// completion or the error.
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

/// A subject that replays its last values to new observers, even after it has ended.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class ReplaySubject<Element: Sendable>: SubjectType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    private init(limit: Int) {
        broadcaster = Broadcaster(ReplaySubject<Element>.self, replay: .last(limit), isSetByProgram: true)
    }

    /// A subject that remembers a number of values.
    ///
    /// - Parameter bufferSize: The number of values. Less than one means none.
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
