import Binding
import BindingControls
import TestSupport
import Testing
import Unidirectional

// OneWayKit's README, "Tracer": a box that is moved and resized, and a label that shows what the last action changed.
private struct TracerFeature: ViewFeature {
    struct Point: Equatable, Sendable {
        var x: Double
        var y: Double
    }

    struct Size: Equatable, Sendable {
        var width: Double
        var height: Double
    }

    struct State: FeatureState {
        var position: Point
        var size: Size
    }

    enum Action: FeatureAction {
        case left, right, up, down, increase, decrease
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .left: state.position.x -= 10
        case .right: state.position.x += 10
        case .up: state.position.y -= 10
        case .down: state.position.y += 10
        case .increase:
            state.size = Size(width: min(200, state.size.width + 10), height: min(200, state.size.height + 10))
        case .decrease:
            state.size = Size(width: max(50, state.size.width - 10), height: max(50, state.size.height - 10))
        }
        return state
    }
}

@MainActor
private final class TracerView: BindingContext {
    let disposeBag = DisposeBag()
    let traceLabel = Label()
    private(set) var frame = (x: 0.0, y: 0.0, width: 0.0, height: 0.0)

    let leftButton = Button()
    let downButton = Button()
    let increaseButton = Button()
    let silentButton = Button()

    // "When creating onewaykit, set the context first."
    private let oneway = OneWay<TracerFeature>(
        initialState: .init(position: .init(x: 160, y: 240), size: .init(width: 190, height: 100)),
        context: TracerView.self)

    init() {
        binding {
            oneway.stateDriver.map(\.position).distinctUntilChanged().drive(
                with: self, onNext: { ($0.frame.x, $0.frame.y) = ($1.x, $1.y) })
            oneway.stateDriver.map(\.size).distinctUntilChanged().drive(
                with: self, onNext: { ($0.frame.width, $0.frame.height) = ($1.width, $1.height) })
            oneway.tracer.events.map(\.description).emit(to: traceLabel.rx.text)
            // "You can use shouldTrace to trace them when sending actions."
            leftButton.rx.tap.asSignal().emit(
                with: self, onNext: { view, _ in view.oneway.send(.left, shouldTrace: true) })
            downButton.rx.tap.asSignal().emit(
                with: self, onNext: { view, _ in view.oneway.send(.down, shouldTrace: true) })
            increaseButton.rx.tap.asSignal().emit(
                with: self, onNext: { view, _ in view.oneway.send(.increase, shouldTrace: true) })
            silentButton.rx.tap.asSignal().emit(with: self, onNext: { view, _ in view.oneway.send(.right) })
        }
    }
}

@Suite("OneWayKit's examples: the traced view")
@MainActor
struct TracedViewExampleTests {
    @Test("The label shows the context, the action and what has changed")
    func traced() {
        let view = TracerView()
        view.leftButton.press()
        #expect(
            view.traceLabel.text == """
                [Context: TracerView]
                Action Triggered: left
                Changed State:
                position.x: 160.0 -> 150.0
                """)
        view.downButton.press()
        #expect(view.traceLabel.text.hasSuffix("Changed State:\nposition.y: 240.0 -> 250.0"))
        view.increaseButton.press()
        #expect(
            view.traceLabel.text == """
                [Context: TracerView]
                Action Triggered: increase
                Changed State:
                size.width: 190.0 -> 200.0
                size.height: 100.0 -> 110.0
                """)
        view.increaseButton.press()
        #expect(view.traceLabel.text.hasSuffix("Changed State:\nsize.height: 110.0 -> 120.0"))
        #expect(view.frame == (150, 250, 200, 120))
    }

    @Test("What is not to be traced is not reported")
    func silent() {
        let view = TracerView()
        view.silentButton.press()
        expectEqual(view.frame.x, 170)
        #expect(view.traceLabel.history.isEmpty)
    }
}
