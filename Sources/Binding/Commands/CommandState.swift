/// The state of a ``Command`` as a plain value.
public struct CommandState: Equatable, Sendable {
    /// Whether a call would run now; see ``Command/isEnabled``.
    public let isEnabled: Bool
    /// Whether a run is under way or waits; see ``Command/isExecuting``.
    public let isExecuting: Bool
    /// The progress of the run that began last, from 0 to 1; see ``Command/progress``.
    public let progress: Double
}
