import Binding
import TestSupport
import Testing

@Suite("AsyncSubject")
struct AsyncSubjectTests {
    @Test("hands on the last value when it completes, to early and to late observers")
    func lastValue() {
        let subject = AsyncSubject<Int>()
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = subject.subscribe(early)
        subject.onNext(1)
        subject.onNext(2)
        #expect(early.events.isEmpty)
        subject.onCompleted()
        subject.onNext(3)
        subject.onCompleted()
        subject.onError(TestError())
        _ = subject.asObservable().subscribe(late)
        expectEqual(early.log, ["next(2)", "completed"])
        expectEqual(late.log, ["next(2)", "completed"])
    }

    @Test("completes without a value where there was none")
    func empty() {
        let subject = AsyncSubject<Int?>()
        let (early, late) = (Recorder<Int?>(), Recorder<Int?>())
        _ = subject.subscribe(early)
        subject.onCompleted()
        _ = subject.subscribe(late)
        expectEqual(early.log, ["completed"])
        expectEqual(late.log, ["completed"])
    }

    @Test("a nil is a value like any other")
    func nilAsValue() {
        let subject = AsyncSubject<Int?>()
        let recorder = Recorder<Int?>()
        _ = subject.subscribe(recorder)
        subject.onNext(1)
        subject.onNext(nil)
        subject.onCompleted()
        expectEqual(recorder.log, ["next(nil)", "completed"])
    }

    @Test("an error comes without a value")
    func error() {
        let subject = AsyncSubject<Int>()
        let (early, late) = (Recorder<Int>(), Recorder<Int>())
        _ = subject.subscribe(early)
        subject.onNext(1)
        subject.onError(TestError())
        subject.onCompleted()
        _ = subject.subscribe(late)
        expectEqual(early.log, ["error(TestError(test))"])
        expectEqual(late.log, ["error(TestError(test))"])
    }

    @Test("C9: an observer that disposes at the value does not get the end; one that has left before gets nothing")
    func disposal() {
        let subject = AsyncSubject<Int>()
        let cut = recording(subject.asObservable(), disposingAfter: 1)
        let gone = Recorder<Int>()
        subject.subscribe(gone).dispose()
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(cut.log, ["next(1)"])
        #expect(gone.events.isEmpty)
    }

    @Test("an observer that subscribes, and sends, from inside the value")
    func inside() {
        let subject = AsyncSubject<Int>()
        let (outer, inner) = (Recorder<Int>(), Recorder<Int>())
        _ = subject.subscribe { (event: Event<Int>) in
            outer.on(event)
            guard case .next = event else { return }
            _ = subject.subscribe(inner)
            subject.onNext(9)
            subject.onCompleted()
        }
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(outer.log, ["next(1)", "completed"])
        expectEqual(inner.log, ["next(1)", "completed"])
    }

    @Test("releases the values that it does not pass on")
    func memory() {
        let living = Counter()
        let subject = AsyncSubject<Witness>()
        subject.onNext(Witness(living))
        subject.onNext(Witness(living))
        expectEqual(living.value, 1)
        subject.onError(TestError())
        expectEqual(living.value, 0)
    }

    @Test("ended on several threads, it ends once, with the last value of one of them")
    func threads() {
        for _ in 0..<100 {
            let subject = AsyncSubject<Int>()
            let recorders = (0..<4).map { _ in Recorder<Int>() }
            onThreads(4) { thread in
                _ = subject.subscribe(recorders[thread])
                subject.onNext(thread)
                subject.onCompleted()
            }
            let value = recorders[0].elements.first
            for recorder in recorders {
                expectEqual(recorder.elements, [value])
                #expect(recorder.count == 2 && recorder.isCompleted)
            }
        }
    }
}
