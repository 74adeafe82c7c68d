import Binding
import BindingControls
import Dispatch
import TestSupport
import Testing

@Suite("C13 Main-actor closures")
@MainActor
struct C13MainActorTests {
    @Test("C13: what drivers, signals, binders and controls call runs on the main actor, wherever it was sent")
    func everythingRunsThere() async {
        let relay = BehaviorRelay(value: 0)
        let actions = PublishRelay<Int>()
        let presses = PublishRelay<Void>()
        let label = Label()
        let field = TextField()
        let button = Button()
        // Accessed without protection: the compiler and the thread sanitizer check that this is the main actor.
        var calls = 0
        let check: @MainActor () -> Void = {
            MainActor.assertIsolated()
            calls += 1
        }
        let bag = DisposeBag()
        bag.insert(relay.asDriver().drive(onNext: { _ in check() }))
        bag.insert(
            relay.asDriver().map { number -> Int in
                check()
                return number
            }.drive(onNext: { _ in check() }))
        bag.insert(actions.asSignal().emit(onNext: { _ in check() }))
        bag.insert(relay.bind(to: Binder(label) { _, _ in check() }))
        bag.insert(relay.map { $0 }.bind(to: AnyObserver(Binder(label) { _, _ in check() })))
        bag.insert(
            ControlProperty(values: relay, valueSink: Binder(label) { _, _ in }).subscribe(onNext: { _ in check() }))
        bag.insert(ControlEvent(events: presses).subscribe(onNext: { check() }))
        bag.insert(field.rx.text.subscribe(onNext: { _ in check() }))
        bag.insert(button.rx.tap.subscribe(onNext: { check() }))
        bag.insert(
            actions.asDriver(onErrorRecover: { _ in .empty() }).filter { _ in
                check()
                return true
            }.drive())
        calls = 0
        onAnotherThread {
            relay.accept(1)
            actions.accept(1)
            presses.accept(())
            field.edits.accept(())
            button.presses.accept(())
        }
        await eventually { calls == 11 }
        await mainActorIsFree()
        expectEqual(calls, 11)
    }

    @Test("C13: a subscription that is made on another thread is served on the main actor")
    func subscribedElsewhere() async {
        let relay = BehaviorRelay(value: 1)
        let seen = Recorder<Int>()
        let bag = DisposeBag()
        onAnotherThread {
            bag.insert(
                relay.asDriver().map { $0 * 10 }.drive(onNext: {
                    MainActor.assertIsolated()
                    seen($0)
                }))
            bag.insert(
                Driver.just(7).startWith(6).drive(onNext: {
                    MainActor.assertIsolated()
                    seen($0)
                }))
        }
        await eventually { seen.count == 3 }
        expectEqual(seen.elements, [10, 6, 7])
        relay.accept(2)
        expectEqual(seen.elements, [10, 6, 7, 20])
    }
}

@Suite("C14 At once on the main actor")
@MainActor
struct C14AtOnceTests {
    @Test("C14: also where the first observer of the driver subscribes in the midst of delivery to one of the relay")
    func firstObserverInside() {
        let relay = PublishRelay<Int>()
        let log = Recorder<String>()
        let bag = DisposeBag()
        let recorder = Recorder<Int>()
        bag.insert(
            relay.subscribe(onNext: { number in
                recorder(number)
                guard number == 1 else { return }
                bag.insert(relay.asSignal().emit(onNext: { log("\($0) after \(recorder.elements)") }))
                relay.accept(2)
                relay.accept(3)
            }))
        relay.accept(1)
        expectEqual(log.elements, ["2 after [1, 2]", "3 after [1, 2, 3]"])
    }

    final class ViewModel {
        @Bindable var name = ""
        @Mutable var text = ""
        @ViewAction var alert: (String) -> Void
    }

    @Test("C14: a value that is set here has reached the view when the setter returns")
    func setterReturns() {
        let viewModel = ViewModel()
        let label = Label()
        let bag = DisposeBag()
        bag.insert(viewModel.$name.drive(label.rx.text))
        viewModel.name = "a"
        expectEqual(label.text, "a")
        bag.insert(viewModel.$name.map { $0 + "!" }.distinctUntilChanged().drive(label.rx.text))
        viewModel.name = "b"
        expectEqual(label.text, "b!")
        bag.insert(viewModel.$alert.emit(to: label.rx.text))
        viewModel.alert("c")
        expectEqual(label.text, "c")
        bag.insert(
            Driver.combineLatest(viewModel.$name, viewModel.$text.asDriver()) { $0 + $1 }.drive(label.rx.text))
        viewModel.text = "d"
        expectEqual(label.text, "bd")
        let other = Label()
        bag.insert(viewModel.$text.map { "relay \($0)" }.bind(to: other.rx.text))
        viewModel.text = "e"
        expectEqual(other.text, "relay e")
    }

    @Test("C14: set from such an observer, it has when that one is done")
    func setFromAnObserver() {
        let viewModel = ViewModel()
        let label = Label()
        let bag = DisposeBag()
        var insideSetter: [String] = []
        bag.insert(
            viewModel.$name.drive(onNext: { name in
                guard name == "a" else { return }
                viewModel.name = "b"
                insideSetter.append(label.text)
            }))
        bag.insert(viewModel.$name.drive(label.rx.text))
        viewModel.name = "a"
        expectEqual(insideSetter, [""])
        expectEqual(label.history, ["", "a", "b"])
    }

    @Test("C14: a source that another thread is at does not keep the main actor from its own values")
    func besideAnotherThread() {
        let relay = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let bag = DisposeBag()
        bag.insert(relay.asDriver().drive(onNext: { driven.append($0) }))
        bag.insert(
            relay.subscribe(onNext: { number in
                guard number == 1 else { return }
                entered.signal()
                leave.wait()
            }))
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            relay.accept(1)
            done.signal()
        }
        entered.wait()
        relay.accept(2)
        expectEqual(driven, [0, 1, 2])
        leave.signal()
        done.wait()
    }
}

@Suite("C15 In order on the main actor")
@MainActor
struct C15InOrderTests {
    @Test("C15: a value that is set here does not overtake one that was set elsewhere")
    func noOvertaking() async {
        let relay = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let label = Label()
        let erased = Label()
        let bag = DisposeBag()
        bag.insert(relay.asDriver().drive(onNext: { driven.append($0) }))
        bag.insert(relay.map { "\($0)" }.bind(to: label.rx.text))
        bag.insert(relay.map { "\($0)" }.subscribe(AnyObserver(erased.rx.text)))
        onAnotherThread { relay.accept(1) }
        expectEqual(driven, [0])
        relay.accept(2)
        expectEqual(driven, [0, 1, 2])
        expectEqual(label.history, ["0", "1", "2"])
        expectEqual(erased.history, ["0", "1", "2"])
        await mainActorIsFree()
        expectEqual(driven, [0, 1, 2])
    }

    @Test("C15: a binder that is used as an observer from several threads keeps their order")
    func binderAsObserver() async {
        let label = Label()
        let binder = label.rx.text
        onAnotherThread { binder.onNext("1") }
        binder.onNext("2")
        onAnotherThread { binder.onNext("3") }
        await eventually { label.history.count == 3 }
        expectEqual(label.history, ["1", "2", "3"])
    }

    @Test("C15: several threads' values arrive in the order of acceptance, with nothing lost")
    func manyThreads() async {
        let relay = PublishRelay<Int>()
        var driven: [Int] = []
        let observed = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(relay.subscribe(observed))
        bag.insert(relay.asSignal().emit(onNext: { driven.append($0) }))
        let done = Shared(false)
        DispatchQueue.global().async {
            onThreads(4) { thread in
                for number in 0..<2_000 { relay.accept(thread * 10_000 + number) }
            }
            done.value = true
        }
        var own = 0
        while !done.value {
            relay.accept(90_000 + own)
            own += 1
            if own.isMultiple(of: 50) { await Task.yield() }
        }
        await eventually { driven.count == 8_000 + own }
        expectEqual(driven, observed.elements)
    }

    @Test("C15: a subscription that is made here while values are on their way gets the latest first, and none twice")
    func subscribedWhileOnTheWay() async {
        let relay = BehaviorRelay(value: 0)
        var first: [Int] = []
        var second: [Int] = []
        let bag = DisposeBag()
        bag.insert(relay.asDriver().drive(onNext: { first.append($0) }))
        onAnotherThread {
            relay.accept(1)
            relay.accept(2)
        }
        bag.insert(relay.asDriver().drive(onNext: { second.append($0) }))
        // Seen once, beside all other tests under the thread sanitizer: the value came only when the main actor was free.
        withKnownIssue("C15: a subscription on the main actor is not always told at once", isIntermittent: true) {
            expectEqual(second, [2])
        }
        await mainActorIsFree()
        expectEqual(first, [0, 1, 2])
        expectEqual(second, [2])
    }
}

@Suite("C16 Driver and Signal")
@MainActor
struct C16SharedSequenceTests {
    @Test("C16: a sequence that is held is shared by the operators on it, one that is not may become a part of theirs")
    func operatorsOnOperators() {
        let relay = BehaviorRelay(value: 0)
        let calls = Counter()
        let doubled = relay.asDriver().map { value in
            calls.add()
            return value * 2
        }
        let recorder = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            doubled.filter { $0 >= 0 }.map { $0 + 1 }.distinctUntilChanged().drive(recorder),
            doubled.map { -$0 }.skip(1).drive(recorder),
            doubled.drive(recorder))
        relay.accept(5)
        expectEqual(calls.value, 2)
        expectEqual(recorder.elements.sorted(), [-10, 0, 1, 10, 11])
        bag.dispose()
        doubled.drive(recorder).dispose()
        expectEqual(calls.value, 3)
    }

    @Test("C16: a driver hands a new observer the latest value, a signal hands it none")
    func replay() {
        let relay = BehaviorRelay(value: 1)
        let actions = PublishRelay<Int>()
        let driver = relay.asDriver().map { $0 * 10 }
        let signal = actions.asSignal().map { $0 * 10 }
        var driven: [[Int]] = [[], []]
        var emitted: [[Int]] = [[], []]
        let bag = DisposeBag()
        bag.insert(driver.drive(onNext: { driven[0].append($0) }))
        bag.insert(signal.emit(onNext: { emitted[0].append($0) }))
        relay.accept(2)
        actions.accept(2)
        bag.insert(driver.drive(onNext: { driven[1].append($0) }))
        bag.insert(signal.emit(onNext: { emitted[1].append($0) }))
        relay.accept(3)
        actions.accept(3)
        expectEqual(driven, [[10, 20, 30], [20, 30]])
        expectEqual(emitted, [[20, 30], [30]])
    }

    @Test("C16: several subscriptions share one upstream")
    func sharing() {
        let subscriptions = Counter()
        let subject = PublishSubject<Int>()
        let source = Observable<Int>.create { observer in
            subscriptions.add()
            return subject.subscribe(observer)
        }
        var calls = 0
        let driver = source.asDriver(onErrorJustReturn: -1).map { number -> Int in
            calls += 1
            return number
        }
        let bag = DisposeBag()
        for _ in 0..<3 { bag.insert(driver.drive(onNext: { _ in })) }
        subject.onNext(1)
        expectEqual(subscriptions.value, 1)
        expectEqual(calls, 1)
        bag.dispose()
        var late: [Int] = []
        bag.insert(driver.drive(onNext: { late.append($0) }))
        expectEqual(subscriptions.value, 2)
        expectEqual(late, [])
    }

    @Test("C16: an error does not get through")
    func noErrors() {
        let subject = PublishSubject<Int>()
        var driven: [Int] = []
        var isCompleted = false
        let subscription = subject.asDriver(onErrorJustReturn: -1).drive(
            onNext: { driven.append($0) }, onCompleted: { isCompleted = true })
        subject.onNext(1)
        subject.onError(TestError())
        expectEqual(driven, [1, -1])
        #expect(isCompleted)
        subscription.dispose()
    }
}
