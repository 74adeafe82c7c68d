import Binding
import BindingRx
import TestSupport
import Testing

@Suite("Conversions to and from Single, Maybe and Completable")
struct ConversionTests {
    private static let none = ["error(\(RxError.noElements))"]
    private static let several = ["error(\(RxError.moreThanOneElement))"]
    private static let failure = ["error(TestError(test))"]

    @Test(
        "asSingle and asMaybe want one value",
        arguments: [
            (Observable.of(1), ["next(1)", "completed"], ["next(1)", "completed"]), (.empty(), none, ["completed"]),
            (.of(1, 2, 3), several, several), (.error(TestError()), failure, failure), (.never(), [], []),
            (.concat(.just(1), .error(TestError())), failure, failure),
        ])
    func one(_ source: Observable<Int>, _ single: [String], _ maybe: [String]) {
        expectEqual(events(of: source.asSingle()), single)
        expectEqual(events(of: source.asMaybe()), maybe)
    }

    @Test("asSingle and asMaybe send the value at the end, and dispose of the source at the second one")
    func whenSent() {
        let probe = Probe<Int>()
        for source in [probe.asObservable().asSingle().asObservable(), probe.asObservable().asMaybe().asObservable()] {
            let recorder = Recorder<Int>()
            let subscription = source.subscribe(recorder)
            probe.send(1)
            #expect(recorder.events.isEmpty)
            probe.send(2)
            expectEqual(recorder.log, Self.several)
            expectEqual(probe.observers, 0)
            subscription.dispose()
        }
        let cut = probe.asObservable().asSingle().subscribe()
        expectEqual(probe.observers, 1)
        cut.dispose()
        expectEqual(probe.observers, 0)
    }

    @Test("asCompletable keeps the end alone")
    func completable() {
        expectEqual(events(of: Observable.of(1, 2).ignoreElements().asCompletable()), ["completed"])
        expectEqual(events(of: Single.just(1).asCompletable()), ["completed"])
        expectEqual(events(of: Maybe.just(1).asCompletable()), ["completed"])
        expectEqual(events(of: Single<Int>.error(TestError()).asCompletable()), Self.failure)
    }

    @Test("asMaybe of a single, asObservable, and primitiveSequence are the same sequence")
    func same() {
        expectEqual(events(of: Single.just(1).asMaybe()), ["next(1)", "completed"])
        expectEqual(events(of: Single.just(1).asObservable()), ["next(1)", "completed"])
        expectEqual(events(of: Single.just(1).primitiveSequence), ["next(1)", "completed"])
    }

    @Test("a single can be what flatMap, concat and merge of an observable continue with")
    func inObservables() {
        let numbers = Observable.of(1, 2)
        expectEqual(events(of: numbers.flatMap { Single.just($0 * 10) }), ["next(10)", "next(20)", "completed"])
        expectEqual(events(of: numbers.concat(Single.just(3))), ["next(1)", "next(2)", "next(3)", "completed"])
        expectEqual(events(of: numbers.concatMap { Maybe.just($0).filter { $0 > 1 } }), ["next(2)", "completed"])
    }

    @MainActor @Test("C13, C16: asDriver and asSignal call on the main actor, with what follows an error")
    func onMainActor() async {
        let heard = Recorder<Int>()
        let threads = Recorder<Bool>()
        func note(_ number: Int) {
            heard(number)
            threads(isOnMainActor())
        }
        let bag = DisposeBag()
        let failing = Single<Int>.async { throw TestError() }
        failing.asDriver(onErrorJustReturn: 1).drive(onNext: note).disposed(by: bag)
        await eventually { heard.count == 1 }
        failing.asSignal(onErrorSignalWith: .just(2)).emit(onNext: note).disposed(by: bag)
        await eventually { heard.count == 2 }
        Maybe.just(3).asDriver(onErrorDriveWith: .empty()).drive(onNext: note).disposed(by: bag)
        failing.asDriver(onErrorRecover: { _ in .just(4) }).drive(onNext: note).disposed(by: bag)
        await eventually { heard.count == 4 }
        expectEqual(heard.elements, [1, 2, 3, 4])
        expectEqual(threads.elements, [true, true, true, true])
    }

    // MARK: awaiting

    @Test("value awaits the value, the error or the end")
    func value() async throws {
        expectEqual(try await Single.just(1).value, 1)
        expectEqual(try await Single.async { 2 }.value, 2)
        expectEqual(try await Maybe.just(3).value, 3)
        expectEqual(try await Maybe<Int>.empty().value, nil)
        try await Completable.empty().value
        await #expect(throws: TestError()) { try await Single<Int>.error(TestError()).value }
        await #expect(throws: TestError()) { try await Maybe<Int>.error(TestError()).value }
        await #expect(throws: TestError()) { try await Completable.error(TestError()).value }
        await #expect(throws: RxError.noElements) { try await Single.just(1).retry(0).value }
    }

    @MainActor @Test("a task that is cancelled while it awaits the value disposes of the subscription")
    func valueCancelled() async {
        let single = Probe<Int>()
        let awaitingSingle = Task { try await single.asObservable().asSingle().value }
        let maybe = Probe<Int>()
        let awaitingMaybe = Task { _ = try await maybe.asObservable().asMaybe().value }
        let completable = Probe<Never>()
        let awaitingCompletable = Task { try await completable.asObservable().asCompletable().value }
        await eventually { [single.observers, maybe.observers, completable.observers] == [1, 1, 1] }
        awaitingSingle.cancel()
        awaitingMaybe.cancel()
        awaitingCompletable.cancel()
        await #expect(throws: CancellationError.self) { try await awaitingSingle.value }
        await #expect(throws: CancellationError.self) { try await awaitingMaybe.value }
        await #expect(throws: CancellationError.self) { try await awaitingCompletable.value }
        expectEqual([single.observers, maybe.observers, completable.observers], [0, 0, 0])
    }
}

@MainActor private func isOnMainActor() -> Bool {
    MainActor.assertIsolated()
    return true
}
