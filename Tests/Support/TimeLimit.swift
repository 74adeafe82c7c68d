/// The one limit for all that tests wait for: the time that a run of all tests may take on a busy machine, and under a
/// sanitizer, from when a test first waited. Only what hangs meets it.
package enum TimeLimit {
    private static let deadline = ContinuousClock.now + .seconds(1_800)

    /// Whether the limit has been met.
    package static var isOver: Bool { ContinuousClock.now >= deadline }

    /// How long may still be waited.
    package static var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }
}
