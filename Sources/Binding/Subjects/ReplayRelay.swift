/// A relay that replays its last values to new observers: a source that never completes or fails, and may be sent to
/// from any thread.
///
/// The same as RxRelay's type, with a stricter order: a value that an observer sends is delivered after the current one
/// has reached every observer.
public final class ReplayRelay<Element: Sendable>: ObservableType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    private init(limit: Int) {
        broadcaster = Broadcaster(ReplayRelay<Element>.self, replay: .last(limit), isSetByProgram: true)
    }

    /// A relay that remembers a number of values.
    ///
    /// - Parameter bufferSize: The number of values. Less than one means none.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        ReplayRelay(limit: max(0, bufferSize))
    }

    /// A relay that remembers all values.
    public static func createUnbound() -> ReplayRelay<Element> {
        ReplayRelay(limit: .max)
    }

    /// Sends a value to all observers, on this thread, and remembers it, in place of the oldest if the buffer is full.
    ///
    /// - Complexity: O(*n*) in the number of observers.
    @inlinable
    public func accept(_ element: Element) {
        broadcaster.send(element)
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The remembered values and all later ones, on the threads that send them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}
