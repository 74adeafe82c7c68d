import Binding
import Dispatch
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("subscribe(on:)")
struct SubscribeOnTests {
    @Test("subscribes when the scheduler runs, and passes on what comes where it comes")
    func subscribesLater() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().subscribe(on: scheduler).subscribe(recorder)
        probe.send(1)
        expectEqual(probe.subscribed, 0)
        scheduler.advance(by: .zero)
        expectEqual(probe.subscribed, 1)
        probe.send(2)
        probe.subject.onCompleted()
        expectEqual(recorder.log, ["next(2)", "completed"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("disposing before the scheduler runs calls it off")
    func disposedBefore() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        probe.asObservable().subscribe(on: scheduler).subscribe(Recorder<Int>()).dispose()
        expectEqual(scheduler.pending, 0)
        scheduler.advance(by: .zero)
        expectEqual(probe.subscribed, 0)
    }

    @Test("disposing later releases the source")
    func disposedLater() {
        let scheduler = ManualScheduler()
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().subscribe(on: scheduler).subscribe(recorder)
        scheduler.advance(by: .zero)
        expectEqual(probe.observers, 1)
        subscription.dispose()
        probe.send(1)
        expectEqual(probe.observers, 0)
        #expect(recorder.events.isEmpty)
    }

    @Test("C4: with a scheduler that runs at once, passes the end on and releases everything")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.subscribe(on: ImmediateScheduler())
        }
        expectReentrantSendsInOrder { $0.subscribe(on: ImmediateScheduler()) }
        #expect(
            logs(of: .of(1, 2), .empty(), .error(TestError())) { $0.subscribe(on: ImmediateScheduler()) } == [
                ["next(1)", "next(2)", "completed"], ["completed"], ["error(TestError(test))"],
            ])
    }

    @Test("a cold source runs on the queue that it is subscribed to on")
    func onQueue() async {
        let queue = DispatchQueue(label: "subscribe(on:)")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let recorder = Recorder<Bool>()
        let source = Observable<Bool>.deferred { Observable.just(DispatchQueue.getSpecific(key: key) == true) }
        let subscription = source.subscribe(on: SerialDispatchQueueScheduler(queue: queue)).subscribe(recorder)
        await eventually { recorder.isCompleted }
        expectEqual(recorder.log, ["next(true)", "completed"])
        subscription.dispose()
    }
}
