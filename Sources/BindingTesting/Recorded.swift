import Binding

/// A value with the time at which it was sent.
public struct Recorded<Value> {
    /// The time, in the ticks of a ``TestScheduler``.
    public let time: Int
    /// The value.
    public let value: Value

    /// A value that was sent at a time.
    public init(time: Int, value: Value) {
        self.time = time
        self.value = value
    }
}

extension Recorded: Sendable where Value: Sendable {}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded {
    /// A value at a time.
    public static func next<Element>(_ time: Int, _ element: Element) -> Recorded where Value == Event<Element> {
        Recorded(time: time, value: .next(element))
    }

    /// An error at a time.
    public static func error<Element>(_ time: Int, _ error: any Error) -> Recorded where Value == Event<Element> {
        Recorded(time: time, value: .error(error))
    }

    /// The completion at a time.
    public static func completed<Element>(_ time: Int) -> Recorded where Value == Event<Element> {
        Recorded(time: time, value: .completed)
    }
}

extension Recorded: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "\(value) at \(time)" }

    public var debugDescription: String { description }
}

extension Event: Equatable where Element: Equatable {
    /// Two errors are equal if they are equal values of the same type, or, if their type is not `Equatable`, if their
    /// descriptions are the same.
    public static func == (left: Event, right: Event) -> Bool {
        switch (left, right) {
        case (.next(let left), .next(let right)): left == right
        case (.error(let left), .error(let right)): areEqual(left, right)
        case (.completed, .completed): true
        default: false
        }
    }
}

private func areEqual(_ left: any Error, _ right: any Error) -> Bool {
    func compare<Left: Equatable>(_ left: Left) -> Bool { left == right as? Left }
    if let left = left as? any Equatable { return compare(left) }
    return type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
}
