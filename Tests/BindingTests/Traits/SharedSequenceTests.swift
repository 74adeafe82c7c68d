import Binding
import TestSupport
import Testing

@MainActor
@Suite("Driver and Signal")
struct SharedSequenceTests {
    // MARK: Creation

    @Test("asDriver and asSignal put a value in place of an error, and complete")
    func onErrorJustReturn() {
        let subject = PublishSubject<Int>()
        let driven = Recorder<Int>()
        let emitted = Recorder<Int>()
        let bag = DisposeBag()
        subject.asDriver(onErrorJustReturn: -1)
            .drive(onNext: { driven($0) }, onCompleted: { driven.onCompleted() }).disposed(by: bag)
        subject.asSignal(onErrorJustReturn: -2)
            .emit(onNext: { emitted($0) }, onCompleted: { emitted.onCompleted() }).disposed(by: bag)
        subject.onNext(1)
        subject.onError(TestError())
        expectEqual(driven.log, ["next(1)", "next(-1)", "completed"])
        expectEqual(emitted.log, ["next(1)", "next(-2)", "completed"])
    }

    @Test("asDriver(onErrorDriveWith:) and asSignal(onErrorSignalWith:) go on with another sequence")
    func onErrorGoOnWith() {
        let subject = PublishSubject<Int>()
        let relay = BehaviorRelay(value: 10)
        let events = PublishRelay<Int>()
        var driven: [Int] = []
        var emitted: [Int] = []
        let bag = DisposeBag()
        subject.asDriver(onErrorDriveWith: relay.asDriver()).drive(onNext: { driven.append($0) }).disposed(by: bag)
        subject.asSignal(onErrorSignalWith: events.asSignal()).emit(onNext: { emitted.append($0) }).disposed(by: bag)
        subject.onNext(1)
        events.accept(2)
        subject.onError(TestError())
        relay.accept(11)
        events.accept(12)
        expectEqual(driven, [1, 10, 11])
        expectEqual(emitted, [1, 12])
    }

    @Test("asDriver(onErrorRecover:) and asSignal(onErrorRecover:) make the sequence of the error")
    func onErrorRecover() {
        let subject = PublishSubject<String>()
        let label = Label()
        var emitted: [String] = []
        let bag = DisposeBag()
        subject.asDriver(onErrorRecover: { .just("driver: \($0)") }).drive(label.rx.text).disposed(by: bag)
        subject.asSignal(onErrorRecover: { .of("signal: \($0)", "again") })
            .emit(onNext: { emitted.append($0) }).disposed(by: bag)
        subject.onNext("fine")
        subject.onError(TestError())
        expectEqual(label.history, ["fine", "driver: TestError(test)"])
        expectEqual(emitted, ["fine", "signal: TestError(test)", "again"])
    }

    @Test("an error at once, an empty sequence, and a completion")
    func ends() {
        var values: [Int] = []
        var completions = 0
        let bag = DisposeBag()
        for source in [Observable<Int>.error(TestError()), .empty(), .of(1, 2)] {
            source.asDriver(onErrorJustReturn: 0)
                .drive(onNext: { values.append($0) }, onCompleted: { completions += 1 }).disposed(by: bag)
            source.asSignal(onErrorJustReturn: 10)
                .emit(onNext: { values.append($0) }, onCompleted: { completions += 1 }).disposed(by: bag)
        }
        expectEqual(values, [0, 10, 1, 2, 1, 2])
        expectEqual(completions, 6)
    }

    @Test("just, of, from, empty, never")
    func makers() {
        func events(_ driver: Driver<Int>) -> [String] {
            let recorder = Recorder<Int>()
            driver.drive(onNext: { recorder($0) }, onCompleted: { recorder.onCompleted() }).dispose()
            return recorder.log
        }
        func events(_ signal: Signal<Int>) -> [String] {
            let recorder = Recorder<Int>()
            signal.emit(onNext: { recorder($0) }, onCompleted: { recorder.onCompleted() }).dispose()
            return recorder.log
        }
        let justOnce = Driver.just(1)
        for _ in 0..<2 { expectEqual(events(justOnce), ["next(1)", "completed"]) }
        expectEqual(events(Driver.of(1, 2)), ["next(1)", "next(2)", "completed"])
        expectEqual(events(Driver.from([3, 4])), ["next(3)", "next(4)", "completed"])
        expectEqual(events(Driver<Int>.empty()), ["completed"])
        expectEqual(events(Driver<Int>.never()), [])
        expectEqual(events(Signal.just(1)), ["next(1)", "completed"])
        expectEqual(events(Signal.of(1, 2)), ["next(1)", "next(2)", "completed"])
        expectEqual(events(Signal.from(1...2)), ["next(1)", "next(2)", "completed"])
        expectEqual(events(Signal<Int>.empty()), ["completed"])
        expectEqual(events(Signal<Int>.never()), [])
    }

    // MARK: Sharing

    @Test("C16: several subscriptions share one upstream; a driver replays the latest, a signal nothing")
    func sharing() {
        let probe = Probe<Int>()
        let driver = probe.asObservable().asDriver(onErrorJustReturn: 0)
        let signalProbe = Probe<Int>()
        let signal = signalProbe.asObservable().asSignal(onErrorJustReturn: 0)
        var driven: [[Int]] = [[], []]
        var emitted: [[Int]] = [[], []]
        let bag = DisposeBag()
        driver.drive(onNext: { driven[0].append($0) }).disposed(by: bag)
        signal.emit(onNext: { emitted[0].append($0) }).disposed(by: bag)
        probe.send(1, 2)
        signalProbe.send(1, 2)
        driver.drive(onNext: { driven[1].append($0) }).disposed(by: bag)
        signal.emit(onNext: { emitted[1].append($0) }).disposed(by: bag)
        probe.send(3)
        signalProbe.send(3)
        expectEqual(driven, [[1, 2, 3], [2, 3]])
        expectEqual(emitted, [[1, 2, 3], [3]])
        expectEqual(probe.subscribed, 1)
        expectEqual(signalProbe.subscribed, 1)
        bag.dispose()
        expectEqual(probe.observers, 0)
        expectEqual(signalProbe.observers, 0)
    }

    #if DEBUG
        @Test("a driver that nobody else holds has nothing in between; one that is held is shared")
        func unshared() {
            let property = Bindable(wrappedValue: 1)
            let bag = DisposeBag()
            var shown: [Int] = []
            let objects = LiveObjects()
            objects.counting {
                property.projectedValue.map { $0 + 1 }.filter { $0 > 1 }.drive(onNext: { shown.append($0) })
                    .disposed(by: bag)
                property.projectedValue.map { -$0 }.drive(Recorder<Int>()).disposed(by: bag)
            }
            #expect(objects.living["Broadcaster"] == nil)
            objects.counting {
                let driver = property.projectedValue.map { $0 * 10 }
                driver.drive(onNext: { shown.append($0) }).disposed(by: bag)
                driver.drive(onNext: { shown.append($0) }).disposed(by: bag)
            }
            expectEqual(objects.living["Broadcaster"], 1)
            property.wrappedValue = 2
            expectEqual(shown, [2, 10, 10, 3, 20, 20])
            bag.dispose()
            #expect(objects.living.isEmpty)
        }

        @Test("what observers share is made for the first of them")
        func sharedByOne() {
            let relay = PublishRelay<Int>()
            let bag = DisposeBag()
            var shown: [Int] = []
            let objects = LiveObjects()
            objects.counting {
                let driver = relay.map { $0 + 1 }.asDriver(onErrorJustReturn: 0)
                #expect(objects.living.isEmpty)
                driver.drive(onNext: { shown.append($0) }).disposed(by: bag)
                driver.drive(onNext: { shown.append(-$0) }).disposed(by: bag)
            }
            expectEqual(objects.living["Broadcaster"], 1)
            relay.accept(0)
            expectEqual(shown, [1, -1])
            expectEqual(objects.living["Broadcaster"], 1)
            // What is sent elsewhere is brought to the main actor by another one.
            onAnotherThread { relay.accept(1) }
            expectEqual(shown, [1, -1])
            shown = []
            #expect(shown.isEmpty)
            // Behind the one that is on its way.
            relay.accept(2)
            expectEqual(shown, [2, -2, 3, -3])
            bag.dispose()
            #expect(objects.living["Slot"] == nil)
        }
    #endif

    @Test(
        "C16: observers that the main actor adds one after the other share a subscription, whatever its thread does meanwhile"
    )
    func endsMeanwhile() {
        let runs = Guarded(0)
        let source = Observable<Int>.create { observer in
            runs.withLock { $0 += 1 }
            onAnotherThread {
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
        let bag = DisposeBag()
        let driver = source.asDriver(onErrorJustReturn: 0)
        driver.drive(onNext: { _ in }).disposed(by: bag)
        driver.drive(onNext: { _ in }).disposed(by: bag)
        expectEqual(runs.withLock { $0 }, 1)
        bag.dispose()
    }

    @Test("C16: with the last observer a driver forgets; the next one connects anew")
    func forgets() {
        let probe = Probe<Int>()
        let driver = probe.asObservable().asDriver(onErrorJustReturn: 0)
        let first = driver.drive()
        probe.send(1)
        first.dispose()
        var shown: [Int] = []
        let second = driver.drive(onNext: { shown.append($0) })
        expectEqual(probe.subscribed, 2)
        #expect(shown.isEmpty)
        probe.send(2)
        expectEqual(shown, [2])
        second.dispose()
    }

    @Test("C13: driven on another thread, the source is subscribed to and the observer called on the main actor")
    func drivenElsewhere() async {
        let subscribedOnMainActor = Shared<Bool?>(nil)
        let driver = Observable<Int>.create { observer in
            MainActor.assertIsolated()
            subscribedOnMainActor.value = true
            observer.onNext(1)
            return Disposables.create()
        }
        .asDriver(onErrorJustReturn: 0)
        let recorder = Recorder<Int>()
        let bag = DisposeBag()
        onAnotherThread {
            driver.drive(onNext: { value in
                MainActor.assertIsolated()
                recorder(value)
            })
            .disposed(by: bag)
        }
        #expect(subscribedOnMainActor.value == nil)
        await eventually { recorder.count == 1 }
        expectEqual(subscribedOnMainActor.value, true)
        bag.dispose()
    }

    @Test(
        "C13: an operator before asDriver works on the thread that sends, the driver's observer on the main actor",
        arguments: [true, false])
    func sentElsewhere(_ isDriver: Bool) async {
        let subject = PublishSubject<Int>()
        let made = Counter()
        let mapped = subject.map { number in
            made.add()
            return number + 1
        }
        let shown = Recorder<Int>()
        let bag = DisposeBag()
        if isDriver {
            mapped.asDriver(onErrorJustReturn: 0).drive(onNext: { shown($0) }).disposed(by: bag)
        } else {
            mapped.asSignal(onErrorSignalWith: .empty()).emit(onNext: { shown($0) }).disposed(by: bag)
        }
        onAnotherThread { for number in 0..<3 { subject.onNext(number) } }
        // The main actor has waited for the other thread.
        expectEqual(made.value, 3)
        expectEqual(shown.count, 0)
        await eventually { shown.count == 3 }
        expectEqual(shown.elements, [1, 2, 3])
    }

    @Test("C15: what an operator makes of several sources elsewhere reaches a driver in the order of acceptance")
    func orderOfSeveralSources() async {
        let (a, b, stop) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Void>())
        let (merged, taken, mapped) = (Recorder<Int>(), Recorder<Int>(), Counter())
        let bag = DisposeBag()
        let first = a.map { number in
            mapped.add()
            return number
        }
        Observable.merge(first, b.asObservable()).asDriver(onErrorJustReturn: 0)
            .drive(onNext: { merged($0) }).disposed(by: bag)
        a.take(until: stop).asSignal(onErrorSignalWith: .empty()).emit(onNext: { taken($0) }).disposed(by: bag)
        onAnotherThread {
            a.onNext(1)
            b.onNext(2)
            a.onNext(3)
            stop.onNext(())
            a.onNext(4)
        }
        expectEqual(mapped.value, 3, "the closure before the driver is called on the thread that sends")
        await eventually { merged.count == 4 }
        expectEqual(merged.elements, [1, 2, 3, 4])
        expectEqual(taken.elements, [1, 3])
    }

    @Test("onDisposed comes after what the operators before clean up, held or not", arguments: [true, false])
    func orderOfDisposal(_ isHeld: Bool) {
        let log = Recorder<String>()
        let relay = BehaviorRelay(value: 1)
        if isHeld {
            let driver = relay.asDriver().do(onDispose: { log("do") })
            driver.drive(onDisposed: { log("drive") }).dispose()
            withExtendedLifetime(driver) {}
        } else {
            relay.asDriver().do(onDispose: { log("do") }).drive(onDisposed: { log("drive") }).dispose()
        }
        expectEqual(log.elements, ["do", "drive"])
    }

    @Test("C9: disposed of on the main actor, what was sent elsewhere does not arrive")
    func disposedMidway() async {
        let relay = PublishRelay<Int>()
        var emitted: [Int] = []
        let subscription = relay.asSignal().map { $0 }.emit(onNext: { emitted.append($0) })
        relay.accept(1)
        onAnotherThread { relay.accept(2) }
        subscription.dispose()
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(emitted, [1])
    }

    @Test("C1: an observer that sends to the driver's own source")
    func reentrant() {
        let relay = BehaviorRelay(value: 1)
        let driver = relay.asDriver().map { $0 * 10 }
        var first: [Int] = []
        var second: [Int] = []
        let bag = DisposeBag()
        driver.drive(onNext: { value in
            first.append(value)
            if value < 30 { relay.accept(value / 10 + 1) }
        })
        .disposed(by: bag)
        driver.drive(onNext: { second.append($0) }).disposed(by: bag)
        relay.accept(2)
        expectEqual(first, [10, 20, 30, 20, 30])
        expectEqual(second, [30, 20, 30])
    }

    // MARK: drive and emit

    @Test("drive: each kind of receiver")
    func drive() {
        let source = BehaviorRelay(value: "a")
        let driver = source.asDriver()
        let label = Label()
        let observer = Recorder<String>()
        let optionalObserver = Recorder<String?>()
        let behavior = BehaviorRelay(value: "")
        let optionalBehavior = BehaviorRelay<String?>(value: nil)
        let publish = PublishRelay<String>()
        let optionalPublish = PublishRelay<String?>()
        let published = Recorder<String>()
        let optionallyPublished = Recorder<String?>()
        var heard: [String] = []
        let disposals = Counter()
        let bag = DisposeBag()
        bag.insert(
            publish.subscribe(published), optionalPublish.subscribe(optionallyPublished),
            driver.drive(onNext: { heard.append($0) }),
            driver.drive(onNext: { heard.append($0 + "!") }, onDisposed: { disposals.add() }),
            driver.drive(observer), driver.drive(optionalObserver),
            driver.drive(behavior), driver.drive(optionalBehavior),
            driver.drive(publish), driver.drive(optionalPublish),
            driver.drive(label.rx.text), driver.drive(label.rx.caption),
            driver.drive(with: label, onNext: { label, text in label.isHidden = text == "b" }))
        source.accept("b")
        expectEqual(heard, ["a", "a!", "b", "b!"])
        expectEqual(observer.elements, ["a", "b"])
        expectEqual(optionalObserver.elements, ["a", "b"])
        expectEqual(behavior.value, "b")
        expectEqual(optionalBehavior.value, "b")
        expectEqual(published.elements, ["a", "b"])
        expectEqual(optionallyPublished.elements, ["a", "b"])
        expectEqual(label.history, ["a", "b"])
        expectEqual(label.caption, "b")
        #expect(label.isHidden)
        expectEqual(disposals.value, 0)
        bag.dispose()
        expectEqual(disposals.value, 1)
        source.accept("c")
        expectEqual(heard.count, 4)
        expectEqual(label.text, "b")
        expectEqual(behavior.value, "b")
    }

    @Test("emit: each kind of receiver")
    func emit() {
        let source = PublishRelay<String>()
        let signal = source.asSignal()
        let label = Label()
        let observer = Recorder<String>()
        let optionalObserver = Recorder<String?>()
        let behavior = BehaviorRelay(value: "")
        let optionalBehavior = BehaviorRelay<String?>(value: nil)
        let publish = PublishRelay<String>()
        let optionalPublish = PublishRelay<String?>()
        let published = Recorder<String>()
        let optionallyPublished = Recorder<String?>()
        var heard: [String] = []
        let disposals = Counter()
        let bag = DisposeBag()
        bag.insert(
            publish.subscribe(published), optionalPublish.subscribe(optionallyPublished),
            signal.emit(onNext: { heard.append($0) }),
            signal.emit(onNext: { heard.append($0 + "!") }, onDisposed: { disposals.add() }),
            signal.emit(to: observer), signal.emit(to: optionalObserver),
            signal.emit(to: behavior), signal.emit(to: optionalBehavior),
            signal.emit(to: publish), signal.emit(to: optionalPublish),
            signal.emit(to: label.rx.text), signal.emit(to: label.rx.caption),
            signal.emit(with: label, onNext: { label, text in label.isHidden = text == "a" }))
        source.accept("a")
        expectEqual(heard, ["a", "a!"])
        expectEqual(observer.elements, ["a"])
        expectEqual(optionalObserver.elements, ["a"])
        expectEqual(behavior.value, "a")
        expectEqual(optionalBehavior.value, "a")
        expectEqual(published.elements, ["a"])
        expectEqual(optionallyPublished.elements, ["a"])
        expectEqual(label.history, ["a"])
        expectEqual(label.caption, "a")
        #expect(label.isHidden)
        bag.dispose()
        expectEqual(disposals.value, 1)
        source.accept("b")
        expectEqual(heard.count, 2)
        expectEqual(behavior.value, "a")
    }

    @Test("C10: with: holds its object weakly, and does nothing once it is gone")
    func withObject() {
        final class Object {
            var received: [Int] = []
        }
        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        let calls = Counter()
        var object: Object? = Object()
        weak let weakObject = object
        let bag = DisposeBag()
        if let object {
            relay.asDriver().drive(
                with: object,
                onNext: { object, value in
                    calls.add()
                    object.received.append(value)
                }
            )
            .disposed(by: bag)
            events.asSignal().emit(
                with: object,
                onNext: { object, value in
                    calls.add()
                    object.received.append(value)
                }
            )
            .disposed(by: bag)
        }
        events.accept(2)
        expectEqual(object?.received, [1, 2])
        object = nil
        #expect(weakObject == nil)
        relay.accept(3)
        events.accept(4)
        expectEqual(calls.value, 2)
    }

    @Test("onCompleted comes once, onDisposed after it")
    func closures() {
        let subject = PublishSubject<Int>()
        let order = Recorder<String>()
        let first = subject.asDriver(onErrorJustReturn: 0).drive(
            onNext: { order("next \($0)") }, onCompleted: { order("completed") }, onDisposed: { order("disposed") })
        subject.onNext(1)
        subject.onCompleted()
        first.dispose()
        expectEqual(order.elements, ["next 1", "completed", "disposed"])
    }

    @Test("as an observable it can be shared with code on any thread, and is still called on the main actor")
    func asObservable() async {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        let subscription = relay.asDriver().asObservable().subscribe(onNext: { value in
            MainActor.assertIsolated()
            recorder(value)
        })
        onAnotherThread { relay.accept(2) }
        expectEqual(recorder.elements, [1])
        await eventually { recorder.count == 2 }
        subscription.dispose()
    }

    @Test("C4: what a driver's closures hold is released at the end")
    func releases() {
        let living = Counter()
        let subject = PublishSubject<Int>()
        func drive() -> any Disposable {
            let witness = Witness(living)
            return subject.asDriver(onErrorJustReturn: 0)
                .map { value in withExtendedLifetime(witness) { value } }
                .drive(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        let subscription = drive()
        expectEqual(living.value, 1)
        subject.onCompleted()
        expectEqual(living.value, 0)
        subscription.dispose()
    }
}
