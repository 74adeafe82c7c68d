public import CBindingPlatform

/// The place in the graph of derived values of state that is kept in no source, such as that of a form or a store.
///
/// Used on the main actor only.
@usableFromInline
package struct ReadableState {
    /// Once a computation has read the state.
    private var dependency: SourceDependency?

    @usableFromInline
    package init() {}

    /// Whether a computation is under way, so that what is read has to be noted.
    @inlinable @inline(__always)
    package static var isReading: Bool { binding_reading_thread() != 0 }

    /// Notes that the state is read.
    @inlinable @inline(__always)
    package mutating func noteRead() {
        if Self.isReading { noteTrackedRead() }
    }

    @usableFromInline @inline(never)
    mutating func noteTrackedRead() {
        let dependency = dependency ?? SourceDependency(equality: nil, .unknown)
        self.dependency = dependency
        DerivedGraph.noteRead(of: dependency)
    }

    /// Whether the computation under way has read nothing since this.
    var isLatestRead: Bool { dependency.map { DerivedGraph.latestRead === $0 } ?? false }

    /// Notes that the state is another one, as a change of which telling its observers is a part.
    @usableFromInline
    package func change(_ tellObservers: () -> Void = {}) {
        guard let dependency else { return tellObservers() }
        MainActorDispatcher.inOneDelivery {
            dependency.change()
            tellObservers()
        }
    }
}

/// A part of such state, which is found in it. A computation that reads it runs again when the part is another one.
///
/// Used on the main actor only.
@usableFromInline
package struct ReadablePart<Value: Equatable & Sendable> {
    /// Once a computation has read the part.
    private var derived: DerivedValue<Value>?

    @usableFromInline
    package init() {}

    /// The part for the computation under way; `nil` if there is none, so that nobody follows it.
    ///
    /// - Parameter find: Finds it in the state that it is a part of.
    @inlinable @inline(__always)
    package mutating func tracked(_ find: @escaping @MainActor () -> Value) -> DerivedValue<Value>? {
        binding_reading_thread() == 0 ? nil : make(find)
    }

    @usableFromInline @inline(never)
    mutating func make(_ find: @escaping @MainActor () -> Value) -> DerivedValue<Value> {
        let derived = derived ?? DerivedValue(find)
        self.derived = derived
        return derived
    }
}
