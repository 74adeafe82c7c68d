import TestSupport

/// What a random test has spent.
struct Spending {
    /// The steps so far.
    var steps = 0
    private var time = Duration.zero

    /// Whether it has spent its budget.
    var isEnough: Bool {
        switch Effort.budget {
        case .time(let most): time >= most
        case .steps(let most): steps >= most
        }
    }

    /// Runs a part of the test, whose time counts. What other tests do between two parts does not.
    @MainActor
    mutating func measure<Result>(_ part: @MainActor () async throws -> Result) async rethrows -> Result {
        let start = ContinuousClock.now
        defer { time += start.duration(to: .now) }
        return try await part()
    }

    /// The same, elsewhere than on the main actor.
    mutating func measure<Result>(_ part: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { time += start.duration(to: .now) }
        return try part()
    }
}
