import Binding
import Unidirectional

/// Runs a program on a store with children and effects, and on its model, and records where the two disagree.
///
/// From outside, and from within observers, the program sends actions to all features, and makes running streams send
/// and end. Each middleware answers as the program decides: with actions, streams and cancellations. The model is told
/// all of that, and says whether each action handled, each middleware called and each failure is the next one.
@MainActor
package final class StoreInterpreter {
    package private(set) var steps = 0
    /// The number of actions handled.
    package private(set) var handled = 0
    /// The first failure.
    package private(set) var failure: String?

    var program: StoreProgram
    var model: StoreModel
    private(set) var store: OneWay<RootFeature>?
    /// Streams that may still send, subscribed or not.
    var senders: [StoreSender] = []
    /// The streams that are subscribed to.
    var subscribed: Set<Int> = []
    private var watchers: [StoreWatcher] = []
    private let bag = DisposeBag()
    private var number = 0
    /// The number of steps that callbacks may still take within this step, so that programs end.
    private var allowance = 0
    /// Closures to run once the current effects have begun.
    private var afterEffects: [() -> Void] = []
    /// The action being handled, and the features that still have to answer it.
    private var current: StoreCommand?
    private var answering: [StoreNode] = []
    private var missed: Int?
    /// Called with each thing that happens, for examining a failure.
    private let trace: (@MainActor (String) -> Void)?

    private init(_ program: StoreProgram, _ trace: (@MainActor (String) -> Void)?) {
        self.program = program
        model = StoreModel(program.initialState)
        self.trace = trace
    }

    package static func run(
        _ program: StoreProgram, trace: (@MainActor (String) -> Void)? = nil
    ) -> StoreInterpreter {
        let interpreter = StoreInterpreter(program, trace)
        interpreter.makeStore()
        while !interpreter.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.tearDown()
        return interpreter
    }

    // MARK: The store

    private func makeStore() {
        let leaf: (@escaping @MainActor @Sendable (LeafFeature.State) -> StoreNode) -> ModelMiddleware<LeafFeature> = {
            [unowned self] node in
            ModelMiddleware { action, state in
                self.answer(node(state), action.command) { .init(command: $1) }
            }
        }
        let row = ModelMiddleware<BranchFeature> { [unowned self] action, state in
            let command =
                switch action {
                case .own(let command): command
                case .detail(let action): action.command
                }
            return answer(.row(state.id), command) { address, command in
                if case .detail = address { .detail(.init(command: command)) } else { .own(command) }
            }
        }
        let root = ModelMiddleware<RootFeature> { [unowned self] action, _ in
            answer(.root, action.content.command, RootFeature.Action.init)
        }
        let detail = BranchFeature.detail.with(middlewares: [leaf { .detail(row: $0.id) }])
        let store = OneWay<RootFeature>(
            initialState: program.initialState, middlewares: [root],
            scopes: [
                RootFeature.header.with(middlewares: [leaf { _ in .header }]),
                RootFeature.rows.with(middlewares: [row], scopes: [detail]),
                RootFeature.sheet.with(middlewares: [leaf { .sheet(id: $0.id) }]),
            ])
        store.stateDriver.skip(1).drive(onNext: { [unowned self] in isShown($0) }).disposed(by: bag)
        store.actions.emit(onNext: { [unowned self] in isTold($0) }).disposed(by: bag)
        store.tracer.failures.emit(onNext: { [unowned self] in hasFailed($0) }).disposed(by: bag)
        self.store = store
    }

    private func step() {
        steps += 1
        allowance = 12
        switch program.decide(.step, below: 12, hasSenders: hasSenders) {
        case 0...3: sendSomething()
        case 4, 5: useSender()
        case 6: send(.root, .rows((0..<program.decide(.rows, below: 5)).map { _ in someRow() }))
        case 7:
            send(.root, .sheet(program.decide(.sheetLeaves, below: 3) == 0 ? nil : program.decide(.sheet, below: 2)))
        case 8: send(.row(someRow()), .toggle)
        case 9: watch()
        case 10: if !watchers.isEmpty { use(watchers[program.decide(.rows, below: watchers.count)]) }
        default:
            if !watchers.isEmpty { watchers.remove(at: program.decide(.rows, below: watchers.count)).bag.dispose() }
        }
        rest()
    }

    /// Checks what must hold when nothing is in progress.
    private func rest() {
        flush()
        if let next = model.takeNext() { fail("\(next) has not been handled") }
        if !answering.isEmpty { fail("\(answering) did not answer") }
        if store?.state != model.state { fail("the state is another one") }
        if subscribed != model.live { fail("\(subscribed.sorted()) run, and not \(model.live.sorted())") }
        for watcher in watchers { check(watcher) }
    }

    private func tearDown() {
        bag.dispose()
        watchers = []
        // Released once nothing refers to it, because objects that end with it use it.
        var outgoing = store
        store = nil
        withExtendedLifetime(outgoing) {}
        outgoing = nil
        if !subscribed.isEmpty, failure == nil { fail("\(subscribed.sorted()) run without a store") }
        senders = []
    }

    // MARK: Sending

    func command(_ kind: StoreCommand.Kind) -> StoreCommand {
        number += 1
        return StoreCommand(number: number, kind: kind)
    }

    func someKind() -> StoreCommand.Kind {
        [.nothing, .count, .count, .leave, .toggle][program.decide(.kind, below: 5)]
    }

    private func someAddress() -> StoreAddress {
        switch program.decide(.address, below: 8) {
        case 0: .root
        case 1: .header
        case 2: .sheet
        case 3, 4: .detail(row: someRow())
        default: .row(someRow())
        }
    }

    private func someRow() -> Int { program.decide(.rows, below: 4) }

    private func sendSomething() { send(someAddress(), someKind()) }

    func send(_ address: StoreAddress, _ kind: StoreCommand.Kind) {
        guard let store else { return }
        let command = command(kind)
        note("send \(command) to \(address)")
        model.accept(.action(address, command))
        store.send(.init(address, command))
    }

    private var hasSenders: Bool { !senders.isEmpty }

    /// Makes a stream send something, or end.
    private func useSender() {
        guard !senders.isEmpty else { return }
        let index = program.decide(.sender, below: senders.count)
        let sender = senders[index]
        // The value would wait in the stream, not in the store.
        if sender.isSending { return }
        switch program.decide(.continuation, below: 6) {
        case 0:
            senders.remove(at: index)
            sender.complete()
        case 1:
            senders.remove(at: index)
            sender.fail()
        default: sender.send()
        }
    }

    /// Sometimes does something from within a callback.
    private func nest(_ decision: StoreProgram.Decision) {
        guard allowance > 0 else { return }
        switch program.decide(decision, below: 12, hasSenders: hasSenders) {
        case 1: sendSomething()
        case 2, 3: useSender()
        default: return
        }
        allowance -= 1
    }

    // MARK: What observers see

    private func isShown(_ state: RootFeature.State) {
        flush()
        begin(state.last)
        if state != model.state { fail("\(state) is shown, and not \(model.state)") }
        nest(.nestedInState)
    }

    private func isTold(_ action: RootFeature.Action) {
        flush()
        let (_, command) = action.content
        if command.kind == .nothing { begin(command.number) }
        if current != command { fail("\(command) is told of, and not \(String(describing: current))") }
        nest(.nestedInAction)
    }

    /// An action begins to be handled.
    private func begin(_ number: Int) {
        handled += 1
        if !answering.isEmpty { fail("\(answering) did not answer") }
        guard case .action(let address, let command) = model.takeNext(), command.number == number else {
            return fail("the action \(number) is handled, and is not the next")
        }
        note("\(command) for \(address) is handled")
        if model.isAbsent(address) != (missed == number) { fail("the child of \(number) is absent, or not") }
        missed = nil
        model.handle(address, command)
        current = command
        answering = model.answering(address)
        for watcher in watchers { watcher.expect(model.row(watcher.id)) }
    }

    private func hasFailed(_ failure: StoreFailure) {
        flush()
        switch failure.reason {
        case .absentChild(let action as BranchFeature.Action):
            missed = RootFeature.Action.row(0, action).content.command.number
        case .absentChild(let action as LeafFeature.Action): missed = action.command.number
        case .stream(_, let error as StoreSender.Failure):
            note("the failure of \(error.stream) is told")
            if model.takeNext() != .failure(stream: error.stream) { fail("the failure of \(error.stream) is not next") }
        case .repeatedIdentifier: break
        default: fail("\(failure)")
        }
    }

    // MARK: Effects

    private func answer<Action>(
        _ node: StoreNode, _ command: StoreCommand, _ embed: @escaping @Sendable (StoreAddress, StoreCommand) -> Action
    ) -> Effect<Action> {
        flush()
        note("\(node) answers \(command)")
        if command != current || answering.first != node { fail("\(node) answers \(command), out of turn") }
        if !answering.isEmpty { answering.removeFirst() }
        nest(.nestedInAnswer)
        guard allowance > 0 else { return .none }
        let choice = program.decide(node == .root ? .answerOfRoot : .answer, below: 10)
        guard choice > 3 else { return .none }
        allowance -= 1
        var effects: [Effect<Action>] = []
        if [4, 5].contains(choice) { effects.append(cancelling(node, later: false)) }
        for _ in 0..<[0, 1, 1, 1, 2, 0][choice - 4] {
            let sender = StoreSender(self, node, program.decide(.identifier, below: 3))
            note("runs \(sender.number) under \(sender.id.map(String.init) ?? "nothing")")
            effects.append(sender.id.map { .run(id: $0, sender.stream(embed)) } ?? .run(sender.stream(embed)))
        }
        if choice == 7 { effects.append(cancelling(node, later: true)) }
        if choice > 7 {
            let address = addressWithin(node)
            let command = self.command(someKind())
            afterEffects.append { [unowned self] in model.accept(.action(address, command)) }
            effects.append(.send(embed(address, command)))
        }
        return .merge(effects)
    }

    private func cancelling<Action>(_ node: StoreNode, later: Bool) -> Effect<Action> {
        let id = program.decide(.cancelled, below: 2)
        note("cancels \(id)")
        if later {
            afterEffects.append { [unowned self] in model.cancel(node, id) }
        } else {
            model.cancel(node, id)
        }
        return .cancel(id: id)
    }

    /// The address that a feature may send to: itself or one of its children.
    func addressWithin(_ node: StoreNode) -> StoreAddress {
        switch node {
        case .root: someAddress()
        case .header: .header
        case .sheet: .sheet
        case .detail(let id): .detail(row: id)
        case .row(let id): program.decide(.rows, below: 2) == 0 ? .row(id) : .detail(row: id)
        }
    }

    /// Tells the model what the last effects did at their end.
    private func flush() {
        let actions = afterEffects
        afterEffects = []
        for action in actions { action() }
    }

    // MARK: Stores of rows

    private func watch() {
        guard let store, watchers.count < 5 else { return }
        let id = someRow()
        guard let row = store.scope(RootFeature.rows, id: id) else {
            if model.row(id) != nil { fail("there is no store of the row \(id)") }
            return
        }
        guard let state = model.row(id) else { return fail("there is a store of the row \(id)") }
        let watcher = StoreWatcher(id, row, state)
        watchers.append(watcher)
        if program.decide(.rows, below: 4) != 0 { watcher.observe() }
    }

    private func use(_ watcher: StoreWatcher) {
        if program.decide(.rows, below: 4) == 0 { return watcher.observe() }
        let command = command(someKind())
        note("send \(command) by the store of the row \(watcher.id)")
        model.accept(.action(.row(watcher.id), command))
        watcher.store.send(.own(command))
    }

    private func check(_ watcher: StoreWatcher) {
        if let row = model.row(watcher.id), watcher.store.state != row {
            fail("a row's store has \(watcher.store.state)")
        }
        if watcher.isObserved, watcher.store.state != watcher.expected.last { fail("a row's store has forgotten") }
        if watcher.shown != watcher.expected { fail("a row is shown \(watcher.shown), and not \(watcher.expected)") }
    }

    // MARK: Failures

    func note(_ text: @autoclosure () -> String) {
        trace?(text())
    }

    func fail(_ text: String) {
        note("failure: \(text)")
        failure = failure ?? "step \(steps): \(text)"
    }
}
