import Binding
import BindingOperators
import TestSupport
import Unidirectional

extension LeakTests {
    /// Streams and stores, kept alive by a binding, as a view keeps them.
    nonisolated static let unidirectional: [LeakCase<Chain>] = [
        LeakCase("a stream") { state, event, bag in
            let stream = SumStream()
            bag.insert {
                state => stream.input.number
                stream.input.limit <=> BehaviorRelay(value: 3)
                stream.output.sum => { _ in }
                stream.output.doubled.drive(onNext: { _ in })
                event.asSignal() => { _ in withExtendedLifetime(stream) {} }
            }
            stream.input.number(5)
        },
        LeakCase("an erased stream and a mock") { state, _, bag in
            let erased = AnyUnioStream(SumStream())
            let parts = SumStream.Input()
            let mock = AnyUnioStream(input: parts, output: SumStream.Output(sum: state, doubled: state.asDriver()))
            bag.insert(state => erased.input.number, erased.output.sum => { _ in })
            bag.insert(parts.number => { _ in }, mock.output.doubled.drive(onNext: { _ in }))
            mock.input.number(1)
        },
        LeakCase("a store with effects and a tracer") { state, event, bag in
            let store = OneWay<Counting>(initialState: .init(), middlewares: [Repeater(numbers: event)])
            bag.insert {
                store.stateDriver.map(\.count) => { _ in }
                store.actions => { _ in }
                store.tracer.events => { _ in }
                state => { store.send(.add($0), shouldTrace: true) }
            }
        },
        LeakCase("a store's children") { state, _, bag in
            let store = OneWay<Parent>(initialState: .init())
            let child = store.scope(Parent.child)
            bag.insert {
                child.stateDriver => { _ in }
                store.actions => { _ in }
                state => { child.send(.add($0)) }
            }
        },
        LeakCase("stores of rows, with effects") { state, event, bag in
            let rows = Parent.rows.with(middlewares: [Repeater(numbers: event)])
            let store = OneWay<Parent>(
                initialState: .init(rows: [1: .init(), 2: .init(), 3: .init()]), scopes: [rows])
            let children = [1, 2, 3].compactMap { store.scope(Parent.rows, id: $0) }
            for child in children {
                bag.insert {
                    child.stateDriver => { _ in }
                    child.actions => { _ in }
                    state => { child.send(.add($0)) }
                }
            }
            bag.insert(state => { store.send(.remove($0)) })
        },
    ]
}

private final class SumStream: UnioStream<SumStream> {
    typealias Extra = NoExtra

    struct Input: BindableInputType {
        let number = PublishRelay<Int>()
        @Mutable var limit = 100
    }

    struct Output: OutputType {
        let sum: BehaviorRelay<Int>
        let doubled: Driver<Int>
    }

    struct State: StateType {
        let sum = BehaviorRelay(value: 0)
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let sum = dependency.state.sum
        dependency.inputObservables.number
            .withLatestFrom(dependency.inputObservables.limit) { min($0, $1) }
            .bind(onNext: { number in sum.modify { $0 += number } })
            .disposed(by: disposeBag)
        return Output(sum: sum, doubled: sum.asDriver().map { $0 * 2 })
    }
}

private enum Counting: ViewFeature {
    struct State: FeatureState {
        var count = 0
    }

    enum Action: FeatureAction {
        case add(Int)
    }

    static let updater: Updater = { state, action in
        guard case .add(let number) = action else { return state }
        return State(count: state.count + number)
    }
}

/// Also sends the values of a relay, for as long as the store lives.
private struct Repeater: Middleware {
    typealias Feature = Counting

    let numbers: PublishRelay<Int>

    func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action> {
        guard case .add(1) = action else { return .none }
        return .run(id: "numbers", numbers.map { .add($0 * 10) })
    }
}

private enum Parent: ViewFeature {
    struct State: FeatureState {
        var child = Counting.State()
        var rows: [Int: Counting.State] = [:]
    }

    enum Action: FeatureAction {
        case child(Counting.Action)
        case row(Int, Counting.Action)
        case remove(Int)
    }

    static let rows = forEach(
        Counting.self, state: \.rows, embed: Action.row,
        extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })

    static let child = scope(
        Counting.self, state: \.child, embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } })

    static var scopes: [any FeatureScope<Parent>] { [child, rows] }

    static let updater: Updater = { state, action in
        guard case .remove(let id) = action else { return state }
        var state = state
        state.rows[id] = nil
        return state
    }
}
