import Binding
import BindingTesting
import TestSupport
import Testing

@Suite("TestableObserver")
struct TestableObserverTests {
    @Test("notes each event with the scheduler's time")
    func events() {
        let scheduler = TestScheduler()
        let observer = scheduler.createObserver(String.self)
        #expect(observer.events.isEmpty)
        let subject = PublishSubject<String>()
        _ = subject.subscribe(observer)
        subject.onNext("a")
        scheduler.advance(by: 20)
        subject.onNext("b")
        subject.onNext("c")
        scheduler.schedule(at: 25) { subject.onCompleted() }
        scheduler.advance(to: 100)
        expectEqual(observer.events, [.next(0, "a"), .next(20, "b"), .next(20, "c"), .completed(25)])
        expectEqual(observer.elements, ["a", "b", "c"])
    }

    @Test("notes an error, and any event that it is handed directly")
    func errors() {
        let scheduler = TestScheduler(initialClock: 4)
        let observer = scheduler.createObserver(Int.self)
        _ = Observable<Int>.error(PlainError(text: "a")).subscribe(observer)
        observer.onNext(1)
        expectEqual(observer.events, [.error(4, PlainError(text: "a")), .next(4, 1)])
        expectEqual(observer.elements, [1])
    }

    @Test("one observer of two sources keeps the order in which they sent")
    func twoSources() {
        let scheduler = TestScheduler()
        let observer = scheduler.createObserver(Int.self)
        let hot = scheduler.createHotObservable([.next(10, 1), .next(30, 3)])
        let cold = scheduler.createColdObservable([.next(20, 2), .completed(20)])
        _ = hot.subscribe(observer)
        _ = cold.subscribe(observer)
        scheduler.start()
        expectEqual(observer.events, [.next(10, 1), .next(20, 2), .completed(20), .next(30, 3)])
    }

    @MainActor
    @Test("a driver and a signal can be observed, too")
    func driver() {
        let scheduler = TestScheduler()
        let states = scheduler.createObserver(Int.self)
        let news = scheduler.createObserver(Int.self)
        let relay = BehaviorRelay(value: 1)
        let published = PublishRelay<Int>()
        let bag = DisposeBag()
        relay.asDriver().drive(states).disposed(by: bag)
        published.asSignal().emit(to: news).disposed(by: bag)
        scheduler.advance(by: 5)
        relay.accept(2)
        published.accept(3)
        expectEqual(states.events, [.next(0, 1), .next(5, 2)])
        expectEqual(news.events, [.next(5, 3)])
    }
}
