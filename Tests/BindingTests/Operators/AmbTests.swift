import Binding
import TestSupport
import Testing

@MainActor
@Suite("amb, ifEmpty(switchTo:), catch(sequence:), sample with a default")
struct AmbTests {
    // MARK: amb

    @Test("the sequence that sends first wins, by a value, an error or its end; the others are left")
    func wins() {
        for (event, expected) in [
            (Event<Int>.next(1), "next(1)"), (.error(TestError()), "error(TestError(test))"), (.completed, "completed"),
        ] {
            for winner in 0..<3 {
                let probes = (0..<3).map { _ in Probe<Int>() }
                let recorder = Recorder<Int>()
                let subscription = Observable.amb(probes).subscribe(recorder)
                #expect(probes.map(\.observers) == [1, 1, 1])
                probes[winner].subject.on(event)
                #expect(recorder.log == [expected])
                for (index, probe) in probes.enumerated() {
                    #expect(probe.observers == (index == winner && event.element != nil ? 1 : 0))
                }
                for probe in probes { probe.send(7) }
                #expect(recorder.log == (event.element == nil ? [expected] : [expected, "next(7)"]))
                probes[winner].subject.onCompleted()
                #expect(recorder.events.last?.isStopEvent == true)
                #expect(probes[winner].observers == 0)
                subscription.dispose()
            }
        }
    }

    @Test("one that sends during subscribe: those after it are not subscribed to")
    func synchronous() {
        let before = Probe<Int>()
        let after = Probe<Int>()
        let recorder = Recorder<Int>()
        _ = Observable.amb(before.asObservable(), .of(1, 2), after.asObservable()).subscribe(recorder)
        #expect(recorder.log == ["next(1)", "next(2)", "completed"])
        #expect(before.subscribed == 1)
        #expect(before.observers == 0)
        #expect(after.subscribed == 0)
    }

    @Test("of none nothing comes, of one its own events; the others are left before the first value is passed on")
    func numbers() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.amb([Observable<Int>]()).subscribe(recorder)
        #expect(recorder.events.isEmpty)
        #expect(logs(of: .of(1), .empty()) { .amb([$0]) } == [["next(1)", "completed"], ["completed"]])
        let probe = Probe<Int>()
        let subject = PublishSubject<Int>()
        let observers = Recorder<Int>()
        let subscription = subject.amb(probe).subscribe(onNext: { _ in observers(probe.observers) })
        subject.onNext(1)
        #expect(observers.elements == [0])
        subscription.dispose()
    }

    @Test("C1, C4, C9: ends, disposals, and observers that send")
    func ends() {
        expectOrdinaryEnds { source, witness in
            source.map { value in withExtendedLifetime(witness) { value } }.amb(Observable.never())
        }
        expectReentrantSendsInOrder { $0.amb(Observable.never()) }
        let probe = Probe<Int>()
        let other = Probe<Int>()
        let subscription = probe.asObservable().amb(other).subscribe(Recorder<Int>())
        subscription.dispose()
        #expect(probe.observers + other.observers == 0)
    }

    @Test("C3: of 4 threads that send at once one wins, with all of its values")
    func threads() {
        for _ in 0..<20 {
            let subjects = (0..<4).map { _ in PublishSubject<(thread: Int, number: Int)>() }
            let recorder = Recorder<(thread: Int, number: Int)>()
            let subscription = Observable.amb(subjects).subscribe(recorder)
            onThreads(4) { thread in
                for number in 0..<200 { subjects[thread].onNext((thread, number)) }
            }
            let winners = Set(recorder.elements.map(\.thread))
            #expect(winners.count == 1)
            #expect(recorder.elements.map(\.number) == Array(0..<200))
            subscription.dispose()
        }
    }

    // MARK: ifEmpty(switchTo:)

    @Test("ifEmpty(switchTo:) goes on with the other where there is no value")
    func ifEmpty() {
        #expect(
            logs(of: .of(1), .empty(), .error(TestError())) { $0.ifEmpty(switchTo: Observable.of(7, 8)) } == [
                ["next(1)", "completed"], ["next(7)", "next(8)", "completed"], ["error(TestError(test))"],
            ])
        let source = Probe<Int>()
        let other = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.asObservable().ifEmpty(switchTo: other).subscribe(recorder)
        #expect(other.subscribed == 0)
        source.subject.onCompleted()
        #expect(source.observers == 0)
        #expect(other.observers == 1)
        other.send(1)
        subscription.dispose()
        #expect(other.observers == 0)
        other.send(2)
        #expect(recorder.log == ["next(1)"])
        expectReentrantSendsInOrder { $0.ifEmpty(switchTo: Observable.just(7)) }
        #expect(
            logs(of: Observable<Int>.empty()) { $0.ifEmpty(switchTo: Observable<Int>.error(TestError())) } == [
                ["error(TestError(test))"]
            ])
    }

    // MARK: catch(sequence:)

    @Test("catch(sequence:) goes on with the next one after an error; the last error is passed on")
    func catchSequence() {
        let failing = Observable.just(1).concat(Observable<Int>.error(TestError("first")))
        let last = Observable.just(2).concat(Observable<Int>.error(TestError("last")))
        func log(_ sources: [Observable<Int>]) -> [String] {
            logs(of: Observable<Int>.never()) { _ in .catch(sequence: sources) }[0]
        }
        #expect(log([failing, .of(3), .of(4)]) == ["next(1)", "next(3)", "completed"])
        #expect(log([failing, last]) == ["next(1)", "next(2)", "error(TestError(last))"])
        #expect(log([.of(1), .of(2)]) == ["next(1)", "completed"])
        #expect(log([]) == ["completed"])
    }

    @Test("catch(sequence:) goes through the sequence as far as needed, anew for each observer, without nesting")
    func catchManySequences() {
        let made = Counter()
        let sources = (0..<20_000).lazy.map { number -> Observable<Int> in
            made.add()
            return number < 10_000 ? .error(TestError()) : .just(number)
        }
        let recorder = Recorder<Int>()
        let source = Observable.catch(sequence: Array(sources))
        #expect(made.value == 20_000)
        onThreads(1, stackSize: 256 << 10) { _ in
            for _ in 0..<2 { _ = source.subscribe(recorder) }
        }
        #expect(recorder.log == ["next(10000)", "completed", "next(10000)", "completed"])
    }

    @Test("C9: catch(sequence:) lets go of the one under way")
    func catchDisposed() {
        let probes = (0..<2).map { _ in Probe<Int>() }
        let recorder = Recorder<Int>()
        let subscription = Observable.catch(sequence: probes).subscribe(recorder)
        probes[0].subject.onError(TestError())
        #expect(probes.map(\.observers) == [0, 1])
        subscription.dispose()
        #expect(probes[1].observers == 0)
        probes[1].subject.onError(TestError())
        #expect(recorder.events.isEmpty)
    }

    // MARK: sample with a default

    @Test("sample sends the default where there is nothing new")
    func sampleDefault() {
        let source = PublishSubject<Int>()
        let sampler = PublishSubject<Void>()
        let recorder = Recorder<Int>()
        let subscription = source.sample(sampler, defaultValue: 0).subscribe(recorder)
        sampler.onNext(())
        source.onNext(1)
        sampler.onNext(())
        sampler.onNext(())
        #expect(recorder.elements == [0, 1, 0])
        sampler.onCompleted()
        #expect(recorder.log.suffix(2) == ["next(0)", "completed"])
        subscription.dispose()
    }
}
