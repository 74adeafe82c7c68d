public import CBindingPlatform

/// Something that computations read: a vertex of the graph of derived values.
///
/// Sound: the graph belongs to the main actor. Nothing in here is accessed elsewhere, and no reference is released there
/// that may be the last one. Therefore the variables need neither a lock nor a check for exclusive access.
@usableFromInline
class Dependency: @unchecked Sendable {
    @usableFromInline typealias Edge = UnsafeMutablePointer<DependencyEdge>

    /// Counts the values that it has had.
    @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 0
    /// The first and the last edge to a computation that has read it.
    @exclusivity(unchecked) final var readers: Edge?
    @exclusivity(unchecked) final var lastReader: Edge?
    /// The run of a computation that has read it last.
    @exclusivity(unchecked) final var lastRun: UInt64 = 0
    @usableFromInline final let place: StaticSourcePlace
    @exclusivity(unchecked) @usableFromInline final var state: State
    /// What tells Observation of changes, once it has been told of a read.
    @exclusivity(unchecked) final var observation: ObservationOutput?

    /// What is known about a computation. A source has no state.
    @usableFromInline
    struct State: OptionSet {
        @usableFromInline let rawValue: UInt8

        @inlinable
        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Something that it has read, directly or not, may have changed.
        static var marked: State { State(rawValue: 1) }
        /// It has not been computed yet.
        @inlinable static var new: State { State(rawValue: 2) }
        static var computing: State { State(rawValue: 4) }
        /// Something that it has read, directly or not, may have changed while it is being computed or looked at.
        static var touched: State { State(rawValue: 8) }
        /// What it has read is being brought up to date, and it has not been computed since that began.
        static var checking: State { State(rawValue: 16) }
    }

    @inlinable
    init(_ state: State, _ place: StaticSourcePlace) {
        self.state = state
        self.place = place
    }
}

/// An edge of the graph: a computation has read something.
///
/// A computation has its edges in the order in which it reads, so that those of the next run are found where they are
/// expected. What is read has them in any order, so that each is removed in O(1).
@usableFromInline
struct DependencyEdge {
    /// What was read. The edge holds a reference to it.
    let source: Unmanaged<Dependency>
    /// The computation, whose edge this is.
    let reader: Unmanaged<AnyComputation>
    /// The version that was read.
    var seen: UInt64
    /// The next edge of the same computation.
    var nextSource: Dependency.Edge?
    /// The neighbors among the edges to what was read.
    var previousReader: Dependency.Edge?
    var nextReader: Dependency.Edge?
}

/// A source that a computation has read, as part of the graph. The source holds it, and so do the edges.
@usableFromInline
final class SourceDependency: Dependency, @unchecked Sendable {
    // Sound as its base class is.

    /// Whether another thread has changed the source, and the main actor has not taken note of that. Accessed under the
    /// lock of ``DerivedNews``.
    @exclusivity(unchecked) var isNews = false
    /// The ``PartEquality`` of the source's values, if they can be compared.
    @usableFromInline let equality: AnyObject?

    @usableFromInline
    init(equality: AnyObject?, _ place: StaticSourcePlace) {
        self.equality = equality
        super.init([], place)
    }

    /// Notes, on the main actor, that the source has another value. No user code runs: this may be called under a lock.
    @usableFromInline
    func change() {
        DerivedGraph.noteChange(of: self)
    }

    /// Notes, on any thread and under the lock of the source, that it has another value.
    ///
    /// - Returns: Whether the main actor has to be asked to take note, by ``DerivedNews/ask()``.
    @usableFromInline
    func change(isOnMainActor: Bool) -> Bool {
        if !isOnMainActor { return DerivedNews.add(changed: self) }
        change()
        return false
    }
}

/// A computation, without the type of its value.
@usableFromInline
class AnyComputation: Dependency, @unchecked Sendable {
    // Sound as its base class is.

    /// The first edge to what it has read.
    @exclusivity(unchecked) final var sources: Edge?
    @usableFromInline final let work: Work
    /// What tells its observers, once there have been any.
    @exclusivity(unchecked) @usableFromInline final var output: DerivedOutput?

    /// A closure, because the compiler specializes it where it is made, in the program that names the value's type; an
    /// overridden method would have to look up generic types at run time.
    @usableFromInline typealias Work = @Sendable (AnyComputation, Task) -> Bool

    /// A broadcaster that the caller holds.
    @usableFromInline typealias Stage = Unmanaged<AnyBroadcaster>

    @usableFromInline
    enum Task {
        /// Run the user's closure, and return whether the value is another one than before.
        case compute
        /// Send the value to the observers of a broadcaster of such values.
        case send(Stage)
        /// Return whether it is another one than they have: it may be the same if it has changed several times.
        case compare(Stage)
        /// Have the next observer begin with the value, while there is none.
        case prepare(Stage)
        /// The same while there are others: they receive the value later.
        case prepareForOthers(Stage)
    }

    /// The type that the user knows it as, for warnings.
    var sentType: Any.Type { type(of: self) }

    @inlinable
    init(_ place: StaticSourcePlace, _ work: @escaping Work) {
        self.work = work
        super.init(.new, place)
    }

    /// Gives up what it has read, directly or not, as it is: the next change of that is noted again.
    final func removeMarksBelow() {
        var rest = [self]
        while let next = rest.popLast() {
            var edge = next.sources
            while let current = edge {
                let source = current.pointee.source.takeUnretainedValue()
                if source.state.contains(.marked), source.state.isDisjoint(with: [.computing, .checking]) {
                    source.state.remove(.marked)
                    rest.append(unsafeDowncast(source, to: AnyComputation.self))
                }
                edge = current.pointee.nextSource
            }
        }
    }

    @usableFromInline
    deinit {
        DerivedGraph.removeSources(of: self)
        output?.computation = nil
        observation?.end()
    }
}

/// A computation and its value.
@usableFromInline
class Computation<Value: Sendable>: AnyComputation, @unchecked Sendable {
    // Sound as its base class is.

    @exclusivity(unchecked) @usableFromInline final var value: Value?

    @inlinable
    override init(_ place: StaticSourcePlace, _ work: @escaping Work) {
        super.init(place, work)
    }

    /// Does what the closure of a computation does: a function, so that the closure holds no more than what it computes with.
    ///
    /// - Parameters:
    ///   - compute: Computes the value; `nil` if what it is computed of is gone, and the value stays.
    ///   - areSame: Whether a value is no change from the one before.
    @inlinable @inline(__always)
    static func perform(
        _ task: Task, of computation: AnyComputation, _ compute: () -> Value?, areSame: (Value, Value) -> Bool
    ) -> Bool {
        let computation = unsafeDowncast(computation, to: Computation<Value>.self)
        if case .compute = task {
            guard let new = compute() else { return false }
            let former = computation.value
            if let former, areSame(former, new) { return false }
            computation.value = new
            return true
        }
        guard let value = computation.value else { return false }
        switch task {
        case .compute: break
        case .send(let stage): with(stage) { $0.sendConsequence(value) }
        case .compare(let stage): return with(stage) { $0.remembered.map { !areSame($0, value) } ?? true }
        case .prepare(let stage): with(stage) { $0.renew(value) }
        case .prepareForOthers(let stage): with(stage) { $0.sendLater(value) }
        }
        return true
    }

    @inlinable @inline(__always)
    static func with<Result>(_ stage: Stage, _ body: (Broadcaster<Value>) -> Result) -> Result {
        // A cast of the object itself would be counted as one more reference to it.
        Unmanaged<Broadcaster<Value>>.fromOpaque(stage.toOpaque())._withUnsafeGuaranteedRef(body)
    }

    override var sentType: Any.Type { DerivedValue<Value>.self }

    final var stage: Broadcaster<Value>? { output.map { unsafeDowncast($0.stage, to: Broadcaster.self) } }

    /// The value, brought up to date. Called on the main actor.
    @inlinable @inline(__always)
    final func read() -> Value {
        if !state.isEmpty || !binding_is_read_plain() { bringUpToDate() }
        // Present: it has been computed.
        return value!
    }

    @usableFromInline @inline(never)
    final func bringUpToDate() {
        // Most often a computation reads another one that is up to date.
        if state.isEmpty, DerivedGraph.isReading { DerivedGraph.noteRead(of: self) } else { DerivedGraph.read(self) }
    }
}
