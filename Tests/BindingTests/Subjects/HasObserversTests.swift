import Binding
import TestSupport
import Testing

@MainActor
@Suite("hasObservers, SubjectType")
struct HasObserversTests {
    @Test("says whether anybody observes")
    func hasObservers() {
        func check(
            _ source: some ObservableType<Int>, sourceLocation: SourceLocation = #_sourceLocation,
            _ hasObservers: () -> Bool
        ) {
            #expect(!hasObservers(), sourceLocation: sourceLocation)
            let first = source.subscribe(onNext: { _ in })
            let second = source.asObservable().map { $0 }.subscribe(onNext: { _ in })
            #expect(hasObservers(), sourceLocation: sourceLocation)
            first.dispose()
            #expect(hasObservers(), sourceLocation: sourceLocation)
            second.dispose()
            #expect(!hasObservers(), sourceLocation: sourceLocation)
        }
        let behavior = BehaviorRelay(value: 1)
        let publish = PublishRelay<Int>()
        let replay = ReplayRelay<Int>.create(bufferSize: 1)
        let publishSubject = PublishSubject<Int>()
        let behaviorSubject = BehaviorSubject(value: 1)
        let replaySubject = ReplaySubject<Int>.createUnbounded()
        let asyncSubject = AsyncSubject<Int>()
        check(behavior) { behavior.hasObservers }
        check(publish) { publish.hasObservers }
        check(replay) { replay.hasObservers }
        check(publishSubject) { publishSubject.hasObservers }
        check(behaviorSubject) { behaviorSubject.hasObservers }
        check(replaySubject) { replaySubject.hasObservers }
        check(asyncSubject) { asyncSubject.hasObservers }
    }

    @Test("nobody observes what has ended; a driver's and a signal's observers count")
    func endAndTraits() {
        let subject = PublishSubject<Int>()
        _ = subject.subscribe(onNext: { _ in })
        #expect(subject.hasObservers)
        subject.onCompleted()
        #expect(!subject.hasObservers)

        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        let bag = DisposeBag()
        bag.insert(relay.asDriver().drive(onNext: { _ in }), events.asSignal().emit(onNext: { _ in }))
        #expect(relay.hasObservers && events.hasObservers)
        bag.dispose()
        #expect(!relay.hasObservers && !events.hasObservers)
    }

    @Test("a subject of any kind is an observer, of which nothing else is to be known")
    func subjectType() {
        func send(_ subject: some SubjectType<Int>) -> [String] {
            let recorder = Recorder<Int>()
            _ = subject.subscribe(recorder)
            let observer: AnyObserver<Int> = subject.asObserver()
            observer.onNext(1)
            observer.onCompleted()
            return recorder.log
        }
        expectEqual(send(PublishSubject()), ["next(1)", "completed"])
        expectEqual(send(BehaviorSubject(value: 0)), ["next(0)", "next(1)", "completed"])
        expectEqual(send(ReplaySubject.createUnbounded()), ["next(1)", "completed"])
        expectEqual(send(AsyncSubject()), ["next(1)", "completed"])
    }
}
