/// A relay that holds a value and sends each new one: a source that never completes or fails, and may be set from any
/// thread.
///
/// ```swift
/// let name = BehaviorRelay(value: "")
/// let subscription = name.subscribe(onNext: { print($0) })   // prints the empty string at once
/// name.accept("Ada")                                          // prints Ada
/// ```
///
/// The same as RxRelay's type, with a stricter order: a value that an observer sends is accepted at once, and delivered
/// after the current one has reached every observer.
///
/// The properties of its value are available by name, as a ``Lens`` if they can be set: `account.name`.
@dynamicMemberLookup
public final class BehaviorRelay<Element: Sendable>: ObservableType, Sendable {
    @usableFromInline let broadcaster: Broadcaster<Element>

    /// A relay that holds a value.
    @inlinable
    public init(value: Element) {
        broadcaster = Broadcaster(BehaviorRelay<Element>.self, value: value)
    }

    /// The relay of a property.
    @inlinable
    init(value: Element, of place: StaticSourcePlace) {
        broadcaster = Broadcaster(BehaviorRelay<Element>.self, value: value, place: place)
    }

    /// The latest value that was accepted.
    @inlinable
    public var value: Element {
        // Present: the relay is created with a value and never forgets it.
        broadcaster.latest!
    }

    /// Sets the value and sends it to all observers: to those of the relay on this thread, to those of its driver on
    /// the main actor.
    ///
    /// - Complexity: O(*n*) in the number of observers.
    @inlinable
    public func accept(_ element: Element) {
        broadcaster.send(element)
    }

    /// Reads, changes and stores the value in one step, then sends it to all observers.
    ///
    /// Other threads that read or set the value wait meanwhile. The value is changed in place, not copied: appending to
    /// an array costs the same whatever its length. If the closure throws, the changes that it has made are kept.
    ///
    /// - Parameter change: Changes the value. It must not read or set the same relay: that is an overlapping access, as
    ///   with any variable, and stops the program.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @inlinable
    public func modify<Result>(_ change: (inout Element) throws -> Result) rethrows -> Result {
        var element = broadcaster.borrow()
        defer { broadcaster.giveBack(element) }
        return try change(&element)
    }

    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The current value and all later ones, on the threads that set them.
    @inlinable
    public func asObservable() -> Observable<Element> {
        broadcaster.observable(of: self)
    }
}
