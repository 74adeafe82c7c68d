import Binding
import BindingControls
import BindingRx
import BindingTesting
import Dispatch
import Foundation
import TestSupport
import Testing

// The names that Documentation/ComingFromRxSwift.md lists as the same, in RxSwift's spelling, table by table. The test
// is that they compile; what they do is tested elsewhere. ComparisonsTests compares these names with the document.

/// An object that closures are called with.
private final class Listener: Sendable {
    let heard = Recorder<Int>()

    func hear(_ number: Int) { heard(number) }
}

@MainActor
@Suite("Names that RxSwift and this library have in common")
struct RxSwiftNamesTests {
    private let bag = DisposeBag()
    private let numbers = Observable.of(1, 1, 2, 3, 4)
    private let scheduler = TestScheduler()

    /// The values of a source, and its end.
    private func log(of source: some ObservableConvertibleType) -> [String] {
        let recorder = Recorder<String>()
        bag.insert(
            source.asObservable().subscribe { event in
                recorder(event.map { "\($0)" }.element ?? (event.error == nil ? "completed" : "error"))
            })
        scheduler.start()
        return recorder.elements
    }

    @Test("types")
    func types() {
        let recorder = Recorder<Int>()
        func asObservable(_ source: some ObservableConvertibleType<Int>) -> Observable<Int> { source.asObservable() }
        func same<Source: ObservableType>(_ source: Source) -> Source { source }
        func observer(_ observer: some ObserverType<Int>) -> AnyObserver<Int> { observer.asObserver() }
        let closure = AnyObserver<Int>(eventHandler: { event in
            if let element = event.element { recorder(element) }
        })
        let texts: AnyObserver<String> = observer(closure).mapObserver { text in text.count }
        texts.onNext("abc")
        expectEqual(recorder.elements, [3])
        expectEqual(log(of: same(asObservable(numbers))).count, 6)
        let ends: [Event<Int>] = [.next(1), .error(TestError()), .completed]
        #expect(ends.map(\.isStopEvent) == [false, true, true] && ends.map(\.isCompleted) == [false, false, true])
        #expect(ends[1].error is TestError)
        let connectable: ConnectableObservable<Int> = numbers.publish()
        let groups: Observable<GroupedObservable<Int, Int>> = connectable.groupBy { $0 }
        expectEqual(log(of: groups.map(\.key)), [])
        expectEqual(log(of: numbers.single()), ["1", "error"])
        let errors: [RxError] = [RxError.noElements, RxError.moreThanOneElement, RxError.argumentOutOfRange]
        expectEqual(Set(errors).count, 3)
    }

    @Test("creating")
    func creating() {
        let created = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create()
        }
        expectEqual(log(of: created), ["1", "completed"])
        expectEqual(log(of: Observable.just(1)), ["1", "completed"])
        expectEqual(log(of: Observable.of(1, 2)), ["1", "2", "completed"])
        expectEqual(log(of: Observable.from([1, 2])), ["1", "2", "completed"])
        expectEqual(log(of: Observable.from(optional: 1)), ["1", "completed"])
        expectEqual(log(of: Observable<Int>.empty()), ["completed"])
        expectEqual(log(of: Observable<Int>.never()), [])
        expectEqual(log(of: Observable<Int>.error(TestError())), ["error"])
        let deferred = Observable.deferred { [numbers] in numbers }
        expectEqual(log(of: deferred).count, 6)
        expectEqual(log(of: Observable.just(1, scheduler: scheduler)), ["1", "completed"])
        expectEqual(log(of: Observable.of(1, 2, scheduler: scheduler)), ["1", "2", "completed"])
        expectEqual(log(of: Observable.from([1, 2], scheduler: scheduler)), ["1", "2", "completed"])
        expectEqual(log(of: Observable.from(optional: 1, scheduler: scheduler)), ["1", "completed"])
        expectEqual(log(of: Observable.range(start: 1, count: 2)), ["1", "2", "completed"])
        expectEqual(log(of: Observable.range(start: 1, count: 2, scheduler: scheduler)), ["1", "2", "completed"])
        expectEqual(log(of: Observable.repeatElement(1).take(2)), ["1", "1", "completed"])
        let doubled = Observable.generate(initialState: 1, condition: { $0 < 5 }, iterate: { $0 * 2 })
        expectEqual(log(of: doubled), ["1", "2", "4", "completed"])
        let resource = Observable.using({ BooleanDisposable() }, observableFactory: { [numbers] _ in numbers })
        expectEqual(log(of: resource).count, 6)
        let seconds: Observable<Int> = Observable.interval(.seconds(1), scheduler: scheduler)
        expectEqual(log(of: seconds.take(2)), ["0", "1", "completed"])
        let timer: Observable<Int> = Observable.timer(.seconds(1), period: .seconds(1), scheduler: scheduler)
        expectEqual(log(of: timer.take(2)), ["0", "1", "completed"])
        let once: Observable<Int> = Observable.timer(.seconds(1), scheduler: scheduler)
        expectEqual(log(of: once), ["0", "completed"])
    }

    @Test("transforming")
    func transforming() {
        expectEqual(log(of: numbers.map { -$0 }).first, "-1")
        expectEqual(log(of: numbers.compactMap { $0 > 2 ? $0 : nil }), ["3", "4", "completed"])
        expectEqual(log(of: numbers.enumerated().map { index, number in index * number }).last, "completed")
        expectEqual(log(of: numbers.materialize().dematerialize()), ["1", "1", "2", "3", "4", "completed"])
        expectEqual(log(of: numbers.flatMap { Observable.just($0) }).count, 6)
        expectEqual(log(of: numbers.flatMapLatest { Observable.just($0) }).count, 6)
        expectEqual(log(of: numbers.flatMapFirst { Observable.just($0) }).count, 6)
        expectEqual(log(of: numbers.concatMap { Observable.just($0) }).count, 6)
        expectEqual(log(of: numbers.scan(0) { $0 + $1 }).last, "completed")
        expectEqual(log(of: numbers.scan(into: 0) { $0 += $1 }), ["1", "2", "4", "7", "11", "completed"])
        expectEqual(log(of: numbers.reduce(0) { $0 + $1 }), ["11", "completed"])
        expectEqual(log(of: numbers.groupBy(keySelector: { $0 % 2 }).map(\.key)), ["1", "0", "completed"])
        let listener = Listener()
        expectEqual(log(of: numbers.withUnretained(listener) { _, number in number }).count, 6)
        expectEqual(log(of: numbers.withUnretained(listener).map { _, number in number }).count, 6)
    }

    @Test("filtering")
    func filtering() {
        let other = PublishSubject<Int>()
        expectEqual(log(of: numbers.filter { $0 > 3 }), ["4", "completed"])
        expectEqual(log(of: numbers.distinctUntilChanged()), ["1", "2", "3", "4", "completed"])
        expectEqual(log(of: numbers.distinctUntilChanged { $0 / 2 }), ["1", "2", "4", "completed"])
        expectEqual(log(of: numbers.distinctUntilChanged(at: \.description)), ["1", "2", "3", "4", "completed"])
        expectEqual(log(of: numbers.ignoreElements()), ["completed"])
        expectEqual(log(of: numbers.element(at: 2)), ["2", "completed"])
        expectEqual(log(of: numbers.element(at: -1)), ["error"])
        expectEqual(log(of: numbers.single()), ["1", "error"])
        expectEqual(log(of: numbers.single { $0 == 3 }), ["3", "completed"])
        expectEqual(log(of: numbers.take(1)), ["1", "completed"])
        expectEqual(log(of: numbers.take(-1)), ["completed"])
        expectEqual(log(of: numbers.takeLast(1)), ["4", "completed"])
        expectEqual(log(of: numbers.take(for: .seconds(1), scheduler: scheduler)).count, 6)
        expectEqual(log(of: numbers.take(until: other)).count, 6)
        expectEqual(log(of: numbers.take(until: { $0 == 2 }, behavior: .inclusive)), ["1", "1", "2", "completed"])
        let behavior: TakeBehavior = .exclusive
        expectEqual(log(of: numbers.take(while: { $0 < 3 }, behavior: behavior)), ["1", "1", "2", "completed"])
        expectEqual(log(of: numbers.skip(4)), ["4", "completed"])
        expectEqual(log(of: numbers.skip(while: { $0 < 4 })), ["4", "completed"])
        expectEqual(log(of: numbers.skip(until: other)), ["completed"])
        expectEqual(log(of: Observable<Int>.empty().ifEmpty(default: 1)), ["1", "completed"])
        expectEqual(log(of: Observable<Int>.empty().ifEmpty(switchTo: numbers)).count, 6)
        expectEqual(log(of: numbers.sample(other)), [])
        expectEqual(log(of: numbers.sample(Observable.just(1), defaultValue: 5)), ["4", "completed"])
    }

    @Test("combining")
    func combining() {
        let texts = Observable.just("a")
        expectEqual(log(of: Observable.combineLatest(numbers, texts)).last, "completed")
        expectEqual(log(of: Observable.zip(numbers, texts)), [#"(1, "a")"#, "completed"])
        expectEqual(log(of: Observable.combineLatest([numbers, numbers])).count, 6)
        expectEqual(log(of: Observable.zip([numbers, numbers])).count, 6)
        expectEqual(log(of: Observable<Int>.combineLatest([numbers, numbers])).count, 6)
        expectEqual(log(of: Observable<Int>.zip([numbers, numbers])).count, 6)
        expectEqual(log(of: Observable.merge(numbers, numbers)).count, 11)
        expectEqual(log(of: Observable<Int>.merge(AnyCollection([]))), ["completed"])
        expectEqual(log(of: Observable<Int>.amb(AnyCollection([numbers]))).count, 6)
        let sequences = Observable.of(numbers, numbers)
        expectEqual(log(of: sequences.merge()).count, 11)
        expectEqual(log(of: sequences.merge(maxConcurrent: 1)).count, 11)
        expectEqual(log(of: sequences.switchLatest()).count, 11)
        expectEqual(log(of: numbers.concat(numbers)).count, 11)
        expectEqual(log(of: Observable.concat(numbers, numbers)).count, 11)
        expectEqual(log(of: Observable.concat(AnySequence([numbers, numbers]))).count, 11)
        expectEqual(log(of: numbers.startWith(0)).first, "0")
        expectEqual(log(of: numbers.amb(.never())).count, 6)
        expectEqual(log(of: Observable.amb([numbers, .never()])).count, 6)
        expectEqual(log(of: numbers.withLatestFrom(texts)).first, "a")
        expectEqual(log(of: numbers.withLatestFrom(texts) { "\($0)\($1)" }).first, "1a")
    }

    @Test("time, errors and sharing")
    func timeErrorsSharing() {
        expectEqual(log(of: numbers.debounce(.seconds(1), scheduler: scheduler)), ["4", "completed"])
        expectEqual(log(of: numbers.throttle(.seconds(1), scheduler: scheduler)), ["1", "4", "completed"])
        let first = numbers.throttle(.seconds(1), latest: false, scheduler: scheduler)
        expectEqual(log(of: first), ["1", "completed"])
        expectEqual(log(of: numbers.delay(.seconds(1), scheduler: scheduler)).count, 6)
        expectEqual(log(of: numbers.delaySubscription(.seconds(1), scheduler: scheduler)).count, 6)
        let silence = Observable<Int>.never()
        expectEqual(log(of: silence.timeout(.seconds(1), scheduler: scheduler)), ["error"])
        expectEqual(log(of: silence.timeout(.seconds(1), other: numbers, scheduler: scheduler)).count, 6)
        let instead = silence.timeout(.seconds(1), other: .just(1), scheduler: scheduler)
        expectEqual(log(of: instead), ["1", "completed"])

        let failure = Observable<Int>.error(TestError())
        let caught = failure.catch { [numbers] _ in numbers }
        expectEqual(log(of: caught).count, 6)
        expectEqual(log(of: failure.catchAndReturn(7)), ["7", "completed"])
        expectEqual(log(of: Observable.catch(sequence: [failure, numbers])).count, 6)
        expectEqual(log(of: numbers.retry()).count, 6)
        expectEqual(log(of: failure.retry(2)), ["error"])
        expectEqual(log(of: failure.retry(0)), ["completed"])
        expectEqual(log(of: failure.retry(-1)), ["completed"])
        expectEqual(log(of: failure.retry(when: { errors in errors.take(1) })), ["completed"])

        expectEqual(log(of: numbers.share()).count, 6)
        expectEqual(log(of: numbers.share(replay: 1)).count, 6)
        let scope: SubjectLifetimeScope = .whileConnected
        expectEqual(log(of: numbers.share(replay: 1, scope: scope)).count, 6)
        expectEqual(log(of: numbers.publish().refCount()).count, 6)
        expectEqual(log(of: numbers.replay(1).refCount()).count, 6)
        expectEqual(log(of: numbers.replayAll().refCount()).count, 6)
        expectEqual(log(of: numbers.multicast(PublishSubject<Int>()).refCount()).count, 6)
        let connectable = numbers.multicast(makeSubject: { PublishSubject<Int>() })
        let heard = Recorder<Int>()
        bag.insert(connectable.subscribe(heard), connectable.connect())
        expectEqual(heard.elements, [1, 1, 2, 3, 4])
    }

    @Test("observing")
    func observing() async throws {
        let recorder = Recorder<Int>()
        let ends = Counter()
        let relay = BehaviorRelay(value: 0)
        bag.insert {
            numbers.subscribe(recorder)
            numbers.subscribe { event in if event.isCompleted { ends.add() } }
            numbers.subscribe(onNext: { recorder($0) })
            numbers.subscribe(
                onNext: { _ in }, onError: { _ in }, onCompleted: { ends.add() }, onDisposed: { ends.add() })
            numbers.bind(to: relay)
            numbers.bind(onNext: { recorder($0) })
            numbers.bind(to: { $0.subscribe(recorder) })
            numbers.bind(to: { source in { source.subscribe($0) } }, curriedArgument: recorder)
            numbers.asDriver(onErrorJustReturn: 0).drive({ $0.subscribe(recorder) })
            numbers.asDriver(onErrorJustReturn: 0).drive(
                { source in { source.subscribe($0) } }, curriedArgument: recorder)
            numbers.debug("numbers").take(0).subscribe(recorder)
            numbers.debug().take(0).subscribe(recorder)
        }
        #expect(recorder.elements.count == 35 && ends.value == 3 && relay.value == 4)
        expectEqual(log(of: numbers.observe(on: scheduler)).count, 6)
        expectEqual(log(of: numbers.subscribe(on: scheduler)).count, 6)
        let done: Observable<Int> = numbers.do(
            onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in }, onCompleted: { ends.add() },
            afterCompleted: { ends.add() }, onSubscribe: { ends.add() }, onSubscribed: { ends.add() },
            onDispose: { ends.add() })
        expectEqual(log(of: done).count, 6)
        expectEqual(ends.value, 8)
        var count = 0
        for try await _ in numbers.values { count += 1 }
        expectEqual(count, 5)
    }

    @Test("subjects and relays")
    func subjects() throws {
        let subject = BehaviorSubject(value: 1)
        let all: [any SubjectType<Int>] = [
            PublishSubject<Int>(), subject, ReplaySubject<Int>.create(bufferSize: 1),
            ReplaySubject<Int>.createUnbounded(), AsyncSubject<Int>(),
        ]
        for sent in all { sent.onNext(2) }
        #expect(try subject.value() == 2 && !subject.hasObservers)
        subject.onError(TestError())
        #expect(throws: TestError.self) { try subject.value() }
        all[0].onCompleted()
        let (publish, state) = (PublishRelay<Int>(), BehaviorRelay(value: 1))
        for relay in [ReplayRelay<Int>.create(bufferSize: 1), ReplayRelay<Int>.createUnbound()] {
            relay.accept(3)
            expectEqual(log(of: relay), ["3"])
        }
        publish.accept(1)
        state.accept(state.value + 1)
        expectEqual(state.value, 2)
    }

    @Test("drivers and signals")
    func drivers() async {
        let (state, events) = (BehaviorRelay(value: 1), PublishRelay<Int>())
        var heard: [Int] = []
        let target = BehaviorRelay(value: 0)
        let driver: Driver<Int> = state.asDriver()
        let signal: Signal<Int> = events.asSignal()
        func shared<Source: SharedSequenceConvertibleType<Int>>(_ source: Source) -> SharedSequence<Source.Sharing, Int>
        {
            source.asSharedSequence()
        }
        bag.insert {
            shared(state).drive(onNext: { heard.append($0) })
            driver.drive(onNext: { heard.append($0) }, onCompleted: {}, onDisposed: {})
            driver.drive(target)
            signal.emit(onNext: { heard.append($0) })
            signal.emit(onNext: { heard.append($0) }, onCompleted: {}, onDisposed: {})
            signal.emit(to: target)
        }
        events.accept(2)
        #expect(heard == [1, 1, 2, 2] && target.value == 2)
        let failure = Observable<Int>.error(TestError())
        expectEqual(log(of: failure.asDriver(onErrorJustReturn: 1)), ["1", "completed"])
        expectEqual(log(of: failure.asDriver(onErrorDriveWith: .just(1))), ["1", "completed"])
        expectEqual(log(of: failure.asDriver(onErrorRecover: { _ in .just(1) })), ["1", "completed"])
        expectEqual(log(of: failure.asSignal(onErrorJustReturn: 1)), ["1", "completed"])
        expectEqual(log(of: failure.asSignal(onErrorSignalWith: .just(1))), ["1", "completed"])
        expectEqual(log(of: failure.asSignal(onErrorRecover: { _ in .just(1) })), ["1", "completed"])

        let numbers = Driver.of(1, 1, 2)
        #expect(log(of: Driver.just(1)).count == 2 && log(of: Driver.from([1, 2])).count == 3)
        #expect(log(of: Driver.from(optional: 1)).count == 2 && log(of: Driver<Int>.empty()).count == 1)
        #expect(log(of: Driver<Int>.never()) == [] && log(of: Driver.deferred { numbers }).count == 4)
        expectEqual(log(of: Driver<Int>.interval(.seconds(1), scheduler: scheduler).take(1)).count, 2)
        expectEqual(log(of: Driver<Int>.timer(.seconds(1), scheduler: scheduler)).count, 2)
        expectEqual(log(of: Signal.just(1)).count, 2)
        expectEqual(log(of: numbers.map { -$0 }.compactMap { $0 }.filter { $0 < -1 }), ["-2", "completed"])
        expectEqual(log(of: numbers.scan(0) { $0 + $1 }), ["1", "2", "4", "completed"])
        expectEqual(log(of: numbers.distinctUntilChanged().startWith(0).skip(1)), ["1", "2", "completed"])
        expectEqual(log(of: numbers.do(onNext: { heard.append($0) }).debug().take(0)), ["completed"])
        expectEqual(log(of: numbers.flatMap { Driver.just($0) }).count, 4)
        expectEqual(log(of: numbers.flatMapLatest { Driver.just($0) }).count, 4)
        expectEqual(log(of: numbers.flatMapFirst { Driver.just($0) }).count, 4)
        expectEqual(log(of: Driver.of(numbers, numbers).switchLatest()).count, 7)
        expectEqual(log(of: Driver.merge(numbers, numbers)).count, 7)
        expectEqual(log(of: Driver.concat([numbers, numbers])).count, 7)
        expectEqual(log(of: Driver.concat(AnySequence([numbers, numbers]))).count, 7)
        expectEqual(log(of: Driver<Int>.zip([numbers, numbers])).count, 4)
        expectEqual(log(of: Driver<Int>.combineLatest([numbers, numbers])).count, 4)
        expectEqual(log(of: Driver.zip(numbers, numbers) { $0 + $1 }), ["2", "2", "4", "completed"])
        expectEqual(log(of: Driver.combineLatest(numbers, numbers) { $0 + $1 }).count, 4)
        expectEqual(log(of: numbers.withLatestFrom(driver) { $0 + $1 }), ["2", "2", "3", "completed"])
        expectEqual(log(of: numbers.debounce(.seconds(1), scheduler: scheduler)), ["2", "completed"])
        expectEqual(log(of: numbers.throttle(.seconds(1), scheduler: scheduler)), ["1", "2", "completed"])
        expectEqual(log(of: numbers.delay(.seconds(1), scheduler: scheduler)).count, 4)
        var count = 0
        for await _ in numbers.values { count += 1 }
        expectEqual(count, 3)
    }

    @Test("controls")
    func controls() {
        let (label, field, button) = (Label(), TextField("a"), Button())
        let binder = Binder<String>(label) { label, text in label.text = text }
        let reactive: Reactive<TextField> = field.rx
        let state = BehaviorRelay<String?>(value: nil)
        let optional = ControlProperty(values: state, valueSink: Recorder<String?>())
        func property(_ property: some ControlPropertyType<String>) -> ControlProperty<String> {
            property.asControlProperty()
        }
        func event(_ event: some ControlEventType<Void>) -> ControlEvent<Void> { event.asControlEvent() }
        let taps = Counter()
        bag.insert {
            property(reactive.text).bind(to: binder)
            event(ControlEvent(events: button.presses)).bind(onNext: { taps.add() })
            field.rx.text.changed.bind(onNext: { _ in taps.add() })
        }
        button.press()
        field.type("b")
        #expect(reactive.base === field && label.text == "b" && taps.value == 2)
        expectEqual(log(of: optional.orEmpty), [""])
        func isCompatible(_ object: some ReactiveCompatible) -> Bool { true }
        #expect(isCompatible(label))
    }

    @Test("schedulers")
    func schedulers() async {
        let ticks = Counter()
        let all: [any Scheduler] = [
            MainScheduler.instance, MainScheduler.asyncInstance, CurrentThreadScheduler.instance,
            SerialDispatchQueueScheduler(qos: .default), ConcurrentDispatchQueueScheduler(qos: .background),
            ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "queue", attributes: .concurrent)),
        ]
        for scheduler in all {
            _ = scheduler.schedule(
                1,
                action: { _ in
                    ticks.add()
                    return Disposables.create()
                })
        }
        await eventually { ticks.value == all.count }
        #expect(CurrentThreadScheduler.isScheduleRequired)
        _ = scheduler.scheduleRelative(
            1, dueTime: .seconds(1),
            action: { _ in
                ticks.add()
                return Disposables.create()
            })
        let periodic = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1), action: { $0 + 1 })
        scheduler.advance(by: .seconds(1))
        periodic.dispose()
        expectEqual(ticks.value, all.count + 1)
    }

    @Test("disposables")
    func disposables() {
        let disposals = Counter()
        func made() -> any Disposable { Disposables.create { disposals.add() } }
        let own = DisposeBag(disposing: made())
        made().disposed(by: own)
        own.insert(made())
        Disposables.create(with: { disposals.add() }).dispose()
        let boolean: any Cancelable = BooleanDisposable()
        boolean.dispose()
        #expect(boolean.isDisposed)
        let single = SingleAssignmentDisposable()
        single.setDisposable(made())
        let serial = SerialDisposable()
        serial.disposable = made()
        let scheduled = ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: made())
        let composite = CompositeDisposable(disposables: [made()])
        let key: CompositeDisposable.DisposeKey? = composite.insert(made())
        expectEqual(composite.count, 2)
        if let key { composite.remove(for: key) }
        let counted = RefCountDisposable(disposable: made())
        let retained = counted.retain()
        for disposable in [own, single, serial, scheduled, composite, counted, retained] as [any Disposable] {
            disposable.dispose()
        }
        expectEqual(disposals.value, 10)
    }

    @Test("RxTest")
    func testing() {
        let source: TestableObservable<Int> = scheduler.createHotObservable([
            Recorded.next(210, 1), Recorded.error(230, TestError()),
        ])
        let cold = scheduler.createColdObservable(Recorded.events(.next(10, 1), Recorded.completed(20)))
        let first: TestableObserver<Int> = scheduler.createObserver(Int.self)
        #expect(source.recordedEvents.count == 2 && cold.subscriptions.isEmpty && first.events.isEmpty)
        let early = scheduler.start(created: 100, subscribed: 150, disposed: 220) { source }
        expectEqual(early.events, [.next(210, 1)])
        func late() -> Observable<Int> { .just(2) }
        expectEqual(TestScheduler().start(late).events, [.next(200, 2), .completed(200)])
        let fresh = TestScheduler(initialClock: 0)
        let ticks = Counter()
        fresh.scheduleAt(10) { ticks.add() }
        fresh.advanceTo(10)
        fresh.sleep(5)
        fresh.start()
        #expect(fresh.clock == 15 && ticks.value == 1)
    }
}
