import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("TestScheduler.start, sleep")
struct StartTests {
    private let scheduler = TestScheduler()

    @Test("makes the source at 100, subscribes at 200 and disposes at 1000, unless said")
    func defaults() {
        let source = scheduler.createHotObservable([
            .next(150, 1), .next(199, 2), .next(201, 3), .next(999, 4), .next(1_001, 5),
        ])
        var created: Int?
        let observer = scheduler.start {
            created = scheduler.clock
            return source.map { $0 * 10 }
        }
        expectEqual(created, 100)
        expectEqual(observer.events, [.next(201, 30), .next(999, 40)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(200, 1_000)])
    }

    @Test("at other times")
    func times() {
        let source = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .next(30, 3), .completed(40)])
        var created: Int?
        let observer = scheduler.start(created: 5, subscribed: 7, disposed: 30) {
            created = scheduler.clock
            return source
        }
        expectEqual(created, 5)
        expectEqual(observer.events, [.next(17, 1), .next(27, 2)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(7, 30)])
    }

    @Test("only the disposal at another time")
    func disposedTime() {
        let source = scheduler.createColdObservable([.next(10, "a"), .next(20, "b")])
        let observer = scheduler.start(disposed: 215) { source }
        expectEqual(observer.events, [.next(210, "a")])
    }

    @Test("a source that ends by itself")
    func end() {
        let source = scheduler.createHotObservable([.next(210, 2), .completed(230)])
        let observer = scheduler.start { source }
        expectEqual(observer.events, [.next(210, 2), .completed(230)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(200, 230)])
        expectEqual(scheduler.clock, 1_000)
    }

    @Test("an interval ends with the disposal")
    func interval() {
        let observer = scheduler.start {
            Observable<Int>.interval(.milliseconds(300), scheduler: scheduler)
        }
        expectEqual(observer.events, [.next(500, 0), .next(800, 1)])
    }

    @Test("a driver is a source as well")
    @MainActor
    func driver() {
        let source = scheduler.createHotObservable([.next(210, 1), .error(220, PlainError(text: "a"))])
        let observer = scheduler.start { source.asDriver(onErrorJustReturn: 0) }
        expectEqual(observer.events, [.next(210, 1), .next(220, 0), .completed(220)])
    }

    @Test("what is due at the same time and was scheduled before comes first; what the source schedules, after")
    func sameTime() {
        let hot = scheduler.createHotObservable([.next(200, 1), .next(300, 2)])
        let cold = scheduler.createColdObservable([.next(0, 3), .next(100, 4)])
        let observer = scheduler.start(disposed: 300) { Observable.merge(hot.asObservable(), cold.asObservable()) }
        expectEqual(observer.events, [.next(200, 3), .next(300, 2)])
    }

    @Test("where a time has passed, the current one is taken; three times alike are three steps in order")
    func past() {
        scheduler.advance(to: 500)
        let source = scheduler.createColdObservable([.next(100, 1), .next(600, 2)])
        let observer = scheduler.start { source }
        expectEqual(observer.events, [.next(600, 1)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(500, 1_000)])
        let none = scheduler.start(created: 0, subscribed: 0, disposed: 0) { source }
        #expect(none.events.isEmpty)
        expectEqual(source.subscriptions.last, SubscriptionPeriod(1_000, 1_000))
    }

    @Test("a closure may move the time itself")
    func nested() {
        let source = scheduler.createHotObservable([.next(250, 1), .next(350, 2)])
        let observer = scheduler.start {
            scheduler.advance(to: 300)
            return source
        }
        expectEqual(observer.events, [.next(350, 2)])
    }

    @Test("the observer notes what comes after start, too, if anything does")
    func twice() {
        let first = scheduler.start { scheduler.createColdObservable([.next(1, 1)]) }
        expectEqual(first.events, [.next(201, 1)])
        let second = scheduler.start(created: 1_100, subscribed: 1_200, disposed: 1_300) {
            scheduler.createColdObservable([.next(1, 1)])
        }
        expectEqual(second.events, [.next(1_201, 1)])
    }

    @Test("sleep moves the time and runs nothing; what has come due runs at the next move")
    func sleep() {
        let log = Log()
        for time in [10, 20, 40] { scheduler.scheduleAt(time) { [scheduler] in log("\(time) at \(scheduler.clock)") } }
        scheduler.advanceTo(10)
        scheduler.sleep(20)
        expectEqual(scheduler.clock, 30)
        expectEqual(log.lines, ["10 at 10"])
        scheduler.sleep(-5)
        expectEqual(scheduler.clock, 30)
        scheduler.start()
        expectEqual(log.lines, ["10 at 10", "20 at 30", "40 at 40"])
    }
}
