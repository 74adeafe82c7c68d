import BindingTesting

extension TestScheduler {
    /// Runs all scheduled actions, and returns whether there were none, in which case time has not moved.
    package func hasNothingLeft() -> Bool {
        advance(by: 0)
        let before = clock
        start()
        return clock == before
    }
}
