import Binding
import TestSupport
import Testing

/// `flatMapLatest` among relays and subjects, which it observes from one place that goes from one to the next.
@MainActor
@Suite("flatMapLatest among relays and subjects")
struct SwitchingSourcesTests {
    @Test("the one before is released, whoever holds the subscription", arguments: [true, false])
    func latest(_ isHeld: Bool) {
        let outer = PublishRelay<Int>()
        let inners = [BehaviorRelay(value: "a"), BehaviorRelay(value: "b")]
        let recorder = Recorder<String>()
        var subscription: (any Disposable)? = outer.flatMapLatest { inners[$0] }.subscribe(recorder)
        if !isHeld { subscription = nil }
        outer.accept(0)
        outer.accept(1)
        inners[0].accept("not seen")
        inners[1].accept("c")
        outer.accept(1)
        outer.accept(0)
        expectEqual(recorder.log, ["next(a)", "next(b)", "next(c)", "next(c)", "next(not seen)"])
        expectEqual(inners.map(\.hasObservers), [true, false])
        subscription?.dispose()
        expectEqual(inners[0].hasObservers, !isHeld)
    }

    @Test("in turn with sequences that are neither")
    func inTurn() {
        let outer = PublishSubject<Int>()
        let relay = BehaviorRelay(value: 0)
        let cold = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapLatest { $0 == 0 ? relay.asObservable() : cold.asObservable() }
            .subscribe(recorder)
        for value in [0, 1, 1, 0, 1] {
            outer.onNext(value)
            #expect(relay.hasObservers == (value == 0))
            expectEqual(cold.observers, value)
        }
        cold.send(7)
        relay.accept(8)
        outer.onNext(0)
        cold.send(9)
        expectEqual(recorder.elements, [0, 0, 7, 8])
        subscription.dispose()
        #expect(!relay.hasObservers)
        expectEqual(cold.observers, 0)
    }

    @Test("one that has completed is released, and the result ends with it and the outer", arguments: [true, false])
    func completion(_ isOuterFirst: Bool) {
        let outer = PublishSubject<Int>()
        let inners = Shared([PublishSubject<Int>(), PublishSubject<Int>()])
        weak let last = inners.value[1]
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapLatest { inners.value[$0] }.subscribe(recorder)
        outer.onNext(0)
        outer.onNext(1)
        inners.value[0].onCompleted()
        inners.value[1].onNext(5)
        if isOuterFirst { outer.onCompleted() }
        inners.value[1].onCompleted()
        inners.value = []
        #expect(last == nil)
        expectEqual(recorder.isCompleted, isOuterFirst)
        outer.onCompleted()
        expectEqual(recorder.log, ["next(5)", "completed"])
        subscription.dispose()
    }

    @Test("one that had ended before: its end counts as if it came now")
    func endedBefore() {
        let completed = PublishSubject<Int>()
        completed.onCompleted()
        let failed = BehaviorSubject(value: 1)
        failed.onError(TestError())
        let replaying = ReplaySubject<Int>.create(bufferSize: 2)
        for number in 1...3 { replaying.onNext(number) }
        replaying.onCompleted()
        let outer = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription =
            outer
            .flatMapLatest { [completed.asObservable(), replaying.asObservable(), failed.asObservable()][$0] }
            .subscribe(recorder)
        for index in [0, 1, 0, 2] { outer.onNext(index) }
        expectEqual(recorder.log, ["next(2)", "next(3)", "error(TestError(test))"])
        #expect(!outer.hasObservers)
        subscription.dispose()
    }

    @Test("an inner one can be left while it delivers a value, and is not heard any more then")
    func leftWhileDelivering() {
        let outer = PublishRelay<Int>()
        let inners = [BehaviorRelay(value: 0), BehaviorRelay(value: 1)]
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapLatest { inners[$0] }
            .subscribe(onNext: { value in
                recorder(value)
                guard value == 10 else { return }
                outer.accept(1)
                expectEqual(inners.map(\.hasObservers), [false, true])
                inners[0].accept(7)
            })
        outer.accept(0)
        inners[0].accept(10)
        inners[0].accept(11)
        expectEqual(recorder.elements, [0, 10, 1])
        subscription.dispose()
    }

    @Test("a value that the outer one is sent while it delivers one waits until that is subscribed to")
    func sentWhileSubscribing() {
        let outer = PublishRelay<Int>()
        let inners = (0..<4).map { BehaviorRelay(value: $0) }
        let recorder = Recorder<Int>()
        let subscription = outer.flatMapLatest { inners[$0] }
            .subscribe(onNext: { value in
                recorder(value)
                if value < 3 { outer.accept(value + 1) }
            })
        outer.accept(0)
        expectEqual(recorder.elements, [0, 1, 2, 3])
        expectEqual(inners.map(\.hasObservers), [false, false, false, true])
        subscription.dispose()
    }

    @Test("C9: nothing comes after a disposal from inside, and nothing is kept")
    func disposal() {
        let outer = PublishRelay<Int>()
        let inner = BehaviorRelay(value: 0)
        let recorder = recording(outer.flatMapLatest { _ in inner }, disposingAfter: 2)
        outer.accept(1)
        inner.accept(1)
        inner.accept(2)
        outer.accept(2)
        expectEqual(recorder.log, ["next(0)", "next(1)"])
        #expect(!inner.hasObservers)
        #expect(!outer.hasObservers)
    }

    @Test("C10: the subscription keeps the one that counts alive, and no other", arguments: [true, false])
    func keeping(_ isHeld: Bool) {
        let outer = PublishRelay<Int>()
        let inners = Shared([BehaviorRelay(value: 0), BehaviorRelay(value: 1)])
        weak let first = inners.value[0]
        weak let second = inners.value[1]
        let recorder = Recorder<Int>()
        var subscription: (any Disposable)? = outer.flatMapLatest { inners.value[$0] }.subscribe(recorder)
        if !isHeld { subscription = nil }
        outer.accept(0)
        outer.accept(1)
        inners.value = []
        #expect(first == nil)
        #expect((second != nil) == isHeld)
        second?.accept(2)
        expectEqual(recorder.elements, [0, 1] + (isHeld ? [2] : []))
        withExtendedLifetime(subscription) {}
        subscription = nil
        #expect(second == nil)
    }

    #if DEBUG
        @Test("C7: switching back and forth keeps nothing, whoever holds the subscription", arguments: [true, false])
        func nothingIsKept(_ isHeld: Bool) {
            let objects = LiveObjects()
            let outer = PublishRelay<Int>()
            let inners = [BehaviorRelay(value: 0), BehaviorRelay(value: 1)]
            let recorder = Recorder<Int>()
            objects.counting {
                var subscription: (any Disposable)? = outer.flatMapLatest { inners[$0 % 2] }.subscribe(recorder)
                if !isHeld { subscription = nil }
                let before = objects.living
                for number in 0..<1_000 { outer.accept(number) }
                let new = objects.living.map { $1 - (before[$0] ?? 0) }.reduce(0, +)
                #expect(new < 10)
                withExtendedLifetime(subscription) {}
            }
            expectEqual(recorder.count, 1_000)
        }
    #endif

    @Test("C3: switches, values and completions from 3 threads: the last one counts, and all others are released")
    func threads() {
        for _ in 0..<200 {
            let inners = (0..<20).map { _ in PublishSubject<Int>() }
            let outer = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = outer.flatMapLatest { inners[$0] }.subscribe(recorder)
            onThreads(3) { thread in
                switch thread {
                case 0: for index in inners.indices { outer.onNext(index) }
                case 1: for (index, inner) in inners.enumerated() { inner.onNext(index) }
                default: for inner in inners.dropLast() { inner.onCompleted() }
                }
            }
            expectEqual(recorder.elements, recorder.elements.sorted(), "none comes after one of a later sequence")
            expectEqual(inners.map(\.hasObservers), Array(repeating: false, count: 19) + [true])
            outer.onCompleted()
            inners[19].onNext(100)
            inners[19].onCompleted()
            expectEqual(recorder.log.suffix(2), ["next(100)", "completed"])
            subscription.dispose()
        }
    }

    @Test("C3: the same one again, while it completes on another thread, completes the result")
    func sameAgain() {
        for _ in 0..<500 {
            let inner = PublishSubject<Int>()
            let outer = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let subscription = outer.flatMapLatest { _ in inner }.subscribe(recorder)
            outer.onNext(0)
            onThreads(2) { thread in
                if thread == 0 { inner.onCompleted() } else { for _ in 0..<5 { outer.onNext(0) } }
            }
            outer.onCompleted()
            expectEqual(recorder.log, ["completed"])
            subscription.dispose()
        }
    }

    @Test("C9: a disposal on another thread, in the midst of switching, leaves nothing observed")
    func disposalElsewhere() {
        for _ in 0..<500 {
            let inners = [BehaviorRelay(value: 0), BehaviorRelay(value: 1)]
            let outer = PublishRelay<Int>()
            let subscription = Shared<(any Disposable)?>(
                outer.flatMapLatest { inners[$0 % 2] }.subscribe(Recorder<Int>()))
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 0..<10 { outer.accept(number) }
                } else {
                    subscription.value?.dispose()
                }
            }
            #expect(!inners[0].hasObservers)
            #expect(!inners[1].hasObservers)
            #expect(!outer.hasObservers)
        }
    }

    @Test("of drivers, switched while another thread sets them: the main actor is handed the latest of the last one")
    func drivers() async {
        let outer = BehaviorRelay(value: 0)
        let inners = [BehaviorRelay(value: 0), BehaviorRelay(value: 1_000)]
        let recorder = Recorder<Int>()
        let subscription = outer.asDriver().flatMapLatest { inners[$0 % 2].asDriver() }.drive(recorder)
        await Task.detached {
            for number in 1...300 {
                inners[0].accept(number)
                outer.accept(number)
                inners[1].accept(1_000 + number)
            }
        }.value
        outer.accept(1)
        await eventually { recorder.elements.last == 1_300 }
        outer.accept(0)
        await eventually { recorder.elements.last == 300 }
        expectEqual(inners.map(\.hasObservers), [true, false])
        subscription.dispose()
    }
}
