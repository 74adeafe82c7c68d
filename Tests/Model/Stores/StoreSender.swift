import Binding
import Unidirectional

/// Sends the actions of a stream: some immediately, others when the program decides.
@MainActor
final class StoreSender {
    struct Failure: Error {
        let stream: Int
    }

    let number: Int
    /// The identifier that it runs under.
    let id: Int?
    private let node: StoreNode
    private unowned let interpreter: StoreInterpreter
    /// The commands that it sends when it is subscribed to, and how it continues.
    private let atOnce: [StoreCommand]
    private let end: End
    /// Whether it sends an action when it is disposed of.
    private let saysFarewell: Bool
    private var observer: ((Event<(StoreAddress, StoreCommand)>) -> Void)?
    /// Whether an action that it has sent is being handled.
    private(set) var isSending = false

    private enum End {
        case none, completion, failure
    }

    init(_ interpreter: StoreInterpreter, _ node: StoreNode, _ id: Int) {
        self.interpreter = interpreter
        self.node = node
        self.id = id < 2 ? id : nil
        number = interpreter.command(.nothing).number
        let choice = interpreter.program.decide(.valuesAtOnce, below: 4)
        atOnce = (0..<[0, 1, 2, 3][choice]).map { _ in interpreter.command(interpreter.someKind()) }
        end = [.none, .completion, .completion, .failure][interpreter.program.decide(.end, below: 4)]
        saysFarewell = interpreter.program.decide(.farewell, below: 6) == 5
    }

    func stream<Action>(_ embed: @escaping @Sendable (StoreAddress, StoreCommand) -> Action) -> Observable<Action> {
        .create { [self] observer in
            MainActor.assumeIsolated {
                begin { event in
                    switch event {
                    case .next((let address, let command)): observer.onNext(embed(address, command))
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            }
            return Disposables.create { MainActor.assumeIsolated { self.isDisposedOf() } }
        }
    }

    private func begin(_ observer: @escaping (Event<(StoreAddress, StoreCommand)>) -> Void) {
        self.observer = observer
        interpreter.subscribed.insert(number)
        interpreter.model.begin(number, node, id)
        for command in atOnce { send(command) }
        switch end {
        case .none: if interpreter.senders.count < 8 { interpreter.senders.append(self) }
        case .completion: complete()
        case .failure: fail()
        }
    }

    private func send(_ command: StoreCommand) {
        let address = interpreter.addressWithin(node)
        interpreter.note("\(number) sends \(command) to \(address)")
        interpreter.model.accept(.action(address, command), by: number)
        emit(.next((address, command)))
    }

    func send() { send(interpreter.command(interpreter.someKind())) }

    func complete() {
        interpreter.note("\(number) completes")
        interpreter.model.end(number)
        emit(.completed)
    }

    func fail() {
        interpreter.note("\(number) fails")
        interpreter.model.accept(.failure(stream: number), by: number)
        interpreter.model.end(number)
        emit(.error(Failure(stream: number)))
    }

    private func emit(_ event: Event<(StoreAddress, StoreCommand)>) {
        isSending = true
        observer?(event)
        isSending = false
    }

    private func isDisposedOf() {
        interpreter.note("\(number) is disposed of")
        interpreter.subscribed.remove(number)
        observer = nil
        if saysFarewell { interpreter.send(.header, .count) }
    }
}

/// The store of a row, with the states that its observer received and those that it was to receive.
@MainActor
final class StoreWatcher {
    let id: Int
    let store: OneWay<BranchFeature>
    let bag = DisposeBag()
    private(set) var shown: [BranchFeature.State] = []
    private(set) var expected: [BranchFeature.State] = []
    private var last: BranchFeature.State

    init(_ id: Int, _ store: OneWay<BranchFeature>, _ state: BranchFeature.State) {
        self.id = id
        self.store = store
        last = state
    }

    var isObserved: Bool { !expected.isEmpty }

    func observe() {
        guard !isObserved else { return }
        last = store.state
        expected = [last]
        store.stateDriver.drive(onNext: { [unowned self] in shown.append($0) }).disposed(by: bag)
    }

    func expect(_ state: BranchFeature.State?) {
        guard isObserved, let state, state != last else { return }
        last = state
        expected.append(state)
    }
}
