import Binding
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// One screen in three ways: the examples of Documentation/Wrappers.md that need this module; see DocumentationTests.

// EXAMPLE: three ways, view
/// A number and two buttons. A view holds what it shows.
@MainActor final class TallyView: BindingContext {
    let disposeBag = DisposeBag()
    let label = Label()
    let (plus, minus) = (Button(), Button())
    private let model: AnyObject

    init(of model: AnyObject) { self.model = model }
}
// END

// EXAMPLE: three ways, wrappers
@MainActor final class TallyViewModel {
    @Bindable private(set) var count = 0

    func increment() { count += 1 }
    func decrement() { count -= 1 }
}

extension TallyView {
    convenience init(_ viewModel: TallyViewModel) {
        self.init(of: viewModel)
        binding {
            viewModel.$count.map { "\($0)" } => label.rx.text
            plus.rx.tap => viewModel.increment
            minus.rx.tap => viewModel.decrement
        }
    }
}
// END

// EXAMPLE: three ways, stream
final class TallyStream: UnioStream<TallyStream> {
    typealias Output = State
    typealias Extra = NoExtra

    struct Input: InputType {
        let increment = PublishRelay<Void>()
        let decrement = PublishRelay<Void>()
    }

    struct State: StateType, StoredOutputType {
        @Bindable var count = 0
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(
        from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag
    ) -> Output {
        let (input, state) = (dependency.inputObservables, dependency.state)
        disposeBag.insert {
            input.increment.bind(onNext: { state.count += 1 })
            input.decrement.bind(onNext: { state.count -= 1 })
        }
        return state
    }
}

extension TallyView {
    convenience init(_ stream: TallyStream) {
        self.init(of: stream)
        binding {
            stream.output.$count.map { "\($0)" } => label.rx.text
            plus.rx.tap => stream.input.increment
            minus.rx.tap => stream.input.decrement
        }
    }
}
// END

// EXAMPLE: three ways, store
enum TallyFeature: ViewFeature {
    struct State: FeatureState {
        var count = 0
    }

    enum Action: FeatureAction {
        case increment, decrement
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        }
        return state
    }
}

extension TallyView {
    convenience init(_ store: OneWay<TallyFeature>) {
        self.init(of: store)
        binding {
            store.stateDriver.map { "\($0.count)" } => label.rx.text
            plus.rx.tap => { store.send(.increment) }
            minus.rx.tap => { store.send(.decrement) }
        }
    }
}
// END

@Suite("One screen in three ways")
@MainActor
struct ThreeWaysTests {
    private let print = Printer()

    @Test("Three ways to write one screen")
    func threeWays() throws {
        // EXAMPLE: three ways, use
        let views = [
            TallyView(TallyViewModel()), TallyView(TallyStream()),
            TallyView(OneWay<TallyFeature>(initialState: .init())),
        ]
        for view in views {
            view.plus.press()
            view.plus.press()
            view.minus.press()
        }
        print(views.map(\.label.text))  // prints ["1", "1", "1"]
        // END
        #expect(try print.lines == Example.named("three ways, use").output)
        #expect(views.allSatisfy { $0.label.history == ["0", "1", "2", "1"] })
    }
}
