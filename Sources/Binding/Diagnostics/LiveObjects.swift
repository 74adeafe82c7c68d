import Synchronization

/// The classes whose objects are counted.
@usableFromInline
enum LiveObjectKind: Int, CaseIterable, Sendable {
    case broadcaster, slot, lifetime, subscription

    var name: String {
        switch self {
        case .broadcaster: "Broadcaster"
        case .slot: "Slot"
        case .lifetime: "Lifetime"
        case .subscription: "Subscription"
        }
    }
}

#if DEBUG
    /// Counts a core object as live, as a stored property of it. In debug builds only.
    @usableFromInline
    struct LiveObject: ~Copyable, Sendable {
        static let count = Atomic<Int>(0)

        private let kind: LiveObjectKind
        private let scope: LiveObjects?

        /// - Parameter kind: The kind of the object.
        @usableFromInline
        init(_ kind: LiveObjectKind) {
            self.kind = kind
            scope = LiveObjects.current
            LiveObject.count.wrappingAdd(1, ordering: .relaxed)
            scope?.add(1, of: kind)
        }

        deinit {
            LiveObject.count.wrappingSubtract(1, ordering: .relaxed)
            scope?.add(-1, of: kind)
        }
    }

    extension LiveObjects {
        /// The counter of the objects that the current task creates.
        @TaskLocal static var scope: LiveObjects?

        /// The counter of objects created elsewhere: by detached tasks, threads and dispatch queues.
        static let programScope = Guarded<LiveObjects?>(nil)
    }
#endif

/// The live core objects that a piece of code, and the tasks that it starts, have created. Objects that other tests of
/// the same process create meanwhile do not count. Counts nothing in release builds.
package final class LiveObjects: Sendable {
    private let counts = Guarded(Array(repeating: 0, count: LiveObjectKind.allCases.count))

    package init() {}

    /// The counter of the objects that are created here.
    static var current: LiveObjects? {
        #if DEBUG
            return scope ?? programScope.withLock { $0 }
        #else
            return nil
        #endif
    }

    /// The bindings among them, as an inspector names them, if there is one.
    package var bindings: [String] { Inspection.recorder?.bindings(madeFor: ObjectIdentifier(self)) ?? [] }

    fileprivate func add(_ summand: Int, of kind: LiveObjectKind) {
        counts.withLock { $0[kind.rawValue] += summand }
    }

    /// The number of objects of each class, by its name.
    package var living: [String: Int] {
        let counts = counts.withLock { $0 }
        let living = LiveObjectKind.allCases.filter { counts[$0.rawValue] != 0 }
        return Dictionary(uniqueKeysWithValues: living.map { ($0.name, counts[$0.rawValue]) })
    }

    /// Counts all objects that no other counter counts, until ``leaveProgram()``. Only one counter at a time may do so.
    package func enterProgram() {
        #if DEBUG
            LiveObjects.programScope.replace(with: self)
        #endif
    }

    /// Stops counting objects created elsewhere; those that exist continue to count.
    package func leaveProgram() {
        #if DEBUG
            LiveObjects.programScope.replace(with: nil)
        #endif
    }

    /// Counts the objects that a closure creates.
    package func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if DEBUG
            return try LiveObjects.$scope.withValue(self, operation: body)
        #else
            return try body()
        #endif
    }

    /// Counts the objects that a closure creates.
    package func counting<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        #if DEBUG
            return try await LiveObjects.$scope.withValue(self, operation: body, isolation: isolation)
        #else
            return try await body()
        #endif
    }
}

extension BindingDiagnostics {
    /// The number of live core objects in this program: sources, subscriptions, and places of observers in sources.
    ///
    /// A number that keeps growing indicates a leak, as with RxSwift's `Resources.total`. Counted in debug builds of
    /// this library only; 0 in release builds, where counting would cost more than the objects do. For a test that must
    /// leave nothing behind, prefer `withoutLeaks` in BindingTesting, which other tests do not disturb.
    public static var liveObjects: Int {
        #if DEBUG
            return LiveObject.count.load(ordering: .relaxed)
        #else
            return 0
        #endif
    }
}
