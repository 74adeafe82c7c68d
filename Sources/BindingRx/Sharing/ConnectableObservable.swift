public import Binding

/// A sequence that subscribes to its source once for all observers, when ``connect()`` is called.
///
/// See [ReactiveX: Connect](https://reactivex.io/documentation/operators/connect.html). Observers observe a subject, to
/// which the source sends once ``connect()`` has been called. It is made by ``Binding/ObservableType/publish()``,
/// ``Binding/ObservableType/replay(_:)``, ``Binding/ObservableType/multicast(_:)`` and the like.
///
/// ```swift
/// let ticks = Observable<Int>.interval(.seconds(1)).publish()
/// let first = ticks.subscribe(onNext: { print("first", $0) })
/// let second = ticks.subscribe(onNext: { print("second", $0) })
/// let connection = ticks.connect()  // begins to count, for both
/// ```
public final class ConnectableObservable<Element: Sendable>: ObservableType, Sendable {
    private let source: Observable<Element>
    private let connections: Connections<Element>

    /// A sequence with a subject of its own for each connection.
    init(_ source: Observable<Element>, makeSubject: @escaping @Sendable () -> any SubjectType<Element>) {
        self.source = source
        connections = Connections(subject: nil, makeSubject: makeSubject)
    }

    /// A sequence with one subject for all connections.
    init(_ source: Observable<Element>, subject: any SubjectType<Element>) {
        self.source = source
        connections = Connections(subject: subject, makeSubject: { subject })
    }

    /// Subscribes to the source for all observers, unless it is connected already.
    ///
    /// After the source has ended, or the result has been disposed of, the next call subscribes anew. The exception is
    /// the end of the source if the subject was given: that has ended with the source, and can send nothing more.
    ///
    /// - Returns: A disposable that ends the subscription to the source. The observers stay, and receive no event. What
    ///   the next connection sends reaches them only if the subject was given.
    public func connect() -> any Disposable {
        let joined = connections.join(counting: false)
        guard let connection = joined.connection else { return Disposables.create() }
        guard let subscription = connection.held else { return connection.lifetime }
        if connection.new != nil { attach(connection, to: joined.subject, subscription) }
        return subscription
    }

    /// The same sequence, connected for as long as it has observers.
    ///
    /// See [ReactiveX: RefCount](https://reactivex.io/documentation/operators/refcount.html). The first observer
    /// connects, and when the last one has gone the connection ends. A later observer connects anew; see ``connect()``.
    public func refCount() -> Observable<Element> {
        Observable(servesMainActor: true) { [self] down, subscription in
            let joined = connections.join(counting: true)
            let held = joined.connection?.held
            if let connection = joined.connection {
                subscription.lifetime.whenEnded(Departure(connections, connection.number))
                if let held { subscription.hold(held) }
            }
            joined.subject.asObservable().onMainActor.attach(down, subscription)
            if let connection = joined.connection, connection.new != nil, let held {
                attach(connection, to: joined.subject, held)
            }
        }
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The events that are sent while connected, from now on.
    public func asObservable() -> Observable<Element> {
        Observable(servesMainActor: true) { [connections] down, subscription in
            connections.currentSubject().subject.asObservable().onMainActor.attach(down, subscription)
        }
    }

    private func attach(
        _ connection: Connections<Element>.Connection, to subject: any SubjectType<Element>,
        _ subscription: Subscription
    ) {
        let lifetime = connection.lifetime
        let number = connection.number
        lifetime.whenEnded(Disconnection(connections, number))
        if lifetime.isEnded { return }
        let sink = Sink<Element>(
            next: { subject.on(.next($0)) },
            stop: { [connections] termination in
                // An observer that comes from here on connects anew.
                connections.forget(number, isOver: true)
                subject.on(termination.event())
                lifetime.end()
            })
        source.attach(sink, subscription)
    }
}

/// The subject of a ``ConnectableObservable``, its connection, and how many observers keep it connected.
///
/// It does not hold the source; the source holds it while connected.
private final class Connections<Element: Sendable>: Sendable {
    struct Connection: Sendable {
        let number: Int
        let connection: Binding.Connection
        /// Its subscription, if the source has yet to be attached.
        let new: Subscription?

        var lifetime: Lifetime { connection.lifetime }

        /// Keeps the source alive; `nil` if the connection has ended.
        var held: Subscription? { new ?? connection.held }
    }

    private struct State {
        var subject: (any SubjectType<Element>)?
        /// How many subjects there have been before this one.
        var subjectNumber = 0
        var current: Binding.Connection?
        /// The number of the latest connection.
        var number = 0
        /// The observers that keep the current connection.
        var observers = 0
        /// Whether the one subject for all connections has ended.
        var isOver = false
    }

    private let isSubjectKept: Bool
    private let makeSubject: @Sendable () -> any SubjectType<Element>
    private let state: Guarded<State>

    init(
        subject: (any SubjectType<Element>)?, makeSubject: @escaping @Sendable () -> any SubjectType<Element>
    ) {
        isSubjectKept = subject != nil
        self.makeSubject = makeSubject
        state = Guarded(State(subject: subject))
    }

    /// The subject that an observer subscribes to, and its number.
    func currentSubject() -> (subject: any SubjectType<Element>, number: Int) {
        let existing: (subject: any SubjectType<Element>, number: Int)? = state.withLock { state in
            state.subject.map { ($0, state.subjectNumber) }
        }
        if let existing { return existing }
        let new = makeSubject()
        return state.withLock { state in
            let subject = state.subject ?? new
            state.subject = subject
            return (subject, state.subjectNumber)
        }
    }

    /// The subject, and the current connection or the next one; `nil` if there can be no more connections.
    ///
    /// - Parameter isCounting: Whether this is for an observer that keeps the connection until it leaves.
    func join(counting isCounting: Bool) -> (subject: any SubjectType<Element>, connection: Connection?) {
        let new = Subscription()
        while true {
            let (subject, subjectNumber) = currentSubject()
            let joined: (isCurrent: Bool, connection: Connection?) = state.withLock { state in
                guard state.subjectNumber == subjectNumber else { return (false, nil) }
                if state.isOver { return (true, nil) }
                let existing = state.current
                let current = existing ?? Binding.Connection(new)
                if existing == nil {
                    state.current = current
                    state.number += 1
                    state.observers = 0
                }
                if isCounting { state.observers += 1 }
                let connection = Connection(
                    number: state.number, connection: current, new: existing == nil ? new : nil)
                return (true, connection)
            }
            if joined.isCurrent { return (subject, joined.connection) }
        }
    }

    /// Notes that an observer that kept a connection has gone, and ends the connection with the last one.
    func leave(_ number: Int) {
        let isLast = state.withLock { state in
            guard state.number == number, state.current != nil else { return false }
            state.observers -= 1
            return state.observers == 0
        }
        if isLast { forget(number)?.end() }
    }

    /// Forgets a connection, so that the next one is new, with a new subject unless one was given.
    ///
    /// - Parameter isOver: Whether the source has ended.
    @discardableResult
    func forget(_ number: Int, isOver: Bool = false) -> Lifetime? {
        let forgotten: (connection: Binding.Connection?, subject: (any SubjectType<Element>)?) =
            state.withLock { state in
                guard state.number == number, let current = state.current else { return (nil, nil) }
                state.current = nil
                if isSubjectKept {
                    state.isOver = isOver
                    return (current, nil)
                }
                let subject = state.subject
                state.subject = nil
                state.subjectNumber += 1
                return (current, subject)
            }
        return forgotten.connection?.lifetime
    }
}

/// Notes that an observer has gone.
private final class Departure<Element: Sendable>: Disposable {
    private weak let connections: Connections<Element>?
    private let number: Int

    init(_ connections: Connections<Element>, _ number: Int) {
        self.connections = connections
        self.number = number
    }

    func dispose() { connections?.leave(number) }
}

/// Notes that a connection has ended.
private final class Disconnection<Element: Sendable>: Disposable {
    private weak let connections: Connections<Element>?
    private let number: Int

    init(_ connections: Connections<Element>, _ number: Int) {
        self.connections = connections
        self.number = number
    }

    func dispose() { connections?.forget(number) }
}
