import Foundation
import TestSupport
import Testing

@testable import Binding

/// What comes from any thread, through operators that run there, for observers on the main actor.
@Suite("Bringing values to the main actor")
@MainActor
struct BroughtToMainActorTests {
    let bag = DisposeBag()
    let relay = PublishRelay<Int>()

    /// What reaches an observer on the main actor, the end included.
    private func events(of source: Observable<Int>) -> Recorder<String> {
        let events = Recorder<String>()
        let sink = Sink<Int>(
            isMainActor: true, next: { events("\($0)") }, stop: { events("\($0.event(as: Int.self))") })
        source.onMainActor.subscribe(sink).disposed(by: bag)
        return events
    }

    @Test("C1: a value of the main actor does not overtake one that is on its way")
    func order() async {
        var shown: [Int] = []
        relay.map { $0 * 10 }.bindOnMainActor(onNext: { shown.append($0) }).disposed(by: bag)
        relay.accept(1)
        expectEqual(shown, [10])
        onAnotherThread { [relay] in
            relay.accept(2)
            relay.accept(3)
        }
        expectEqual(shown, [10])
        relay.accept(4)
        relay.accept(5)
        expectEqual(shown, [10, 20, 30, 40, 50])
        onAnotherThread { [relay] in relay.accept(6) }
        await eventually { shown.count == 6 }
        expectEqual(shown, [10, 20, 30, 40, 50, 60])
    }

    @Test("C1: a value that the observer sends follows the one under way, from the main actor and from elsewhere")
    func reentrance() async {
        var shown: [Int] = []
        relay.map { $0 }.bindOnMainActor(onNext: { [relay] number in
            shown.append(number)
            if number % 10 > 0 { relay.accept(number - 1) }
            shown.append(-number)
        }).disposed(by: bag)
        relay.accept(2)
        expectEqual(shown, [2, -2, 1, -1, 0, 0])
        shown = []
        onAnotherThread { [relay] in relay.accept(12) }
        await eventually { shown.count == 6 }
        expectEqual(shown, [12, -12, 11, -11, 10, -10])
    }

    @Test("an error comes after the values that wait, and nothing after it", arguments: [false, true])
    func end(isSentElsewhere: Bool) async {
        let subject = PublishSubject<Int>()
        var shown: [Int] = []
        subject.map { $0 }.asDriver(onErrorJustReturn: -1)
            .drive(onNext: { shown.append($0) }, onCompleted: { shown.append(-2) }).disposed(by: bag)
        subject.onNext(1)
        onAnotherThread { subject.onNext(2) }
        if isSentElsewhere {
            onAnotherThread { subject.onError(TestError()) }
        } else {
            subject.onError(TestError())
        }
        subject.onNext(3)
        await eventually { shown.count == 4 }
        expectEqual(shown, [1, 2, -1, -2])
    }

    @Test(
        "an error that is the first thing from elsewhere; one of the main actor comes at once",
        arguments: [false, true])
    func endAlone(isSentElsewhere: Bool) async {
        let subject = PublishSubject<Int>()
        let shown = events(of: subject.map { $0 })
        subject.onNext(1)
        if isSentElsewhere {
            onAnotherThread { subject.onError(TestError()) }
            expectEqual(shown.elements, ["1"])
            await eventually { shown.count == 2 }
        } else {
            subject.onError(TestError())
        }
        expectEqual(shown.elements, ["1", "error(TestError(test))"])
    }

    @Test("an error of the main actor does not overtake a value that is on its way")
    func endBehind() {
        let subject = PublishSubject<Int>()
        let shown = events(of: subject.map { $0 })
        onAnotherThread { subject.onNext(1) }
        subject.onError(TestError())
        expectEqual(shown.elements, ["1", "error(TestError(test))"])
    }

    @Test("nothing comes once the binding has been disposed of, not even what is on its way")
    func disposal() async {
        var shown: [Int] = []
        let binding = relay.map { $0 }.bindOnMainActor(onNext: { shown.append($0) })
        relay.accept(1)
        onAnotherThread { [relay] in relay.accept(2) }
        binding.dispose()
        relay.accept(3)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        expectEqual(shown, [1])
    }

    @Test("nothing comes after the value in which the observer disposes of the binding")
    func disposalWithin() {
        var shown: [Int] = []
        let binding = SerialDisposable()
        let (first, second) = (PublishRelay<Int>(), PublishRelay<Int>())
        let numbers: Observable<Int> = .merge(first.asObservable(), second.asObservable())
        binding.disposable = numbers.flatMap { Observable.of($0, $0 + 1, $0 + 2) }.map { $0 }.bindOnMainActor(onNext: {
            shown.append($0)
            if $0 == 2 { binding.dispose() }
        })
        first.accept(1)
        second.accept(5)
        expectEqual(shown, [1, 2])
    }

    @Test("a binding that nobody holds goes on, whichever threads send", arguments: [false, true])
    func dropped(isSentElsewhereBefore: Bool) async {
        let shown = Recorder<Int>()
        do {
            let binding = relay.map { $0 }.bindOnMainActor(onNext: { shown($0) })
            relay.accept(1)
            if isSentElsewhereBefore { onAnotherThread { [relay] in relay.accept(2) } }
            withExtendedLifetime(binding) {}
        }
        if !isSentElsewhereBefore { onAnotherThread { [relay] in relay.accept(2) } }
        await eventually { shown.count == 2 }
        relay.accept(3)
        onAnotherThread { [relay] in relay.accept(4) }
        await eventually { shown.count == 4 }
        expectEqual(shown.elements, [1, 2, 3, 4])
    }

    @Test("what an observer sets because of a value belongs to one change: a combination is sent once")
    func oneChange() {
        let sum = Driver.combineLatest(
            relay.map { $0 }.asDriver(onErrorJustReturn: 0), relay.map { $0 * 10 }.asDriver(onErrorJustReturn: 0)
        ) { $0 + $1 }
        var deliveries: Set<UInt64> = []
        var shown: [Int] = []
        sum.drive(onNext: { shown.append($0) }).disposed(by: bag)
        let (one, other) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        Driver.combineLatest(one.asDriver(), other.asDriver()).drive(onNext: { shown.append($0 - $1) }).disposed(
            by: bag)
        relay.map { -$0 }.bindOnMainActor(onNext: {
            deliveries.insert(MainActorDispatcher.delivery)
            one.accept($0)
            other.accept($0)
        }).disposed(by: bag)
        shown = []
        relay.accept(1)
        relay.accept(2)
        // The two drivers of one relay are sources of their own, and do not wait for each other.
        expectEqual(shown, [11, 0, 12, 22, 0])
        #expect(deliveries.count == 2 && !deliveries.contains(0))
    }

    @Test("C3: values of several threads and of the main actor, all of them, those of each in order")
    func threads() async {
        var shown: [Int] = []
        relay.map { $0 }.bindOnMainActor(onNext: { shown.append($0) }).disposed(by: bag)
        for number in 0..<100 { relay.accept(number) }
        let (relay, isOver) = (relay, Shared(0))
        for thread in 1...2 {
            Thread.detachNewThread {
                for number in 0..<1_000 { relay.accept(thread * 10_000 + number) }
                isOver.update { $0 += 1 }
            }
        }
        for number in 100..<1_000 {
            relay.accept(number)
            if number % 100 == 0 { await Task.yield() }
        }
        await eventually { isOver.value == 2 && shown.count == 3_000 }
        for thread in 0...2 {
            expectEqual(shown.filter { $0 / 10_000 == thread }, (0..<1_000).map { thread * 10_000 + $0 })
        }
    }

    @Test("disposing releases the observer, even while a group of the source lasts")
    func releaseBesideGroup() {
        let objects = Counter()
        let groups = DisposeBag()
        let binding = relay.groupBy { $0 % 2 }.bindOnMainActor(onNext: { [witness = Witness(objects)] group in
            withExtendedLifetime(witness) {}
            group.subscribe(onNext: { _ in }).disposed(by: groups)
        })
        relay.accept(1)
        expectEqual(objects.value, 1)
        binding.dispose()
        expectEqual(objects.value, 0)
        groups.dispose()
    }

    @Test("disposing releases the observer, even after something has come from elsewhere that is on its way")
    func releaseBehind() {
        let objects = Counter()
        let binding = relay.map { $0 }.bindOnMainActor(onNext: { [witness = Witness(objects)] _ in
            withExtendedLifetime(witness) {}
        })
        onAnotherThread { [relay] in relay.accept(1) }
        expectEqual(objects.value, 1)
        binding.dispose()
        expectEqual(objects.value, 0)
    }

    @Test("disposing on the main actor releases the observer there, while another thread is in an operator")
    func releaseMeanwhile() {
        let objects = Counter()
        let (began, mayGoOn, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let slow = relay.map { number in
            began.signal()
            mayGoOn.wait()
            return number
        }
        let binding = slow.bindOnMainActor(onNext: { [witness = Witness(objects)] _ in
            withExtendedLifetime(witness) {}
        })
        Thread.detachNewThread { [relay] in
            relay.accept(1)
            isDone.signal()
        }
        began.wait()
        binding.dispose()
        expectEqual(objects.value, 0)
        mayGoOn.signal()
        isDone.wait()
    }
}
