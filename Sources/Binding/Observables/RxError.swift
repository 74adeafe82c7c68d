/// What operators of ``ObservableType`` fail with that ask for something which a sequence does not have.
///
/// ``ObservableType/timeout(_:scheduler:)`` fails with ``TimeoutError``, which knows how long was waited.
public enum RxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sequence that was to have one value has completed without any.
    case noElements
    /// A sequence that was to have one value has sent another one.
    case moreThanOneElement
    /// A value was asked for by a position at which there is none.
    case argumentOutOfRange

    public var description: String {
        switch self {
        case .noElements: "the sequence has no element"
        case .moreThanOneElement: "the sequence has more than one element"
        case .argumentOutOfRange: "the sequence has no element at this position"
        }
    }
}
