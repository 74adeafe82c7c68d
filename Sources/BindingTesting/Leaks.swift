import Binding

/// The error when objects outlive the code that created them.
public struct LeakedObjects: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of live objects of each class of the library's core.
    ///
    /// A `Broadcaster` is a source: a relay, a subject, a driver's stage. A `Slot` is the place of an observer in one.
    /// A `Subscription` is what `subscribe` returns, and a `Lifetime` is the part of it that the operators along the
    /// way hold.
    public let counts: [String: Int]
    /// The bindings among them, with what they bind and their lines, if a `BindingInspector` is recording when the error
    /// is made.
    public let bindings: [String]

    fileprivate init(_ objects: LiveObjects) {
        counts = objects.living
        bindings = objects.bindings
    }

    public var description: String {
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let lines = bindings.isEmpty ? "" : " Bindings that are still there:\n  " + bindings.joined(separator: "\n  ")
        return "Objects of Binding were left behind: \(list)." + lines
    }
}

/// Runs a closure, and checks that all sources and subscriptions that it created are gone when it has returned.
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
/// Only objects that the closure and its tasks create count, so that tests may run in parallel. Objects created by a
/// detached task, a thread or a dispatch queue are not seen unless `anywhere` is `true`. In release builds of the
/// library nothing is counted, and the closure only runs.
///
/// While a `BindingInspector` records, the error names the bindings that are left with their lines: start it first thing
/// in the test.
///
/// - Parameters:
///   - anywhere: Whether all objects created in the program meanwhile count. Such a test must run alone, for example in
///     its own process: `#expect(processExitsWith: .success) { … }`.
///   - body: The code that must leave nothing behind.
/// - Throws: ``LeakedObjects``, or what the closure throws.
public func withoutLeaks(anywhere: Bool = false, _ body: () throws -> Void) throws {
    let objects = LiveObjects()
    if anywhere { objects.enterProgram() }
    defer { if anywhere { objects.leaveProgram() } }
    try objects.counting(body)
    if !objects.living.isEmpty { throw LeakedObjects(objects) }
}

/// Runs an asynchronous closure, and checks that all sources and subscriptions that it created are gone soon after it
/// has returned: it waits for what is on its way to the main actor, or held by a cancelled task.
///
/// - Parameters:
///   - anywhere: Whether all objects created in the program meanwhile count, including those of detached tasks, threads
///     and dispatch queues. Such a test must run alone, for example in its own process.
///   - patience: The maximum time to wait.
///   - isolation: The calling actor, on which the closure runs.
///   - body: The code that must leave nothing behind.
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
        guard ContinuousClock.now < deadline else { throw LeakedObjects(objects) }
        try await Task.sleep(for: .milliseconds(1))
    }
}
