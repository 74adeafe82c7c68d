import Binding
import BindingControls
import TestSupport
import Testing
import Unidirectional

// OneWayKit's README, "Global": a theme that several screens show and change.
private struct GlobalFeature: ViewFeature {
    struct State: FeatureState {
        var backgroundColor = "white"
        var fontSize = 16
    }

    enum Action: FeatureAction {
        case setBackgroundColor(String)
        case setFontSize(Int)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .setBackgroundColor(let color): state.backgroundColor = color
        case .setFontSize(let size): state.fontSize = size
        }
        return state
    }
}

/// A screen that is made again each time it is shown.
@MainActor
private final class SheetView: BindingContext {
    let disposeBag = DisposeBag()
    let title = Label()
    let size = Label()
    let darkButton = Button()
    let largeButton = Button()

    init() throws {
        let theme = try GlobalOneWay.state(of: GlobalFeature.self)
        binding {
            theme.map(\.backgroundColor).distinctUntilChanged().drive(title.rx.text)
            theme.map { "\($0.fontSize) pt" }.distinctUntilChanged().drive(size.rx.text)
            darkButton.rx.tap.asSignal().emit(onNext: {
                #expect(throws: Never.self) {
                    try GlobalOneWay.send(.setBackgroundColor("black"), to: GlobalFeature.self)
                }
            })
            largeButton.rx.tap.asSignal().emit(onNext: {
                #expect(throws: Never.self) { try GlobalOneWay.send(.setFontSize(30), to: GlobalFeature.self) }
            })
        }
    }
}

@Suite("OneWayKit's examples: the global theme")
@MainActor
struct GlobalThemeExampleTests {
    @Test("Two screens show one theme, and either changes it for both")
    func twoScreens() throws {
        // "First, register the ViewFeature to be used globally and set the initial state."
        try GlobalOneWay.register(GlobalFeature.self, initialState: .init())
        defer { GlobalOneWay.unregister(GlobalFeature.self) }

        let first = try SheetView()
        let second = try SheetView()
        first.darkButton.press()
        expectEqual(second.title.text, "black")
        second.largeButton.press()
        expectEqual(first.size.history, ["16 pt", "30 pt"])
        expectEqual(first.title.history, ["white", "black"])

        let third = try SheetView()
        expectEqual(third.title.history, ["black"])
    }

    @Test("A screen that is shown before the theme is registered says what is missing")
    func tooEarly() {
        let error = #expect(throws: GlobalOneWayError.self) { _ = try SheetView() }
        expectEqual(error.map { "\($0)" }?.contains("GlobalOneWay.register(GlobalFeature.self, initialState:)"), true)
    }
}
