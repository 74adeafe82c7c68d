/// A relay that sends each value and keeps none: a source of events that never completes or fails.
///
/// The same as RxRelay's type, with a stricter order: a value that an observer sends is delivered after the current one
/// has reached every observer.
public final class PublishRelay<Element: Sendable>: ObservableType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A relay without observers.
    @inlinable
    public init() {
        broadcaster = Broadcaster(PublishRelay<Element>.self, isSetByProgram: true)
    }

    /// The relay of a property.
    @inlinable
    init(of place: StaticSourcePlace) {
        broadcaster = Broadcaster(PublishRelay<Element>.self, place: place, isSetByProgram: true)
    }

    /// Sends a value to all observers: to those of the relay on this thread, to those of its signal on the main actor.
    ///
    /// - Complexity: O(*n*) in the number of observers.
    @inlinable
    public func accept(_ element: Element) {
        broadcaster.send(element)
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// All values from now on, on the threads that send them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}
