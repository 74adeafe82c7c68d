/// An operation that a user starts, that takes time, and that can fail: saving, loading, sending.
///
/// ```swift
/// @MainActor final class ProfileViewModel {
///     @Mutable var draft = Draft()
///     private(set) lazy var save = Command(of: self) { me in try await me.service.save(me.draft) }
///         .enabled(by: $draft.map(\.isComplete).asDriver(onErrorJustReturn: false))
/// }
/// binding {
///     saveButton.rx.tap => viewModel.save
///     viewModel.save.isEnabled => saveButton.rx.isEnabled
///     viewModel.save.isExecuting => spinner.rx.isVisible
///     viewModel.save.errors => { [weak self] error in self?.show(error) }
/// }
/// ```
///
/// ReactiveUI calls this a `ReactiveCommand`, the MVVM Toolkit an `AsyncRelayCommand`, and ReactiveSwift an `Action`.
///
/// Each call is a *run*: a task on the main actor, which begins within the call. What it does before it waits for anything
/// has been done when ``start(_:)`` returns, so a run that waits for nothing has ended by then, and nobody has seen the
/// command executing. Runs are cancelled when the command is released; a cancelled run is not an error, and reports
/// nothing. The owner is held weakly, and strongly for the duration of a run; bindings to a command hold it weakly, and
/// disable their control when it is released.
@MainActor
public final class Command<Input: Sendable, Output: Sendable>: InspectableObject {
    /// How a call is handled while a run is under way.
    public enum Overlap: Sendable {
        /// The call is ignored: the command is disabled meanwhile.
        case ignoring
        /// The run under way is cancelled, and a new one begins.
        case restarting
        /// The new run begins when those before it have ended, and what came of them has been reported.
        case queueing
        /// The new run begins at once, alongside the others.
        case concurrently
    }

    typealias Run = CommandRun<Output>
    /// Returns the work of a run. Throws if there should be no run.
    package typealias Preparation =
        @MainActor (Input, CommandProgress) throws(CommandRefusal) -> @MainActor () async throws -> Output

    private let overlap: Overlap
    private let prepare: Preparation
    /// Shows the user why a run has been refused with ``CommandRefusal/invalid``; returns whether anything does.
    private let showInvalid: @MainActor () -> Bool
    private let place: SourcePlace
    private let bag = DisposeBag()
    private var conditions: [Bool] = []
    /// The runs under way, without those that another one has replaced.
    private var active: [Run] = []
    private var waiting: [(run: Run, input: Input)] = []
    /// How many runs are being prepared, which count as under way for calls that this leads to.
    private var preparations = 0
    private var isBeginningNext = false
    /// The runs that have not waited for anything yet and are therefore on the stack, the innermost last. They can be
    /// cancelled by what they call.
    private var immediate: [(run: Run, task: UnsafeCurrentTask?)] = []
    private let executing = CompactRelay(value: false)
    private let enabled = RelayAtEnd(value: true)
    private var readable = ReadableState()
    private let fraction = CompactRelay(value: 0.0)
    /// The run that began last, whose progress is reported.
    private let latest = Guarded<ObjectIdentifier?>(nil)
    private let results = PublishRelay<Output>()
    private let failures = CompactPublishRelay<any Error>()

    package nonisolated init(
        _ overlap: Overlap, _ place: SourcePlace, showInvalid: @escaping @MainActor () -> Bool = { true },
        _ prepare: @escaping Preparation
    ) {
        self.overlap = overlap
        self.place = place
        self.showInvalid = showInvalid
        self.prepare = prepare
    }

    /// What an inspector knows as the property's.
    package var inspectedSources: [(name: String, source: any InspectableSource)] {
        [
            ("isExecuting", executing), ("isEnabled", enabled), ("progress", fraction), ("results", results),
            ("errors", failures),
        ]
    }

    isolated deinit {
        for run in active + waiting.map(\.run) { run.cancel() }
        // A control that was left enabled would do nothing.
        enabled.accept(false)
    }

    // MARK: State

    /// The current state, up to date at any time; a computation that reads it follows it.
    public var state: CommandState {
        readable.noteRead()
        return CommandState(isEnabled: isEnabledNow, isExecuting: isExecutingNow, progress: fraction.value)
    }

    /// Whether a call would run now: all conditions hold, and, if new calls are ignored during a run, no run is under
    /// way.
    ///
    /// It is sent once for each change on the main actor, at its end: conditions that change together do not show what
    /// is in between. Whether a call runs is decided by what holds at that moment. When the command is released, it is
    /// `false` for the last time.
    public var isEnabled: Driver<Bool> { enabled.asDriver() }

    /// Whether a run is under way or waits. It is `true` when ``start(_:)`` returns, unless the run has ended by then, and
    /// `false` again before the outcome is reported.
    public var isExecuting: Driver<Bool> { executing.asDriver() }

    /// The progress of the run that began last, from 0 to 1, as the run reports it. If it reports more often than the
    /// main actor can deliver, only the latest value counts.
    public var progress: Driver<Double> { fraction.conflate() }

    /// The results of runs.
    public var values: Signal<Output> { results.asSignal() }

    /// The errors of runs. An error goes to ``BindingDiagnostics`` if this has no observers and nothing awaits the run soon
    /// after.
    public var errors: Signal<any Error> { failures.asSignal() }

    // MARK: Running

    /// Disables the command while a condition does not hold. If there are several conditions, all must hold.
    ///
    /// A run that waits for those before it is refused if they do not hold when its turn comes.
    ///
    /// - Returns: The command itself.
    @discardableResult
    public nonisolated func enabled(by condition: some SharedSequenceConvertibleType<Bool>) -> Command {
        let condition = condition.asSharedSequence()
        MainActorDispatcher.run { self.add(condition) }
        return self
    }

    private func add(_ condition: SharedSequence<some SharingStrategy, Bool>) {
        let index = conditions.count
        // Until its first value arrives.
        conditions.append(false)
        let subscription = condition.run(
            onNext: { [weak self] holds in
                self?.conditions[index] = holds
                self?.update()
            })
        bag.add(subscription)
        enabled.hasSubscribedToMore()
        update()
    }

    /// Starts a run, unless the command is disabled. What the run does before it waits for anything is done by this call.
    ///
    /// - Returns: The run. If the command does not run, it has ended already, with a ``CommandRefusal``.
    @discardableResult
    public func start(_ input: Input) -> CommandRun<Output> { start(input, isAwaited: false) }

    private func start(_ input: Input, isAwaited: Bool) -> Run {
        let run = Run(isAwaited: isAwaited) { [weak self] run in self?.leave(run) }
        if !refuseOrQueue(run, input) { begin(run, input) }
        return run
    }

    /// Starts a run whose outcome is awaited.
    func startAwaited(_ input: Input) -> Run { start(input, isAwaited: true) }

    /// Runs, and waits for the outcome. If the waiting task is cancelled, so is the run.
    ///
    /// - Throws: What the run throws; a ``CommandRefusal`` if it does not run; `CancellationError` if it is cancelled.
    public func execute(_ input: Input) async throws -> Output {
        // Its task is another one, which has begun its work before it could be cancelled.
        try Task.checkCancellation()
        let run = startAwaited(input)
        return try await withTaskCancellationHandler {
            try await run.value
        } onCancel: {
            run.cancel()
        }
    }

    /// Cancels the runs under way and those that wait.
    public func cancel() {
        let runs = active
        cancelWaiting()
        for run in runs { run.cancel() }
    }

    /// Cancels the runs that have not begun because others are under way.
    private func cancelWaiting() {
        let runs = waiting.map(\.run)
        waiting = []
        for run in runs { run.cancel() }
        update()
    }

    /// Cancels the runs that have not begun at each event of a signal.
    package func cancelsWaiting(at signal: Signal<Void>) {
        bag.add(signal.emit { [weak self] in self?.cancelWaiting() })
    }

    /// Waits until no run is under way and none waits: for tests.
    public func finished() async {
        while let run = active.last ?? waiting.last?.run { _ = await run.outcome() }
    }

    /// Refuses a run, or makes it wait, if a condition or the runs under way keep it from beginning.
    ///
    /// - Parameter isNext: Whether it has waited, and is the next one.
    /// - Returns: Whether they do.
    private func refuseOrQueue(_ run: Run, _ input: Input, isNext: Bool = false) -> Bool {
        guard allConditionsHold else {
            run.finish(.failure(CommandRefusal.disabled))
            return true
        }
        guard preparations > 0 || !active.isEmpty || !isNext && !waiting.isEmpty else { return false }
        switch overlap {
        case .ignoring: run.finish(.failure(CommandRefusal.running))
        case .queueing: waiting.append((run, input))
        case .restarting, .concurrently: return false
        }
        return true
    }

    /// Begins a run. What it leads to before it waits is one change, as what a tap leads to is.
    private func begin(_ run: Run, _ input: Input) {
        MainActorDispatcher.inOneDelivery { prepareAndPerform(run, input) }
        // What the preparation or the work has led to may wait for a run that has not become one.
        beginNext()
        update()
    }

    private func prepareAndPerform(_ run: Run, _ input: Input) {
        let progress = CommandProgress { [fraction, latest] part in
            // Zero of zero is not a number.
            guard run.isUnderWay, latest.withLock({ $0 }) == ObjectIdentifier(run), !part.isNaN else { return }
            fraction.accept(min(max(part, 0), 1))
        }
        let work: @MainActor () async throws -> Output
        preparations += 1
        do throws(CommandRefusal) {
            defer { preparations -= 1 }
            work = try prepare(input, progress)
            // What the preparation has reported may have disabled the command.
            if !allConditionsHold { throw .disabled }
        } catch {
            if error == .invalid { _ = showInvalid() }
            return run.finish(.failure(error))
        }
        if overlap == .restarting {
            let last = active
            active = []
            for run in last { run.cancel() }
        }
        active.append(run)
        latest.replace(with: ObjectIdentifier(run))
        readable.change()
        if fraction.value != 0 { fraction.accept(0) }
        perform(work, of: run)
    }

    /// Does the work of a run, up to where it waits for the first time.
    private func perform(_ work: @escaping @MainActor () async throws -> Output, of run: Run) {
        // An observer may have cancelled it.
        guard run.begin() else { return remove(run) }
        immediate.append((run, nil))
        let task = Task.immediate { [weak self] in
            self?.noteTask(of: run)
            let result: Result<Output, any Error>
            do {
                if run.isCancelled { throw CancellationError() }
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            let outcome = run.settle(result)
            self?.end(run, outcome)
            run.finish(outcome)
        }
        immediate.removeLast()
        run.hasWaited(in: task)
    }

    /// Notes the task of a run, in which this is called.
    private func noteTask(of run: Run) {
        guard let last = immediate.indices.last, immediate[last].run === run else { return }
        withUnsafeCurrentTask { immediate[last].task = $0 }
    }

    private func end(_ run: Run, _ result: Result<Output, any Error>) {
        remove(run)
        if waiting.isEmpty { update() }
        // Before the next one begins: who observes it may disable the command, or cancel what waits.
        report(result, of: run)
        beginNext()
        update()
    }

    private func report(_ result: Result<Output, any Error>, of run: Run) {
        switch result {
        case .success(let output): results.accept(output)
        case .failure(is CancellationError): break
        case .failure(CommandRefusal.invalid) where showInvalid(): break
        case .failure(let error):
            if failures.hasObservers {
                failures.accept(error)
            } else if !run.isAwaited {
                // Who has started it may be about to await it, in a task that is made now.
                Task { [place] in
                    await Task.yield()
                    if !run.isAwaited { BindingDiagnostics.warn(.unhandledCommandError(error, at: place)) }
                }
            }
        }
    }

    private func remove(_ run: Run) {
        // Not all need be looked at: runs usually end in the order in which they began.
        if let index = active.firstIndex(where: { $0 === run }) { active.remove(at: index) }
    }

    private func beginNext() {
        // Of a run that ends at once, the loop that has begun it goes on.
        guard !isBeginningNext else { return }
        isBeginningNext = true
        defer { isBeginningNext = false }
        while active.isEmpty, !waiting.isEmpty {
            let next = waiting.removeFirst()
            if next.run.isCancelled || refuseOrQueue(next.run, next.input, isNext: true) { continue }
            begin(next.run, next.input)
        }
    }

    /// Removes a cancelled run that may not have begun, and cancels the task of one that has not waited yet.
    private func leave(_ run: Run) {
        immediate.last { $0.run === run }?.task?.cancel()
        if let index = waiting.firstIndex(where: { $0.run === run }) { waiting.remove(at: index) }
        update()
    }

    private var allConditionsHold: Bool { conditions.allSatisfy { $0 } }

    private var isExecutingNow: Bool { !active.isEmpty || !waiting.isEmpty }

    private var isEnabledNow: Bool { allConditionsHold && (overlap != .ignoring || !isExecutingNow) }

    private func update() {
        // A run that has not waited yet is not shown, as it may end before anybody could see it.
        guard immediate.isEmpty else { return readable.change() }
        MainActorDispatcher.inOneDelivery {
            readable.change()
            if executing.value != isExecutingNow { executing.accept(isExecutingNow) }
            // Afterwards, as an observer of `isExecuting` may have begun or ended a run.
            enabled.accept(isEnabledNow)
        }
    }
}

extension Command where Input == Void {
    /// Starts a run, unless the command is disabled; see ``start(_:)``.
    @discardableResult
    public func start() -> CommandRun<Output> { start(()) }

    /// Runs, and waits for the outcome; see ``execute(_:)``.
    public func execute() async throws -> Output { try await execute(()) }
}

extension Command: BindingTarget {
    public typealias Element = Input

    /// An observer that starts a run with each value, on the main actor. It holds the command weakly. A completion does
    /// not reach it; an error is a programming error, as in ``ObservableType/bind(onNext:)``.
    public nonisolated func asObserver() -> AnyObserver<Input> {
        AnyObserver(Binder(weak: self) { command, input in command.start(input) })
    }
}
