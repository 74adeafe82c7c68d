import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

/// A listener on any thread.
private final class Listener: Sendable {
    let heard = Recorder<String>()
}

@Suite("Completable")
struct CompletableTests {
    private let log = Recorder<String>()

    private func subscribe(to completable: Completable) -> any Disposable {
        completable.subscribe(
            onCompleted: { [log] in log("completed") }, onError: { [log] in log("error(\($0))") },
            onDisposed: { [log] in log("disposed") })
    }

    /// Work that logs when it is subscribed to.
    private func work(_ name: String, _ completable: Completable = .empty()) -> Completable {
        completable.do(onSubscribe: { [log] in log(name) })
    }

    @Test("calls back once, at the end or with the error")
    func callsBack() {
        _ = subscribe(to: .empty())
        _ = subscribe(to: .error(TestError()))
        expectEqual(log.elements, ["completed", "disposed", "error(TestError(test))", "disposed"])
        let subscription = subscribe(to: .never())
        expectEqual(log.count, 4)
        subscription.dispose()
        expectEqual(log.count, 5)
    }

    @Test("a closure for events gets one")
    func oneEvent() {
        for completable in [Completable.empty(), .error(TestError())] {
            _ = completable.subscribe { [log] in log("\($0)") }
        }
        expectEqual(log.elements, ["completed", "error(TestError(test))"])
    }

    @MainActor @Test("an error that no closure takes is reported")
    func unhandled() {
        let reports = collectingWarnings { _ = Completable.error(TestError("lost")).subscribe(onCompleted: {}) }.map {
            "\($0)"
        }
        #expect(reports.contains { $0.contains("lost") })
    }

    @Test("calls closures with an object for as long as it lives")
    func withObject() {
        let listener = Listener()
        for completable in [Completable.empty(), .error(TestError())] {
            _ = completable.subscribe(
                with: listener, onCompleted: { $0.heard("completed") }, onError: { $0.heard("error(\($1))") },
                onDisposed: { $0.heard("disposed") })
        }
        expectEqual(listener.heard.elements, ["completed", "disposed", "error(TestError(test))", "disposed"])
        let subject = PublishSubject<Never>()
        var second: Listener? = Listener()
        let heard = second!.heard
        _ = subject.asCompletable().subscribe(
            with: second!, onCompleted: { $0.heard("completed") }, onDisposed: { $0.heard("disposed") })
        second = nil
        subject.onCompleted()
        #expect(heard.events.isEmpty)
    }

    @Test("create passes on the first result alone, and disposes of what the closure returns")
    func create() {
        let disposals = Counter()
        for results in [[CompletableEvent.completed, .error(TestError())], [.error(TestError()), .completed]] {
            _ = subscribe(
                to: .create { observer in
                    for result in results { observer(result) }
                    return Disposables.create { disposals.add() }
                })
        }
        expectEqual(log.elements, ["completed", "disposed", "error(TestError(test))", "disposed"])
        expectEqual(disposals.value, 2)
    }

    @MainActor @Test("async completes with its call, or fails with its error")
    func async() async {
        let calls = Counter()
        _ = subscribe(to: .async { calls.add() })
        await eventually { [log] in log.count == 2 }
        _ = subscribe(to: .async { throw TestError() })
        await eventually { [log] in log.count == 4 }
        expectEqual(log.elements, ["completed", "disposed", "error(TestError(test))", "disposed"])
        expectEqual(calls.value, 1)
    }

    @Test("do calls its closures around the end and the error")
    func doOnce() {
        func watched(_ completable: Completable) -> Completable {
            completable.do(
                onError: { [log] in log("on \($0)") }, afterError: { [log] in log("after \($0)") },
                onCompleted: { [log] in log("on completed") }, afterCompleted: { [log] in log("after completed") },
                onSubscribe: { [log] in log("subscribe") }, onSubscribed: { [log] in log("subscribed") },
                onDispose: { [log] in log("dispose") })
        }
        _ = watched(.empty()).subscribe()
        expectEqual(log.elements, ["subscribe", "on completed", "after completed", "subscribed", "dispose"])
        _ = watched(.error(TestError())).subscribe(onError: { _ in })
        expectEqual(
            log.elements.dropFirst(5),
            ["subscribe", "on TestError(test)", "after TestError(test)", "subscribed", "dispose"])
        _ = subscribe(to: Completable.empty().do(onCompleted: { throw TestError("b") }))
        expectEqual(log.elements.suffix(2), ["error(TestError(b))", "disposed"])
    }

    // MARK: andThen, concat, zip

    @Test("andThen continues with a sequence of any kind, and is of its kind")
    func andThen() {
        let single: Single<Int> = Completable.empty().andThen(.just(1))
        let maybe: Maybe<Int> = Completable.empty().andThen(.empty())
        let completable: Completable = Completable.empty().andThen(.empty())
        let observable: Observable<Int> = Completable.empty().andThen(.of(1, 2))
        expectEqual(events(of: single), ["next(1)", "completed"])
        expectEqual(events(of: maybe), ["completed"])
        expectEqual(events(of: completable), ["completed"])
        expectEqual(events(of: observable), ["next(1)", "next(2)", "completed"])
        expectEqual(events(of: Completable.empty().andThen(Single<Int>.error(TestError()))), ["error(TestError(test))"])
    }

    @Test("andThen subscribes to the second sequence at the end of the first, and not after an error")
    func andThenWaits() {
        let first = PublishSubject<Never>()
        let second = Probe<Int>()
        let events = Recorder<Int>()
        let chain = first.asCompletable().andThen(second.asObservable().asSingle())
        _ = chain.asObservable().subscribe(events)
        expectEqual(second.subscribed, 0)
        first.onCompleted()
        expectEqual(second.observers, 1)
        second.send(1)
        second.subject.onCompleted()
        expectEqual(events.log, ["next(1)", "completed"])
        expectEqual(second.observers, 0)

        _ = Completable.error(TestError()).andThen(second.asObservable().asSingle()).subscribe(onFailure: { _ in })
        expectEqual(second.subscribed, 1)
    }

    @Test("C9: disposal during either of andThen's sequences ends it")
    func andThenDisposed() {
        let (first, second) = (Probe<Never>(), Probe<Int>())
        let chain = first.asObservable().asCompletable().andThen(second.asObservable().asSingle())
        chain.subscribe(onSuccess: { [log] in log("\($0)") }).dispose()
        expectEqual([first.observers, second.subscribed], [0, 0])
        let subscription = chain.subscribe(onSuccess: { [log] in log("\($0)") })
        first.subject.onCompleted()
        expectEqual([first.observers, second.observers], [0, 1])
        subscription.dispose()
        expectEqual(second.observers, 0)
        #expect(log.events.isEmpty)
    }

    @Test("C12: a thousand steps one after the other are subscribed to, done and released")
    func long() {
        var chain = work("first")
        for _ in 0..<1000 { chain = chain.andThen(.empty()) }
        _ = subscribe(to: chain)
        expectEqual(log.elements, ["first", "completed", "disposed"])
    }

    @Test("concat does work one after the other until some fails")
    func concat() {
        _ = subscribe(to: work("a").concat(work("b")))
        expectEqual(log.elements, ["a", "b", "completed", "disposed"])
        _ = subscribe(to: .concat(work("c"), work("d", .error(TestError())), work("e")))
        expectEqual(log.elements.dropFirst(4), ["c", "d", "error(TestError(test))", "disposed"])
        _ = subscribe(to: .concat(["f", "g"].lazy.map { [self] in work($0) }))
        expectEqual(log.elements.dropFirst(8), ["f", "g", "completed", "disposed"])
        _ = subscribe(to: .concat([Completable]()))
        expectEqual(log.elements.dropFirst(12), ["completed", "disposed"])
    }

    @Test("zip does work all at once, and is done with the last; an error disposes of the others")
    func zip() {
        let probes = [Probe<Never>(), Probe<Never>()]
        let both = Completable.zip(probes.map { $0.asObservable().asCompletable() })
        _ = subscribe(to: both)
        expectEqual(probes.map(\.observers), [1, 1])
        probes[1].subject.onCompleted()
        #expect(log.events.isEmpty)
        probes[0].subject.onCompleted()
        expectEqual(log.elements, ["completed", "disposed"])
        let failing = Probe<Never>()
        _ = subscribe(to: .zip(failing.asObservable().asCompletable(), .error(TestError()), work("never")))
        expectEqual(log.elements.dropFirst(2), ["error(TestError(test))", "disposed"])
        expectEqual(failing.observers, 0)
        _ = subscribe(to: .zip([]))
        expectEqual(log.elements.suffix(2), ["completed", "disposed"])
    }
}
