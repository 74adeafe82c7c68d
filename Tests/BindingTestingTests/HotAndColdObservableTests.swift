import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("Hot and cold sources")
struct HotAndColdObservableTests {
    private let scheduler = TestScheduler()

    @Test("a hot one sends at its own times: who comes late has missed what was before")
    func hot() {
        let source = scheduler.createHotObservable([.next(10, "a"), .next(20, "b"), .completed(30)])
        let early = scheduler.createObserver(String.self)
        let late = scheduler.createObserver(String.self)
        _ = source.subscribe(early)
        scheduler.schedule(at: 15) { _ = source.subscribe(late) }
        scheduler.start()
        expectEqual(early.events, [.next(10, "a"), .next(20, "b"), .completed(30)])
        expectEqual(late.events, [.next(20, "b"), .completed(30)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 30), SubscriptionPeriod(15, 30)])
    }

    @Test("a hot one that has ended says nothing to who comes then, as RxTest's", arguments: [true, false])
    func hotAfterTheEnd(_ fails: Bool) {
        let source = scheduler.createHotObservable([
            .next(10, 1), fails ? .error(20, PlainError(text: "a")) : .completed(20),
        ])
        let early = scheduler.createObserver(Int.self)
        _ = source.subscribe(early)
        scheduler.advance(to: 25)
        let late = scheduler.createObserver(Int.self)
        let subscription = source.subscribe(late)
        scheduler.advance(to: 30)
        expectEqual(early.events.count, 2)
        #expect(late.events.isEmpty)
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 20), SubscriptionPeriod(25)])
        subscription.dispose()
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 20), SubscriptionPeriod(25, 30)])
    }

    @Test("both know the events that they were given")
    func recordedEvents() {
        let events: [Recorded<Event<Int>>] = Recorded.events(.next(10, 1), .completed(20))
        expectEqual(events, [.next(10, 1), .completed(20)])
        expectEqual(Recorded.events(events), events)
        expectEqual(scheduler.createHotObservable(events).recordedEvents, events)
        expectEqual(scheduler.createColdObservable(events).recordedEvents, events)
    }

    @Test("a hot one sends, at once when the time moves, what it should have sent before")
    func hotInThePast() {
        scheduler.advance(to: 50)
        let source = scheduler.createHotObservable([.next(10, 1), .next(60, 2)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(50, 1), .next(60, 2)])
    }

    @Test("a cold one sends each observer all, counted from its subscription")
    func cold() {
        let source = scheduler.createColdObservable([.next(10, "a"), .next(20, "b"), .completed(20)])
        let early = scheduler.createObserver(String.self)
        let late = scheduler.createObserver(String.self)
        _ = source.subscribe(early)
        scheduler.advance(to: 15)
        _ = source.asObservable().subscribe(late)
        scheduler.start()
        expectEqual(early.events, [.next(10, "a"), .next(20, "b"), .completed(20)])
        expectEqual(late.events, [.next(25, "a"), .next(35, "b"), .completed(35)])
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 20), SubscriptionPeriod(15, 35)])
    }

    @Test("a cold one sends what is due at zero when the time moves, not during the subscription")
    func coldAtOnce() {
        let source = scheduler.createColdObservable([.next(0, 1), .error(0, PlainError(text: "a"))])
        let observer = scheduler.createObserver(Int.self)
        _ = source.subscribe(observer)
        #expect(observer.events.isEmpty)
        scheduler.advance(by: 0)
        expectEqual(observer.events, [.next(0, 1), .error(0, PlainError(text: "a"))])
        expectEqual(source.subscriptions, [SubscriptionPeriod(0, 0)])
    }

    @Test("without events both are silent, and nothing is scheduled")
    func silent() {
        let observer = scheduler.createObserver(Int.self)
        let hot = scheduler.createHotObservable([Recorded<Event<Int>>]())
        let cold = scheduler.createColdObservable([Recorded<Event<Int>>]())
        let bag = DisposeBag()
        hot.subscribe(observer).disposed(by: bag)
        cold.subscribe(observer).disposed(by: bag)
        scheduler.start()
        expectEqual(scheduler.clock, 0)
        #expect(observer.events.isEmpty)
        expectEqual(hot.subscriptions, [SubscriptionPeriod(0)])
        expectEqual(cold.subscriptions, [SubscriptionPeriod(0)])
    }

    @Test("disposal ends the period, and the events that are left do not come")
    func disposal() {
        let hot = scheduler.createHotObservable([.next(10, 1), .next(20, 2), .completed(30)])
        let cold = scheduler.createColdObservable([.next(10, 3), .next(20, 4), .completed(30)])
        let observer = scheduler.createObserver(Int.self)
        let all = Disposables.create(hot.subscribe(observer), cold.subscribe(observer))
        expectEqual(hot.subscriptions, [SubscriptionPeriod(0)])
        scheduler.advance(to: 15)
        all.dispose()
        all.dispose()
        expectEqual(hot.subscriptions, [SubscriptionPeriod(0, 15)])
        expectEqual(cold.subscriptions, [SubscriptionPeriod(0, 15)])
        scheduler.advance(to: 100)
        expectEqual(observer.events, [.next(10, 1), .next(10, 3)])
        expectEqual(hot.subscriptions, [SubscriptionPeriod(0, 15)])
    }

    @Test("disposal calls off what a cold source has scheduled")
    func disposalCallsOff() {
        let cold = scheduler.createColdObservable([.next(10, 3), .completed(30)])
        cold.subscribe(scheduler.createObserver(Int.self)).dispose()
        scheduler.start()
        expectEqual(scheduler.clock, 0)
    }

    @Test("the periods of an operator's subscriptions can be seen")
    func throughAnOperator() {
        let outer = scheduler.createHotObservable([.next(10, 1), .next(25, 2), .completed(60)])
        let inner = scheduler.createColdObservable([.next(10, "x"), .next(20, "y"), .completed(30)])
        let observer = scheduler.createObserver(String.self)
        _ = outer.asObservable().flatMapLatest { _ in inner }.subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(20, "x"), .next(35, "x"), .next(45, "y"), .completed(60)])
        expectEqual(inner.subscriptions, [SubscriptionPeriod(10, 25), SubscriptionPeriod(25, 55)])
    }

    @Test("periods compare and read well")
    func periods() {
        #expect(SubscriptionPeriod(1) != SubscriptionPeriod(1, 2))
        #expect(SubscriptionPeriod(1, 2) != SubscriptionPeriod(0, 2))
        expectEqual("\(SubscriptionPeriod(1, 2))", "1...2")
        expectEqual("\(SubscriptionPeriod(1))", "1...")
    }
}
