import Binding
import Unidirectional

/// Counts, and records the texts that it gets.
enum CounterFeature: ViewFeature {
    struct State: FeatureState {
        var count = 0
        var notes: [String] = []
    }

    enum Action: FeatureAction, Equatable {
        case add(Int)
        case note(String)
        case nothing
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .add(let number): state.count += number
        case .note(let text): state.notes.append(text)
        case .nothing: break
        }
        return state
    }
}

/// A middleware made from a closure.
struct Answering<Feature: ViewFeature>: Middleware {
    let answer: @MainActor @Sendable (Feature.Action, Feature.State) -> Effect<Feature.Action>

    init(_ answer: @escaping @MainActor @Sendable (Feature.Action, Feature.State) -> Effect<Feature.Action>) {
        self.answer = answer
    }

    func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action> {
        answer(action, currentState)
    }
}

/// Calls a closure when its last reference is gone.
final class Farewell: Sendable {
    let closure: @Sendable () -> Void

    init(_ closure: @escaping @Sendable () -> Void) {
        self.closure = closure
    }

    deinit { closure() }
}

/// A store whose notes are answered with effects from a table.
@MainActor
func answeringStore(_ answers: [String: Effect<CounterFeature.Action>]) -> OneWay<CounterFeature> {
    let middleware = Answering<CounterFeature> { action, _ in
        if case .note(let text) = action { answers[text] ?? .none } else { .none }
    }
    return OneWay(initialState: .init(), middlewares: [middleware])
}
