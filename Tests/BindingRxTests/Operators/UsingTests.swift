import Binding
import BindingRx
import TestSupport
import Testing

@MainActor
@Suite("using")
struct UsingTests {
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

    @Test("a resource may be any disposable")
    func anyDisposable() {
        let disposals = Counter()
        let source = Observable<Int>.using(
            { Disposables.create { disposals.add() } }, observableFactory: { _ in .just(1) })
        expectEqual(events(of: source), ["next(1)", "completed"])
        expectEqual(disposals.value, 1)
    }
}
