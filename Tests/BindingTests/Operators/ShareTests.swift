import Binding
import TestSupport
import Testing

@MainActor
@Suite("share")
struct ShareTests {
    @Test("connects once for all observers, and disconnects with the last", arguments: [0, 1, 3])
    func connectsOnce(_ replay: Int) {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: replay)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        expectEqual(probe.subscribed, 0)
        let one = shared.subscribe(first)
        let two = shared.subscribe(second)
        probe.send(1)
        expectEqual(probe.subscribed, 1)
        one.dispose()
        expectEqual(probe.observers, 1)
        probe.send(2)
        two.dispose()
        expectEqual(probe.observers, 0)
        probe.send(3)
        expectEqual(first.elements, [1])
        expectEqual(second.elements, [1, 2])
    }

    @Test("those that have yet to get the end do not keep the next source connected")
    func endUnderWay() {
        let connections = Counter()
        let probes = (0..<2).map { _ in Probe<Int>() }
        let shared = Observable.deferred { probes[connections.add() - 1].asObservable() }.share(replay: 1)
        let first = Recorder<Int>()
        _ = shared.subscribe(first)
        probes[0].send(1)
        let third = Recorder<Int>()
        // While this one receives the latest value, the stage has the end to deliver, and does so after the call.
        _ = shared.subscribe(onNext: { _ in
            probes[0].subject.onCompleted()
            let subscription = shared.subscribe(third)
            expectEqual(probes[1].observers, 1)
            subscription.dispose()
            expectEqual(probes[1].observers, 0)
        })
        expectEqual(first.log, ["next(1)", "completed"])
        expectEqual(probes[1].observers, 0)
        expectEqual(third.count, 0)
    }

    @Test("hands a new observer the latest values, oldest first", arguments: [-1, 0, 1, 2, 3, 9])
    func replays(_ replay: Int) {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: replay)
        let late = Recorder<Int>()
        _ = shared.subscribe(Recorder<Int>())
        probe.send(1, 2, 3)
        _ = shared.subscribe(late)
        expectEqual(late.elements, Array([1, 2, 3].suffix(max(0, replay))))
        probe.send(4)
        expectEqual(late.elements, Array([1, 2, 3].suffix(max(0, replay))) + [4])
    }

    @Test("C4: ends once for each observer", arguments: [0, 1, 3])
    func ends(_ replay: Int) {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.share(replay: replay)
        }
    }

    @Test(
        "after the end whoever comes connects anew, and nothing is remembered", arguments: [0, 1, 3], [true, false])
    func reconnectsAfterTheEnd(_ replay: Int, _ fails: Bool) {
        let connections = Counter()
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let shared = Observable.deferred { subjects[connections.add() - 1] }.share(replay: replay)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = shared.subscribe(first)
        subjects[0].onNext(1)
        if fails { subjects[0].onError(TestError()) } else { subjects[0].onCompleted() }
        expectEqual(first.log, ["next(1)", fails ? "error(TestError(test))" : "completed"])
        _ = shared.subscribe(second)
        expectEqual(connections.value, 2)
        #expect(second.events.isEmpty)
        subjects[1].onNext(2)
        expectEqual(second.elements, [2])
        expectEqual(first.count, 2)
    }

    @Test(
        "after the last observer has gone whoever comes connects anew, and nothing is remembered", arguments: [0, 1, 3])
    func reconnectsAfterDisconnecting(_ replay: Int) {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: replay)
        let subscription = shared.subscribe(Recorder<Int>())
        probe.send(1, 2)
        subscription.dispose()
        let late = Recorder<Int>()
        _ = shared.subscribe(late)
        expectEqual(probe.subscribed, 2)
        #expect(late.events.isEmpty)
        probe.send(3)
        expectEqual(late.elements, [3])
    }

    @Test("what is remembered is released with the last observer")
    func releasesWhatIsRemembered() {
        let living = Counter()
        let probe = Probe<Witness>()
        let shared = probe.asObservable().share(replay: 2)
        let subscription = shared.subscribe { (_: Event<Witness>) in }
        for _ in 0..<5 { probe.send(Witness(living)) }
        expectEqual(living.value, 2)
        subscription.dispose()
        expectEqual(living.value, 0)
    }

    @Test("a source that sends and ends during subscribe is run for each observer that comes after the end")
    func synchronousSource() {
        let connections = Counter()
        let shared = Observable.deferred {
            connections.add()
            return Observable.of(1, 2)
        }
        .share(replay: 1)
        for expected in 1...3 {
            let recorder = Recorder<Int>()
            _ = shared.subscribe(recorder)
            expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
            expectEqual(connections.value, expected)
        }
    }

    @Test("C9: an observer that leaves at the first value of a source that sends during subscribe ends the connection")
    func disposedInside() {
        let recorder = Recorder<Int>()
        let produced = Counter()
        let shared = Observable.range(start: 0, count: 100).map { value in
            produced.add()
            return value
        }
        .share()
        _ = shared.map { value in
            if value == 2 { throw TestError() }
            return value
        }
        .subscribe(recorder)
        expectEqual(recorder.log, ["next(0)", "next(1)", "error(TestError(test))"])
        expectEqual(produced.value, 3)
    }

    @Test("C1: an observer that subscribes and sends from inside", arguments: [0, 1])
    func reentrant(_ replay: Int) {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: replay)
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let inner = Recorder<Int>()
        _ = shared.subscribe(onNext: { value in
            first(value)
            if value == 1 {
                _ = shared.subscribe(inner)
                probe.send(2)
            }
        })
        _ = shared.subscribe(second)
        probe.send(1)
        expectEqual(first.elements, [1, 2])
        expectEqual(second.elements, [1, 2])
        #expect(inner.elements == (replay == 1 ? [1, 2] : [2]))
        expectEqual(probe.subscribed, 1)
    }

    @Test("an observer that connects anew from inside its completion gets a connection of its own")
    func reconnectsFromInside() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: 1)
        let second = Recorder<Int>()
        _ = shared.subscribe(onCompleted: { _ = shared.subscribe(second) })
        probe.send(1)
        probe.subject.onCompleted()
        expectEqual(probe.subscribed, 2)
        // The subject has completed for good.
        expectEqual(second.log, ["completed"])
        expectEqual(probe.observers, 0)
    }

    @Test("C3: observers that come and go on 4 threads connect once at a time and miss nothing while there")
    func threads() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: 1)
        let constant = Recorder<Int>()
        _ = shared.subscribe(constant)
        let failures = Counter()
        onThreads(4) { thread in
            if thread == 0 {
                for number in 0..<2_000 { probe.send(number) }
                return
            }
            for _ in 0..<200 {
                let recorder = Recorder<Int>()
                let subscription = shared.subscribe(recorder)
                subscription.dispose()
                let elements = recorder.elements
                let isGapless = zip(elements, elements.dropFirst()).allSatisfy { $1 == $0 + 1 }
                if !isGapless { failures.add() }
            }
        }
        expectEqual(constant.elements, Array(0..<2_000))
        expectEqual(failures.value, 0)
        expectEqual(probe.subscribed, 1)
        expectEqual(probe.observers, 1)
    }

    @Test("connecting and disconnecting on 4 threads leaves nothing behind")
    func connectingOnThreads() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: 1)
        onThreads(4) { _ in
            for _ in 0..<500 { shared.subscribe(Recorder<Int>()).dispose() }
        }
        expectEqual(probe.observers, 0)
        let recorder = Recorder<Int>()
        _ = shared.subscribe(recorder)
        probe.send(1)
        expectEqual(recorder.elements, [1])
        expectEqual(probe.observers, 1)
    }

    @Test("what is being subscribed to while one observer is dropped and another comes is kept by that one")
    func handedOverInTheMidst() {
        let trigger = PublishSubject<Void>()
        let (first, second) = (Shared<(any Disposable)?>(nil), Shared<(any Disposable)?>(nil))
        let shared = Shared<Observable<Int>?>(nil)
        let log = Recorder<Int>()
        weak var inner: PublishSubject<Int>?
        let lastInner = Shared<@Sendable () -> PublishSubject<Int>?>({ nil })
        shared.value = trigger.asObservable().flatMapLatest {
            Observable<Int>.deferred {
                first.value = nil
                second.value = shared.value?.subscribe(log)
                let subject = PublishSubject<Int>()
                lastInner.value = { [weak subject] in subject }
                return subject.map { $0 + 1 }.share()
            }
        }
        .share()
        first.value = shared.value?.subscribe { _ in }
        trigger.onNext(())
        inner = lastInner.value()
        inner?.onNext(1)
        expectEqual(log.log, ["next(2)"])
        second.value?.dispose()
        #expect(inner == nil)
        shared.value = nil
    }

    @Test("an input that came while the second observer kept the others is kept by the third one, and ends with it")
    func inputsOfSuccessors() {
        let outer = PublishSubject<PublishSubject<Int>>()
        let shared = outer.asObservable().flatMap { $0 }.share()
        var first: (any Disposable)? = shared.subscribe { _ in }
        let former = PublishSubject<Int>()
        outer.onNext(former)
        withExtendedLifetime(first) {}
        first = nil
        var second: (any Disposable)? = shared.subscribe { _ in }
        var inner: PublishSubject<Int>? = PublishSubject()
        weak let later = inner
        inner.map { outer.onNext($0) }
        withExtendedLifetime(second) {}
        second = nil
        let log = Recorder<Int>()
        let third = shared.subscribe(log)
        inner = nil
        #expect(later != nil)
        later?.onNext(1)
        former.onNext(2)
        expectEqual(log.elements, [1, 2])
        inner = later
        third.dispose()
        // Those that dropped their subscriptions observe until the source is gone.
        expectEqual(former.hasObservers, inner?.hasObservers)
    }
}
