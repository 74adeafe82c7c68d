import Binding
import BindingRx
import TestSupport
import Testing

/// A listener on any thread.
private final class Listener: Sendable {
    let heard = Recorder<String>()
}

@Suite("Maybe")
struct MaybeTests {
    private let log = Recorder<String>()

    private func subscribe<Element>(to maybe: Maybe<Element>) -> any Disposable {
        maybe.subscribe(
            onSuccess: { [log] in log("success(\($0))") }, onError: { [log] in log("error(\($0))") },
            onCompleted: { [log] in log("completed") }, onDisposed: { [log] in log("disposed") })
    }

    @Test("calls back once: with the value, with the error, or at the end without a value")
    func callsBack() {
        _ = subscribe(to: Maybe.just(1))
        _ = subscribe(to: Maybe<Int>.error(TestError()))
        _ = subscribe(to: Maybe<Int>.empty())
        expectEqual(
            log.elements, ["success(1)", "disposed", "error(TestError(test))", "disposed", "completed", "disposed"])
        let subscription = subscribe(to: Maybe<Int>.never())
        subscription.dispose()
        expectEqual(log.elements.suffix(2), ["disposed", "disposed"])
    }

    @Test("a closure for events gets one")
    func events() {
        for maybe in [Maybe.just(1), .error(TestError()), .empty()] { _ = maybe.subscribe { [log] in log("\($0)") } }
        expectEqual(log.elements, ["success(1)", "error(TestError(test))", "completed"])
    }

    @MainActor @Test("an error that no closure takes is reported")
    func unhandled() {
        let reports = collectingWarnings { _ = Maybe<Int>.error(TestError("lost")).subscribe(onSuccess: { _ in }) }.map
        { "\($0)" }
        #expect(reports.contains { $0.contains("lost") })
    }

    @Test("calls closures with an object for as long as it lives")
    func withObject() {
        let listener = Listener()
        for maybe in [Maybe.just(1), .error(TestError()), .empty()] {
            _ = maybe.subscribe(
                with: listener, onSuccess: { $0.heard("success(\($1))") }, onError: { $0.heard("error(\($1))") },
                onCompleted: { $0.heard("completed") }, onDisposed: { $0.heard("disposed") })
        }
        let expected = ["success(1)", "disposed", "error(TestError(test))", "disposed", "completed", "disposed"]
        expectEqual(listener.heard.elements, expected)
        let subject = PublishSubject<Int>()
        var second: Listener? = Listener()
        let heard = second!.heard
        _ = subject.asMaybe().subscribe(
            with: second!, onError: { $0.heard("error(\($1))") }, onCompleted: { $0.heard("completed") },
            onDisposed: { $0.heard("disposed") })
        second = nil
        subject.onCompleted()
        #expect(heard.events.isEmpty)
    }

    @Test("create passes on the first result alone, and disposes of what the closure returns")
    func create() {
        let disposals = Counter()
        let results: [[MaybeEvent<Int>]] = [
            [.success(1), .completed], [.success(1), .success(2)], [.completed, .success(1)],
            [.error(TestError()), .completed],
        ]
        for results in results {
            let maybe = Maybe<Int>.create { observer in
                for result in results { observer(result) }
                return Disposables.create { disposals.add() }
            }
            let events = Recorder<Int>()
            _ = maybe.asObservable().subscribe(events)
            log(events.log.joined(separator: " "))
        }
        expectEqual(
            log.elements, ["next(1) completed", "next(1) completed", "completed", "error(TestError(test))"])
        expectEqual(disposals.value, 4)
    }

    @Test("do calls its closures around the value and the end, also at the end after a value")
    func doOnce() {
        func watched(_ maybe: Maybe<Int>) -> Maybe<Int> {
            maybe.do(
                onNext: { [log] in log("on \($0)") }, afterNext: { [log] in log("after \($0)") },
                onError: { [log] in log("on \($0)") }, afterError: { [log] in log("after \($0)") },
                onCompleted: { [log] in log("on completed") }, afterCompleted: { [log] in log("after completed") })
        }
        _ = watched(.just(1)).subscribe()
        expectEqual(log.elements, ["on 1", "after 1", "on completed", "after completed"])
        _ = watched(.empty()).subscribe(onCompleted: { [log] in log("completed") })
        expectEqual(log.elements.suffix(3), ["on completed", "completed", "after completed"])
        _ = watched(.error(TestError())).subscribe(onError: { [log] in log("error(\($0))") })
        expectEqual(log.elements.suffix(3), ["on TestError(test)", "error(TestError(test))", "after TestError(test)"])
    }

    @Test("what do's closures throw at the end after the value does not call back a second time")
    func doThrowsAfterValue() {
        _ = subscribe(to: Maybe.just(1).do(onCompleted: { throw TestError() }))
        _ = subscribe(to: Maybe.just(1).do(afterNext: { _ in throw TestError() }))
        _ = subscribe(to: Maybe.just(1).do(onNext: { _ in throw TestError() }))
        expectEqual(
            log.elements,
            ["success(1)", "disposed", "success(1)", "disposed", "error(TestError(test))", "disposed"])
    }

    @Test("ifEmpty puts a value or another sequence in the place of none")
    func ifEmpty() {
        func logs(_ operate: (Maybe<Int>) -> Observable<Int>) -> [[String]] {
            [Maybe.just(1), .empty(), .error(TestError())].map { maybe in
                let recorder = Recorder<Int>()
                _ = operate(maybe).subscribe(recorder)
                return recorder.log
            }
        }
        let (value, error) = (["next(1)", "completed"], ["error(TestError(test))"])
        expectEqual(logs { $0.ifEmpty(default: 2).asObservable() }, [value, ["next(2)", "completed"], error])
        expectEqual(
            logs { $0.ifEmpty(switchTo: Single.just(2)).asObservable() }, [value, ["next(2)", "completed"], error])
        expectEqual(
            logs { $0.ifEmpty(switchTo: Maybe<Int>.empty()).asObservable() }, [value, ["completed"], error])
        expectEqual(logs { $0.asSingle().asObservable() }, [value, ["error(\(RxError.noElements))"], error])
    }
}
