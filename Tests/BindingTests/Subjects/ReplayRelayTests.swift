import Binding
import BindingOperators
import TestSupport
import Testing

@MainActor
@Suite("ReplayRelay")
struct ReplayRelayTests {
    @Test("hands a new observer the last values, then each one", arguments: [-1, 0, 1, 2, 10])
    func replays(_ size: Int) {
        let relay = ReplayRelay<Int>.create(bufferSize: size)
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = relay.subscribe(early)
        for number in 1...3 { relay.accept(number) }
        _ = relay.asObservable().subscribe(late)
        relay.accept(4)
        expectEqual(early.elements, [1, 2, 3, 4])
        expectEqual(late.elements, Array([1, 2, 3].suffix(max(0, size))) + [4])
    }

    @Test("without a bound, all of them")
    func unbound() {
        let relay = ReplayRelay<Int>.createUnbound()
        for number in 0..<1_000 { relay.accept(number) }
        let recorder = Recorder<Int>()
        _ = relay.subscribe(recorder)
        expectEqual(recorder.elements, Array(0..<1_000))
    }

    @Test("C1: a value that an observer sends comes after the one under way")
    func order() {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let recorder = Recorder<Int>()
        _ = relay.subscribe(onNext: { if $0 == 1 { relay.accept(2) } })
        _ = relay.subscribe(recorder)
        relay.accept(1)
        expectEqual(recorder.elements, [1, 2])
    }

    @Test("is a target of bind, drive, emit and =>, also of optional values")
    func target() {
        let source = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        let relay = ReplayRelay<Int>.createUnbound()
        let optional = ReplayRelay<Int?>.createUnbound()
        let (recorder, optionals) = (Recorder<Int>(), Recorder<Int?>())
        let bag = DisposeBag()
        bag.insert {
            source.bind(to: relay)
            source.bind(to: optional)
            source.asDriver().drive(relay)
            source.asDriver().drive(optional)
            events.asSignal().emit(to: relay)
            events.asSignal().emit(to: optional)
            source => relay
            source => optional
            events => relay
            relay.subscribe(recorder)
            optional.subscribe(optionals)
        }
        expectEqual(recorder.elements, [1, 1, 1])
        expectEqual(optionals.elements, [1, 1, 1])
        events.accept(2)
        expectEqual(recorder.elements.suffix(2), [2, 2])
        expectEqual(optionals.elements.suffix(1), [2])
    }

    @Test("its observer takes values, and is no end for it")
    func observer() {
        let relay = ReplayRelay<Int>.createUnbound()
        let observer = relay.asObserver()
        observer.onNext(1)
        observer.onCompleted()
        observer.onNext(2)
        let recorder = Recorder<Int>()
        _ = relay.subscribe(recorder)
        expectEqual(recorder.log, ["next(1)", "next(2)"])
    }

    @Test("C10: a subscription keeps it alive")
    func alive() {
        let recorder = Recorder<Int>()
        var relay: ReplayRelay<Int>? = .create(bufferSize: 1)
        weak let weakRelay = relay
        let subscription = relay?.subscribe(recorder)
        relay = nil
        weakRelay?.accept(1)
        expectEqual(recorder.elements, [1])
        subscription?.dispose()
        #expect(weakRelay == nil)
    }
}
