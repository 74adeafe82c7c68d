import Binding
import TestSupport
import Testing

@MainActor
@Suite("sample")
struct SampleTests {
    @Test("the latest value when the other sends, once")
    func ordinary() {
        let source = PublishSubject<Int>()
        let sampler = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let subscription = source.sample(sampler).subscribe(recorder)
        sampler.onNext(())
        source.onNext(1)
        source.onNext(2)
        #expect(recorder.events.isEmpty)
        sampler.onNext(())
        sampler.onNext(())
        source.onNext(3)
        sampler.onNext(())
        expectEqual(recorder.elements, [2, 3])
        subscription.dispose()
    }

    @Test("after the source has completed: its last value, and the end, at the other's next one")
    func sourceCompletes() {
        let source = Probe<Int>()
        let sampler = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().sample(sampler).subscribe(recorder)
        source.send(1)
        source.subject.onCompleted()
        expectEqual(source.observers, 0)
        #expect(recorder.events.isEmpty)
        sampler.send(0)
        expectEqual(recorder.log, ["next(1)", "completed"])
        expectEqual(sampler.observers, 0)
        subscription.dispose()
    }

    @Test("the other's completion looks for the last time, and ends the result", arguments: [true, false])
    func samplerCompletes(_ isSourceDone: Bool) {
        let source = Probe<Int>()
        let sampler = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().sample(sampler).subscribe(recorder)
        source.send(1)
        if isSourceDone { source.subject.onCompleted() }
        sampler.subject.onCompleted()
        source.send(2)
        expectEqual(recorder.log, ["next(1)", "completed"])
        expectEqual(source.observers, 0)
        expectEqual(sampler.observers, 0)
        subscription.dispose()
    }

    @Test("the default, where there is nothing new")
    func withDefault() {
        let source = PublishSubject<Int>()
        let sampler = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let subscription = source.sample(sampler, defaultValue: 0).subscribe(recorder)
        sampler.onNext(())
        source.onNext(1)
        sampler.onNext(())
        sampler.onNext(())
        expectEqual(recorder.elements, [0, 1, 0])
        sampler.onCompleted()
        expectEqual(recorder.log.suffix(2), ["next(0)", "completed"])
        subscription.dispose()
    }

    @Test("of an empty source: the end at the other's first value")
    func empty() {
        let recorder = Recorder<Int>()
        let sampler = PublishSubject<Int>()
        _ = Observable<Int>.empty().sample(sampler).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        sampler.onNext(1)
        expectEqual(recorder.log, ["completed"])
        let none = Recorder<Int>()
        _ = Observable<Int>.never().sample(Observable<Int>.empty()).subscribe(none)
        expectEqual(none.log, ["completed"])
    }

    @Test("an error of either ends both", arguments: [true, false])
    func error(_ isSource: Bool) {
        let source = Probe<Int>()
        let sampler = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().sample(sampler).subscribe(recorder)
        source.send(1)
        (isSource ? source : sampler).subject.onError(TestError())
        sampler.send(1)
        expectEqual(recorder.log, ["error(TestError(test))"])
        expectEqual(source.observers, 0)
        expectEqual(sampler.observers, 0)
        subscription.dispose()
        let late = Probe<Int>()
        let atOnce = Recorder<Int>()
        _ = Observable<Int>.error(TestError()).sample(late).subscribe(atOnce)
        expectEqual(atOnce.log, ["error(TestError(test))"])
        expectEqual(late.subscribed, 0)
    }

    @Test("C9: disposing releases both, and the value that is kept, also from inside")
    func disposal() {
        let source = Probe<Witness>()
        let sampler = Probe<Int>()
        let living = Counter()
        let recorder = Recorder<Witness>()
        let subscription = source.asObservable().sample(sampler).subscribe(recorder)
        source.send(Witness(living))
        expectEqual(living.value, 1)
        subscription.dispose()
        sampler.send(1)
        #expect(recorder.events.isEmpty)
        expectEqual(living.value, 0)

        let numbers = Probe<Int>()
        let inside = recording(numbers.asObservable().sample(sampler), disposingAfter: 1)
        numbers.send(1)
        sampler.send(1)
        numbers.send(2)
        sampler.send(2)
        sampler.subject.onCompleted()
        expectEqual(inside.log, ["next(1)"])
        expectEqual(numbers.observers, 0)
        expectEqual(sampler.observers, 0)
    }

    @Test("C1: an observer that sends to both: its value comes after the one under way")
    func reentrant() {
        let source = PublishSubject<Int>()
        let sampler = PublishSubject<Void>()
        let log = Recorder<String>()
        let subscription = source.sample(sampler).subscribe(onNext: { value in
            log("begin \(value)")
            if value < 3 {
                source.onNext(value + 1)
                sampler.onNext(())
            }
            log("end \(value)")
        })
        source.onNext(1)
        sampler.onNext(())
        expectEqual(log.elements, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        subscription.dispose()
    }

    @Test("C2, C3: of 4 threads: no value twice, each thread's in order, the last one at the end")
    func threads() {
        let count = 3_000
        let source = PublishSubject<[Int]>()
        let sampler = PublishSubject<Void>()
        let recorder = Recorder<[Int]>()
        let subscription = source.sample(sampler).subscribe(recorder)
        onThreads(4) { thread in
            for number in 0..<count {
                if thread < 2 { source.onNext([thread, number]) } else { sampler.onNext(()) }
            }
        }
        source.onNext([2, 0])
        source.onCompleted()
        sampler.onNext(())
        #expect(recorder.isCompleted)
        expectEqual(recorder.elements.last, [2, 0])
        for thread in 0..<2 {
            let own = recorder.elements.filter { $0[0] == thread }.map { $0[1] }
            #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 })
        }
        subscription.dispose()
    }
}
