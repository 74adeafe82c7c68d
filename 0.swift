import Binding
import Unidirectional

enum TallyFeature: ViewFeature {
    struct State: FeatureState { var count = 0 }
    enum Action: FeatureAction { case increment, decrement }

    static let updater: Updater = { state, action in
        var state = state
        state.count += action == .increment ? 1 : -1
        return state
    }
}

@MainActor func makeTally() -> OneWay<TallyFeature> {
    let store = OneWay<TallyFeature>(initialState: TallyFeature.State())
    store.send(.increment)
    return store
}
