/// A value that a source sends to its observers, or the end of the sequence.
///
/// A source sends any number of values and then at most one event that ends it; see
/// [the observable contract](https://reactivex.io/documentation/contract.html).
public enum Event<Element> {
    /// The next value.
    case next(Element)
    /// The source failed. Nothing comes after this.
    case error(any Error)
    /// The source has no more values. Nothing comes after this.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event {
    /// The value of a `next` event.
    @inlinable
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error` event.
    @inlinable
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether nothing comes after this event.
    @inlinable
    public var isStopEvent: Bool {
        if case .next = self { false } else { true }
    }

    /// Whether this is the `completed` event.
    @inlinable
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The same event with its value changed.
    ///
    /// - Parameter transform: Makes the new value; if it throws, the result is an `error` event.
    @inlinable
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        do {
            return switch self {
            case .next(let element): .next(try transform(element))
            case .error(let error): .error(error)
            case .completed: .completed
            }
        } catch {
            return .error(error)
        }
    }
}

extension Event: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

/// How a source ended.
@usableFromInline
package enum Termination: Sendable {
    case error(any Error)
    case completed

    @inlinable
    package func event<Element>(as type: Element.Type = Element.self) -> Event<Element> {
        switch self {
        case .error(let error): .error(error)
        case .completed: .completed
        }
    }
}

extension Termination {
    /// Reports an error that reached a target that takes none.
    @usableFromInline
    func reportErrorInBinding(to target: Any.Type) {
        guard case .error(let error) = self else { return }
        BindingDiagnostics.reportMistake(.errorInBinding(error, target: target))
    }
}
