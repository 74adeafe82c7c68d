import Binding
import BindingControls
import TestSupport
import Testing

/// An object that closures are called with, on any thread.
private final class Listener: Sendable {
    let heard = Recorder<String>()
    private let living: Counter?

    init(_ living: Counter? = nil) {
        self.living = living
        living?.add()
    }

    deinit { living?.add(-1) }
}

/// An object of the main actor that is not `Sendable` itself.
private final class Plain {
    var heard: [String] = []
}

@MainActor
@Suite("Closures with an object that is held weakly")
struct WithObjectTests {
    // MARK: Observables

    @Test("subscribe(with:) calls each closure with the object")
    func subscribe() {
        let listener = Listener()
        func subscribe(to subject: PublishSubject<Int>) -> any Disposable {
            subject.subscribe(
                with: listener,
                onNext: { $0.heard("next \($1)") },
                onError: { $0.heard("error \($1)") },
                onCompleted: { $0.heard("completed") },
                onDisposed: { $0.heard("disposed") })
        }
        let subject = PublishSubject<Int>()
        _ = subscribe(to: subject)
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        expectEqual(listener.heard.elements, ["next 1", "next 2", "completed", "disposed"])

        let failing = PublishSubject<Int>()
        let kept = subscribe(to: failing)
        failing.onError(TestError())
        kept.dispose()
        expectEqual(listener.heard.elements.suffix(2), ["error TestError(test)", "disposed"])

        subscribe(to: PublishSubject<Int>()).dispose()
        expectEqual(listener.heard.elements.last, "disposed")
        expectEqual(listener.heard.count, 7)
    }

    @Test("C10: subscribe(with:) does not keep the object, and calls nothing once it is gone")
    func subscribeGone() {
        let subject = PublishSubject<Int>()
        let living = Counter()
        var listener: Listener? = Listener(living)
        let calls = Counter()
        let subscription = subject.subscribe(
            with: listener!, onNext: { _, _ in calls.add() }, onError: { _, _ in calls.add(10) },
            onCompleted: { _ in calls.add(100) }, onDisposed: { _ in calls.add(1_000) })
        subject.onNext(1)
        expectEqual(calls.value, 1)
        listener = nil
        expectEqual(living.value, 0)
        subject.onNext(2)
        subject.onCompleted()
        subscription.dispose()
        expectEqual(calls.value, 1)
    }

    @Test("subscribe(with:) without a closure for errors reports one")
    func unhandled() {
        let subject = PublishSubject<Int>()
        let listener = Listener()
        _ = subject.subscribe(with: listener, onNext: { $0.heard("\($1)") })
        let warnings = collectingWarnings { subject.onError(TestError()) }
        expectEqual(warnings.count, 1)
        #expect(listener.heard.events.isEmpty)
    }

    @Test("bind(with:) calls the closure with the object, and does not keep it")
    func bind() {
        let relay = BehaviorRelay(value: 1)
        let living = Counter()
        let heard = Recorder<Int>()
        var listener: Listener? = Listener(living)
        let binding = relay.bind(with: listener!) { _, value in heard(value) }
        relay.accept(2)
        listener = nil
        expectEqual(living.value, 0)
        relay.accept(3)
        expectEqual(heard.elements, [1, 2])
        binding.dispose()
    }

    @Test("C10: an object that goes on another thread meanwhile is either called with or not")
    func threads() {
        let subject = PublishSubject<Int>()
        let living = Counter()
        for _ in 0..<100 {
            let box = Shared<Listener?>(Listener(living))
            let subscription = subject.subscribe(with: box.value!) { listener, value in listener.heard("\(value)") }
            onThreads(2) { thread in
                if thread == 0 { box.value = nil } else { subject.onNext(1) }
            }
            subscription.dispose()
        }
        expectEqual(living.value, 0)
    }

    // MARK: Controls

    @Test("a control's subscribe(with:) and bind(with:) call closures of the main actor, with any object")
    func controls() {
        let field = TextField("a")
        let plain = Plain()
        let label = Label()
        let bag = DisposeBag()
        bag.insert(
            field.rx.text.subscribe(with: plain, onNext: { $0.heard.append($1) }),
            field.rx.text.bind(with: label) { $0.text = $1 },
            field.rx.text.subscribe(
                with: label, onNext: { $0.caption = $1 },
                onDisposed: { label in
                    MainActor.assumeIsolated { label.isHidden = true }
                }))
        field.type("b")
        expectEqual(plain.heard, ["a", "b"])
        expectEqual(label.history, ["a", "b"])
        expectEqual(label.caption, "b")
        bag.dispose()
        #expect(label.isHidden)
        field.type("c")
        expectEqual(label.text, "b")
    }

    @Test("a control's subscribe(with:) hears of errors and the end")
    func controlEnds() {
        let plain = Plain()
        let failing = PublishSubject<Int>()
        let ending = PublishSubject<Int>()
        for subject in [failing, ending] {
            _ = ControlEvent(events: subject).subscribe(
                with: plain, onError: { $0.heard.append("\($1)") }, onCompleted: { $0.heard.append("completed") })
        }
        failing.onError(TestError())
        ending.onCompleted()
        expectEqual(plain.heard, ["TestError(test)", "completed"])
    }

    @Test("C10: a control's closures are not called once the object is gone")
    func controlGone() {
        let field = TextField("a")
        var label: Label? = Label()
        weak let weakLabel = label
        let calls = Counter()
        let bag = DisposeBag()
        bag.insert(
            field.rx.text.subscribe(with: label!, onNext: { _, _ in calls.add() }, onDisposed: { _ in calls.add(100) }),
            field.rx.text.bind(with: label!) { _, _ in calls.add(10) })
        expectEqual(calls.value, 11)
        label = nil
        #expect(weakLabel == nil)
        field.type("b")
        bag.dispose()
        expectEqual(calls.value, 11)
    }

    // MARK: Drivers and signals

    @Test("drive(with:) and emit(with:) call each closure with the object, on the main actor")
    func driveAndEmit() {
        let subject = PublishSubject<Int>()
        let label = Label()
        _ = subject.asDriver(onErrorDriveWith: .empty()).drive(
            with: label,
            onNext: { label, value in label.text = "drive \(value)" },
            onCompleted: { label in label.text = "driven" },
            onDisposed: { label in MainActor.assumeIsolated { label.text = "disposed" } })
        _ = subject.asSignal(onErrorSignalWith: .empty()).emit(
            with: label,
            onNext: { label, value in label.text = "emit \(value)" },
            onCompleted: { label in label.text = "emitted" },
            onDisposed: { label in MainActor.assumeIsolated { label.text = "disposed" } })
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(label.history, ["drive 1", "emit 1", "driven", "disposed", "emitted", "disposed"])
    }

    @Test("drive(with:) and emit(with:) take an object that is not Sendable, as long as nothing is called elsewhere")
    func driveAndEmitPlain() {
        let subject = PublishSubject<Int>()
        let plain = Plain()
        _ = subject.asDriver(onErrorDriveWith: .empty()).drive(
            with: plain, onNext: { $0.heard.append("drive \($1)") }, onCompleted: { $0.heard.append("driven") })
        _ = subject.asSignal(onErrorSignalWith: .empty()).emit(
            with: plain, onNext: { $0.heard.append("emit \($1)") }, onCompleted: { $0.heard.append("emitted") })
        _ = subject.asSignal(onErrorSignalWith: .empty()).emit(with: plain, onCompleted: { $0.heard.append("only") })
        subject.onNext(1)
        subject.onCompleted()
        expectEqual(plain.heard, ["drive 1", "emit 1", "driven", "emitted", "only"])
    }

    @Test("C10: drive(with:) and emit(with:) call nothing once the object is gone")
    func driveAndEmitGone() {
        let subject = PublishSubject<Int>()
        let calls = Counter()
        var label: Label? = Label()
        weak let weakLabel = label
        let subscriptions = [
            subject.asDriver(onErrorDriveWith: .empty()).drive(
                with: label!, onNext: { _, _ in calls.add() }, onCompleted: { _ in calls.add() },
                onDisposed: { _ in calls.add() }),
            subject.asSignal(onErrorSignalWith: .empty()).emit(
                with: label!, onNext: { _, _ in calls.add() }, onCompleted: { _ in calls.add() },
                onDisposed: { _ in calls.add() }),
        ]
        subject.onNext(1)
        expectEqual(calls.value, 2)
        label = nil
        #expect(weakLabel == nil)
        subject.onNext(2)
        subject.onCompleted()
        subscriptions.dispose()
        expectEqual(calls.value, 2)
    }
}

@MainActor
@Suite("withUnretained")
struct WithUnretainedTests {
    @Test("pairs each value with the object, or makes something of the two")
    func pairs() {
        let subject = PublishSubject<Int>()
        let listener = Listener()
        let made = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            subject.withUnretained(listener).subscribe(onNext: { listener, value in listener.heard("\(value)") }),
            subject.withUnretained(listener) { $0.heard.count + $1 }.subscribe(made))
        subject.onNext(10)
        subject.onNext(20)
        expectEqual(listener.heard.elements, ["10", "20"])
        expectEqual(made.elements, [11, 22])
        subject.onCompleted()
        #expect(made.isCompleted)
    }

    @Test("does not keep the object; the first value after its end is the end of the sequence")
    func gone() {
        let probe = Probe<Int>()
        let living = Counter()
        var listener: Listener? = Listener(living)
        let recorder = Recorder<Int>()
        _ = probe.asObservable().withUnretained(listener!) { $1 }.subscribe(recorder)
        probe.send(1)
        listener = nil
        expectEqual(living.value, 0)
        expectEqual(recorder.log, ["next(1)"])
        probe.send(2, 3)
        expectEqual(recorder.log, ["next(1)", "completed"])
        expectEqual(probe.observers, 0)
    }

    @Test("an error of the closure ends the sequence, and so does one of the source")
    func errors() {
        let listener = Listener()
        let subject = PublishSubject<Int>()
        let thrown = Recorder<Int>()
        let passed = Recorder<Int>()
        _ = subject.withUnretained(listener) { _, value in
            if value > 1 { throw TestError("closure") }
            return value
        }.subscribe(thrown)
        _ = subject.withUnretained(listener).map(\.1).subscribe(passed)
        subject.onNext(1)
        subject.onNext(2)
        subject.onError(TestError("source"))
        expectEqual(thrown.log, ["next(1)", "error(TestError(closure))"])
        expectEqual(passed.log, ["next(1)", "next(2)", "error(TestError(source))"])
    }

    @Test("C4, C9: ends as other operators do")
    func ends() {
        let listener = Listener()
        expectOrdinaryEnds { source, witness in
            source.withUnretained(listener) { _, value in withExtendedLifetime(witness) { value } }
        }
    }

    @Test("disposal inside of the closure lets nothing through")
    func disposedInside() {
        let listener = Listener()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = SerialDisposable()
        subscription.disposable = subject.withUnretained(listener) { _, value in
            subscription.dispose()
            return value
        }.subscribe(recorder)
        subject.onNext(1)
        #expect(recorder.events.isEmpty)
    }

    @Test("of a signal: on the main actor, until the object is gone")
    func signal() {
        let relay = PublishRelay<String>()
        var label: Label? = Label()
        weak let weakLabel = label
        var heard: [String] = []
        var completions = 0
        let bag = DisposeBag()
        bag.insert(
            relay.asSignal().withUnretained(label!).emit(onNext: { label, text in label.text = text }),
            relay.asSignal().withUnretained(label!) { label, text in label.text + text }
                .emit(onNext: { heard.append($0) }, onCompleted: { completions += 1 }))
        relay.accept("a")
        expectEqual(label?.text, "a")
        expectEqual(heard, ["aa"])
        label = nil
        #expect(weakLabel == nil)
        relay.accept("b")
        expectEqual(heard, ["aa"])
        expectEqual(completions, 1)
    }
}
