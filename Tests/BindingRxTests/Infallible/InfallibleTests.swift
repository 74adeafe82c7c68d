import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

/// A listener on any thread.
private final class Listener: Sendable {
    let heard = Recorder<String>()
}

@Suite("Infallible")
struct InfallibleTests {
    private let log = Recorder<String>()
    private let scheduler = TestScheduler()

    /// What an observable sends, and then what an infallible with the same operators does.
    private func expectSame<Output>(
        _ infallible: Infallible<Output>, _ observable: Observable<Output>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectEqual(events(of: infallible), events(of: observable), sourceLocation: sourceLocation)
        #expect(!events(of: infallible).isEmpty, sourceLocation: sourceLocation)
    }

    // MARK: subscribe, bind, values

    @Test("subscribe calls with each value and at the end")
    func subscribe() {
        let numbers = Infallible.of(1, 2)
        _ = numbers.subscribe(
            onNext: { [log] in log("\($0)") }, onCompleted: { [log] in log("completed") },
            onDisposed: { [log] in log("disposed") })
        expectEqual(log.elements, ["1", "2", "completed", "disposed"])
        _ = numbers.subscribe { [log] event in log("\(event)") }
        expectEqual(log.elements.dropFirst(4), ["next(1)", "next(2)", "completed"])
        let listener = Listener()
        _ = numbers.subscribe(
            with: listener, onNext: { $0.heard("\($1)") }, onCompleted: { $0.heard("completed") },
            onDisposed: { $0.heard("disposed") })
        expectEqual(listener.heard.elements, ["1", "2", "completed", "disposed"])
    }

    @Test("C9: nothing comes after the disposal")
    func disposed() {
        let probe = Probe<Int>()
        let subscription = probe.asObservable().asInfallible(onErrorJustReturn: 0).subscribe(onNext: { [log] in
            log("\($0)")
        })
        probe.send(1)
        subscription.dispose()
        probe.send(2)
        expectEqual(log.elements, ["1"])
        expectEqual(probe.observers, 0)
    }

    @Test("bind passes the values to closures and to targets")
    func bind() {
        let relays = [BehaviorRelay(value: 0), BehaviorRelay(value: 0)]
        let optional = BehaviorRelay<Int?>(value: nil)
        _ = Infallible.just(1).bind(to: relays[0], relays[1])
        _ = Infallible<Int?>.just(2).bind(to: optional)
        _ = Infallible.just(3).bind(onNext: { [log] in log("\($0)") })
        expectEqual(relays.map(\.value), [1, 1])
        expectEqual(optional.value, 2)
        expectEqual(log.elements, ["3"])
    }

    @Test("values does not throw")
    func values() async {
        var numbers: [Int] = []
        for await number in Infallible.of(1, 2).values { numbers.append(number) }
        expectEqual(numbers, [1, 2])
        let probe = Probe<Int>()
        do {
            var iterator = probe.asObservable().asInfallible(onErrorJustReturn: 0).values.makeAsyncIterator()
            probe.send(1)
            expectEqual(await iterator.next(), 1)
            expectEqual(probe.observers, 1)
        }
        expectEqual(probe.observers, 0)
    }

    // MARK: creating, converting

    @Test("create, just, of, from, empty, deferred")
    func creating() {
        let disposals = Counter()
        let created = Infallible<Int>.create { observer in
            for event in [InfallibleEvent.next(1), .completed, .next(2)] { observer(event) }
            return Disposables.create { disposals.add() }
        }
        expectEqual(events(of: created), ["next(1)", "completed"])
        expectEqual(disposals.value, 1)
        expectSame(.just(1), .just(1))
        expectSame(.of(1, 2), .of(1, 2))
        expectSame(.from([1, 2]), .from([1, 2]))
        expectSame(.from(1...2), .from(1...2))
        expectSame(Infallible<Int>.empty(), .empty())
        expectSame(.deferred { .just(1) }, .just(1))
        expectEqual(events(of: Infallible<Int>.never()), [])
    }

    @Test("sources with a scheduler, timer and interval")
    func scheduled() {
        let made: [Infallible<Int>] = [
            .just(1, scheduler: scheduler), .of(1, scheduler: scheduler), .from([1], scheduler: scheduler),
            .timer(.milliseconds(5), scheduler: scheduler).map { $0 + 1 },
            .interval(.milliseconds(5), scheduler: scheduler).map { $0 + 1 }.take(1),
        ]
        for infallible in made {
            let observer = scheduler.createObserver(Int.self)
            _ = infallible.asObservable().subscribe(observer)
            #expect(observer.events.isEmpty)
            scheduler.start()
            expectEqual(observer.elements, [1])
        }
    }

    @Test("asInfallible puts a value or another sequence in the place of an error")
    func asInfallible() {
        let failing = Observable.concat(.just(1), .error(TestError()))
        let replaced = ["next(1)", "next(2)", "completed"]
        expectEqual(events(of: failing.asInfallible(onErrorJustReturn: 2)), replaced)
        expectEqual(events(of: failing.asInfallible(onErrorFallbackTo: .just(2))), replaced)
        expectEqual(events(of: failing.asInfallible(onErrorRecover: { _ in .just(2) })), replaced)
        expectEqual(
            events(of: Single<Int>.error(TestError()).asInfallible(onErrorJustReturn: 2)), ["next(2)", "completed"])
    }

    @MainActor @Test("relays, drivers, signals and control events are infallible, and back")
    func conversions() {
        let relay = BehaviorRelay(value: 1)
        let publish = PublishRelay<Int>()
        let replay = ReplayRelay<Int>.create(bufferSize: 1)
        replay.accept(5)
        let sources = [
            relay.asInfallible(), publish.asInfallible(), replay.asInfallible(), relay.asDriver().asInfallible(),
            publish.asSignal().asInfallible(), ControlEvent(events: publish).asInfallible(),
        ]
        let bag = DisposeBag()
        let driven = Recorder<Int>()
        for source in sources {
            source.subscribe(onNext: { [log] in log("\($0)") }).disposed(by: bag)
            source.asDriver().drive(onNext: { driven($0) }).disposed(by: bag)
        }
        relay.asInfallible().asSignal().emit(onNext: { driven($0 * 10) }).disposed(by: bag)
        expectEqual(log.elements, ["1", "5", "1"])
        expectEqual(driven.elements, [1, 5, 1, 10])
        publish.accept(2)
        expectEqual(log.elements, ["1", "5", "1", "2", "2", "2"])
        expectEqual(driven.elements, [1, 5, 1, 10, 2, 2, 2])
    }

    // MARK: operators

    private let numbers = Infallible.of(1, 2, 2, 3)
    private let same = Observable.of(1, 2, 2, 3)

    @Test("operators on values do what those of Observable do")
    func transforming() {
        expectSame(numbers.map { $0 * 2 }, same.map { $0 * 2 })
        expectSame(numbers.compactMap { $0 > 1 ? "\($0)" : nil }, same.compactMap { $0 > 1 ? "\($0)" : nil })
        expectSame(numbers.flatMap { Infallible.of($0, $0) }, same.flatMap { Observable.of($0, $0) })
        expectSame(numbers.flatMapLatest { Infallible.just($0) }, same.flatMapLatest { Observable.just($0) })
        expectSame(numbers.flatMapFirst { Infallible.just($0) }, same.flatMapFirst { Observable.just($0) })
        expectSame(numbers.concatMap { Infallible.just($0) }, same.concatMap { Observable.just($0) })
        expectSame(numbers.scan(0) { $0 + $1 }, same.scan(0) { $0 + $1 })
        expectSame(numbers.scan(into: 0) { $0 += $1 }, same.scan(into: 0) { $0 += $1 })
        expectSame(numbers.startWith(0), same.startWith(0))
        expectSame(numbers.share(replay: 1), same.share(replay: 1))
        let listener = Listener()
        expectSame(
            numbers.withUnretained(listener) { "\($1)" }, same.withUnretained(listener) { "\($1)" })
        expectSame(
            numbers.withUnretained(listener).map { "\($0.1)" }, same.withUnretained(listener).map { "\($0.1)" })
    }

    @Test("operators that filter do what those of Observable do")
    func filtering() {
        expectSame(numbers.filter { $0 > 1 }, same.filter { $0 > 1 })
        expectSame(numbers.distinctUntilChanged(), same.distinctUntilChanged())
        expectSame(numbers.distinctUntilChanged { $0 / 2 }, same.distinctUntilChanged { $0 / 2 })
        expectSame(numbers.distinctUntilChanged(by: { $0 == $1 }), same.distinctUntilChanged())
        expectSame(numbers.distinctUntilChanged({ $0 }, comparer: { $0 == $1 }), same.distinctUntilChanged())
        expectSame(numbers.distinctUntilChanged(at: \.self), same.distinctUntilChanged())
        expectSame(numbers.take(2), same.take(2))
        expectSame(numbers.take(while: { $0 < 3 }), same.take(while: { $0 < 3 }))
        expectSame(numbers.take(while: { $0 < 2 }, behavior: .inclusive), same.take(while: { $0 < 2 }, inclusive: true))
        expectSame(numbers.take(until: { $0 > 2 }), same.take(until: { $0 > 2 }))
        expectSame(
            numbers.take(until: { $0 > 1 }, behavior: .inclusive), same.take(until: { $0 > 1 }, behavior: .inclusive))
        expectSame(numbers.take(until: Infallible<Int>.never()), same.take(until: Observable<Int>.never()))
        expectSame(numbers.skip(while: { $0 < 2 }), same.skip(while: { $0 < 2 }))
        expectSame(numbers.skip(until: Infallible.just(1)), same.skip(until: Observable.just(1)))
    }

    @Test("operators of several sequences do what those of Observable do")
    func combining() {
        let texts = Infallible.of("a", "b")
        let sameTexts = Observable.of("a", "b")
        expectSame(numbers.concat(.just(4)), same.concat(.just(4)))
        expectSame(Infallible.concat(numbers, .just(4)), .concat(same, .just(4)))
        expectSame(Infallible.concat([numbers, .just(4)]), .concat(same, .just(4)))
        expectSame(Infallible.merge(numbers, .just(4)), .merge(same, .just(4)))
        expectSame(Infallible.merge([numbers, .just(4)]), .merge(same, .just(4)))
        expectSame(
            numbers.withLatestFrom(texts) { "\($0)\($1)" }, same.withLatestFrom(sameTexts) { "\($0)\($1)" })
        expectSame(numbers.withLatestFrom(texts), same.withLatestFrom(sameTexts))
        expectSame(
            Infallible.combineLatest(numbers, texts).map { "\($0)" },
            Observable.combineLatest(same, sameTexts).map { "\($0)" })
        expectSame(
            Infallible.combineLatest(numbers, texts) { "\($0)\($1)" },
            Observable.combineLatest(same, sameTexts) { "\($0)\($1)" })
        expectSame(Infallible.combineLatest([numbers, numbers]), Observable.combineLatest([same, same]))
        expectSame(
            Infallible.combineLatest([numbers, numbers]) { $0.count },
            Observable.combineLatest([same, same]) { $0.count })
        expectSame(Infallible.zip(numbers, texts).map { "\($0)" }, Observable.zip(same, sameTexts).map { "\($0)" })
        expectSame(Infallible.zip(numbers, texts) { "\($0)\($1)" }, Observable.zip(same, sameTexts) { "\($0)\($1)" })
    }

    @Test("operators on time and place do what those of Observable do")
    func timing() {
        for (time, expected) in [(5, [2, 3]), (50, [3])] {
            let scheduler = TestScheduler()
            let source = scheduler.createHotObservable([.next(10, 1), .next(12, 2), .next(30, 3), .completed(40)])
            let observer = scheduler.createObserver(Int.self)
            let infallible = source.asObservable().asInfallible(onErrorJustReturn: 0)
            _ = infallible.debounce(.milliseconds(time), scheduler: scheduler).asObservable().subscribe(observer)
            scheduler.start()
            expectEqual(observer.elements, expected)
        }
        let scheduler = TestScheduler()
        let source = scheduler.createHotObservable([.next(10, 1), .next(12, 2), .next(30, 3), .completed(40)])
        let infallible = source.asObservable().asInfallible(onErrorJustReturn: 0)
        let operators: [Infallible<Int>] = [
            infallible.throttle(.milliseconds(5), latest: false, scheduler: scheduler),
            infallible.take(for: .milliseconds(11), scheduler: scheduler),
            infallible.delay(.milliseconds(5), scheduler: scheduler), infallible.observe(on: scheduler),
            infallible.subscribe(on: scheduler),
        ]
        let observers = operators.map { infallible in
            let observer = scheduler.createObserver(Int.self)
            _ = infallible.asObservable().subscribe(observer)
            return observer
        }
        scheduler.start()
        expectEqual(observers.map(\.elements), [[1, 3], [1], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
        expectEqual(observers[2].events.first, .next(15, 1))
    }

    @Test("do and debug tell what happens")
    func watching() {
        let watched = Infallible.just(1).do(
            onNext: { [log] in log("on \($0)") }, afterNext: { [log] in log("after \($0)") },
            onCompleted: { [log] in log("on completed") }, afterCompleted: { [log] in log("after completed") },
            onSubscribe: { [log] in log("subscribe") }, onSubscribed: { [log] in log("subscribed") },
            onDispose: { [log] in log("dispose") })
        _ = watched.subscribe()
        expectEqual(
            log.elements, ["subscribe", "on 1", "after 1", "on completed", "after completed", "subscribed", "dispose"])
        _ = Infallible.just(1).debug("one") { [log] in log($0) }.subscribe()
        expectEqual(log.elements.suffix(3), ["one -> next(1)", "one -> completed", "one -> disposed"])
        _ = Infallible.just(1).debug(write: { [log] in log($0) }).subscribe()
        #expect(log.elements.last?.contains("InfallibleTests.swift") == true)
    }

    @MainActor @Test("an error of a sequence that should not fail ends the result, and is reported")
    func mistake() {
        let reports = collectingWarnings {
            _ = Infallible.just(1).flatMap { _ in Observable<Int>.error(TestError("mistake")) }.subscribe()
        }.map { "\($0)" }
        #expect(reports.contains { $0.contains("mistake") })
    }
}
