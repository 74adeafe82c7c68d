import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("timer and interval in virtual time")
struct TimerInVirtualTimeTests {
    private let scheduler = TestScheduler()

    @Test("an interval sends at each multiple of its period")
    func interval() {
        let observer = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.interval(.milliseconds(10), scheduler: scheduler).subscribe(observer)
        scheduler.advance(to: 35)
        subscription.dispose()
        expectEqual(observer.events, [.next(10, 0), .next(20, 1), .next(30, 2)])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("a period between two ticks does not drift")
    func betweenTicks() {
        let observer = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.interval(.microseconds(2_500), scheduler: scheduler).subscribe(observer)
        scheduler.advance(to: 10)
        subscription.dispose()
        expectEqual(observer.events, [.next(3, 0), .next(5, 1), .next(8, 2), .next(10, 3)])
    }

    @Test("an observer for which time passes does not put off the values after the next")
    func slowObserver() {
        let observer = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.interval(.milliseconds(10), scheduler: scheduler)
            .subscribe(onNext: { [scheduler] value in
                observer.onNext(value)
                if value == 0 { scheduler.advance(by: 15) }
            })
        scheduler.advance(to: 45)
        subscription.dispose()
        expectEqual(observer.events.map(\.time).first, 10)
        expectEqual(observer.events.dropFirst(2), [.next(30, 2), .next(40, 3)])
        expectEqual(observer.elements, [0, 1, 2, 3])
    }

    @Test("a timer sends once, or goes on with its period, from the time of the subscription")
    func timer() {
        scheduler.advance(to: 100)
        let once = scheduler.createObserver(Int.self)
        let often = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        Observable<Int>.timer(.milliseconds(15), scheduler: scheduler).subscribe(once).disposed(by: bag)
        Observable<Int>.timer(.milliseconds(5), period: .milliseconds(10), scheduler: scheduler).subscribe(often)
            .disposed(by: bag)
        scheduler.advance(to: 130)
        bag.dispose()
        expectEqual(once.events, [.next(115, 0), .completed(115)])
        expectEqual(often.events, [.next(105, 0), .next(115, 1), .next(125, 2)])
        #expect(scheduler.hasNothingLeft())
    }

    @Test("a due time of zero or less is the next move", arguments: [Duration.zero, .milliseconds(-20)])
    func zeroDueTime(_ dueTime: Duration) {
        let observer = scheduler.createObserver(Int.self)
        _ = Observable<Int>.timer(dueTime, scheduler: scheduler).subscribe(observer)
        #expect(observer.events.isEmpty)
        scheduler.advance(by: 0)
        expectEqual(observer.events, [.next(0, 0), .completed(0)])
    }

    @Test("a period of zero or less is one tick", arguments: [Duration.zero, .milliseconds(-20)])
    func zeroPeriod(_ period: Duration) {
        let observer = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.timer(.zero, period: period, scheduler: scheduler).subscribe(observer)
        scheduler.advance(to: 3)
        subscription.dispose()
        expectEqual(observer.events, [.next(0, 0), .next(1, 1), .next(2, 2), .next(3, 3)])
    }

    @Test("of two intervals, the one that was subscribed to first sends first at the same time")
    func twoIntervals() {
        let observer = scheduler.createObserver(String.self)
        let subscription = Observable.merge(
            Observable<Int>.interval(.milliseconds(20), scheduler: scheduler).map { "a\($0)" },
            Observable<Int>.interval(.milliseconds(30), scheduler: scheduler).map { "b\($0)" }
        )
        .subscribe(observer)
        scheduler.advance(to: 60)
        subscription.dispose()
        let times = observer.events.map(\.time)
        expectEqual(times, [20, 30, 40, 60, 60])
        expectEqual(observer.elements.prefix(3), ["a0", "b0", "a1"])
        expectEqual(Set(observer.elements.suffix(2)), ["a2", "b1"])
    }

    @MainActor
    @Test("a driver and a signal of an interval")
    func driverAndSignal() {
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let bag = DisposeBag()
        Driver<Int>.interval(.milliseconds(10), scheduler: scheduler).drive(states).disposed(by: bag)
        Signal<Int>.interval(.milliseconds(20), scheduler: scheduler).emit(to: news).disposed(by: bag)
        scheduler.advance(to: 45)
        bag.dispose()
        expectEqual(states.events, [.next(10, 0), .next(20, 1), .next(30, 2), .next(40, 3)])
        expectEqual(news.events, [.next(20, 0), .next(40, 1)])
        #expect(scheduler.hasNothingLeft())
    }
}
