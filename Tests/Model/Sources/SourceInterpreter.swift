import Binding
import Dispatch
import Foundation

/// Runs a program on real sources and on their models at once, and records where the two disagree.
///
/// The first sources are roots, which receive values; the others are stages that share an earlier source. Inside each
/// callback the program continues: it sends, subscribes, disposes, ends and drops sources, and with several threads
/// passes the turn to another one.
package final class SourceInterpreter: @unchecked Sendable {
    // Safe: one thread at a time runs in here, the one that has the turn; see `Turnstile`.

    /// A source and its model.
    private struct Pair {
        var real: RealSource
        let model: SourceModel
        /// The index of the source that a stage shares.
        var parent = 0
        /// Whether a stage observes it through `conflate()`.
        var conflates = false
    }

    /// A subscription and its model.
    private final class Entry {
        let model: ModelObserver
        /// `nil` until `subscribe` has returned.
        var subscription: (any Disposable)?

        init(_ model: ModelObserver) {
            self.model = model
        }
    }

    /// The activity of one thread.
    private struct Context {
        var depth = 0
        var observer: Int?
    }

    private var program: Program
    private let ledger: Ledger
    private var sources: [Pair] = []
    private var entries: [Entry?] = Array(repeating: nil, count: 12)
    private var contexts: [Context]
    private let turns: Turnstile
    /// The number of steps that callbacks may still take within this outer step, so that programs end.
    private var allowance = 0
    private var value = 0
    private var living = 0
    private var isTearingDown = false

    /// Whether each step and each call is printed, to see what a program does.
    private let traces: Bool

    /// The number of steps that the program has taken.
    package private(set) var steps = 0
    /// The number of calls that observers got.
    package private(set) var calls = 0
    /// The first failure.
    package private(set) var failure: String?

    package init(_ program: Program, threads: Int = 1, traces: Bool = false) {
        self.program = program
        self.traces = traces
        ledger = Ledger(isOneThread: threads == 1)
        turns = Turnstile(threads)
        contexts = Array(repeating: Context(), count: threads)
        makeSources()
    }

    // MARK: Running

    /// Runs the program on this thread, which must be that of the main actor.
    @MainActor
    package static func run(_ program: Program, traces: Bool = false) -> SourceInterpreter {
        let interpreter = SourceInterpreter(program, traces: traces)
        while interpreter.isGoingOn { interpreter.step() }
        interpreter.tearDown()
        interpreter.finish()
        return interpreter
    }

    /// Runs the program on the main actor and on other threads, one at a time.
    @MainActor
    package static func run(
        _ program: Program, threads: Int, traces: Bool = false
    ) async -> SourceInterpreter {
        let interpreter = SourceInterpreter(program, threads: threads, traces: traces)
        let turns = interpreter.turns
        for index in 1..<threads {
            Thread.detachNewThread {
                turns.begin(index)
                while interpreter.isGoingOn { interpreter.step() }
                turns.leave()
            }
        }
        while interpreter.isGoingOn || !turns.isAlone {
            if interpreter.isGoingOn { interpreter.step() } else { turns.passOn() }
            if interpreter.program.next(below: 8) == 0 { await drainMainQueue() }
        }
        await drain { interpreter.leftover([.here, .mainActor]) != nil }
        interpreter.expectNothingLeft([.here, .mainActor])
        interpreter.tearDown()
        await drain { interpreter.living != 0 }
        interpreter.finish()
        return interpreter
    }

    /// As many turns of the main actor as are needed, with a limit.
    @MainActor
    private static func drain(while isBusy: () -> Bool) async {
        for _ in 0..<10_000 {
            await drainMainQueue()
            if !isBusy() { return }
        }
    }

    private var isGoingOn: Bool { !program.isOver && failure == nil }

    private var context: Context {
        get { contexts[turns.current] }
        set { contexts[turns.current] = newValue }
    }

    private func note(_ text: @autoclosure () -> String) {
        guard traces else { return }
        print("\(turns.current)" + String(repeating: "  ", count: context.depth + 1) + text())
    }

    private func fail(_ text: String) {
        note("failure: \(text)")
        if failure == nil { failure = text }
    }

    // MARK: Sources

    private func makeSources() {
        for _ in 0..<3 { sources.append(makeRoot()) }
        for index in 3..<6 { sources.append(makeStage(index, over: program.next(below: index))) }
    }

    private func makeRoot(kind: Int? = nil) -> Pair {
        value += 1
        let kind = kind ?? program.next(below: RealSource.kindsOfRoots)
        let (real, replay) = RealSource.root(kind, value: value)
        let model = SourceModel(.root, replay, in: ledger)
        if replay == .latest { model.begin(with: value) }
        return Pair(real: real, model: model)
    }

    /// A stage over an earlier source. If that is a root, it is looked up for each connection, so that a stage can be
    /// connected again after its source has ended and been replaced.
    private func makeStage(_ index: Int, over parent: Int) -> Pair {
        let source = sources[parent].real
        let wantsMainActor = program.next(below: 2) == 1
        let conflates = wantsMainActor && program.next(below: 3) == 0
        if wantsMainActor, let driver = source.driver {
            let stage = (conflates ? driver.conflate() : driver)
                .do(onNext: { [unowned self] in pass(.next($0), by: index) })
            return Pair(
                real: .driver(stage), model: SourceModel(.stage, .latest, in: ledger), parent: parent,
                conflates: conflates)
        }
        if wantsMainActor, let signal = source.signal {
            let stage = (conflates ? signal.conflate() : signal)
                .do(onNext: { [unowned self] in pass(.next($0), by: index) })
            return Pair(
                real: .signal(stage), model: SourceModel(.stage, .nothing, in: ledger), parent: parent,
                conflates: conflates)
        }
        var parent = parent
        if case .driver = source { parent = 0 }
        if case .signal = source { parent = 0 }
        let count = program.next(below: 3)
        let stage = Observable.deferred { [unowned self, parent] in sources[parent].real.observable }
            .do(
                onNext: { [unowned self] in pass(.next($0), by: index) },
                onError: { [unowned self] _ in pass(.error, by: index) },
                onCompleted: { [unowned self] in pass(.completed, by: index) }
            )
            .share(replay: count)
        let replay: SourceModel.Replay = [.nothing, .latest, .last(2)][count]
        return Pair(real: .shared(stage), model: SourceModel(.stage, replay, in: ledger), parent: parent)
    }

    /// A stage is called by the source that it shares, and accepts the event when this returns.
    private func pass(_ what: SourceEvent, by index: Int) {
        let model = sources[index].model
        guard let connection = model.connection else {
            return fail("C9: stage \(index) is called with \(what) without observers")
        }
        call(connection, what) { _ in }
        if connection.isLive || what.isStop, model.connection === connection { model.accept(what) }
    }

    // MARK: Callbacks

    /// Handles a call of an observer: checks it with the model, and continues the program inside.
    private func call(_ observer: ModelObserver, _ what: SourceEvent, as body: (inout Context) -> Void) {
        calls += 1
        note("\(observer) <- \(what)")
        if let problem = observer.source.begins(observer, what) { return fail(problem) }
        let outer = context
        context.depth += 1
        body(&context)
        nest()
        context = outer
        observer.source.ends(observer)
    }

    /// The steps inside a callback or a deinitializer.
    private func nest() {
        guard context.depth < 6 else { return }
        if turns.count > 1, program.next(below: 4) == 0 { turns.pass(to: program.next(below: turns.count)) }
        let count = max(0, program.next(below: 8) - 4)
        for _ in 0..<count {
            guard isGoingOn, allowance > 0, !isTearingDown else { return }
            allowance -= 1
            act()
        }
        if turns.count > 1, program.next(below: 4) == 0 { turns.pass(to: program.next(below: turns.count)) }
    }

    // MARK: Steps

    /// Takes one outer step.
    package func step() {
        if turns.count > 1 { turns.pass(to: program.next(below: turns.count)) }
        guard isGoingOn else { return }
        allowance = 40
        act()
        if ledger.isOneThread { expectNothingLeft([.here, .mainActor]) }
    }

    private func act() {
        steps += 1
        switch program.next(below: 24) {
        case 0...7: send(to: program.next(below: 3))
        case 8...12: subscribe(at: program.next(below: entries.count))
        case 13...15: dispose(program.next(below: entries.count))
        case 16: if let own = context.observer { dispose(own) }
        case 17: end(program.next(below: 3))
        case 18: replace(program.next(below: 3))
        case 19: drop(program.next(below: entries.count))
        case 20: modify(program.next(below: 3))
        case 21: disposeOfAll()
        default: compareCurrent(program.next(below: 3))
        }
    }

    private func send(to index: Int) {
        value += 1
        let pair = sources[index]
        note("send \(value) to source \(index), a \(pair.real.name)")
        pair.model.accept(.next(value))
        let number = ledger.accepted
        let start = ContinuousClock.now
        pair.real.send(.next(value))
        expectMainActorIsUpToDate(pair.model, upTo: number, since: start)
    }

    private func modify(_ index: Int) {
        guard case .behaviorRelay(let relay) = sources[index].real else { return }
        value += 1
        note("modify source \(index) to \(value)")
        sources[index].model.accept(.next(value))
        let (model, number) = (sources[index].model, ledger.accepted)
        let start = ContinuousClock.now
        relay.modify { [value] in $0 = value }
        expectMainActorIsUpToDate(model, upTo: number, since: start)
    }

    /// C14: a value set on the main actor has arrived there, unless it was set inside a callback, or a turn of the main
    /// actor was over before (C25).
    private func expectMainActorIsUpToDate(_ model: SourceModel, upTo number: Int, since start: ContinuousClock.Instant)
    {
        guard turns.current == 0, context.depth == 0, !isTurnOver(since: start),
            // With conflation, another thread may still be delivering a value first.
            let left = model.leftover([.mainActor], upTo: number, conflating: ledger.isOneThread)
        else { return }
        fail("C14: \(left)")
    }

    /// Whether a turn of the main actor that began since may be over, because of values from other threads, if any.
    private func isTurnOver(since start: ContinuousClock.Instant) -> Bool {
        !ledger.isOneThread && turns.current == 0
            && ContinuousClock.now - start >= .nanoseconds(TurnLength.nanoseconds.load(ordering: .relaxed))
    }

    private func end(_ index: Int) {
        guard sources[index].real.isSubject, program.next(below: 3) == 0 else { return }
        let what: SourceEvent = program.next(below: 2) == 0 ? .completed : .error
        note("end source \(index) with \(what)")
        sources[index].model.accept(what)
        sources[index].real.send(what)
    }

    /// Drops a source with its observers, perhaps while it is calling them, and replaces it with a new one of its kind.
    /// A stage for the main actor keeps the source that it was made of.
    private func replace(_ index: Int) {
        guard
            !sources.contains(where: { $0.parent == index && $0.model.role == .stage && $0.real.places == [.mainActor] }
            )
        else { return }
        let kind: Int
        switch sources[index].real {
        case .publishRelay: kind = 0
        case .behaviorRelay: kind = 1
        case .publishSubject: kind = 2
        case .behaviorSubject: kind = 3
        default: kind = 4 + program.next(below: 4)
        }
        note("replace source \(index), a \(sources[index].real.name)")
        let old = sources[index]
        sources[index] = makeRoot(kind: kind)
        retired.append(old.model)
    }

    /// The models of dropped sources: their observers may still be called.
    private var retired: [SourceModel] = []

    private func subscribe(at slot: Int) {
        dispose(slot)
        // The previous disposal may have put another one here.
        guard entries[slot] == nil else { return }
        let index = program.next(below: sources.count)
        let pair = sources[index]
        let places = pair.real.places
        // A stage for the main actor that is subscribed to on another thread connects when the main actor is free: the
        // model does not cover what it misses until then.
        if pair.model.role == .stage, places == [.mainActor], turns.current != 0 { return }
        let place = places[program.next(below: places.count)]
        let model = pair.model.subscribe(place)
        let kind = pair.conflates ? "conflated \(pair.real.name)" : pair.real.name
        note("subscribe \(model) to source \(index), a \(kind) over \(pair.parent), at \(slot)")
        let all = [model] + connectIfNeeded(index)
        let handed = ledger.accepted
        let entry = Entry(model)
        entries[slot] = entry
        let captured = program.next(below: 4) == 0 ? CapturedObject(self) : nil
        for observer in all { observer.mayLagUpTo = .max }
        let start = ContinuousClock.now
        entry.subscription = pair.real.subscribe(place) { [unowned self] what in
            withExtendedLifetime(captured) {}
            call(model, what) { $0.observer = slot }
        }
        for observer in all {
            observer.mayLagUpTo = ledger.accepted
            // C6: during `subscribe`, if the observer may be called from here.
            guard place == .here || turns.current == 0, !isTurnOver(since: start),
                let late = observer.conflates ? observer.pending.last : observer.pending.first
            else { continue }
            if late.number <= handed { fail("C6: \(observer) was not handed \(late.what) during subscribe") }
        }
    }

    /// A stage with an observer and no connection subscribes to the source that it shares, which may be a stage, too.
    ///
    /// - Returns: The observers of the new connections.
    private func connectIfNeeded(_ index: Int) -> [ModelObserver] {
        let pair = sources[index]
        guard pair.model.role == .stage, pair.model.connection == nil else { return [] }
        let place: Place = pair.real.places == [.mainActor] ? .mainActor : .here
        let connection = sources[pair.parent].model.subscribe(place, conflates: pair.conflates)
        pair.model.connection = connection
        return [connection] + connectIfNeeded(pair.parent)
    }

    private func dispose(_ slot: Int) {
        guard let (model, subscription) = take(slot) else { return }
        note("dispose of \(model) at \(slot)")
        model.source.dispose(model)
        subscription.dispose()
    }

    /// Releases a subscription without disposing of it: its observer is called as long as its source exists.
    private func drop(_ slot: Int) {
        guard program.next(below: 4) == 0, let (model, _) = take(slot) else { return }
        note("drop the subscription of \(model)")
    }

    /// Empties a slot. A subscription that has not returned yet cannot be disposed of.
    private func take(_ slot: Int) -> (ModelObserver, any Disposable)? {
        guard let entry = entries[slot], let subscription = entry.subscription else { return nil }
        entries[slot] = nil
        return (entry.model, subscription)
    }

    /// Disposes of everything by dropping bags.
    private func disposeOfAll() {
        guard program.next(below: 8) == 0 else { return }
        for slot in entries.indices {
            guard let (model, subscription) = take(slot) else { continue }
            note("drop the bag of \(model) at \(slot)")
            model.source.dispose(model)
            DisposeBag().insert(subscription)
        }
    }

    private func compareCurrent(_ index: Int) {
        let pair = sources[index]
        if pair.model.replay == .latest, pair.model.end == nil, pair.real.current != pair.model.memory.last {
            fail("C1: the source holds \(pair.real.current as Any) and not \(pair.model.memory as Any)")
        }
    }

    // MARK: The end

    private func expectNothingLeft(_ places: Set<Place>) {
        if let left = leftover(places) { fail(left) }
    }

    private func leftover(_ places: Set<Place>) -> String? {
        for model in sources.map(\.model) + retired {
            if let left = model.leftover(places) { return left }
        }
        return nil
    }

    /// Disposes of everything, or only releases it.
    private func tearDown() {
        isTearingDown = true
        if program.next(below: 2) == 0 { for slot in entries.indices { dispose(slot) } }
        let entries = entries
        let sources = sources
        self.entries = []
        self.sources = []
        withExtendedLifetime((entries, sources)) {}
        retired += sources.map(\.model)
    }

    /// Checks that what observers captured has gone with them.
    private func finish() {
        for model in retired { model.forget() }
        if failure == nil, living != 0 { fail("C4/C10: \(living) closures of observers are still there") }
    }

    /// Captured by an observer's closure: continues the program when it is released, wherever that is.
    private final class CapturedObject: Sendable {
        private unowned let interpreter: SourceInterpreter

        init(_ interpreter: SourceInterpreter) {
            self.interpreter = interpreter
            interpreter.living += 1
        }

        deinit {
            interpreter.living -= 1
            interpreter.note("a captured object is released")
            guard !interpreter.isTearingDown else { return }
            let outer = interpreter.context
            interpreter.context.depth += 1
            interpreter.nest()
            interpreter.context = outer
        }
    }
}

/// Waits until the main queue has run everything enqueued before.
@MainActor
func drainMainQueue() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
    }
}
