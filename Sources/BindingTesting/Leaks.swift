import Binding

/// What a piece of code left behind that should have gone.
public struct LeakedObjects: Error, Equatable, Sendable, CustomStringConvertible {
    /// How many objects of each class of the library's core still live.
    ///
    /// A `Broadcaster` is a source: a relay, a subject, a driver's stage. A `Slot` is the place of an observer in one.
    /// A `Subscription` is what `subscribe` returned, and a `Lifetime` what the observers along the way know of it.
    public let counts: [String: Int]

    public var description: String {
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return "Objects of Binding were left behind: \(list)."
    }
}

/// Runs a closure, and finds out whether all sources and subscriptions that it made are gone when it has returned.
///
/// ```swift
/// @Test func profileViewGoes() throws {
///     try withoutLeaks {
///         let view = ProfileView(ProfileViewModel())
///         view.nameField.type("Ada")
///     }
/// }
/// ```
///
/// Only what the closure makes counts, and the tasks that it begins, so that tests may run beside each other. What is
/// made by a detached task, a thread or a dispatch queue belongs to nobody, and is not seen unless `anywhere` says so.
/// In release builds of the library there is no count, and the closure is only run.
///
/// - Parameters:
///   - anywhere: Whether all that is made in the program meanwhile counts. Such a test must run alone, for example in a
///     process of its own: `#expect(processExitsWith: .success) { … }`.
///   - body: What must leave nothing behind.
/// - Throws: ``LeakedObjects``, or what the closure throws.
public func withoutLeaks(anywhere: Bool = false, _ body: () throws -> Void) throws {
    let objects = LiveObjects()
    if anywhere { objects.enterProgram() }
    defer { if anywhere { objects.leaveProgram() } }
    try objects.counting(body)
    if !objects.living.isEmpty { throw LeakedObjects(counts: objects.living) }
}

/// Runs an asynchronous closure, and finds out whether all sources and subscriptions that it made are gone soon after
/// it has returned: what is on its way to the main actor, or held by a task that was cancelled, is waited for.
///
/// - Parameters:
///   - anywhere: Whether all that is made in the program meanwhile counts, by detached tasks, threads and dispatch
///     queues as well. Such a test must run alone, for example in a process of its own.
///   - patience: How long is waited at most.
///   - isolation: The actor that calls, where the closure runs.
///   - body: What must leave nothing behind.
/// - Throws: ``LeakedObjects``, or what the closure throws.
public func withoutLeaks(
    anywhere: Bool = false, patience: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async throws {
    let objects = LiveObjects()
    if anywhere { objects.enterProgram() }
    defer { if anywhere { objects.leaveProgram() } }
    try await objects.counting(body)
    let deadline = ContinuousClock.now + patience
    while !objects.living.isEmpty {
        guard ContinuousClock.now < deadline else { throw LeakedObjects(counts: objects.living) }
        try await Task.sleep(for: .milliseconds(1))
    }
}
