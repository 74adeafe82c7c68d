import Binding

/// How far a registration is.
///
/// The work that sets the fraction runs on whatever thread it likes. The driver brings the values to the main actor in
/// order, and nobody has to hop.
package struct RegistrationProgress: Sendable {
    /// From 0 to 1.
    @Bindable package var fraction = 0.0
}

/// Makes accounts. This one takes its time and keeps them nowhere.
struct Registration: Sendable {
    /// The steps that a registration has.
    static let steps = 10

    let clock: any StepClock

    /// Makes an account, and says how far it is after each step.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    @concurrent
    func register(_ account: Account, reporting progress: RegistrationProgress) async throws {
        try await clock.perform(Self.steps) { step in
            progress.fraction = Double(step) / Double(Self.steps)
        }
    }
}
