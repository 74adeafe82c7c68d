import Binding
import TestSupport
import Testing

@MainActor
@Suite("do and debug")
struct DoTests {
    /// The sequence with a `do` whose closures all write to a log.
    private func watched(_ source: Observable<Int>, _ log: Recorder<String>) -> Observable<Int> {
        source.do(
            onNext: { log("do \($0)") }, onError: { log("do \($0)") }, onCompleted: { log("do completed") },
            onSubscribe: { log("do subscribe") }, onDispose: { log("do dispose") })
    }

    @Test("calls its closures before the observer, and the last one after it")
    func order() {
        for (event, name) in [(Event<Int>.completed, "completed"), (.error(TestError()), "TestError(test)")] {
            let log = Recorder<String>()
            let source = Observable<Int>.create { observer in
                log("subscribed")
                observer.onNext(1)
                observer.on(event)
                return Disposables.create()
            }
            _ = watched(source, log).subscribe(
                onNext: { log("observer \($0)") }, onError: { log("observer \($0)") },
                onCompleted: { log("observer completed") })
            #expect(
                log.elements == [
                    "do subscribe", "subscribed", "do 1", "observer 1", "do \(name)", "observer \(name)", "do dispose",
                ])
        }
    }

    @Test("onDispose is called once, at a disposal too")
    func disposal() {
        let subject = PublishSubject<Int>()
        let log = Recorder<String>()
        let subscription = watched(subject.asObservable(), log).subscribe(Recorder<Int>())
        subject.onNext(1)
        subscription.dispose()
        subscription.dispose()
        subject.onCompleted()
        expectEqual(log.elements, ["do subscribe", "do 1", "do dispose"])
    }

    @Test("onDispose is called where a later operator ends the sequence")
    func endedDownstream() {
        let subject = PublishSubject<Int>()
        let log = Recorder<String>()
        let subscription = watched(subject.asObservable(), log).take(1).subscribe(Recorder<Int>())
        subject.onNext(1)
        expectEqual(log.elements, ["do subscribe", "do 1", "do dispose"])
        subscription.dispose()
    }

    @Test("of an empty sequence, and without any closure")
    func empty() {
        let log = Recorder<String>()
        let recorder = Recorder<Int>()
        _ = watched(.empty(), log).subscribe(recorder)
        expectEqual(recorder.log, ["completed"])
        expectEqual(log.elements, ["do subscribe", "do completed", "do dispose"])
        #expect(
            logs(of: .of(1), .error(TestError())) { $0.do() } == [
                ["next(1)", "completed"], ["error(TestError(test))"],
            ])
    }

    @Test("C4: passes the end on once, and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.do(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        expectOrdinaryEnds { source, witness in
            source.do(
                onSubscribe: { withExtendedLifetime(witness) {} }, onDispose: { withExtendedLifetime(witness) {} })
        }
    }

    @Test("C4: an error that a closure throws takes the place of the event, and ends the subscription upstream")
    func closuresThrow() {
        for event in [Event.next(1), .error(TestError("other")), .completed] {
            let probe = Probe<Int>()
            let recorder = Recorder<Int>()
            let subscription = probe.asObservable()
                .do(
                    onNext: { _ in throw TestError("next") }, onError: { _ in throw TestError("error") },
                    onCompleted: { throw TestError("completed") }
                )
                .subscribe(recorder)
            probe.subject.on(event)
            let name = event.isCompleted ? "completed" : event.isStopEvent ? "error" : "next"
            expectEqual(recorder.log, ["error(TestError(\(name)))"])
            expectEqual(probe.observers, 0)
            subscription.dispose()
        }
    }

    @Test("C9: a closure that disposes of its own subscription keeps the event from the observer")
    func closureDisposes() {
        for event in [Event.next(1), .error(TestError()), .completed] {
            let subject = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = SerialDisposable()
            subscription.disposable = subject.do(
                onNext: { _ in subscription.dispose() }, onError: { _ in subscription.dispose() },
                onCompleted: { subscription.dispose() }
            )
            .subscribe(recorder)
            subject.on(event)
            #expect(recorder.events.isEmpty)
        }
    }

    @Test("C1: an observer, and a closure, that send to the source")
    func reentrant() {
        expectReentrantSendsInOrder { $0.do(onNext: { _ in }) }
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.do(onNext: { if $0 < 3 { subject.onNext($0 + 1) } }).subscribe(recorder)
        subject.onNext(1)
        expectEqual(recorder.elements, [1, 2, 3])
        subscription.dispose()
    }

    @Test("the closures named after are called when the event has been passed on")
    func after() {
        for (event, name) in [(Event<Int>.completed, "completed"), (.error(TestError()), "TestError(test)")] {
            let log = Recorder<String>()
            let subject = PublishSubject<Int>()
            let subscription = subject.do(
                onNext: { log("do \($0)") }, afterNext: { log("after \($0)") }, onError: { log("do \($0)") },
                afterError: { log("after \($0)") }, onCompleted: { log("do completed") },
                afterCompleted: { log("after completed") }, onSubscribe: { log("subscribe") },
                onSubscribed: { log("subscribed") }, onDispose: { log("dispose") }
            )
            .subscribe(
                onNext: { log("observer \($0)") }, onError: { log("observer \($0)") },
                onCompleted: { log("observer completed") })
            subject.onNext(1)
            subject.on(event)
            #expect(
                log.elements == [
                    "subscribe", "subscribed", "do 1", "observer 1", "after 1", "do \(name)", "observer \(name)",
                    "dispose", "after \(name)",
                ])
            subscription.dispose()
        }
    }

    @Test("C9: after a disposal by the observer, no closure is called any more but onDispose")
    func afterDisposal() {
        let log = Recorder<String>()
        let probe = Probe<Int>()
        let recorder = recording(
            probe.asObservable().do(
                afterNext: { log("after \($0)") }, afterCompleted: { log("completed") }, onDispose: { log("dispose") }),
            disposingAfter: 2)
        probe.send(1, 2, 3)
        probe.subject.onCompleted()
        expectEqual(recorder.elements, [1, 2])
        expectEqual(log.elements, ["after 1", "dispose"])
    }

    @Test("what a closure named after throws: ends the sequence after a value, and is nothing after the end")
    func afterThrows() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = probe.asObservable().do(afterNext: { _ in throw TestError("after") }).subscribe(recorder)
        probe.send(1, 2)
        expectEqual(recorder.log, ["next(1)", "error(TestError(after))"])
        expectEqual(probe.observers, 0)
        #expect(
            logs(of: .of(1), .error(TestError())) {
                $0.do(afterError: { _ in throw TestError("after") }, afterCompleted: { throw TestError("after") })
            } == [["next(1)", "completed"], ["error(TestError(test))"]])
    }

    @Test("debug without a text begins with the place in the source")
    func debugPlace() {
        let lines = Recorder<String>()
        _ = Observable.of(1).debug(write: { lines($0) }).subscribe(Recorder<Int>())
        let place = "BindingTests/DoTests.swift:\(#line - 1) (debugPlace())"
        expectEqual(lines.elements, ["subscribed", "next(1)", "completed", "disposed"].map { "\(place) -> \($0)" })
        let other = Recorder<String>()
        _ = Driver.just(1).debug(write: { other($0) }).drive()
        expectEqual(other.elements.first, "BindingTests/DoTests.swift:\(#line - 1) (debugPlace()) -> subscribed")
    }

    @Test("debug writes a line for each thing that happens, and changes nothing")
    func debug() {
        let lines = Recorder<String>()
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).debug("a", write: { lines($0) }).subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(
            lines.elements, ["a -> subscribed", "a -> next(1)", "a -> next(2)", "a -> completed", "a -> disposed"])
    }

    @Test("debug gives its lines to the sink, with the time and the thread")
    @MainActor
    func debugSink() throws {
        let lines = Recorder<String>()
        let former = BindingDiagnostics.debugSink
        BindingDiagnostics.debugSink = { lines($0) }
        defer { BindingDiagnostics.debugSink = former }
        _ = Observable.just(1).debug("sink").subscribe(Recorder<Int>())
        onAnotherThread { _ = Observable.just(2).debug("sink").subscribe(Recorder<Int>()) }
        let own = lines.elements.filter { $0.contains("sink -> next") }
        try #require(own.count == 2)
        #expect(own[0].wholeMatch(of: /\d\d:\d\d:\d\d\.\d\d\d main actor: sink -> next\(1\)/) != nil)
        #expect(own[1].wholeMatch(of: /\d\d:\d\d:\d\d\.\d\d\d thread [0-9a-f]+: sink -> next\(2\)/) != nil)
    }

    @Test("debug of an error, and of a disposal")
    func debugEnds() {
        let lines = Recorder<String>()
        _ = Observable<Int>.error(TestError()).debug("b", write: { lines($0) }).subscribe(Recorder<Int>())
        Observable<Int>.never().debug("c", write: { lines($0) }).subscribe(Recorder<Int>()).dispose()
        #expect(
            lines.elements == [
                "b -> subscribed", "b -> error(TestError(test))", "b -> disposed", "c -> subscribed", "c -> disposed",
            ])
        expectOrdinaryEnds { source, witness in
            source.debug("d", write: { _ in withExtendedLifetime(witness) {} })
        }
    }

    @Test("onDispose is called from the source to the observer, after onSubscribed, as in RxSwift")
    func disposalOrder() {
        for endsAtOnce in [false, true] {
            let log = Recorder<String>()
            let source = Observable<Int>.create { observer in
                if endsAtOnce { observer.onCompleted() }
                return Disposables.create { log("source") }
            }
            let first = source.do(onSubscribed: { log("first subscribed") }, onDispose: { log("first") })
            let second = first.do(onSubscribed: { log("second subscribed") }, onDispose: { log("second") })
            second.subscribe(onDisposed: { log("observer") }).dispose()
            let subscribed = ["first subscribed", "second subscribed"]
            let disposed = ["source", "first", "second", "observer"]
            // What the observer itself is given to call belongs to the end, which has come already.
            expectEqual(
                log.elements,
                endsAtOnce
                    ? ["observer", "source", subscribed[0], "first", subscribed[1], "second"] : subscribed + disposed)
        }
    }
}
