/// A subject that sends only its last value, when it completes.
///
/// Observers that subscribe after the end receive the same. If it completes without a value, or fails, observers
/// receive only the completion or the error.
///
/// See [ReactiveX: Subject](https://reactivex.io/documentation/subject.html).
public final class AsyncSubject<Element: Sendable>: SubjectType, Sendable {
    private struct Contents {
        var last: Element?
        var hasEnded = false
    }

    private let contents = Guarded(Contents())
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A subject without a value.
    public init() {
        // The last value is sent once, right before the end, and is remembered after it.
        broadcaster = Broadcaster(AsyncSubject<Element>.self, replay: .last(1), isSetByProgram: true)
    }

    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            let outgoing: Element? = contents.withLock { contents in
                guard !contents.hasEnded else { return nil }
                let outgoing = contents.last
                contents.last = element
                return outgoing
            }
            withExtendedLifetime(outgoing) {}
        case .error(let error):
            if end() != nil { broadcaster.stop(.error(error)) }
        case .completed:
            guard let last = end() else { return }
            if let last { broadcaster.send(last) }
            broadcaster.stop(.completed)
        }
    }

    /// Ends the subject, and removes and returns its last value, if there is one; `nil` if it had ended before.
    private func end() -> Element?? {
        contents.withLock { contents in
            if contents.hasEnded { return .none }
            contents.hasEnded = true
            let last = contents.last
            contents.last = nil
            return .some(last)
        }
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The last value and the completion, on the thread that completes; or the error.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}
