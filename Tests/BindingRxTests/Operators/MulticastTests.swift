import Binding
import BindingControls
import BindingRx
import TestSupport
import Testing

@MainActor
@Suite("publish, replay, multicast, connect, refCount, share(replay:scope:)")
struct MulticastTests {
    // MARK: connect

    @Test("publish subscribes when it is told to, once for all observers")
    func publish() {
        let probe = Probe<Int>()
        let published = probe.asObservable().publish()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        let late = Recorder<Int>()
        let subscription = published.subscribe(first)
        _ = published.subscribe(second)
        probe.send(1)
        expectEqual(probe.subscribed, 0)
        let connection = published.connect()
        let again = published.connect()
        expectEqual(probe.subscribed, 1)
        probe.send(2)
        _ = published.subscribe(late)
        subscription.dispose()
        probe.send(3)
        expectEqual(first.elements, [2])
        expectEqual(second.elements, [2, 3])
        expectEqual(late.elements, [3])
        again.dispose()
        expectEqual(probe.observers, 0)
        connection.dispose()
        probe.send(4)
        expectEqual(second.log, ["next(2)", "next(3)"])
    }

    @Test("the end reaches all observers; whoever comes later waits for the next connection", arguments: [true, false])
    func ends(_ fails: Bool) {
        let connections = Counter()
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let published = Observable.deferred { subjects[connections.add() - 1] }.publish()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        _ = published.subscribe(first)
        _ = published.connect()
        subjects[0].onNext(1)
        if fails { subjects[0].onError(TestError()) } else { subjects[0].onCompleted() }
        expectEqual(first.log, ["next(1)", fails ? "error(TestError(test))" : "completed"])
        _ = published.subscribe(second)
        #expect(second.events.isEmpty)
        expectEqual(connections.value, 1)
        let connection = published.connect()
        expectEqual(connections.value, 2)
        subjects[1].onNext(2)
        expectEqual(second.log, ["next(2)"])
        expectEqual(first.count, 2)
        connection.dispose()
    }

    @Test("replay hands a new observer the last values of the connection, replayAll all of them")
    func replay() {
        let probe = Probe<Int>()
        for (replayed, expected) in [
            (probe.asObservable().replay(2), [2, 3]), (probe.asObservable().replayAll(), [1, 2, 3]),
            (probe.asObservable().replay(0), []), (probe.asObservable().multicast(BehaviorSubject(value: 0)), [3]),
        ] {
            let connection = replayed.connect()
            probe.send(1, 2, 3)
            let late = Recorder<Int>()
            _ = replayed.subscribe(late)
            expectEqual(late.elements, expected)
            probe.send(4)
            expectEqual(late.elements, expected + [4])
            connection.dispose()
            expectEqual(probe.observers, 0)
        }
    }

    @Test("multicast by one subject: observers stay from one connection to the next, until the subject has ended")
    func oneSubject() {
        let probe = Probe<Int>()
        let subject = PublishSubject<Int>()
        let shared = probe.asObservable().multicast(subject)
        let recorder = Recorder<Int>()
        let direct = Recorder<Int>()
        _ = shared.subscribe(recorder)
        _ = subject.subscribe(direct)
        shared.connect().dispose()
        let connection = shared.connect()
        probe.send(1)
        subject.onNext(2)
        expectEqual(recorder.elements, [1, 2])
        expectEqual(direct.elements, [1, 2])
        probe.subject.onCompleted()
        #expect(recorder.isCompleted)
        expectEqual(probe.subscribed, 2)
        let late = Recorder<Int>()
        _ = shared.subscribe(late)
        _ = shared.connect()
        expectEqual(late.log, ["completed"])
        expectEqual(probe.subscribed, 2)
        connection.dispose()
    }

    @Test("multicast with a closure: a subject for each connection")
    func subjectsOfConnections() {
        let made = Counter()
        let probe = Probe<Int>()
        let shared = probe.asObservable().multicast {
            made.add()
            return ReplaySubject<Int>.create(bufferSize: 1)
        }
        expectEqual(made.value, 0)
        for number in 1...3 {
            let connection = shared.connect()
            probe.send(number)
            let recorder = Recorder<Int>()
            _ = shared.subscribe(recorder)
            expectEqual(recorder.elements, [number])
            expectEqual(made.value, number)
            connection.dispose()
        }
    }

    @Test("C1: an observer that sends to the source, connects, subscribes, or disconnects")
    func reentrant() {
        let subject = PublishSubject<Int>()
        let published = subject.publish()
        let log = Recorder<String>()
        let inner = Recorder<Int>()
        let connection = SerialDisposable()
        _ = published.subscribe(onNext: { number in
            log("begin \(number)")
            if number == 1 {
                _ = published.subscribe(inner)
                _ = published.connect()
            }
            if number < 3 { subject.onNext(number + 1) } else { connection.dispose() }
            log("end \(number)")
        })
        connection.disposable = published.connect()
        subject.onNext(1)
        subject.onNext(9)
        expectEqual(log.elements, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        expectEqual(inner.elements, [2, 3])
    }

    @Test("a connection that nobody holds goes on, and everything is released with the source")
    func droppedConnection() {
        let living = Counter()
        var subject: PublishSubject<Int>? = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        do {
            let witness = Witness(living)
            let published = subject?.map { number in withExtendedLifetime(witness) { number } }.publish()
            _ = published?.subscribe(recorder)
            _ = published?.connect()
        }
        subject?.onNext(1)
        expectEqual(recorder.elements, [1])
        expectEqual(living.value, 1)
        subject = nil
        expectEqual(living.value, 0)
    }

    // MARK: refCount

    @Test("refCount connects with the first observer and disconnects with the last")
    func refCount() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().publish().refCount()
        let first = Recorder<Int>()
        let second = Recorder<Int>()
        for round in 1...2 {
            let one = shared.subscribe(first)
            let two = shared.subscribe(second)
            expectEqual(probe.subscribed, round)
            probe.send(round)
            one.dispose()
            one.dispose()
            expectEqual(probe.observers, 1)
            two.dispose()
            expectEqual(probe.observers, 0)
        }
        expectEqual(first.elements, [1, 2])
        expectEqual(second.elements, [1, 2])
    }

    @Test("C4: refCount passes the end on once, and releases everything")
    func refCountEnds() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.publish().refCount()
        }
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.share(replay: 1, scope: .forever)
        }
    }

    @Test("refCount of a source that sends and ends during subscribe runs it for each observer after the end")
    func synchronous() {
        let connections = Counter()
        let shared = Observable.deferred {
            connections.add()
            return Observable.of(1, 2)
        }.publish().refCount()
        for expected in 1...3 {
            let recorder = Recorder<Int>()
            _ = shared.subscribe(recorder)
            expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
            expectEqual(connections.value, expected)
        }
    }

    @Test("an observer that comes from inside the end has a connection of its own")
    func fromInsideTheEnd() {
        let connections = Counter()
        let probes = (0..<2).map { _ in Probe<Int>() }
        let shared = Observable.deferred { probes[connections.add() - 1].asObservable() }.publish().refCount()
        let second = Recorder<Int>()
        let bag = DisposeBag()
        _ = shared.subscribe(onCompleted: { bag.insert(shared.subscribe(second)) })
        probes[0].subject.onCompleted()
        expectEqual(connections.value, 2)
        probes[1].send(5)
        expectEqual(second.elements, [5])
        bag.dispose()
        expectEqual(probes[1].observers, 0)
    }

    @Test("refCount and connect: the last observer ends the connection, whoever made it")
    func refCountAfterConnect() {
        let probe = Probe<Int>()
        let published = probe.asObservable().publish()
        let connection = published.connect()
        let subscription = published.refCount().subscribe(Recorder<Int>())
        expectEqual(probe.subscribed, 1)
        subscription.dispose()
        expectEqual(probe.observers, 0)
        connection.dispose()
    }

    @Test("a subscription to refCount that nobody holds goes on, and everything is released with the source")
    func droppedSubscription() {
        let living = Counter()
        let recorder = Recorder<Int>()
        var subject: PublishSubject<Int>? = PublishSubject<Int>()
        var shared: Observable<Int>?
        do {
            let witness = Witness(living)
            shared = subject?.map { number in withExtendedLifetime(witness) { number } }.replay(1).refCount()
            _ = shared?.subscribe(recorder)
            _ = shared?.map { $0 * 10 }.subscribe(recorder)
        }
        subject?.onNext(1)
        expectEqual(recorder.elements, [1, 10])
        let held = shared?.subscribe(recorder)
        shared = nil
        subject?.onNext(2)
        expectEqual(recorder.elements, [1, 10, 1, 2, 20, 2])
        subject = nil
        expectEqual(living.value, 1, "the subscription keeps it alive")
        withExtendedLifetime(held) {}
        held?.dispose()
    }

    @Test("dropped without being disposed of, nothing is left", arguments: [0, 1])
    func nothingLeft(_ replay: Int) {
        let living = Counter()
        do {
            let witness = Witness(living)
            let relay = PublishRelay<Int>()
            _ = relay.replay(replay).refCount().subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
            _ = relay.share(replay: replay, scope: .forever).map { number in withExtendedLifetime(witness) { number } }
                .subscribe(onNext: { _ in })
            relay.accept(1)
        }
        expectEqual(living.value, 0)
    }

    @Test("C13: for a driver, off the main actor as well")
    func onTheMainActor() async {
        let relay = PublishRelay<Int>()
        let shared = relay.replay(1).refCount()
        let label = Label()
        let bag = DisposeBag()
        shared.asDriver(onErrorJustReturn: 0).drive(onNext: { label.text += "\($0)" }).disposed(by: bag)
        relay.accept(1)
        expectEqual(label.text, "1")
        onAnotherThread { relay.accept(2) }
        await eventually { label.text == "12" }
        bag.dispose()
        relay.accept(3)
        expectEqual(label.text, "12")
    }

    @Test("C3: observers that come and go on 4 threads connect once at a time and miss nothing while there")
    func threads() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().replay(1).refCount()
        let constant = Recorder<Int>()
        let subscription = shared.subscribe(constant)
        let failures = Counter()
        onThreads(4) { thread in
            if thread == 0 {
                for number in 0..<2_000 { probe.send(number) }
                return
            }
            for _ in 0..<200 {
                let recorder = Recorder<Int>()
                shared.subscribe(recorder).dispose()
                let elements = recorder.elements
                if !zip(elements, elements.dropFirst()).allSatisfy({ $1 == $0 + 1 }) { failures.add() }
            }
        }
        expectEqual(constant.elements, Array(0..<2_000))
        expectEqual(failures.value, 0)
        expectEqual(probe.subscribed, 1)
        subscription.dispose()
        expectEqual(probe.observers, 0)
    }

    @Test("connecting and disconnecting on 4 threads leaves nothing behind, and no observer without a source")
    func connectingOnThreads() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().publish().refCount()
        let sources = Counter()
        let recorders = Shared<[Recorder<Int>]>([])
        let ended = Observable.deferred {
            sources.add()
            return Observable.of(1)
        }.publish().refCount()
        onThreads(4) { _ in
            for _ in 0..<500 {
                shared.subscribe(Recorder<Int>()).dispose()
                let recorder = Recorder<Int>()
                _ = ended.subscribe(recorder)
                recorders.update { $0.append(recorder) }
            }
        }
        expectEqual(probe.observers, 0)
        // By the thread that had connected, at the latest.
        #expect(recorders.value.allSatisfy { $0.isCompleted })
        #expect(sources.value > 0)
        let recorder = Recorder<Int>()
        let subscription = shared.subscribe(recorder)
        probe.send(1)
        expectEqual(recorder.elements, [1])
        expectEqual(probe.observers, 1)
        subscription.dispose()
    }

    // MARK: share(replay:scope:)

    @Test("share forever remembers when its last observer has gone, and subscribes anew")
    func forever() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: 2, scope: .forever)
        let first = shared.subscribe(Recorder<Int>())
        probe.send(1, 2, 3)
        first.dispose()
        expectEqual(probe.observers, 0)
        let late = Recorder<Int>()
        let second = shared.subscribe(late)
        expectEqual(probe.subscribed, 2)
        expectEqual(late.elements, [2, 3])
        probe.send(4)
        expectEqual(late.elements, [2, 3, 4])
        second.dispose()
    }

    @Test("share forever, after the end: what is remembered and the end, and no subscription", arguments: [0, 2])
    func foreverEnds(_ replay: Int) async {
        let connections = Counter()
        let shared = Observable.deferred {
            connections.add()
            return Observable.of(1, 2, 3)
        }.share(replay: replay, scope: .forever)
        let first = Recorder<Int>()
        _ = shared.subscribe(first)
        expectEqual(first.log, ["next(1)", "next(2)", "next(3)", "completed"])
        let late = Recorder<Int>()
        _ = shared.subscribe(late)
        #expect(late.log == (replay == 0 ? [] : ["next(2)", "next(3)"]) + ["completed"])
        let driven = Recorder<Int>()
        let drive: @Sendable () -> Void = {
            _ = shared.asDriver(onErrorJustReturn: 0).drive(driven)
        }
        onAnotherThread(drive)
        await eventually { driven.isCompleted }
        expectEqual(connections.value, 1)
    }

    @Test("share while connected, by its scope, forgets")
    func whileConnected() {
        let probe = Probe<Int>()
        let shared = probe.asObservable().share(replay: 1, scope: .whileConnected)
        let first = shared.subscribe(Recorder<Int>())
        probe.send(1)
        let second = Recorder<Int>()
        let other = shared.subscribe(second)
        expectEqual(second.elements, [1])
        first.dispose()
        other.dispose()
        let late = Recorder<Int>()
        let third = shared.subscribe(late)
        #expect(late.events.isEmpty)
        third.dispose()
    }

    // MARK: multicast(_:selector:)

    @Test("multicast with a selector subscribes once, however often that uses the sequence")
    func selector() {
        let probe = Probe<Int>()
        let sums = probe.asObservable().multicast(
            { PublishSubject<Int>() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $0 + $1 } })
        let recorder = Recorder<Int>()
        let subscription = sums.subscribe(recorder)
        expectEqual([probe.subscribed, probe.observers], [1, 1])
        probe.send(1, 2, 3)
        expectEqual(recorder.elements, [3, 5])
        subscription.dispose()
        expectEqual(probe.observers, 0)
        expectEqual(
            events(of: Observable.of(1, 2).multicast({ PublishSubject() }, selector: { $0.take(1) })),
            ["next(1)", "completed"])
    }

    @Test("multicast with a selector sends what its closures throw")
    func selectorThrows() {
        let source = Observable.of(1, 2)
        let first = source.multicast({ () throws -> PublishSubject<Int> in throw TestError("a") }, selector: { $0 })
        expectEqual(events(of: first), ["error(TestError(a))"])
        let second = source.multicast(
            { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw TestError("b") })
        expectEqual(events(of: second), ["error(TestError(b))"])
    }
}
