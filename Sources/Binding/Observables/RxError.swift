/// The errors of operators of ``ObservableType`` that ask for something the sequence does not have.
///
/// ``ObservableType/timeout(_:scheduler:)`` fails with ``TimeoutError``, which says how long it waited.
public enum RxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sequence that should have one value completed without any.
    case noElements
    /// A sequence that should have one value sent another one.
    case moreThanOneElement
    /// There is no value at the position that was asked for.
    case argumentOutOfRange

    public var description: String {
        switch self {
        case .noElements: "the sequence has no element"
        case .moreThanOneElement: "the sequence has more than one element"
        case .argumentOutOfRange: "the sequence has no element at this position"
        }
    }
}
