import Binding
import BindingControls
import BindingOperators
import BindingTesting
import Observation
import TestSupport
import Testing

@Observable @MainActor
private final class Model {
    var title = "a"
    var count = 0
    var unrelated = 0
}

@Observable
private final class FreeModel: @unchecked Sendable {
    var count = 0
    var isHidden = false
}

@Suite("tracking")
@MainActor
struct TrackingTests {
    @Test("the value at once, then each that comes of a change")
    func values() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { "\(model.title) \(model.count)" } => label.rx.text
        expectEqual(label.history, ["a 0"])
        model.title = "b"
        await eventually { label.history.count == 2 }
        model.count = 1
        await eventually { label.history.count == 3 }
        expectEqual(label.history, ["a 0", "b 0", "b 1"])
        subscription.dispose()
    }

    #if DEBUG
        @Test("Observable.tracking warns once of a relay or a wrapped property, which it does not follow")
        func untracked() {
            let model = FreeModel()
            let property = Bindable(wrappedValue: 1)
            let relay = BehaviorRelay(value: 1)
            let scheduler = TestScheduler()
            var subscriptions: [any Disposable] = []
            let recorder = Recorder<Int>()
            func track(_ expression: @escaping @Sendable () -> Int) {
                subscriptions.append(
                    Observable.tracking(scheduler: scheduler, expression).subscribe(recorder))
            }
            let warnings = collectingWarnings {
                track { model.count + property.wrappedValue + relay.value }
                track { relay.value }
                track { model.count }
            }
            expectEqual(warnings.count, 2)
            guard case .untrackedRead(let first, let place?) = warnings[0],
                case .untrackedRead(let second, nil) = warnings[1]
            else {
                Issue.record("\(warnings)")
                return
            }
            #expect(first == Bindable<Int>.self && second == BehaviorRelay<Int>.self)
            #expect("\(place)".contains("TrackingTests.swift"))
            #expect("\(warnings[0])".contains("does not follow"))
            let later = collectingWarnings {
                model.count = 2
                scheduler.advance(by: 0)
            }
            expectEqual(recorder.elements, [2, 1, 0, 4, 2])
            #expect(later.isEmpty)
            for subscription in subscriptions { subscription.dispose() }
        }

        @Test("Driver.tracking, and a derived value with an observer, warn of reading nothing that can change")
        func nothingFollowed() {
            let model = Model()
            let relay = BehaviorRelay(value: 1)
            let isShown = false
            let bag = DisposeBag()
            let warnings = collectingWarnings {
                Driver.tracking { isShown ? model.count : 0 }.drive(onNext: { _ in }).disposed(by: bag)
                Driver.derived { model.count }.drive(onNext: { _ in }).disposed(by: bag)
                Driver.tracking { model.count }.drive(onNext: { _ in }).disposed(by: bag)
                Driver.tracking { relay.value }.drive(onNext: { _ in }).disposed(by: bag)
                Driver.tracking { relay.value + model.count }.drive(onNext: { _ in }).disposed(by: bag)
                Driver.derived { relay.value }.drive(onNext: { _ in }).disposed(by: bag)
            }
            expectEqual(warnings.count, 2)
            for warning in warnings {
                guard case .nothingFollowed(let place?) = warning else {
                    Issue.record("\(warning)")
                    continue
                }
                #expect("\(place)".contains("TrackingTests.swift"))
                #expect("\(warning)".contains("will not be called again"))
            }
        }
    #endif

    @Test("a driver follows relays, wrapped properties and derived values as well: those at the end of the change")
    func properties() async {
        let model = Model()
        let (property, relay) = (Bindable(wrappedValue: 1), BehaviorRelay(value: 1))
        let double = DerivedValue { relay.value * 2 }
        let label = Label()
        let subscription =
            Driver.tracking { "\(model.count) \(property.wrappedValue) \(relay.value) \(double.value)" }
            => label.rx.text
        expectEqual(label.history, ["0 1 1 2"])
        relay.accept(2)
        expectEqual(label.history, ["0 1 1 2", "0 1 2 4"])
        batch {
            property.wrappedValue = 2
            relay.accept(3)
        }
        expectEqual(label.history.last, "0 2 3 6")
        model.count = 1
        expectEqual(label.history.count, 3)
        await eventually { label.text == "1 2 3 6" }
        relay.accept(4)
        expectEqual(label.history.count, 5)
        await mainActorIsFree()
        await mainActorIsFree()
        // What was registered before the relay was set does not count any more.
        expectEqual(label.history.count, 5)
        model.count = 2
        relay.accept(5)
        expectEqual(label.text, "2 2 5 10")
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(label.history.count, 6)
        subscription.dispose()
        relay.accept(6)
        expectEqual(label.history.count, 6)
    }

    @Test("what evaluates the expression before a model has changed does not lose the change")
    func evaluatedInBetween() async {
        let model = Model()
        let relay = BehaviorRelay(value: 0)
        let label = Label()
        // Observation tells before the change is made.
        withObservationTracking {
            _ = model.count
        } onChange: {
            MainActor.assumeIsolated { relay.accept(1) }
        }
        let subscription = Driver.tracking { "\(model.count) \(relay.value)" } => label.rx.text
        model.count = 1
        await eventually { label.text == "1 1" }
        subscription.dispose()
    }

    @Test("a value that equals the one before is not sent again")
    func equal() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { "\(model.count / 10)" } => label.rx.text
        model.count = 5
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(label.history, ["0"])
        model.count = 10
        await eventually { label.text == "1" }
        subscription.dispose()
    }

    @Test("several changes at a time are one value, and what was not read is none")
    func several() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { model.title } => label.rx.text
        model.title = "b"
        model.title = "c"
        await eventually { label.text == "c" }
        model.unrelated = 1
        await mainActorIsFree()
        expectEqual(label.history, ["a", "c"])
        subscription.dispose()
    }

    @Test("nothing after disposal, also of a change that was made before")
    func disposal() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { model.title } => label.rx.text
        model.title = "b"
        subscription.dispose()
        model.title = "c"
        await mainActorIsFree()
        expectEqual(label.history, ["a"])
    }

    @Test("a disposed subscription is not kept by the model")
    func release() {
        let model = Model()
        weak var weakToken: Counter?
        do {
            let token = Counter()
            weakToken = token
            let subscription = Driver.tracking { model.count + token.value }.drive(onNext: { _ in })
            subscription.dispose()
        }
        // Observation keeps its own closure until the next change.
        model.count = 1
        #expect(weakToken == nil)
    }

    @Test("a change that is made while it is subscribed to elsewhere is not lost")
    func changeDuringSubscription() {
        let model = FreeModel()
        let scheduler = TestScheduler()
        let isFirst = Shared(true)
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) {
            let count = model.count
            // As if the scheduler's thread changed the model at this moment.
            if isFirst.value {
                isFirst.value = false
                scheduler.schedule(at: 0) { model.count = 1 }
                scheduler.advance(by: 0)
            }
            return count
        }
        .subscribe(recorder)
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0, 1])
        scheduler.schedule(at: 0) { model.count = 2 }
        scheduler.advance(by: 0)
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
    }

    @Test("what it read at first, and no longer reads after a change meanwhile, does not bring values")
    func otherPropertiesAtSecondLook() {
        let model = FreeModel()
        let scheduler = TestScheduler()
        let evaluations = Counter()
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) {
            let count = model.isHidden ? -1 : model.count
            if evaluations.add() == 1 {
                scheduler.schedule(at: 0) { model.isHidden = true }
                scheduler.advance(by: 0)
            }
            return count
        }
        .subscribe(recorder)
        scheduler.advance(by: 0)
        model.count = 1
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0, -1])
        expectEqual(evaluations.value, 2)
        subscription.dispose()
    }

    @Test("where nothing changes while it is subscribed to, nothing comes twice, and each change is one value")
    func noChangeDuringSubscription() {
        let model = FreeModel()
        let scheduler = TestScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) { model.count }.subscribe(recorder)
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0])
        model.count = 1
        scheduler.advance(by: 0)
        model.count = 2
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
    }

    @Test("a change before the scheduler has looked again is one value")
    func changeBeforeTheSecondLook() {
        let model = FreeModel()
        let scheduler = TestScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) { model.count }.subscribe(recorder)
        model.count = 1
        scheduler.advance(by: 0)
        expectEqual(recorder.elements, [0, 1])
        subscription.dispose()
    }

    @Test("on the main actor, where its models are changed, the expression is evaluated once at the start")
    func evaluations() async {
        let model = Model()
        let evaluations = Counter()
        let label = Label()
        let subscription =
            Driver.tracking {
                evaluations.add()
                return model.title
            } => label.rx.text
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(evaluations.value, 1)
        model.title = "b"
        await eventually { label.text == "b" }
        expectEqual(evaluations.value, 2)
        subscription.dispose()
    }

    @Test("what it read and no longer reads does not bring values")
    func formerProperties() async {
        let model = Model()
        let recorder = Recorder<String>()
        let subscription = Driver.tracking { model.count == 0 ? model.title : "\(model.count)" }
            .drive(onNext: { recorder($0) })
        model.count = 1
        await eventually { recorder.count == 2 }
        model.title = "b"
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(recorder.elements, ["a", "1"])
        subscription.dispose()
    }

    @Test("an observable on a scheduler of its own, where the model is changed")
    func observable() async {
        let model = FreeModel()
        let scheduler = SerialDispatchQueueScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) { model.count }.subscribe(recorder)
        expectEqual(recorder.elements, [0])
        for number in 1...100 {
            _ = scheduler.schedule { model.count = number }
            await eventually { recorder.elements.last == number }
        }
        subscription.dispose()
    }
}
