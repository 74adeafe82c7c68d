import Binding
import TestSupport
import Testing

@MainActor
@Suite("first, single, element(at:), enumerated, ignoreElements, takeLast")
struct FirstTests {
    // MARK: first

    @Test("first sends the first value, or nil, and the end")
    func first() {
        #expect(
            logs(of: .of(1, 2), .empty(), .error(TestError())) { $0.first() } == [
                ["next(Optional(1))", "completed"], ["next(nil)", "completed"], ["error(TestError(test))"],
            ])
        let probe = Probe<Int>()
        let recorder = Recorder<Int?>()
        let subscription = probe.asObservable().first().subscribe(recorder)
        #expect(recorder.events.isEmpty)
        probe.send(1, 2)
        expectEqual(recorder.log, ["next(Optional(1))", "completed"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
    }

    @Test("C1, C9: an observer of first that sends to the source, or disposes, sees one value")
    func firstReentrant() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int?>()
        _ = subject.first().subscribe { event in
            recorder.on(event)
            subject.onNext(2)
        }
        subject.onNext(1)
        expectEqual(recorder.log, ["next(Optional(1))", "completed"])
        expectEqual(recording(Observable.of(1, 2).first(), disposingAfter: 1).elements, [1])
        let probe = Probe<Int>()
        let none = recording(probe.asObservable().first(), disposingAfter: 1)
        probe.subject.onCompleted()
        expectEqual(none.elements, [nil])
        expectEqual(probe.observers, 0)
    }

    // MARK: single

    @Test("single passes one value on, and fails of none or of another one")
    func single() {
        let ends = logs(of: .of(1), .empty(), .of(1, 2, 3), .error(TestError())) { $0.single() }
        #expect(
            ends == [
                ["next(1)", "completed"], ["error(\(RxError.noElements))"],
                ["next(1)", "error(\(RxError.moreThanOneElement))"], ["error(TestError(test))"],
            ])
        let filtered = logs(of: .of(1, 2, 3), .of(1), .of(2, 2)) { $0.single { $0 == 2 } }
        #expect(
            filtered == [
                ["next(2)", "completed"], ["error(\(RxError.noElements))"],
                ["next(2)", "error(\(RxError.moreThanOneElement))"],
            ])
        let errors = Recorder<Int>()
        _ = Observable<Int>.empty().single().subscribe(errors)
        expectEqual(errors.error as? RxError, .noElements)
    }

    @Test("single releases the source at the second value, and where its test throws")
    func singleReleases() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().single().subscribe(recorder)
        probe.send(1)
        expectEqual(recorder.log, ["next(1)"])
        probe.send(2, 3)
        expectEqual(probe.observers, 0)
        expectEqual(recorder.count, 2)
        subscription.dispose()
        let failing = Recorder<Int>()
        _ = Observable.of(1, 2).single { _ in throw TestError("test") }.subscribe(failing)
        expectEqual(failing.log, ["error(TestError(test))"])
    }

    // MARK: element(at:)

    @Test(
        "element(at:) sends the value at a position, or fails",
        arguments: [
            (0, ["next(1)", "completed"]), (2, ["next(3)", "completed"]), (3, ["error(\(RxError.argumentOutOfRange))"]),
            (-1, ["error(\(RxError.argumentOutOfRange))"]),
        ])
    func element(_ index: Int, _ expected: [String]) {
        expectEqual(logs(of: .of(1, 2, 3)) { $0.element(at: index) }, [expected])
        expectEqual(logs(of: Observable<Int>.error(TestError())) { $0.element(at: 1) }, [["error(TestError(test))"]])
    }

    @Test("element(at:) releases the source with its value, and never subscribes for a negative position")
    func elementReleases() {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().element(at: 1).subscribe(recorder)
        probe.send(1)
        #expect(recorder.events.isEmpty)
        probe.send(2)
        expectEqual(recorder.log, ["next(2)", "completed"])
        expectEqual(probe.observers, 0)
        subscription.dispose()
        _ = probe.asObservable().element(at: -1).subscribe(Recorder<Int>())
        expectEqual(probe.subscribed, 1)
        let inside = recording(Observable.of(1, 2, 3).element(at: 1), disposingAfter: 1)
        expectEqual(inside.elements, [2])
    }

    // MARK: enumerated

    @Test("enumerated counts from zero, for each observer")
    func enumerated() {
        let pairs = Observable.of("a", "b").enumerated().map { "\($0.index)\($0.element)" }
        for _ in 0..<2 {
            let recorder = Recorder<String>()
            _ = pairs.subscribe(recorder)
            expectEqual(recorder.log, ["next(0a)", "next(1b)", "completed"])
        }
        expectOrdinaryEnds { source, witness in
            source.enumerated().map { pair in withExtendedLifetime(witness) { pair.index } }
        }
        expectReentrantSendsInOrder { $0.enumerated().map(\.element) }
    }

    // MARK: ignoreElements

    @Test("ignoreElements passes the end on alone, as a sequence of whatever is asked for")
    func ignoreElements() {
        #expect(
            logs(of: .of(1, 2), .error(TestError()), .never()) { $0.ignoreElements() as Observable<Never> } == [
                ["completed"], ["error(TestError(test))"], [],
            ])
        let completions = Counter()
        _ = Observable.of(1).ignoreElements().subscribe(onCompleted: { completions.add() })
        expectEqual(completions.value, 1)
        let text = Recorder<String>()
        _ = Observable.merge(Observable.of(1, 2).ignoreElements(), .just("a")).subscribe(text)
        expectEqual(text.log, ["next(a)", "completed"])
        let probe = Probe<Int>()
        let subscription = probe.asObservable().ignoreElements().subscribe(Recorder<Never>())
        probe.send(1)
        subscription.dispose()
        expectEqual(probe.observers, 0)
    }

    // MARK: takeLast

    @Test(
        "takeLast sends the last values at the end",
        arguments: [
            (2, ["next(2)", "next(3)", "completed"]), (9, ["next(1)", "next(2)", "next(3)", "completed"]),
            (0, ["completed"]), (-1, ["completed"]),
        ])
    func takeLast(_ count: Int, _ expected: [String]) {
        let probe = Probe<Int>()
        let recorder = Recorder<Int>()
        let subscription = probe.asObservable().takeLast(count).subscribe(recorder)
        probe.send(1, 2, 3)
        #expect(recorder.events.isEmpty)
        probe.subject.onCompleted()
        expectEqual(recorder.log, expected)
        expectEqual(probe.observers, 0)
        subscription.dispose()
        #expect(
            logs(of: Observable.of(1).concat(Observable<Int>.error(TestError()))) { $0.takeLast(count) } == [
                ["error(TestError(test))"]
            ])
    }

    @Test("takeLast keeps no more than it is to send, and releases it at a disposal")
    func takeLastKeeps() {
        let living = Counter()
        let probe = Probe<Witness>()
        let subscription = probe.asObservable().takeLast(2).subscribe(Recorder<Witness>())
        for _ in 0..<1_000 { probe.send(Witness(living)) }
        expectEqual(living.value, 2)
        subscription.dispose()
        expectEqual(living.value, 0)
    }

    @Test("C9: an observer of takeLast that disposes in the midst gets no more")
    func takeLastDisposed() {
        let probe = Probe<Int>()
        let recorder = recording(probe.asObservable().takeLast(3), disposingAfter: 2)
        probe.send(1, 2, 3)
        probe.subject.onCompleted()
        expectEqual(recorder.log, ["next(1)", "next(2)"])
    }

    @Test("the errors say what was asked for")
    func errors() {
        expectEqual("\(RxError.noElements)", "the sequence has no element")
        expectEqual(Set([RxError.noElements, .moreThanOneElement, .argumentOutOfRange].map { "\($0)" }).count, 3)
    }
}
