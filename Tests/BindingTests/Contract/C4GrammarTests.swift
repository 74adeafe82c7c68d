import Binding
import TestSupport
import Testing

@Suite("C4 Grammar")
struct C4GrammarTests {
    static let ends: [Event<Int>] = [.completed, .error(TestError())]

    @Test("C4: nothing comes after the end", arguments: ends)
    func nothingAfterTheEnd(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.map { $0 + 1 }.subscribe(recorder)
        subject.onNext(1)
        subject.on(end)
        subject.onNext(2)
        subject.on(.completed)
        subject.on(.error(TestError("late")))
        expectEqual(recorder.elements, [2])
        expectEqual(recorder.count, 2)
        expectEqual(recorder.events.last?.isStopEvent, true)
        expectEqual(recorder.error as? TestError, end.error as? TestError)
        subscription.dispose()
    }

    @Test("C4: an end during the subscription is over when the call that brought it returns")
    func endDuringSubscription() {
        let log = Recorder<String>()
        let source = Observable<Int>.create { observer in
            observer.onCompleted()
            log.onNext("returned")
            return Disposables.create { log.onNext("cleaned up") }
        }
        _ = source.subscribe(onCompleted: { log.onNext("completed") }, onDisposed: { log.onNext("disposed") })
        expectEqual(log.elements, ["completed", "disposed", "returned", "cleaned up"])
    }

    @Test("C4: the end releases the observer and what its subscription held", arguments: ends)
    func endReleases(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        weak var weakToken: Counter?
        let subscription: any Disposable
        do {
            let token = Counter()
            weakToken = token
            subscription = subject.map { $0 + token.value }.subscribe(
                onNext: { _ in token.add() }, onError: { _ in token.add() }, onCompleted: { token.add() })
        }
        subject.onNext(1)
        expectEqual(weakToken?.value, 1)
        subject.on(end)
        #expect(weakToken == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test("C4: disposing releases the observer and what its subscription held")
    func disposalReleases() {
        let relay = BehaviorRelay(value: 0)
        weak var weakToken: Counter?
        let subscription: any Disposable
        do {
            let token = Counter()
            weakToken = token
            subscription = relay.map { $0 + token.value }.subscribe(onNext: { _ in token.add() })
        }
        #expect(weakToken != nil)
        subscription.dispose()
        #expect(weakToken == nil)
    }

    @Test("C4: an observer that comes after the end gets that, and nothing else", arguments: ends)
    func afterTheEnd(end: Event<Int>) {
        let subject = PublishSubject<Int>()
        let behavior = BehaviorSubject(value: 1)
        subject.on(end)
        behavior.on(end)
        subject.onNext(2)
        behavior.onNext(2)
        for source in [subject.asObservable(), behavior.asObservable()] {
            let recorder = Recorder<Int>()
            source.subscribe(recorder).dispose()
            expectEqual(recorder.count, 1)
            expectEqual(recorder.events.last?.isStopEvent, true)
        }
    }

    @Test("C4: a source that goes on after its end is not believed")
    func createKeepsTheGrammar() {
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            observer.onError(TestError())
            return Disposables.create()
        }.subscribe(recorder)
        expectEqual(recorder.elements, [1])
        expectEqual(recorder.count, 2)
        subscription.dispose()
    }

    @Test("C4: an observer type of another module keeps the grammar, too")
    func customSource() {
        struct Careless: ObservableType {
            typealias Element = Int

            func subscribe(_ observer: some ObserverType<Int>) -> any Disposable {
                observer.onNext(1)
                observer.onError(TestError())
                observer.onNext(2)
                return Disposables.create()
            }
        }
        let recorder = Recorder<Int>()
        let subscription = Careless().map { $0 * 2 }.subscribe(recorder)
        expectEqual(recorder.elements, [2])
        expectEqual(recorder.error as? TestError, TestError())
        subscription.dispose()
    }
}
