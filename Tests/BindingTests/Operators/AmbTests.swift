import Binding
import TestSupport
import Testing

@MainActor
@Suite("amb")
struct AmbTests {
    @Test("the sequence that sends first wins, by a value, an error or its end; the others are left")
    func wins() {
        for (event, expected) in [
            (Event<Int>.next(1), "next(1)"), (.error(TestError()), "error(TestError(test))"), (.completed, "completed"),
        ] {
            for winner in 0..<3 {
                let probes = (0..<3).map { _ in Probe<Int>() }
                let recorder = Recorder<Int>()
                let subscription = Observable.amb(probes).subscribe(recorder)
                expectEqual(probes.map(\.observers), [1, 1, 1])
                probes[winner].subject.on(event)
                expectEqual(recorder.log, [expected])
                for (index, probe) in probes.enumerated() {
                    #expect(probe.observers == (index == winner && event.element != nil ? 1 : 0))
                }
                for probe in probes { probe.send(7) }
                #expect(recorder.log == (event.element == nil ? [expected] : [expected, "next(7)"]))
                probes[winner].subject.onCompleted()
                expectEqual(recorder.events.last?.isStopEvent, true)
                expectEqual(probes[winner].observers, 0)
                subscription.dispose()
            }
        }
    }

    @Test("one that sends during subscribe: those after it are not subscribed to")
    func synchronous() {
        let before = Probe<Int>()
        let after = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.amb(before.asObservable(), .of(1, 2), after.asObservable()).subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)", "completed"])
        expectEqual(before.subscribed, 1)
        expectEqual(before.observers, 0)
        expectEqual(after.subscribed, 0)
    }

    @Test("of none nothing comes, of one its own events; the others are left before the first value is passed on")
    func numbers() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.amb([Observable<Int>]()).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        expectEqual(logs(of: .of(1), .empty()) { .amb([$0]) }, [["next(1)", "completed"], ["completed"]])
        let probe = Probe<Int>()
        let subject = PublishSubject<Int>()
        let observers = Recorder<Int>()
        let subscription = subject.amb(probe).subscribe(onNext: { _ in observers(probe.observers) })
        subject.onNext(1)
        expectEqual(observers.elements, [0])
        subscription.dispose()
    }

    @Test("C1, C4, C9: ends, disposals, and observers that send")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.amb(Observable.never())
        }
        expectReentrantSendsInOrder { $0.amb(Observable.never()) }
        let probe = Probe<Int>()
        let other = Probe<Int>()
        let subscription = probe.asObservable().amb(other).subscribe(Recorder<Int>())
        subscription.dispose()
        expectEqual(probe.observers + other.observers, 0)
    }

    @Test("C3: of 4 threads that send at once one wins, with all of its values")
    func threads() {
        for _ in 0..<20 {
            let subjects = (0..<4).map { _ in PublishSubject<(thread: Int, number: Int)>() }
            let recorder = Recorder<(thread: Int, number: Int)>()
            let subscription = Observable.amb(subjects).subscribe(recorder)
            onThreads(4) { thread in
                for number in 0..<200 { subjects[thread].onNext((thread, number)) }
            }
            let winners = Set(recorder.elements.map(\.thread))
            expectEqual(winners.count, 1)
            expectEqual(recorder.elements.map(\.number), Array(0..<200))
            subscription.dispose()
        }
    }
}
