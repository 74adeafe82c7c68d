/// The single limit for everything that tests wait for: the time that a run of all tests may take on a busy machine,
/// and under a sanitizer, since a test first waited. Only a hang exceeds it.
package enum TimeLimit {
    private static let deadline = ContinuousClock.now + .seconds(1_800)

    /// Whether the limit has been exceeded.
    package static var isOver: Bool { ContinuousClock.now >= deadline }

    /// The time that is left.
    package static var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }
}
