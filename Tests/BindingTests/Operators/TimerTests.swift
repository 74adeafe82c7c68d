import Binding
import BindingControls
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("timer and interval")
struct TimerTests {
    @Test("a timer without a period sends zero once, and the end")
    func once() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable<Int>.timer(.seconds(2), scheduler: scheduler).subscribe(recorder)
        scheduler.advance(by: .milliseconds(1_999))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .milliseconds(1))
        expectEqual(recorder.log, ["next(0)", "completed"])
        scheduler.advance(by: .seconds(60))
        expectEqual(recorder.count, 2)
        expectEqual(scheduler.pending, 0)
    }

    @Test("a timer with a period goes on counting")
    func period() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.timer(.seconds(5), period: .seconds(1), scheduler: scheduler)
            .subscribe(recorder)
        scheduler.advance(by: .seconds(4))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        expectEqual(recorder.elements, [0])
        scheduler.advance(by: .milliseconds(2_500))
        expectEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
    }

    @Test("periods after a due time of less than zero are counted from the subscription")
    func periodsAfterNegativeDueTime() {
        let scheduler = TestScheduler()
        let observer = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.timer(.milliseconds(-5), period: .milliseconds(10), scheduler: scheduler)
            .subscribe(observer)
        scheduler.advance(to: 25)
        expectEqual(observer.events, [.next(0, 0), .next(10, 1), .next(20, 2)])
        subscription.dispose()
    }

    @Test("a due time of zero or less is as soon as may be", arguments: [Duration.zero, .seconds(-3)])
    func dueAtOnce(_ dueTime: Duration) {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable<Int>.timer(dueTime, scheduler: scheduler).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .zero)
        expectEqual(recorder.log, ["next(0)", "completed"])
    }

    @Test("goes on where the scheduler runs the first value in place")
    func firstInPlace() {
        let scheduler = ManualScheduler(runsAtOnce: true)
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.timer(.zero, period: .seconds(1), scheduler: scheduler).subscribe(recorder)
        expectEqual(recorder.elements, [0])
        scheduler.advance(by: .seconds(2))
        expectEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
        expectEqual(scheduler.pending, 0)
    }

    @Test("with the main scheduler a timer that is due at once goes on too")
    func firstInPlaceOnMain() async {
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.timer(.zero, period: .milliseconds(1)).subscribe(recorder)
        expectEqual(recorder.elements, [0])
        await eventually { recorder.count >= 3 }
        expectEqual(recorder.elements.prefix(3), [0, 1, 2])
        subscription.dispose()
    }

    @Test("an interval begins after its first period")
    func interval() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(recorder)
        scheduler.advance(by: .milliseconds(999))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .milliseconds(2_001))
        expectEqual(recorder.elements, [0, 1, 2])
        subscription.dispose()
    }

    @Test("what the observers take does not put off the values that follow")
    func keepsItsTimes() {
        let scheduler = ManualScheduler()
        let times = Recorder<Duration>()
        let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { value in
            times(scheduler.now)
            if value == 0 { scheduler.stall(for: .milliseconds(1_500)) }
        })
        scheduler.advance(by: .seconds(5))
        // The second is late, because the first took so long; the third is on time again.
        expectEqual(times.elements.count, 5)
        expectEqual(times.elements.first, .seconds(1))
        expectEqual(times.elements.dropFirst(2), [.seconds(3), .seconds(4), .seconds(5)])
        subscription.dispose()
    }

    @Test("each subscription has its own count")
    func ownCount() {
        let scheduler = ManualScheduler()
        let source = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        let bag = DisposeBag()
        source.subscribe(early).disposed(by: bag)
        scheduler.advance(by: .milliseconds(1_500))
        source.subscribe(late).disposed(by: bag)
        scheduler.advance(by: .seconds(1))
        expectEqual(early.elements, [0, 1])
        expectEqual(late.elements, [0])
    }

    @Test("C9: disposed of before or between, nothing comes and nothing waits")
    func disposal() {
        let scheduler = ManualScheduler()
        let before = Recorder<Int>()
        let source = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
        source.subscribe(before).dispose()
        expectEqual(scheduler.pending, 0)
        let between = Recorder<Int>()
        let subscription = source.subscribe(between)
        scheduler.advance(by: .seconds(2))
        subscription.dispose()
        expectEqual(scheduler.pending, 0)
        scheduler.advance(by: .seconds(2))
        #expect(before.events.isEmpty)
        expectEqual(between.elements, [0, 1])
    }

    @Test("C9: disposed of from inside, nothing waits")
    func disposalInside() {
        let scheduler = ManualScheduler()
        let recorder = recording(Observable<Int>.interval(.seconds(1), scheduler: scheduler), disposingAfter: 2)
        scheduler.advance(by: .seconds(5))
        expectEqual(recorder.elements, [0, 1])
        expectEqual(scheduler.pending, 0)
    }

    @Test("C4: what the observer holds is released when a timer has ended")
    func releases() {
        let scheduler = ManualScheduler()
        let living = Counter()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return Observable<Int>.timer(.seconds(1), scheduler: scheduler)
                .subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        let subscription = subscribe()
        expectEqual(living.value, 1)
        scheduler.advance(by: .seconds(1))
        expectEqual(living.value, 0)
        subscription.dispose()
    }

    @Test("a driver and a signal of an interval share one timer")
    func driverAndSignal() {
        let scheduler = ManualScheduler()
        let driver = Driver<Int>.interval(.seconds(1), scheduler: scheduler)
        let label = Label()
        var emitted: [Int] = []
        let bag = DisposeBag()
        driver.map { "\($0)" }.drive(label.rx.text).disposed(by: bag)
        driver.drive(onNext: { _ in }).disposed(by: bag)
        expectEqual(scheduler.pending, 1)
        Signal<Int>.interval(.seconds(1), scheduler: scheduler).emit(onNext: { emitted.append($0) }).disposed(by: bag)
        scheduler.advance(by: .seconds(2))
        expectEqual(label.history, ["0", "1"])
        expectEqual(emitted, [0, 1])
        bag.dispose()
        expectEqual(scheduler.pending, 0)
    }
}
