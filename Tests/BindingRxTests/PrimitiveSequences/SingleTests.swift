import Binding
import BindingRx
import BindingTesting
import Dispatch
import TestSupport
import Testing

/// A listener on any thread.
private final class Listener: Sendable {
    let heard = Recorder<String>()
}

@Suite("Single")
struct SingleTests {
    private let log = Recorder<String>()

    private func subscribe<Element>(to single: Single<Element>) -> any Disposable {
        single.subscribe(
            onSuccess: { [log] in log("success(\($0))") }, onFailure: { [log] in log("failure(\($0))") },
            onDisposed: { [log] in log("disposed") })
    }

    // MARK: subscribe

    @Test("calls back once, with the value or the error, and is disposed of")
    func callsBack() {
        _ = subscribe(to: Single.just(1))
        _ = subscribe(to: Single<Int>.error(TestError()))
        expectEqual(log.elements, ["success(1)", "disposed", "failure(TestError(test))", "disposed"])
    }

    @Test("a closure for events gets one")
    func events() {
        let events = Recorder<String>()
        _ = Single.just(1).subscribe { events("\($0)") }
        _ = Single<Int>.error(TestError()).subscribe { events("\($0)") }
        expectEqual(events.elements, ["success(1)", "failure(TestError(test))"])
    }

    @Test("never calls back until it is disposed of")
    func never() {
        let subscription = subscribe(to: Single<Int>.never())
        #expect(log.events.isEmpty)
        subscription.dispose()
        subscription.dispose()
        expectEqual(log.elements, ["disposed"])
    }

    @MainActor @Test("an error that no closure takes is reported")
    func unhandled() {
        let reports = collectingWarnings { _ = Single<Int>.error(TestError("lost")).subscribe(onSuccess: { _ in }) }.map
        { "\($0)" }
        #expect(reports.contains { $0.contains("lost") })
    }

    @Test("calls closures with an object for as long as it lives")
    func withObject() {
        var listener: Listener? = Listener()
        let heard = listener!.heard
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        for subject in [first, second] {
            _ = subject.asSingle().subscribe(
                with: listener!, onSuccess: { $0.heard("success(\($1))") }, onFailure: { $0.heard("failure(\($1))") },
                onDisposed: { $0.heard("disposed") })
        }
        first.onNext(1)
        first.onCompleted()
        expectEqual(heard.elements, ["success(1)", "disposed"])
        weak let weakListener = listener
        listener = nil
        #expect(weakListener == nil)
        second.onError(TestError())
        expectEqual(heard.count, 2)
    }

    // MARK: create

    @Test("create passes on the first result alone, and disposes of what the closure returns")
    func create() {
        let disposals = Counter()
        let results: [[SingleEvent<Int>]] = [
            [.success(1), .success(2)], [.success(1), .failure(TestError())], [.failure(TestError()), .success(1)],
        ]
        for results in results {
            let single = Single<Int>.create { observer in
                for result in results { observer(result) }
                return Disposables.create { disposals.add() }
            }
            let events = Recorder<Int>()
            _ = single.asObservable().subscribe(events)
            log(events.log.joined(separator: " "))
            _ = subscribe(to: single)
        }
        expectEqual(
            log.elements,
            [
                "next(1) completed", "success(1)", "disposed", "next(1) completed", "success(1)", "disposed",
                "error(TestError(test))", "failure(TestError(test))", "disposed",
            ])
        expectEqual(disposals.value, 6)
    }

    @Test("C9: what create's closure tells after the disposal is ignored")
    func createDisposed() {
        let told = Shared<(@Sendable (SingleEvent<Int>) -> Void)?>(nil)
        let disposals = Counter()
        let subscription = subscribe(
            to: .create { observer in
                told.value = observer
                return Disposables.create { disposals.add() }
            })
        expectEqual(disposals.value, 0)
        subscription.dispose()
        expectEqual(disposals.value, 1)
        told.value?(.success(1))
        expectEqual(log.elements, ["disposed"])
    }

    @Test("C2, C3: of results that threads tell at the same time, one arrives")
    func createOnThreads() {
        for _ in 0..<100 {
            let told = Shared<(@Sendable (SingleEvent<Int>) -> Void)?>(nil)
            let events = Recorder<Int>()
            let calls = Counter()
            let single = Single<Int>.create { observer in
                told.value = observer
                return Disposables.create()
            }
            _ = single.asObservable().subscribe(events)
            let first = told.value
            _ = single.subscribe { _ in calls.add() }
            let second = told.value
            onThreads(4) { index in
                first?(index == 3 ? .failure(TestError()) : .success(index))
                second?(index == 3 ? .failure(TestError()) : .success(index))
            }
            expectEqual(calls.value, 1)
            #expect(events.log.count == (events.error == nil ? 2 : 1), "\(events.log)")
        }
    }

    @MainActor @Test("create with an asynchronous closure, and async, send its result; disposal cancels it")
    func async() async {
        for single in [
            Single<Int>.create { try await succeed(1) }, .create(detached: true) { try await succeed(1) },
            .async { try await succeed(1) },
        ] {
            let log = Recorder<String>()
            _ = single.subscribe(onSuccess: { log("success(\($0))") })
            await eventually { !log.events.isEmpty }
            expectEqual(log.elements, ["success(1)"])
        }
        for single in [
            Single<Int>.create { throw TestError() }, .create(detached: true) { throw TestError() },
            .async { throw TestError() },
        ] {
            let log = Recorder<String>()
            _ = single.subscribe(onFailure: { log("failure(\($0))") })
            await eventually { !log.events.isEmpty }
            expectEqual(log.elements, ["failure(TestError(test))"])
        }
        for isDetached in [false, true] {
            let cancelled = Counter()
            let subscription = subscribe(
                to: .create(detached: isDetached) {
                    while !Task.isCancelled { await Task.yield() }
                    cancelled.add()
                    return 1
                })
            subscription.dispose()
            await eventually { cancelled.value == 1 }
        }
        expectEqual(log.elements, ["disposed", "disposed"])
    }

    // MARK: do

    @Test("do calls its closures around the value")
    func doSuccess() {
        let single = Single.just(1).do(
            onSuccess: { [log] in log("on \($0)") }, afterSuccess: { [log] in log("after \($0)") },
            onError: { [log] in log("on \($0)") }, afterError: { [log] in log("after \($0)") },
            onSubscribe: { [log] in log("subscribe") }, onSubscribed: { [log] in log("subscribed") },
            onDispose: { [log] in log("dispose") })
        _ = single.subscribe(onSuccess: { [log] in log("success(\($0))") })
        expectEqual(log.elements, ["subscribe", "on 1", "success(1)", "after 1", "subscribed", "dispose"])
    }

    @Test("do calls its closures around the error")
    func doError() {
        let single = Single<Int>.error(TestError("a")).do(
            onSuccess: { [log] in log("on \($0)") }, onError: { [log] in log("on \($0)") },
            afterError: { [log] in log("after \($0)") })
        _ = subscribe(to: single)
        expectEqual(
            log.elements, ["on TestError(a)", "failure(TestError(a))", "disposed", "after TestError(a)"])
    }

    @Test("an error that do's closures throw takes the place of the result, and is ignored after it")
    func doThrows() {
        _ = subscribe(to: Single.just(1).do(onSuccess: { _ in throw TestError("b") }))
        _ = subscribe(to: Single<Int>.error(TestError("a")).do(onError: { _ in throw TestError("b") }))
        expectEqual(
            log.elements, ["failure(TestError(b))", "disposed", "failure(TestError(b))", "disposed"])
        let events = Recorder<Int>()
        _ = Single.just(1).do(afterSuccess: { _ in throw TestError("b") }).asObservable().subscribe(events)
        expectEqual(events.log, ["next(1)", "completed"])
    }
}

private func succeed(_ value: Int) async throws -> Int {
    await Task.yield()
    return value
}
