import Binding
import BindingControls
import BindingTesting
import TestSupport
import Testing
import Unidirectional

// OneWayKit's README, "Basic Usage", 1: the timer's feature, with `State`, `Action`, `updater` and `middlewares`.
private struct TimerFeature: ViewFeature {
    struct State: FeatureState {
        var currentTime = 0.0
        var isStarted = false
        var interval = 0.1
    }

    enum Action: FeatureAction {
        case start
        case add
        case tapRightButton
        case toggleStart
    }

    static let updater: Updater = { state, action in
        var newState = state
        switch action {
        case .add: newState.currentTime += state.interval
        case .toggleStart: newState.isStarted.toggle()
        default: break
        }
        return newState
    }

    static let middlewares: [any Middleware<Self>] = [TimerMiddleware(scheduler: MainScheduler.instance)]
}

// OneWayKit's README, "Middleware". It is typed for its feature, so that no casts are needed; effects to cancel have
// identifiers.
private struct TimerMiddleware: Middleware {
    typealias Feature = TimerFeature

    let scheduler: any Scheduler

    func send(_ action: TimerFeature.Action, currentState: TimerFeature.State) -> Effect<TimerFeature.Action> {
        switch action {
        case .start:
            .run(id: "timer", ticks(every: .seconds(currentState.interval)))
        case .tapRightButton where currentState.isStarted:
            [.cancel(id: "timer"), .send(.toggleStart)]
        case .tapRightButton:
            [.send(.start), .send(.toggleStart)]
        default:
            .none
        }
    }

    private func ticks(every period: Duration) -> Observable<TimerFeature.Action> {
        func ticks(_ scheduler: some Scheduler) -> Observable<TimerFeature.Action> {
            Observable<Int>.interval(period, scheduler: scheduler).map { _ in .add }
        }
        return ticks(scheduler)
    }
}

// OneWayKit's README, 2 to 4: a view that has a store, shows its state, and sends its user's actions.
@MainActor
private final class TimerView: BindingContext {
    let disposeBag = DisposeBag()
    let timeLabel = Label()
    let rightButton = Button()
    let rightTitle = Label()

    private let oneway: OneWay<TimerFeature>

    init(scheduler: some Scheduler) {
        oneway = OneWay(initialState: .init(), middlewares: [TimerMiddleware(scheduler: scheduler)])
        setUpOneWay()
        setUpActions()
    }

    private func setUpOneWay() {
        binding {
            oneway.stateDriver
                .map { "\(($0.currentTime * 10).rounded() / 10)" }
                .drive(timeLabel.rx.text)

            oneway.stateDriver
                .map(\.isStarted)
                .distinctUntilChanged()
                .drive(with: self, onNext: { $0.rightTitle.text = $1 ? "Stop" : "Start" })
        }
    }

    private func setUpActions() {
        binding {
            rightButton.rx.tap.asSignal().emit(with: self, onNext: { view, _ in view.oneway.send(.tapRightButton) })
        }
    }
}

@Suite("OneWayKit's examples: the timer")
@MainActor
struct TimerExampleTests {
    @Test("The button starts the timer and stops it")
    func startAndStop() {
        let scheduler = TestScheduler()
        let view = TimerView(scheduler: scheduler)
        expectEqual(view.timeLabel.text, "0.0")
        expectEqual(view.rightTitle.text, "Start")

        view.rightButton.press()
        expectEqual(view.rightTitle.text, "Stop")
        scheduler.advance(by: 99)
        expectEqual(view.timeLabel.text, "0.0")
        scheduler.advance(by: 1)
        expectEqual(view.timeLabel.text, "0.1")
        scheduler.advance(by: 900)
        expectEqual(view.timeLabel.text, "1.0")

        view.rightButton.press()
        expectEqual(view.rightTitle.text, "Start")
        scheduler.advance(by: 5_000)
        expectEqual(view.timeLabel.text, "1.0")

        view.rightButton.press()
        scheduler.advance(by: 250)
        expectEqual(view.timeLabel.text, "1.2")
        expectEqual(view.rightTitle.history, ["Start", "Stop", "Start", "Stop"])
    }

    @Test("Starting again begins a new interval, and the old one is over")
    func restart() {
        let scheduler = TestScheduler()
        let store = OneWay<TimerFeature>(
            initialState: .init(), middlewares: [TimerMiddleware(scheduler: scheduler)])
        store.send(.start)
        scheduler.advance(by: 150)
        store.send(.start)
        scheduler.advance(by: 99)
        expectEqual(store.state.currentTime, 0.1)
        scheduler.advance(by: 1)
        expectEqual(store.state.currentTime, 0.2)
    }

    @Test("The timer ends with its view")
    func ends() {
        let scheduler = CountingScheduler()
        var view: TimerView? = TimerView(scheduler: scheduler)
        view?.rightButton.press()
        scheduler.base.advance(by: 150)
        expectEqual(view?.timeLabel.text, "0.1")
        expectEqual(scheduler.count.value, 2)
        view = nil
        scheduler.base.advance(by: 1_000)
        expectEqual(scheduler.count.value, 2)
    }

    /// Counts scheduled actions: a running timer keeps scheduling.
    private struct CountingScheduler: Scheduler {
        let base = TestScheduler()
        let count = Counter()

        var now: Duration { base.now }

        func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
            schedule(after: .zero, action)
        }

        func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
            count.add()
            return base.schedule(after: delay, action)
        }
    }

    @Test("The feature's own middleware runs in real time")
    func realTime() async {
        let store = OneWay<TimerFeature>(initialState: .init(interval: 0.001))
        store.send(.tapRightButton)
        await eventually { store.state.currentTime > 0.002 }
        store.send(.tapRightButton)
        #expect(!store.state.isStarted)
    }
}
