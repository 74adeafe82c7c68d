import Binding
import BindingControls
import BindingOperators
import BindingRx
import BindingTesting
import Dispatch
import Foundation
import Observation
import TestSupport
import Testing

// Tests for Documentation/ComingFromRxSwift.md: its examples, and each piece of code in the columns "here", repeated in this
// file so that it is compiled. Names that are the same are used in RxSwiftNamesTests. ComparisonsTests compares the document
// with both.

/// A listener on any thread.
private final class Listener: Sendable {
    let base = 100
    let heard = Recorder<Int>()

    func hear(_ number: Int) { heard(number) }
}

/// A view with a layer.
@MainActor
private final class View: ReactiveCompatible {
    @MainActor
    final class Layer {
        var title = ""
    }

    let layer = Layer()
    var title = ""
    nonisolated let gone = PublishRelay<Void>()
    private(set) var shown: [Int] = []

    func show(_ number: Int) { shown.append(number) }
}

@MainActor
private final class Knob {
    nonisolated let turns = PublishRelay<Void>()
    var level = 0
}

extension Knob: ReactiveCompatible {}

extension Reactive where Base: Knob {
    fileprivate var level: ControlProperty<Int> {
        controlProperty(changes: base.turns, getter: { $0.level }, setter: { $0.level = $1 })
    }
}

@Observable @MainActor
private final class Model {
    var title = "a"
}

// EXAMPLE: from RxSwift, a view model and a view

@MainActor
@Suite("Coming from RxSwift")
struct ComingFromRxSwiftTests {
    private let print = Printer()
    private let bag = DisposeBag()

    @Test("Values keep their order")
    func order() throws {
        // EXAMPLE: from RxSwift, order
        #expect(try print.lines == Example.named("from RxSwift, order").output)
    }

    @Test("A calculated variable")
    func calculatedVariable() throws {
        // EXAMPLE: from RxSwift, a calculated variable
        #expect(try print.lines == Example.named("from RxSwift, a calculated variable").output)
    }

    @Test("Simple bindings of controls")
    func simpleBindings() async throws {
        // EXAMPLE: from RxSwift, simple bindings
        #expect(try print.lines == Example.named("from RxSwift, simple bindings").output)
    }

    @Test("Validation while a name is typed")
    func validation() async throws {
        // EXAMPLE: from RxSwift, validation
        #expect(try print.lines == Example.named("from RxSwift, validation").output)
    }

    @Test("Imports and types")
    func types() async throws {
        let name = BehaviorRelay(value: "Ada")
        let field = TextField()
        bag.insert(name <=> field.rx.text)
        #expect(field.text == "Ada")

        @Sendable func load(_ id: Int) async throws -> Int { id }
        let loaded: Observable<Int> = Observable.async { try await load(1) }
        for try await number in loaded.values { #expect(number == 1) }
        let log = Recorder<String>()
        @Sendable func load(_ deliver: @escaping (Int) -> Void) { deliver(5) }
        let calledBack = Observable.async {
            await withCheckedContinuation { answer in load { answer.resume(returning: $0) } }
        }
        for try await number in calledBack.values { #expect(number == 5) }
        let next = loaded.flatMap { number in Observable.async { try await load(number + 1) } }
        for try await number in next.values { #expect(number == 2) }
        async let first = load(1)
        async let second = load(2)
        #expect(try await first + second == 3)
        let stream = AsyncStream<Int> { continuation in
            continuation.yield(6)
            continuation.finish()
        }
        for try await number in Observable.from(stream).values { #expect(number == 6) }
        logOnce(loaded, log)
        await eventually { log.elements == ["1", "1"] }
        let infallible: (Driver<Int>, Signal<Int>) = (.just(1), .just(2))
        var heard: [Int] = []
        infallible.0.drive(onNext: { heard.append($0) }).disposed(by: bag)
        infallible.1.emit(onNext: { heard.append($0) }).disposed(by: bag)
        #expect(heard == [1, 2])

        let timeout: Duration = .milliseconds(300)
        #expect(TimeoutError(duration: .seconds(1)) != TimeoutError(duration: timeout))
        let subject = PublishSubject<Int>()
        bag.insert(subject.subscribe(onNext: { _ in }))
        #expect(collectingWarnings { subject.onError(TestError()) }.count == 1)

        func useAll() { _ = BehaviorRelay(value: 1).asDriver().drive(onNext: { _ in }) }
        try withoutLeaks { useAll() }
    }

    /// The replacements for `subscribe(onSuccess:)` and `do(onSuccess:)`.
    private func logOnce(_ loaded: Observable<Int>, _ recorder: Recorder<String>) {
        @Sendable func log(_ value: some Any) { recorder("\(value)") }
        bag.insert(
            loaded.subscribe(onNext: { log($0) }, onError: { log($0) }),
            loaded.do(onNext: { log($0) }).subscribe(onNext: { _ in }))
    }

    @Test("Disposables")
    func disposables() {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        let disposeBag = DisposeBag(disposing: note(1))
        disposeBag.dispose()
        @BindingDisposables func second() -> any Disposable { note(2) }
        let inner = DisposeBag { second() }
        inner.dispose()
        Disposables.create(with: { recorder(3) }).dispose()
        Disposables.create(note(4), note(5)).dispose()
        CompositeDisposable(disposables: [note(6)]).dispose()
        #expect(recorder.elements == [1, 2, 3, 4, 5, 6])

        let subject = PublishSubject<Int>()
        let view = View()
        let taken = Recorder<Int>()
        bag.insert(subject.take(until: view.gone).subscribe(taken))
        subject.onNext(1)
        view.gone.accept(())
        #expect(taken.log == ["next(1)", "completed"])
    }

    @Test("Subjects and relays, closures with an object")
    func subjects() {
        let names = BehaviorRelay(value: ["Grace"])
        names.modify { $0.append("Ada") }
        #expect(names.value == ["Grace", "Ada"])

        let subject = PublishSubject<Int>()
        let number = BehaviorRelay(value: 1)
        let listener = Listener()
        let view = View()
        let sums = Recorder<Int>()
        bag.insert {
            subject.subscribe(with: listener, onNext: { $0.hear($1) })
            subject => { [weak view] in view?.show($0) }
            number.asDriver().drive(with: view, onNext: { $0.show($1) })
            subject.withUnretained(listener) { $0.base + $1 }.subscribe(sums)
        }
        let events = PublishRelay<Int>().asSignal()
        bag.insert(events.withUnretained(listener).emit(onNext: { $0.hear($1) }))
        subject.onNext(2)
        #expect(listener.heard.elements == [2])
        #expect(view.shown == [1, 2])
        #expect(sums.elements == [102])
        subject.onCompleted()
        #expect(!subject.hasObservers)
    }

    @Test("Traits and controls")
    func controls() async {
        let texts = BehaviorRelay(value: "a")
        let (label, view, knob, model) = (Label(), View(), Knob(), Model())
        let scheduler = TestScheduler()
        let debounced = Recorder<String>()
        let level = BehaviorRelay(value: 3)
        var titles: [String] = []
        bag.insert {
            texts.asDriver(onErrorJustReturn: "").drive(onNext: { label.text = $0 })
            texts => view.rx.title
            texts => view.rx.layer.title
            level <=> knob.rx.level
            Driver.tracking { model.title }.drive(onNext: { titles.append($0) })
            texts.debounce(.milliseconds(300), scheduler: scheduler).subscribe(debounced)
        }
        texts.accept("b")
        scheduler.start()
        #expect([label.text, view.title, view.layer.title] == ["b", "b", "b"])
        #expect(debounced.elements == ["b"])
        #expect(knob.level == 3)
        #expect(titles == ["a"])
        model.title = "b"
        await eventually { titles == ["a", "b"] }
    }

    @Test("Schedulers")
    func schedulers() async {
        let queue = DispatchQueue(label: "queue")
        let ticks = Counter()
        @Sendable func tick() { ticks.add() }
        let all: [any Scheduler] = [
            MainScheduler.instance, MainScheduler.asyncInstance, CurrentThreadScheduler.instance,
            SerialDispatchQueueScheduler(qos: .background), SerialDispatchQueueScheduler(queue: queue),
            SerialDispatchQueueScheduler(label: "reader"), ConcurrentDispatchQueueScheduler(qos: .background),
            ConcurrentDispatchQueueScheduler(queue: queue), ImmediateScheduler(),
        ]
        #expect(DriverSharing.replaysLatest)
        for scheduler in all { _ = scheduler.schedule { tick() } }
        await eventually { ticks.value == all.count }
        MainActor.assertIsolated()

        let scheduler = TestScheduler()
        _ = scheduler.schedule(after: .seconds(1)) { tick() }
        _ = scheduler.scheduleRelative("state", dueTime: .seconds(1)) { _ in
            tick()
            return Disposables.create()
        }
        let periodic = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { count in
            tick()
            return count + 1
        }
        scheduler.advance(by: .seconds(2))
        periodic.dispose()
        #expect(ticks.value == all.count + 4)
    }

    @Test("Operators")
    func operators() {
        let scheduler = TestScheduler()
        let numbers = Observable.of(1, 1, 2, 3, 4)
        let texts = Observable.just("a")
        let recorder = Recorder<String>()
        @Sendable func log(_ value: some Any) { recorder("\(value)") }
        func expect(
            _ source: Observable<some Any>, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let before = recorder.count
            bag.insert(source.subscribe(onNext: { log($0) }))
            scheduler.start()
            #expect(Array(recorder.elements.dropFirst(before)) == expected, sourceLocation: sourceLocation)
        }
        expect(numbers.scan(0) { $0 + $1 }, ["1", "2", "4", "7", "11"])
        expect(numbers.map { Observable.just($0) }.concat(), ["1", "1", "2", "3", "4"])
        expect(numbers.map { Observable.just($0) }.switchLatest(), ["1", "1", "2", "3", "4"])
        expect(Observable.combineLatest(numbers, texts) { "\($0) \($1)" }, ["4 a"])
        expect(numbers.withLatestFrom(texts) { "\($0) \($1)" }, ["1 a", "1 a", "2 a", "3 a", "4 a"])
        expect(numbers.distinctUntilChanged(by: { $0 == $1 }), ["1", "2", "3", "4"])
        expect(numbers.take(while: { $0 < 3 }, inclusive: true), ["1", "1", "2", "3"])
        expect(numbers.buffer(.seconds(1), count: 10, scheduler: scheduler), ["[1, 1, 2, 3, 4]"])
        expect(numbers.timeout(.seconds(1), scheduler: scheduler), ["1", "1", "2", "3", "4"])
        expect(numbers.toArray(), ["[1, 1, 2, 3, 4]"])
        expect(numbers.reduce(0) { $0 + $1 }.map { "\($0)" }, ["11"])
        expect(numbers.skip(for: .seconds(1), scheduler: scheduler), [])
        expect(numbers.ignoreElements(), [])
        expect(numbers.single(), ["1"])
        let json = Observable.just(Data("1".utf8))
        expect(json.map { try JSONDecoder().decode(Int.self, from: $0) }, ["1"])
        expect(numbers.do(onNext: { log($0) }).map { -$0 }.take(1), ["1", "-1"])
        expect(
            numbers.debug("numbers", write: { log($0) }).map { -$0 }.take(1),
            ["numbers -> subscribed", "numbers -> next(1)", "-1", "numbers -> disposed"])
        expect(numbers.catchAndReturn(0).observe(on: scheduler), ["1", "1", "2", "3", "4"])
        var driven: [Int] = []
        bag.insert(numbers.asDriver(onErrorJustReturn: 0).drive(onNext: { driven.append($0) }))
        #expect(driven == [1, 1, 2, 3, 4])

        expect(
            numbers.do(onNext: { log($0) }, afterNext: { log(-$0) }).filter { $0 > 3 },
            ["1", "-1", "1", "-1", "2", "-2", "3", "-3", "4", "4", "-4"])
        expect(numbers.first(), ["Optional(1)"])
        expect(numbers.single { $0 == 3 }, ["3"])
        expect(numbers.element(at: 2), ["2"])
        expect(
            numbers.retry(when: { errors in errors.delay(.seconds(1), scheduler: scheduler) }),
            ["1", "1", "2", "3", "4"])
        expect(numbers.replay(1).refCount(), ["1", "1", "2", "3", "4"])
        expect(numbers.share(replay: 1, scope: .forever), ["1", "1", "2", "3", "4"])
        expect(
            numbers.groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key): \($0)" } },
            ["1: 1", "1: 1", "0: 2", "1: 3", "0: 4"])
        expect(
            numbers.window(.seconds(1), count: 3, scheduler: scheduler).flatMap { $0.toArray() },
            ["[1, 1, 2]", "[3, 4]"])
        expect(numbers.ifEmpty(switchTo: .just(0)).amb(.never()).takeLast(1), ["4"])
        expect(
            numbers.delaySubscription(.seconds(1), scheduler: scheduler).take(for: .seconds(2), scheduler: scheduler),
            ["1", "1", "2", "3", "4"])
    }

    @Test("RxBlocking")
    func rxBlocking() async throws {
        let numbers = Observable.of(1, 2, 4)
        let recorder = Recorder<String>()
        @Sendable func log(_ value: some Any) { recorder("\(value)") }
        for try await all in numbers.toArray().values { log(all) }
        for try await last in numbers.takeLast(1).values { log(last) }
        for try await only in numbers.single({ $0 == 4 }).values { log(only) }
        for try await event in numbers.materialize().values { log(event) }
        #expect(recorder.elements.prefix(3) == ["[1, 2, 4]", "4", "4"] && recorder.elements.count == 7)
    }

    @Test("RxTest")
    func rxTest() async throws {
        let numbers = Observable.of(1, 2)
        var values = numbers.values.makeAsyncIterator()
        let first = try await values.next()
        #expect(first == 1)

        let scheduler = TestScheduler()
        let ticks = Counter()
        @Sendable func tick() { ticks.add() }
        let source = scheduler.createHotObservable(Recorded.events(.next(210, 1), .completed(230)))
        #expect(try Recorded.events("-a-b-|").count == 3)
        scheduler.schedule(at: 300) { tick() }
        let observer = scheduler.start { source }
        #expect(observer.elements == [1])
        #expect(observer.events == [.next(210, 1), .completed(230)])
        #expect(source.subscriptions == [SubscriptionPeriod(200, 230)])
        scheduler.advance(by: 10)
        #expect(scheduler.clock == 1_010)
        let seconds = TestScheduler(initialClock: 0, resolution: .seconds(1))
        seconds.advance(by: .seconds(5))
        #expect(seconds.clock == 5)
        #expect(ticks.value == 1)
    }
}
