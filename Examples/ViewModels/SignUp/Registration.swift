import Binding

/// The progress of a registration.
///
/// The work may set the fraction on any thread. The driver brings the values to the main actor in order, so nobody has
/// to switch actors.
package struct RegistrationProgress: Sendable {
    /// From 0 to 1.
    @Bindable package var fraction = 0.0
}

/// Makes accounts. This one takes a while and does not store them.
struct Registration: Sendable {
    /// The number of steps of a registration.
    static let steps = 10

    let clock: any StepClock

    /// Makes an account, and reports progress after each step.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    @concurrent
    func register(_ account: Account, reporting progress: RegistrationProgress) async throws {
        try await clock.perform(Self.steps) { step in
            progress.fraction = Double(step) / Double(Self.steps)
        }
    }
}
