import Binding
import TestSupport
import Testing

@MainActor
@Suite("materialize and dematerialize")
struct MaterializeTests {
    @Test("materialize sends each event as a value, and completes after the end")
    func materialize() {
        let failing = Observable.concat(Observable.just(1), Observable.error(TestError()))
        let events = logs(of: .of(1, 2), .empty(), failing) { $0.materialize() }
        #expect(
            events == [
                ["next(next(1))", "next(next(2))", "next(completed)", "completed"], ["next(completed)", "completed"],
                ["next(next(1))", "next(error(TestError(test)))", "completed"],
            ])
    }

    @Test("dematerialize does what the events say, and no more after an end")
    func dematerialize() {
        let events = logs(
            of: .of(Event.next(1), .next(2), .completed, .next(3)), .of(.next(1), .error(TestError()), .next(2)),
            .of(.next(1)), .empty(), .error(TestError("outer"))
        ) { $0.dematerialize() }
        #expect(
            events == [
                ["next(1)", "next(2)", "completed"], ["next(1)", "error(TestError(test))"], ["next(1)", "completed"],
                ["completed"], ["error(TestError(outer))"],
            ])
    }

    @Test("C4: one after the other they change nothing, and release everything")
    func roundTrip() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.materialize().dematerialize()
        }
        expectReentrantSendsInOrder { $0.materialize().dematerialize() }
    }

    @Test("an end among the values of dematerialize releases the source")
    func endAmongValues() {
        for end in [Event<Int>.completed, .error(TestError())] {
            let probe = Probe<Event<Int>>()
            let recorder = Recorder<Int>()
            let subscription = probe.asObservable().dematerialize().subscribe(recorder)
            probe.send(.next(1), end, .next(2))
            expectEqual(recorder.log, ["next(1)", end.debugDescription])
            expectEqual(probe.observers, 0)
            subscription.dispose()
        }
    }

    @Test("C9: an observer that disposes at the last event does not get the completion")
    func disposal() {
        let probe = Probe<Int>()
        let recorder = recording(probe.asObservable().materialize(), disposingAfter: 2)
        probe.send(1)
        probe.subject.onCompleted()
        expectEqual(recorder.log, ["next(next(1))", "next(completed)"])
        expectEqual(probe.observers, 0)
    }
}
