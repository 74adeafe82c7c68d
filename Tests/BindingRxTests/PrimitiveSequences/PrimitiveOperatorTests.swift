import Binding
import BindingRx
import BindingTesting
import Dispatch
import TestSupport
import Testing

// The operators that all three kinds, or those with a value, have in common. What each does with errors and disposal beyond
// this is tested for `Observable`, whose operator it is.

@Suite("Operators of Single, Maybe and Completable")
struct PrimitiveOperatorTests {
    private let scheduler = TestScheduler()
    private let one = Single.just(1)
    private let failing = Single<Int>.error(TestError())
    private let success = ["next(1)", "completed"]
    private let failure = ["error(TestError(test))"]

    /// A single that succeeds at a time, and whether it is subscribed to.
    private func single(_ value: Int, at time: Int) -> Single<Int> {
        scheduler.createColdObservable([.next(time, value), .completed(time)]).asObservable().asSingle()
    }

    /// What a sequence sends, and when.
    private func recorded<Trait, Element>(
        _ sequence: PrimitiveSequence<Trait, Element>
    ) -> [Recorded<Event<Element>>] {
        let observer = scheduler.createObserver(Element.self)
        _ = sequence.asObservable().subscribe(observer)
        scheduler.start()
        return observer.events
    }

    // MARK: creating

    @Test("just, error, never and deferred")
    func creating() {
        expectEqual(events(of: one), success)
        expectEqual(events(of: Maybe.just(1)), success)
        expectEqual(events(of: failing), failure)
        expectEqual(events(of: Single<Int>.never()), [])
        let made = Counter()
        let deferred = Single.deferred { .just(made.add()) }
        expectEqual(events(of: deferred), success)
        expectEqual(events(of: deferred), ["next(2)", "completed"])
        expectEqual(events(of: Single<Int>.deferred { throw TestError() }), failure)
        expectEqual(events(of: Completable.deferred { .empty() }), ["completed"])
    }

    @Test("just with a scheduler is sent by it")
    func scheduledJust() {
        let observer = scheduler.createObserver(Int.self)
        _ = Single.just(1, scheduler: scheduler).asObservable().subscribe(observer)
        #expect(observer.events.isEmpty)
        scheduler.start()
        expectEqual(observer.elements, [1])
    }

    @Test("timer sends zero in time")
    func timer() {
        let single: Single<Int> = .timer(.milliseconds(20), scheduler: scheduler)
        expectEqual(recorded(single), [.next(20, 0), .completed(20)])
        let maybe = Maybe<Int>.timer(.milliseconds(5), scheduler: scheduler)
        expectEqual(recorded(maybe), [.next(25, 0), .completed(25)])
        // Disposal stops it.
        let observer = scheduler.createObserver(Int.self)
        single.asObservable().subscribe(observer).dispose()
        scheduler.start()
        #expect(observer.events.isEmpty)
    }

    @Test("using disposes of its resource after the sequence, however that ends")
    func using() {
        let log = Recorder<String>()
        func used(_ single: @escaping @Sendable () throws -> Single<Int>) -> Single<Int> {
            .using(
                { BooleanDisposable() },
                primitiveSequenceFactory: { resource in
                    log("made")
                    return try single().do(onDispose: { log("ended, \(resource.isDisposed)") })
                })
        }
        expectEqual(events(of: used { .just(1) }), success)
        expectEqual(events(of: used { throw TestError() }), failure)
        used { .never() }.subscribe().dispose()
        expectEqual(log.elements, ["made", "ended, false", "made", "made", "ended, false"])
        let disposals = Counter()
        let erased = Completable.using(
            { Disposables.create { disposals.add() } }, primitiveSequenceFactory: { _ in .empty() })
        expectEqual(events(of: erased), ["completed"])
        expectEqual(disposals.value, 1)
        let failing = Single<Int>.using(
            { () throws -> BooleanDisposable in throw TestError() }, primitiveSequenceFactory: { _ in .just(1) })
        expectEqual(events(of: failing), failure)
    }

    // MARK: transforming

    @Test("map makes another value, passes an error on, and sends what it throws")
    func map() {
        expectEqual(events(of: one.map { "\($0)" }), success)
        expectEqual(events(of: failing.map { $0 + 1 }), failure)
        expectEqual(events(of: one.map { _ -> Int in throw TestError() }), failure)
        let maybe: Maybe<String> = Maybe<Int>.empty().map { "\($0)" }
        expectEqual(events(of: maybe), ["completed"])
    }

    @Test("compactMap and filter may leave nothing")
    func leaving() {
        let kept: Maybe<Int> = one.filter { $0 == 1 }
        expectEqual(events(of: kept), success)
        expectEqual(events(of: one.filter { $0 == 2 }), ["completed"])
        expectEqual(events(of: one.filter { _ in throw TestError() }), failure)
        expectEqual(events(of: Maybe.just(1).filter { $0 == 2 }), ["completed"])
        let number: Maybe<Int> = Single.just("1").compactMap { Int($0) }
        expectEqual(events(of: number), success)
        expectEqual(events(of: Maybe.just("one").compactMap { Int($0) }), ["completed"])
        expectEqual(events(of: Single.just("1").compactMap { _ -> Int? in throw TestError() }), failure)
    }

    @Test("flatMap continues with what a closure makes of the value")
    func flatMap() {
        expectEqual(events(of: one.flatMap { .just($0 + 1) }), ["next(2)", "completed"])
        expectEqual(events(of: one.flatMap { _ in failing }), failure)
        expectEqual(events(of: failing.flatMap { .just($0 + 1) }), failure)
        expectEqual(events(of: one.flatMap { _ -> Single<Int> in throw TestError() }), failure)
        expectEqual(events(of: Maybe.just(1).flatMap { _ in Maybe<Int>.empty() }), ["completed"])
        expectEqual(events(of: one.flatMapMaybe { _ in Maybe<Int>.empty() }), ["completed"])
        expectEqual(events(of: one.flatMapMaybe { .just($0) }), success)
        expectEqual(events(of: one.flatMapCompletable { _ in .empty() }), ["completed"])
        expectEqual(events(of: one.flatMapCompletable { _ in .error(TestError()) }), failure)
    }

    @Test("C9: disposal ends what flatMap continues with")
    func flatMapDisposed() {
        let (outer, inner) = (Probe<Int>(), Probe<Int>())
        let subscription = outer.asObservable().asSingle().flatMap { _ in inner.asObservable().asSingle() }.subscribe()
        outer.send(1)
        outer.subject.onCompleted()
        expectEqual([outer.observers, inner.observers], [0, 1])
        subscription.dispose()
        expectEqual(inner.observers, 0)
    }

    @Test("C12: a chain of a thousand operators, and a recursion of five hundred")
    func long() {
        var chain = Single.just(0)
        for _ in 0..<1000 { chain = chain.map { $0 + 1 } }
        expectEqual(events(of: chain), ["next(1000)", "completed"])
        @Sendable func countdown(_ number: Int) -> Single<Int> {
            number == 0 ? .just(0) : Single.just(number).flatMap { countdown($0 - 1) }
        }
        expectEqual(events(of: countdown(500)), ["next(0)", "completed"])
    }

    // MARK: zip

    @Test("zip waits for all values, which are asked for at once")
    func zip() {
        let pair = Single.zip(single(1, at: 10), single(2, at: 5).map { "\($0)" })
        expectEqual(recorded(pair.map { "\($0.0) \($0.1)" }), [.next(10, "1 2"), .completed(10)])
        let sum = Single.zip(single(1, at: 10), single(2, at: 5)) { $0 + $1 }
        expectEqual(recorded(sum), [.next(20, 3), .completed(20)])
        let typed: Single<(Int, Int, Int)> = .zip(one, one, one)
        expectEqual(events(of: typed.map { $0.0 + $0.1 + $0.2 }), ["next(3)", "completed"])
        let eight = Single.zip(one, one, one, one, one, one, one, one) { a, b, c, d, e, f, g, h in
            [a, b, c, d, e, f, g, h].reduce(0, +)
        }
        expectEqual(events(of: eight), ["next(8)", "completed"])
        expectEqual(events(of: Single.zip(one, one) { _, _ -> Int in throw TestError() }), failure)
    }

    @Test("zip fails with the first error, and disposes of the others")
    func zipFails() {
        let probe = Probe<Int>()
        let both = Single.zip(probe.asObservable().asSingle(), failing) { $0 + $1 }
        expectEqual(events(of: both), failure)
        expectEqual(probe.observers, 0)
        let none = Maybe.zip(probe.asObservable().asMaybe(), Maybe<Int>.empty()) { $0 + $1 }
        expectEqual(events(of: none), ["completed"])
        expectEqual(probe.observers, 0)
    }

    @Test("zip of a collection makes an array, an empty one of none")
    func zipCollection() {
        expectEqual(events(of: Single.zip([one, .just(2)])), ["next([1, 2])", "completed"])
        expectEqual(events(of: Single.zip([one, .just(2)]) { $0.reduce(0, +) }), ["next(3)", "completed"])
        expectEqual(events(of: Single.zip([one, failing])), failure)
        expectEqual(events(of: Single.zip([Single<Int>]())), ["next([])", "completed"])
        expectEqual(events(of: Single.zip([Single<Int>]()) { $0.count }), ["next(0)", "completed"])
        expectEqual(events(of: Single.zip([one]) { _ -> Int in throw TestError() }), failure)
    }

    // MARK: time

    @Test("delay and delaySubscription")
    func delay() {
        expectEqual(recorded(one.delay(.milliseconds(5), scheduler: scheduler)), [.next(5, 1), .completed(5)])
        expectEqual(recorded(failing.delay(.milliseconds(5), scheduler: scheduler)), [.error(5, TestError())])
        let probe = Probe<Int>()
        let late = probe.asObservable().asSingle().delaySubscription(.milliseconds(5), scheduler: scheduler)
        let subscription = late.subscribe()
        expectEqual(probe.observers, 0)
        scheduler.start()
        expectEqual(probe.observers, 1)
        subscription.dispose()
        expectEqual(probe.observers, 0)
    }

    @Test("timeout fails, or continues with another sequence")
    func timeout() {
        let error = TimeoutError(duration: .milliseconds(5))
        expectEqual(recorded(single(1, at: 10).timeout(.milliseconds(5), scheduler: scheduler)), [.error(5, error)])
        scheduler.start()
        let inTime = single(1, at: 4).timeout(.milliseconds(5), scheduler: scheduler)
        let start = scheduler.clock
        expectEqual(recorded(inTime), [.next(start + 4, 1), .completed(start + 4)])
        let other = Completable.never().timeout(.milliseconds(5), other: .empty(), scheduler: scheduler)
        let restart = scheduler.clock
        expectEqual(recorded(other), [.completed(restart + 5)])
    }

    @Test("observe(on:) and subscribe(on:) use their scheduler")
    func schedulers() {
        for moved in [one.observe(on: scheduler), one.subscribe(on: scheduler)] {
            let observer = scheduler.createObserver(Int.self)
            _ = moved.asObservable().subscribe(observer)
            #expect(observer.events.isEmpty)
            scheduler.start()
            expectEqual(observer.elements, [1])
        }
        let queue = DispatchQueue(label: "single")
        let (key, isThere) = (DispatchSpecificKey<Bool>(), Shared<Bool?>(nil))
        queue.setSpecific(key: key, value: true)
        let done = DispatchSemaphore(value: 0)
        _ = one.observe(on: SerialDispatchQueueScheduler(queue: queue)).subscribe(onSuccess: { _ in
            isThere.value = DispatchQueue.getSpecific(key: key)
            done.signal()
        })
        done.wait()
        expectEqual(isThere.value, true)
    }

    // MARK: errors

    @Test("catch continues with what a closure makes of the error")
    func catchError() {
        expectEqual(events(of: failing.catch { _ in one }), success)
        expectEqual(events(of: one.catch { _ in .just(2) }), success)
        expectEqual(events(of: failing.catch { _ in throw TestError() }), failure)
        expectEqual(events(of: Completable.error(TestError()).catch { _ in .empty() }), ["completed"])
        expectEqual(events(of: failing.catchAndReturn(1)), success)
        expectEqual(events(of: one.catchAndReturn(2)), success)
        expectEqual(events(of: Maybe<Int>.error(TestError()).catchAndReturn(1)), success)
    }

    /// A single that fails some times, and then succeeds.
    private func flaky(_ failures: Int, _ attempts: Counter = Counter()) -> Single<Int> {
        .deferred { attempts.add() > failures ? .just(1) : .error(TestError()) }
    }

    @Test("retry subscribes again, up to a number of times in all")
    func retry() {
        expectEqual(events(of: flaky(2).retry(3)), success)
        expectEqual(events(of: flaky(3).retry(3)), failure)
        expectEqual(events(of: flaky(3).retry()), success)
        let attempts = Counter()
        let log = Recorder<String>()
        _ = flaky(0, attempts).retry(0).subscribe { log("\($0)") }
        expectEqual(attempts.value, 0)
        expectEqual(log.elements, ["failure(\(RxError.noElements))"])
    }

    @Test("retry(when:) subscribes again at each value of another sequence")
    func retryWhen() {
        expectEqual(events(of: flaky(2).retry(when: { (errors: Observable<any Error>) in errors })), success)
        expectEqual(events(of: flaky(2).retry(when: { (errors: Observable<TestError>) in errors.take(2) })), success)
        let ended = flaky(2).retry(when: { (_: Observable<any Error>) in Observable<Void>.empty() })
        let log = Recorder<String>()
        _ = ended.subscribe { log("\($0)") }
        expectEqual(log.elements, ["failure(\(RxError.noElements))"])
        struct Other: Error {}
        expectEqual(events(of: flaky(2).retry(when: { (errors: Observable<Other>) in errors })), failure)
    }

    @Test("debug writes lines")
    func debug() {
        let lines = Recorder<String>()
        _ = one.debug("one") { lines($0) }.subscribe()
        expectEqual(
            lines.elements, ["one -> subscribed", "one -> next(1)", "one -> completed", "one -> disposed"])
        _ = one.debug(write: { lines($0) }).subscribe()
        #expect(lines.elements[4].contains("PrimitiveOperatorTests.swift"))
    }
}
