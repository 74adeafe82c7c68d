public import CBindingPlatform

/// What computations have read, and which of them have to run again.
///
/// When a source changes, all computations that depend on it are marked at once, without running any of the user's code.
/// A computation runs when somebody reads it, if something that it has read has another version than it has seen; for
/// its observers it is read at the end of the change (``DerivedOutput``). Nothing here is recursive but the user's own
/// closures, where one reads another value for the first time.
///
/// Sound: nothing of this is called or accessed off the main actor. It is not marked so, because the closures below would
/// check that each time. Variables are accessed for a moment at a time, and need no check for exclusive access.
@usableFromInline
enum DerivedGraph {
    typealias Edge = Dependency.Edge

    /// The computation under way whose reads are noted.
    fileprivate struct Run {
        var reader: Unmanaged<AnyComputation>?
        /// That of no run while there is no reader.
        var number = UInt64.max
        /// The edge of the latest read.
        var last: Edge?
        /// The edge after it: what was read next when the computation ran last.
        var expected: Edge?
    }

    /// Numbers and references, which need no initialization when the program runs.
    private struct State {
        var current = Run()
        var lastRun: UInt64 = 0
        /// How many computations are being brought up to date or run. Meanwhile none is released: one of these may be on the
        /// way to it.
        var depth = 0
        var isReleasing = false
        var isObserved = false
    }

    private struct Lists {
        /// The readers of those under way, from the outermost on.
        var outerReaders: [Unmanaged<AnyComputation>] = []
        /// The way from the computation that is being brought up to date to the one that is being looked at.
        var path: [(computation: Unmanaged<AnyComputation>, edge: Edge)] = []
        /// Edges from which marks have yet to travel.
        var branches: [Edge] = []
        var released: [Unmanaged<AnyObject>] = []
    }

    @exclusivity(unchecked) private nonisolated(unsafe) static var state = State()
    @exclusivity(unchecked) private nonisolated(unsafe) static var lists = Lists()

    /// Whether a computation is running whose reads are noted.
    static var isReading: Bool { state.current.reader != nil }
    /// Whether a computation is running.
    static var isComputing: Bool { state.depth > 0 }

    /// Whether Observation is told of what no computation reads.
    static var isObserved: Bool {
        get { state.isObserved }
        set {
            state.isObserved = newValue
            binding_set_reading_thread(wordAtRest)
        }
    }

    /// What is noted of reads while no computation runs.
    private static var wordAtRest: UInt { state.isObserved ? binding_reading_for_observation() : 0 }

    // MARK: Reading

    /// Whether what a thread reads is noted: for the computation that it runs, or for Observation on the main actor.
    @inlinable @inline(__always)
    static func notesReads(on thread: UInt) -> Bool {
        let reading = binding_reading_thread()
        return reading == thread
            || reading == binding_reading_for_observation() && MainActorDispatcher.isCurrent(thread)
    }

    /// Notes that the computation under way has read something, if there is one, or else Observation may be tracking it. No
    /// user code runs.
    @usableFromInline
    static func noteRead(of source: Dependency) {
        if source.lastRun == state.current.number { return }
        guard let expected = state.current.expected,
            expected.pointee.source.toOpaque() == Unmanaged.passUnretained(source).toOpaque()
        else { return noteUnexpectedRead(of: source) }
        source.lastRun = state.current.number
        expected.pointee.seen = source.version
        state.current.last = expected
        state.current.expected = expected.pointee.nextSource
    }

    @inline(never)
    private static func noteUnexpectedRead(of source: Dependency) {
        guard let reader = state.current.reader else {
            if binding_reading_thread() == binding_reading_for_observation() { source.noteAccess() }
            return
        }
        source.lastRun = state.current.number
        let new = Edge.allocate(capacity: 1)
        new.initialize(
            to: DependencyEdge(
                source: .passRetained(source), reader: reader, seen: source.version, nextSource: state.current.expected,
                previousReader: source.lastReader))
        if let last = state.current.last {
            last.pointee.nextSource = new
        } else {
            reader._withUnsafeGuaranteedRef { $0.sources = new }
        }
        if let former = source.lastReader { former.pointee.nextReader = new } else { source.readers = new }
        source.lastReader = new
        state.current.last = new
    }

    /// What the computation under way has read next when it ran last, if it has.
    static var expectedSource: Dependency? { state.current.expected?.pointee.source.takeUnretainedValue() }

    /// What the computation under way has read last, as far as it had not read that before.
    static var latestRead: Dependency? { state.current.last?.pointee.source.takeUnretainedValue() }

    /// Brings a computation up to date that is about to be read.
    static func read(_ computation: AnyComputation) {
        bringUpToDate(computation)
        noteRead(of: computation)
    }

    /// Brings a computation up to date.
    static func bringUpToDate(_ computation: AnyComputation) {
        if computation.state.contains(.computing) { stopForCycle(at: computation) }
        guard !isReading else { return check(computation) }
        if binding_has_news() { DerivedNews.takeNote() }
        check(computation)
        // What another thread has changed meanwhile may have been read halfway.
        var attempts = 0
        while binding_has_news(), attempts < 1_000 {
            DerivedNews.takeNote()
            check(computation)
            attempts += 1
        }
    }

    /// Runs code whose reads are not noted.
    static func untracked<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if binding_reading_thread() == 0 { return try body() }
        let paused = pauseReads()
        binding_set_reading_thread(0)
        defer { resumeReads(paused) }
        return try body()
    }

    /// What is to go on after a pause.
    ///
    /// Sound: used on the main actor only.
    @usableFromInline
    struct PausedReads: @unchecked Sendable {
        fileprivate let run: Run
        fileprivate let thread: UInt
    }

    static func pauseReads() -> PausedReads {
        let paused = PausedReads(run: state.current, thread: binding_reading_thread())
        if let reader = state.current.reader { lists.outerReaders.append(reader) }
        state.current = Run()
        binding_set_reading_thread(wordAtRest)
        return paused
    }

    @usableFromInline
    static func resumeReads(_ paused: PausedReads) {
        let wasAtRest = paused.thread == binding_reading_for_observation()
        binding_set_reading_thread(wasAtRest ? wordAtRest : paused.thread)
        if paused.run.reader != nil { lists.outerReaders.removeLast() }
        state.current = paused.run
    }

    /// Pauses the reads of the computation under way, if it runs on this thread.
    @usableFromInline
    static func pauseReadsOfThisThread() -> PausedReads? {
        guard binding_reading_thread() == currentThread() else { return nil }
        return pauseReads()
    }

    // MARK: Marks

    /// Notes that a source has another value. No user code runs.
    static func noteChange(of source: Dependency) {
        source.version &+= 1
        source.observation?.mayHaveChanged()
        guard var edge = source.readers else { return }
        let bottom = lists.branches.count
        while true {
            let next = edge.pointee.nextReader
            if let deeper = edge.pointee.reader._withUnsafeGuaranteedRef(mark) {
                if let next { lists.branches.append(next) }
                edge = deeper
            } else if let next {
                edge = next
            } else if lists.branches.count > bottom {
                edge = lists.branches.removeLast()
            } else {
                return
            }
        }
    }

    /// Marks a computation.
    ///
    /// - Returns: The first edge to what depends on it, unless that is marked already.
    private static func mark(_ computation: AnyComputation) -> Edge? {
        if !computation.state.isDisjoint(with: [.computing, .checking]) {
            computation.state.insert(.touched)
            return nil
        }
        if !computation.state.isDisjoint(with: [.marked, .new]) { return nil }
        computation.state.insert(.marked)
        if let output = computation.output.map(Unmanaged.passUnretained) {
            output._withUnsafeGuaranteedRef { _ = $0.mayBeDue() }
        }
        computation.observation?.mayHaveChanged()
        return computation.readers
    }

    // MARK: Computing

    /// Runs a computation if anything that it has read has changed, and before that what it has read, for the same
    /// reason.
    private static func check(_ top: AnyComputation) {
        if top.state.isDisjoint(with: [.marked, .new]) { return }
        state.depth += 1
        defer { leave() }
        let bottom = lists.path.count
        var repetitions = 0
        var computation = Unmanaged.passUnretained(top)
        var next = begin(top)
        while true {
            if let edge = next {
                let found = edge.pointee.source._withUnsafeGuaranteedRef { $0.state }
                if !found.isDisjoint(with: [.marked, .new]) {
                    lists.path.append((computation, edge))
                    computation = Unmanaged.fromOpaque(edge.pointee.source.toOpaque())
                    next = computation._withUnsafeGuaranteedRef(begin)
                    continue
                }
                if found.contains(.computing) {
                    // It may no longer be read; if it is, that is a cycle, all of which this meets.
                    for (computation, _) in lists.path[bottom...] {
                        computation._withUnsafeGuaranteedRef { _ = $0.state.remove(.checking) }
                    }
                    computation._withUnsafeGuaranteedRef { _ = $0.state.remove(.checking) }
                    lists.path.removeLast(lists.path.count - bottom)
                    return run(top)
                }
                if edge.pointee.source._withUnsafeGuaranteedRef({ $0.version }) == edge.pointee.seen {
                    next = edge.pointee.nextSource
                    continue
                }
                computation._withUnsafeGuaranteedRef(run)
            } else {
                // Nothing that it has read has changed, unless it has been computed meanwhile, or a computation that was
                // run on the way has set something.
                next = computation._withUnsafeGuaranteedRef { endChecking($0, &repetitions) }
                if next != nil { continue }
            }
            // Back to what has read it, if that has not been computed meanwhile.
            repeat {
                guard lists.path.count > bottom else { return }
                (computation, next) = lists.path.removeLast()
            } while computation._withUnsafeGuaranteedRef({ !$0.state.contains(.checking) })
        }
    }

    /// Ends looking at what a computation has read.
    ///
    /// - Returns: Where to begin again, if something that it has read may have changed since it was looked at.
    private static func endChecking(_ computation: AnyComputation, _ repetitions: inout Int) -> Edge? {
        guard computation.state.contains(.checking) else { return nil }
        if computation.state.remove(.touched) != nil {
            repetitions += 1
            if repetitions < BroadcastLanes.nestedLimit { return computation.sources }
            BindingDiagnostics.warn(
                .feedback(source: computation.sentType, count: repetitions, at: computation.place.place))
            computation.removeMarksBelow()
        }
        computation.state.subtract([.checking, .marked])
        return nil
    }

    /// Begins to look at what a computation has read.
    private static func begin(_ computation: AnyComputation) -> Edge? {
        if computation.state.contains(.new) {
            run(computation)
            return nil
        }
        computation.state.insert(.checking)
        return computation.sources
    }

    private static func run(_ computation: AnyComputation) {
        if computation.state.contains(.computing) { stopForCycle(at: computation) }
        let outer = state.current
        state.lastRun += 1
        state.current = Run(
            reader: .passUnretained(computation), number: state.lastRun, expected: computation.sources)
        if let reader = outer.reader { lists.outerReaders.append(reader) }
        let thread = currentThread()
        let outerThread = MainActorDispatcher.enter(thread)
        let reading = binding_reading_thread()
        binding_set_reading_thread(thread)
        computation.state.subtract([.marked, .new, .checking, .touched])
        computation.state.insert(.computing)
        Batch.begin()
        state.depth += 1
        if computation.work(computation, .compute) { computation.version &+= 1 }
        state.depth -= 1
        let (last, hasUnread) = (state.current.last, state.current.expected != nil)
        state.current = outer
        if outer.reader != nil { lists.outerReaders.removeLast() }
        binding_set_reading_thread(reading)
        computation.state.remove(.computing)
        if hasUnread { removeSources(of: computation, after: last) }
        if computation.state.contains(.touched) { settle(computation) }
        Batch.end()
        MainActorDispatcher.leave(outerThread)
    }

    /// After a computation has set what it has read itself: it is not repeated because of that.
    private static func settle(_ computation: AnyComputation) {
        computation.state.remove(.touched)
        computation.state.insert(.checking)
        var repetitions = 0
        var next = computation.sources ?? endChecking(computation, &repetitions)
        while let edge = next {
            edge.pointee.source._withUnsafeGuaranteedRef { source in
                if !source.state.isDisjoint(with: [.marked, .new]) {
                    check(unsafeDowncast(source, to: AnyComputation.self))
                }
            }
            // It has been computed again meanwhile.
            if !computation.state.contains(.checking) { return }
            edge.pointee.seen = edge.pointee.source._withUnsafeGuaranteedRef { $0.version }
            next = edge.pointee.nextSource ?? endChecking(computation, &repetitions)
        }
    }

    private static func stopForCycle(at computation: AnyComputation) -> Never {
        let readers = lists.outerReaders + (state.current.reader.map { [$0] } ?? [])
        let all = readers.map { $0.takeUnretainedValue() }
        let cycle = all[(all.firstIndex { $0 === computation } ?? 0)...] + [computation]
        fatalError(
            """
            Binding: a derived value is computed from itself: \
            \(cycle.map { $0.place.place.map { "\($0)" } ?? "a derived value" }.joined(separator: " reads ")). \
            It has no value until it has been computed.
            """)
    }

    // MARK: Edges that go

    /// Removes the edges to what a computation has not read this time.
    ///
    /// - Parameter last: The last edge that it has used; `nil` if it has read nothing.
    static func removeSources(of computation: AnyComputation, after last: Edge? = nil) {
        var next = last.map { $0.pointee.nextSource } ?? computation.sources
        if next == nil { return }
        if let last { last.pointee.nextSource = nil } else { computation.sources = nil }
        while let edge = next {
            next = edge.pointee.nextSource
            remove(edge)
        }
    }

    private static func remove(_ edge: Edge) {
        let (previous, next) = (edge.pointee.previousReader, edge.pointee.nextReader)
        let source = edge.pointee.source
        source._withUnsafeGuaranteedRef { source in
            if let previous { previous.pointee.nextReader = next } else { source.readers = next }
            if let next { next.pointee.previousReader = previous } else { source.lastReader = previous }
        }
        edge.deallocate()
        release(.fromOpaque(source.toOpaque()))
    }

    /// Releases something after what is under way, so that a long chain needs no stack.
    static func release(_ object: Unmanaged<AnyObject>) {
        lists.released.append(object)
        if state.depth == 0 { releaseAll() }
    }

    private static func releaseAll() {
        if state.isReleasing { return }
        state.isReleasing = true
        while let object = lists.released.popLast() { object.release() }
        state.isReleasing = false
    }

    private static func leave() {
        state.depth -= 1
        if state.depth == 0, !lists.released.isEmpty { releaseAll() }
    }
}
