import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

/// The behavior of this library according to the table "Smaller differences" in Documentation/ComingFromRxSwift.md, row
/// by row.
@Suite("Where it differs from RxSwift")
struct RxSwiftDifferencesTests {
    @Test("combineLatest completes when an input completes without a value")
    func combineLatest() {
        let (empty, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let seen = Recorder<String>()
        let subscription = Observable.combineLatest(empty, other) { "\($0) \($1)" }.subscribe(seen)
        other.onNext(1)
        empty.onCompleted()
        #expect(seen.isCompleted)
        #expect(!other.hasObservers)
        subscription.dispose()
    }

    @Test("zip completes when an input has completed and its values are used up")
    func zip() {
        let (short, long) = (PublishSubject<Int>(), PublishSubject<Int>())
        let seen = Recorder<Int>()
        let subscription = Observable.zip(short, long) { $0 + $1 }.subscribe(seen)
        short.onNext(1)
        short.onCompleted()
        #expect(!seen.isCompleted)
        long.onNext(2)
        expectEqual(seen.elements, [3])
        #expect(seen.isCompleted)
        subscription.dispose()
    }

    @Test("skip(until:) completes with its source, open or not")
    func skipUntil() {
        let source = PublishSubject<Int>()
        let seen = Recorder<Int>()
        let subscription = source.skip(until: Observable<Int>.never()).subscribe(seen)
        source.onCompleted()
        #expect(seen.isCompleted)
        subscription.dispose()
    }

    @Test("of and from send all that they have when they are subscribed to")
    func creation() {
        let seen = Recorder<String>()
        let subscription = Observable.merge(Observable.of("a1", "a2"), Observable.from(["b1", "b2"])).subscribe(seen)
        expectEqual(seen.elements, ["a1", "a2", "b1", "b2"])
        subscription.dispose()
    }

    @Test("catch and retry dispose of the sequence that failed before they subscribe to the next one")
    func catchAndRetry() {
        let log = Recorder<String>()
        let source = PublishSubject<Int>()
        let failing = Observable<Int>.create { observer in
            log.onNext("failing")
            let subscription = source.subscribe(observer)
            return Disposables.create {
                subscription.dispose()
                log.onNext("disposed")
            }
        }
        let next = Observable<Int>.deferred {
            log.onNext("next")
            return .just(1)
        }
        let caught = failing.catch { _ in next }.subscribe(onNext: { log.onNext("\($0)") })
        let retried = failing.retry(2).subscribe(onError: { _ in })
        expectEqual(log.elements, ["failing", "failing"])
        source.onError(TestError("failed"))
        expectEqual(log.elements.prefix(5), ["failing", "failing", "disposed", "next", "1"])
        expectEqual(log.elements.dropFirst(5).prefix(2), ["disposed", "failing"])
        caught.dispose()
        retried.dispose()
    }

    @Test("concat makes the sequences of a lazy collection when it is called")
    func concat() {
        let made = Recorder<Int>()
        let numbers = [1, 2].lazy.map { number in
            made.onNext(number)
            return Observable.just(number)
        }
        let all = Observable.concat(numbers)
        expectEqual(made.elements, [1, 2])
        let seen = Recorder<Int>()
        let subscription = all.subscribe(seen)
        expectEqual(seen.elements, [1, 2])
        subscription.dispose()
    }

    @Test("subscribe(on:) disposes on the thread that disposes, at once")
    func subscribeOn() {
        let isDisposed = Counter()
        let scheduler = TestScheduler()
        let subscription = Observable<Int>.create { _ in Disposables.create { isDisposed.add() } }
            .subscribe(on: scheduler).subscribe()
        scheduler.start()
        subscription.dispose()
        expectEqual(isDisposed.value, 1)
    }

    @Test("a driver subscribes to its source on the main actor")
    @MainActor
    func drivers() async {
        let isMainActor = Recorder<Bool>()
        let driver = Observable<Int>.deferred {
            isMainActor.onNext(MainScheduler.isCurrent)
            return .just(1)
        }.asDriver(onErrorJustReturn: 0)
        let bag = DisposeBag()
        onAnotherThread { bag.insert(driver.drive()) }
        #expect(isMainActor.elements.isEmpty)
        await eventually { isMainActor.elements == [true] }
        bag.dispose()
    }

    @Test("an action that is scheduled on MainScheduler.instance from inside of another runs at once")
    @MainActor
    func nestedActions() {
        let log = Recorder<String>()
        let outer = MainScheduler.instance.schedule {
            log.onNext("outer")
            let inner = MainScheduler.instance.schedule { log.onNext("inner") }
            log.onNext("done")
            inner.dispose()
        }
        expectEqual(log.elements, ["outer", "inner", "done"])
        outer.dispose()
    }

    @Test("a source is not subscribed to where an input ends the whole at once")
    func endedAtOnce() {
        let subscriptions = Counter()
        let source = Observable<Int>.deferred {
            subscriptions.add()
            return .never()
        }
        let seen = Recorder<Int>()
        let subscription = source.take(until: Observable.just(1)).subscribe(seen)
        #expect(seen.isCompleted)
        expectEqual(subscriptions.value, 0)
        subscription.dispose()
    }

    @Test("values come to their end where the task is cancelled")
    func values() async throws {
        let source = BehaviorRelay(value: 1)
        let reader = Task { () -> [Int] in
            var seen: [Int] = []
            for try await number in source.values {
                seen.append(number)
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return seen
        }
        #expect(try await reader.value == [1])
    }
}
