import Binding
import BindingTesting
import Dispatch
import TestSupport
import Testing

@MainActor
@Suite("repeatElement, and sources with a scheduler")
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

    // MARK: repeatElement

    @Test("repeatElement goes on until somebody has had enough")
    func repeating() {
        expectEqual(logs(of: .repeatElement(7)) { $0.take(3) }, [["next(7)", "next(7)", "next(7)", "completed"]])
    }
}
