import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

// Names of Documentation/ComingFromRxSwift.md that the other tests of Single, its kin and Infallible do not need, in
// RxSwift's spelling. ComparisonsTests compares them with the document.

/// An object that closures are called with.
private final class Listener: Sendable {
    let heard = Recorder<Int>()

    func hear(_ number: Int) { heard(number) }
}

// Extensions as programs that come from RxSwift have them.

extension PrimitiveSequenceType where Trait == SingleTrait {
    fileprivate func doubled() -> PrimitiveSequence<SingleTrait, [Element]> { primitiveSequence.map { [$0, $0] } }
}

extension PrimitiveSequence where Trait == MaybeTrait {
    fileprivate func orNothing() -> Maybe<Element> { self.catch { _ in .empty() } }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
    fileprivate func orDone() -> Completable { self.catch { _ in .empty() } }
}

extension InfallibleType where Element: FixedWidthInteger {
    fileprivate func counted() -> Infallible<Element> { map { $0 + 1 } }
}

extension InfallibleType {
    fileprivate func described() -> Infallible<String> { map { "\($0)" } }
}

@Suite("Names of RxSwift's traits")
struct RxTraitNamesTests {
    @Test("types, and extensions of them")
    func types() {
        let tellSingle: @Sendable (Single<Int>.SingleObserver) -> Void = { $0(SingleEvent.success(1)) }
        let tellMaybe: @Sendable (Maybe<Int>.MaybeObserver) -> Void = { $0(MaybeEvent.error(TestError())) }
        let tellCompletable: @Sendable (Completable.CompletableObserver) -> Void = {
            $0(CompletableEvent.error(TestError()))
        }
        let tellInfallible: @Sendable (Infallible<Int>.InfallibleObserver) -> Void = { $0(InfallibleEvent.next(1)) }
        let single = Single<Int>.create { observer in
            tellSingle(observer)
            return Disposables.create()
        }
        let maybe = Maybe<Int>.create { observer in
            tellMaybe(observer)
            return Disposables.create()
        }
        let completable = Completable.create { observer in
            tellCompletable(observer)
            return Disposables.create()
        }
        let infallible = Infallible<Int>.create { observer in
            tellInfallible(observer)
            return Disposables.create()
        }
        expectEqual(events(of: single.doubled()), ["next([1, 1])", "completed"])
        expectEqual(events(of: maybe.orNothing()), ["completed"])
        expectEqual(events(of: completable.orDone()), ["completed"])
        expectEqual(events(of: infallible.counted().described()), ["next(2)"])
    }

    @Test("spellings")
    func spellings() async throws {
        let made = Single<Int>.create(detached: false, priority: .medium, work: { 1 })
        expectEqual(try await made.value, 1)
        let scheduler = TestScheduler()
        let timer = Single<Int>.timer(.seconds(1), scheduler: scheduler)
        let logged = Recorder<Int>()
        @Sendable func log(_ number: Int) { logged(number) }
        let single = timer.map { $0 + 7 }
        let listener = Listener()
        let service = single.do(onSuccess: { log($0) })
        _ = service.subscribe(with: listener, onSuccess: { $0.hear($1) })
        scheduler.start()
        expectEqual(logged.elements, [7])
        expectEqual(listener.heard.elements, [7])
        let pair = Single.zip(.just(1), .just(2), resultSelector: { (left: Int, right: Int) in left + right })
        expectEqual(events(of: pair), ["next(3)", "completed"])
        expectEqual(events(of: Completable.concat(.empty(), .empty())), ["completed"])
        let numbers = Observable.of(1, 2)
        expectEqual(events(of: numbers.toArray().asSingle()), ["next([1, 2])", "completed"])
        let given = Infallible.from([1])
        expectEqual(events(of: Infallible.deferred { given }), ["next(1)", "completed"])
    }
}
