import Synchronization

/// The classes that are counted.
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
    /// Notes that a core object lives, for as long as this is a part of it. In debug builds only.
    @usableFromInline
    struct LiveObject: ~Copyable, Sendable {
        static let count = Atomic<Int>(0)

        private let kind: LiveObjectKind
        private let scope: LiveObjects?

        /// - Parameter kind: What lives.
        @usableFromInline
        init(_ kind: LiveObjectKind) {
            self.kind = kind
            scope = LiveObjects.scope ?? LiveObjects.programScope.withLock { $0 }
            LiveObject.count.wrappingAdd(1, ordering: .relaxed)
            scope?.add(1, of: kind)
        }

        deinit {
            LiveObject.count.wrappingSubtract(1, ordering: .relaxed)
            scope?.add(-1, of: kind)
        }
    }

    extension LiveObjects {
        /// What counts the objects that the current task makes.
        @TaskLocal static var scope: LiveObjects?

        /// What counts those that are made elsewhere: by detached tasks, threads and dispatch queues.
        static let programScope = Guarded<LiveObjects?>(nil)
    }
#endif

/// The core objects that a piece of code, and the tasks that it begins, has made and that still live. Other tests of
/// the same process make objects meanwhile, which do not count here. Counts nothing in release builds.
package final class LiveObjects: Sendable {
    private let counts = Guarded(Array(repeating: 0, count: LiveObjectKind.allCases.count))

    package init() {}

    fileprivate func add(_ summand: Int, of kind: LiveObjectKind) {
        counts.withLock { $0[kind.rawValue] += summand }
    }

    /// How many of each class there are, by its name.
    package var living: [String: Int] {
        let counts = counts.withLock { $0 }
        let living = LiveObjectKind.allCases.filter { counts[$0.rawValue] != 0 }
        return Dictionary(uniqueKeysWithValues: living.map { ($0.name, counts[$0.rawValue]) })
    }

    /// Counts what anybody makes who is not counted by another one, until ``leaveProgram()``. One may do so at a time.
    package func enterProgram() {
        #if DEBUG
            LiveObjects.programScope.replace(with: self)
        #endif
    }

    /// Counts no more of what is made elsewhere; what has been made goes on to count.
    package func leaveProgram() {
        #if DEBUG
            LiveObjects.programScope.replace(with: nil)
        #endif
    }

    /// Counts what a closure makes.
    package func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if DEBUG
            return try LiveObjects.$scope.withValue(self, operation: body)
        #else
            return try body()
        #endif
    }

    /// Counts what a closure makes.
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
    /// How many core objects live in this program: sources, subscriptions, and places of observers in sources.
    ///
    /// A number that grows for ever is a leak, as RxSwift's `Resources.total` is one's sign. Counted in debug builds of
    /// this library only; 0 in release builds, where counting would cost more than the objects do. A test that must
    /// leave nothing behind is better served by `withoutLeaks` in BindingTesting, which other tests do not disturb.
    public static var liveObjects: Int {
        #if DEBUG
            return LiveObject.count.load(ordering: .relaxed)
        #else
            return 0
        #endif
    }
}
