import Binding
import BindingTesting
import Dispatch
import TestSupport
import Testing

@MainActor
@Suite("generate, repeatElement, using, and sources with a scheduler")
struct ScheduledTests {
    @Test("sources with a scheduler send one value an action, and the end with another one")
    func scheduled() {
        let sources: [(TestScheduler) -> Observable<Int>] = [
            { .of(1, 2, 3, scheduler: $0) }, { .from([1, 2, 3], scheduler: $0) },
            { .range(start: 1, count: 3, scheduler: $0) },
            { .generate(initialState: 1, condition: { $0 < 4 }, scheduler: $0, iterate: { $0 + 1 }) },
        ]
        for make in sources {
            let scheduler = TestScheduler()
            let source = make(scheduler)
            let others = Recorder<Int>()
            let recorder = Recorder<Int>()
            for _ in 0..<2 {
                _ = source.subscribe(recorder)
                _ = source.subscribe(others)
                expectEqual(recorder.events.count % 4, 0, "nothing comes during subscribe")
                scheduler.start()
            }
            #expect(
                recorder.log
                    == Array(repeating: ["next(1)", "next(2)", "next(3)", "completed"], count: 2).flatMap { $0 })
            expectEqual(others.log, recorder.log)
        }
        let scheduler = TestScheduler()
        let turns = Recorder<Int>()
        for _ in 0..<2 { _ = Observable.of(1, 2, scheduler: scheduler).subscribe(onNext: { turns($0) }) }
        scheduler.start()
        expectEqual(turns.elements, [1, 1, 2, 2], "others have their turn in between")
    }

    @Test("just and from(optional:) with a scheduler")
    func one() {
        let scheduler = TestScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.just(1, scheduler: scheduler).subscribe(recorder)
        _ = Observable.from(optional: 2, scheduler: scheduler).subscribe(recorder)
        _ = Observable<Int>.from(optional: nil, scheduler: scheduler).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        scheduler.start()
        expectEqual(Set(recorder.log), ["next(1)", "completed", "next(2)"])
        expectEqual(recorder.count, 5)
    }

    @Test("range with a scheduler ends before it overflows")
    func overflow() {
        let recorder = Recorder<UInt8>()
        _ = Observable<UInt8>.range(start: 254, count: 9, scheduler: ImmediateScheduler()).subscribe(recorder)
        expectEqual(recorder.log, ["next(254)", "next(255)", "completed"])
        let none = Recorder<Int>()
        _ = Observable.range(start: 1, count: -1, scheduler: ImmediateScheduler()).subscribe(none)
        expectEqual(none.log, ["completed"])
    }

    @Test("C9: a disposal, from inside too, leaves nothing scheduled")
    func disposal() {
        let scheduler = TestScheduler()
        let recorder = recording(Observable.repeatElement(1, scheduler: scheduler), disposingAfter: 3)
        scheduler.start()
        expectEqual(recorder.elements, [1, 1, 1])
        let subscription = Observable.of(1, 2, scheduler: scheduler).subscribe(recorder)
        subscription.dispose()
        #expect(scheduler.hasNothingLeft())
        expectEqual(recorder.count, 3)
    }

    @Test("a scheduler that runs things in place needs no stack for 20,000 values")
    func inPlace() {
        let recorder = Recorder<Int>()
        onThreads(1, stackSize: 256 << 10) { _ in
            _ = Observable.range(start: 0, count: 20_000, scheduler: ImmediateScheduler()).subscribe(recorder)
        }
        expectEqual(recorder.elements, Array(0..<20_000))
        #expect(recorder.isCompleted)
        let main = Recorder<Int>()
        _ = Observable.of(1, 2, scheduler: MainScheduler.instance).subscribe(main)
        expectEqual(main.log, ["next(1)", "next(2)", "completed"])
    }

    @Test("on a queue of its own the values come there, in order")
    func onAQueue() async {
        let recorder = Recorder<Int>()
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        _ = Observable.range(start: 0, count: 1_000, scheduler: scheduler).subscribe(recorder)
        await eventually { recorder.isCompleted }
        expectEqual(recorder.elements, Array(0..<1_000))
    }

    // MARK: generate and repeatElement

    @Test("generate, and the errors of its closures")
    func generate() {
        func log(_ bound: Int, throwing number: Int, in place: String) -> [[String]] {
            let condition: @Sendable (Int) throws -> Bool = { state in
                if place == "condition", state == number { throw TestError(place) }
                return state < bound
            }
            let iterate: @Sendable (Int) throws -> Int = { state in
                if place == "iterate", state == number { throw TestError(place) }
                return state * 2
            }
            return logs(
                of: .generate(initialState: 1, condition: condition, iterate: iterate),
                .generate(
                    initialState: 1, condition: condition, scheduler: ImmediateScheduler(), iterate: iterate)
            ) { $0 }
        }
        func expect(_ logs: [[String]], _ expected: [String]) { expectEqual(logs, [expected, expected]) }
        expect(log(5, throwing: 0, in: "none"), ["next(1)", "next(2)", "next(4)", "completed"])
        expect(log(1, throwing: 0, in: "none"), ["completed"])
        expect(log(9, throwing: 2, in: "condition"), ["next(1)", "error(TestError(condition))"])
        expect(log(9, throwing: 2, in: "iterate"), ["next(1)", "next(2)", "error(TestError(iterate))"])
    }

    @Test("repeatElement goes on until somebody has had enough")
    func repeating() {
        expectEqual(logs(of: .repeatElement(7)) { $0.take(3) }, [["next(7)", "next(7)", "next(7)", "completed"]])
    }

    // MARK: using

    @Test("using makes a resource for each observer and disposes of it at the end, whichever it is")
    func using() {
        for (event, isDisposed) in [(Event<Int>.completed, false), (.error(TestError()), false), (.next(1), true)] {
            let log = Recorder<String>()
            let probe = Probe<Int>()
            let source = Observable.using(
                {
                    log("made")
                    return CompositeDisposable(Disposables.create { log("disposed of") })
                },
                observableFactory: { resource in
                    log("used \(resource.isDisposed)")
                    return probe
                })
            #expect(log.elements.isEmpty)
            for _ in 0..<2 {
                let subscription = source.subscribe(onNext: { log("\($0)") }, onError: { _ in log("error") })
                probe.send(5)
                if isDisposed { subscription.dispose() }
            }
            if !isDisposed { probe.subject.on(event) }
            expectEqual(log.elements.count { $0 == "made" }, 2)
            expectEqual(log.elements.count { $0 == "used false" }, 2)
            expectEqual(log.elements.count { $0 == "disposed of" }, 2)
            expectEqual(probe.observers, 0)
        }
    }

    @Test("using: an error of either closure is sent, and what was made is disposed of")
    func usingThrows() {
        let disposals = Counter()
        let recorder = Recorder<Int>()
        _ = Observable.using(
            { () throws -> CompositeDisposable in throw TestError("resource") }, observableFactory: { _ in .just(1) }
        ).subscribe(recorder)
        _ = Observable.using(
            { CompositeDisposable(Disposables.create { disposals.add() }) },
            observableFactory: { _ -> Observable<Int> in throw TestError("sequence") }
        ).subscribe(recorder)
        expectEqual(recorder.log, ["error(TestError(resource))", "error(TestError(sequence))"])
        expectEqual(disposals.value, 1)
    }

    @Test("using: the sequence is disposed of before the resource that it uses, as in RxSwift")
    func usingOrder() {
        for ending in [Event<Int>.completed, .error(TestError()), .next(1)] {
            let log = Recorder<String>()
            let probe = PublishSubject<Int>()
            let source = Observable.using(
                { Disposables.create { log("outer resource") } },
                observableFactory: { _ in
                    Observable.using(
                        { Disposables.create { log("inner resource") } },
                        observableFactory: { _ in
                            Observable<Int>.create { observer in
                                let subscription = probe.subscribe(observer)
                                return Disposables.create {
                                    subscription.dispose()
                                    log("sequence")
                                }
                            }
                        })
                })
            let subscription = source.subscribe(onError: { _ in }, onDisposed: { log("observer") })
            probe.on(ending)
            subscription.dispose()
            expectEqual(log.elements, ["sequence", "inner resource", "outer resource", "observer"])
        }
    }
}
