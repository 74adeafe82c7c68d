import Binding
import BindingControls
import BindingOperators
import BindingRx
import BindingTesting
import Observation
import TestSupport
import Testing

// The examples of Documentation/ComingFromCombine.md, see DocumentationTests, and the code of its tables, see ComparisonsTests.

/// What a view is shown, by the types of the document.
private struct Sources<Value: Sendable> {
    let all: Observable<Value>
    let state: Driver<Value>
    let events: Signal<Value>
}

@Observable @MainActor
private final class Model {
    var title = "a"
}

/// A view model whose list of names can be given from elsewhere.
@MainActor
private final class Names: BindingContext {
    let disposeBag = DisposeBag()
    @Bindable private(set) var names: [String] = []

    init(_ all: BehaviorRelay<[String]>) {
        binding { all => _names }
    }
}

// EXAMPLE: from Combine, view model

@MainActor
@Suite("Coming from Combine")
struct ComingFromCombineTests {
    private let print = Printer()
    private let bag = DisposeBag()

    @Test("A search")
    func search() async throws {
        // EXAMPLE: from Combine, use
        #expect(try print.lines == Example.named("from Combine, use").output)
    }

    @Test("Sources and subjects")
    func sources() throws {
        let (state, events) = (BehaviorRelay(value: 1), PublishRelay<Int>())
        let (failing, ending) = (BehaviorSubject(value: 2), PublishSubject<Int>())
        let sources = Sources(all: ending.asObservable(), state: state.asDriver(), events: events.asSignal())
        let recorder = Recorder<Int>()
        func heard(by observer: some ObserverType<Int>) -> any Disposable { sources.all.subscribe(observer) }
        var shown: [Int] = []
        bag.insert {
            heard(by: recorder)
            sources.state.drive(onNext: { shown.append($0) })
            sources.events.emit(onNext: { shown.append($0) })
        }
        state.accept(3)
        events.accept(4)
        ending.onNext(5)
        ending.onCompleted()
        failing.onError(TestError())
        #expect(shown == [1, 3, 4])
        #expect(recorder.log == ["next(5)", "completed"])
        #expect(throws: TestError.self) { try failing.value() }
    }

    @Test("A dropped disposable stays subscribed, a dropped bag disposes of what it holds")
    func dropped() {
        let relay = PublishRelay<Int>()
        let (heard, bagged) = (Recorder<Int>(), Recorder<Int>())
        var subscription: (any Disposable)? = relay.subscribe(heard)
        var bag: DisposeBag? = DisposeBag()
        bag.map { relay.subscribe(bagged).disposed(by: $0) }
        relay.accept(1)
        (subscription, bag) = (nil, nil)
        relay.accept(2)
        #expect(subscription == nil && bag == nil)
        #expect(heard.elements == [1, 2] && bagged.elements == [1])
    }

    @Test("What makes a source")
    func creation() async throws {
        let (asyncSequence, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.yield(6)
        continuation.finish()
        let made: [Observable<Int>] = [
            Observable.just(1), .empty(), .error(TestError()), .deferred { .just(2) }, .never(),
        ]
        let logs = made.map { source in
            let recorder = Recorder<Int>()
            bag.insert(source.subscribe(recorder))
            return recorder.log
        }
        #expect(logs.map(\.count) == [2, 1, 1, 2, 0] && logs[3] == ["next(2)", "completed"])
        for try await number in Observable.from(asyncSequence).values { #expect(number == 6) }
        let counts = Observable<Int>.interval(.seconds(1)).take(0)
        bag.insert(counts.subscribe(onNext: { _ in }))

        let model = Model()
        var titles: [String] = []
        bag.insert(Driver.tracking { model.title }.drive(onNext: { titles.append($0) }))
        model.title = "b"
        await eventually { titles == ["a", "b"] }
        let ticks = Counter()
        let schedulers: [any Scheduler] = [
            MainScheduler.instance, SerialDispatchQueueScheduler(label: "reader"), ImmediateScheduler(),
        ]
        for scheduler in schedulers { _ = scheduler.schedule { ticks.add() } }
        await eventually { ticks.value == 3 }
    }

    @Test("Subscribing")
    func subscribing() async throws {
        let all = BehaviorRelay(value: ["Ada"])
        let names = Names(all)
        let (text, events) = (BehaviorRelay(value: "a"), PublishSubject<String>())
        let (label, field) = (Label(), TextField())
        let recorder = Recorder<String>()
        var shown: [String] = []
        bag.insert {
            text.subscribe(onNext: { recorder($0) })
            events.subscribe(onNext: { recorder($0) }, onError: { recorder("\($0)") }, onCompleted: { recorder("end") })
            text.asDriver().drive(onNext: { shown.append($0) })
            events.asSignal(onErrorJustReturn: "").emit(onNext: { shown.append($0) })
            text => { shown.append($0) }
            text => label.rx.text
            text <=> field.rx.text
        }
        field.type("b")
        events.onNext("c")
        events.onCompleted()
        all.accept(["Grace"])
        #expect(recorder.elements == ["a", "b", "c", "end"])
        #expect(shown == ["a", "a", "b", "b", "c"])
        #expect(label.text == "b" && names.names == ["Grace"])
    }

    @Test("Schedulers, side effects, and what several observers share")
    func sharing() async throws {
        let scheduler = TestScheduler()
        let subscriptions = Counter()
        let log = Recorder<String>()
        let source = Observable.of(1, 2)
            .do(onNext: { log("\($0)") }, onSubscribed: { subscriptions.add() })
            .debug("source", write: { log($0) })
            .subscribe(on: scheduler).observe(on: scheduler)
        let connected = source.publish()
        let shared = [source.multicast(PublishSubject()).refCount(), connected.refCount(), source.share()]
        let recorder = Recorder<Int>()
        for source in shared { bag.insert(source.subscribe(recorder), source.subscribe(recorder)) }
        scheduler.start()
        #expect(recorder.elements.count == 12 && subscriptions.value == 3)
        #expect(log.elements.contains("1") && log.elements.contains("source -> next(1)"))
        var count = 0
        for try await _ in Observable.of(1, 2).values { count += 1 }
        #expect(count == 2)
    }
}
