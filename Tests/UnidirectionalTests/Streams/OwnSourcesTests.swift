import Binding
import TestSupport
import Testing
import Unidirectional

/// A custom source: the value of a relay, doubled.
private final class Doubled: ValueAccessibleObservable {
    typealias Element = Int
    let relay = BehaviorRelay(value: 1)

    var value: Int { relay.value * 2 }

    func asObservable() -> Observable<Int> { relay.map { $0 * 2 } }
}

/// A custom source that may fail.
private final class Checked: ThrowableValueAccessibleObservable {
    typealias Element = Int
    let subject = BehaviorSubject(value: 1)

    func throwableValue() throws -> Int { try subject.value() + 100 }

    func asObservable() -> Observable<Int> { subject.map { $0 + 100 } }
}

/// A custom relay.
private final class LoggingRelay: RelayType {
    typealias Element = String

    let log = Recorder<String>()
    private let relay = PublishRelay<String>()

    func accept(_ element: String) {
        log(element)
        relay.accept(element)
    }

    func subscribe(_ observer: some ObserverType<String>) -> any Disposable { relay.subscribe(observer) }
}

private final class AdderStream: UnioStream<AdderStream>, AdderStreamType {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let left = PublishRelay<Int>()
        let right = PublishRelay<Int>()
    }

    struct Output: OutputType {
        let result: PublishRelay<Int>
    }

    private let witness: Witness

    init(_ living: Counter = Counter()) {
        witness = Witness(living)
        super.init(input: Input(), state: State(), extra: Extra())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let result = PublishRelay<Int>()
        Observable.combineLatest(dependency.inputObservables.left, dependency.inputObservables.right) { $0 + $1 }
            .bind(to: result)
            .disposed(by: disposeBag)
        return Output(result: result)
    }
}

/// A protocol for each stream, as Unio's users write it.
private protocol AdderStreamType: UnioStreamType where Input == AdderStream.Input, Output == AdderStream.Output {}

private final class MockAdderStream: AdderStreamType {
    let input: InputWrapper<AdderStream.Input>
    let output: OutputWrapper<AdderStream.Output>

    let parts = AdderStream.Input()
    let result = PublishRelay<Int>()

    init() {
        input = InputWrapper(parts)
        output = OutputWrapper(AdderStream.Output(result: result))
    }
}

@Suite("Sources and streams of one's own")
@MainActor
struct OwnSourcesTests {
    @Test("a source whose value can be read is a Property in an output")
    func property() {
        struct Output: OutputType {
            let doubled = Doubled()
        }
        let parts = Output()
        let output = OutputWrapper(parts)
        let property: Property<Int> = output.doubled
        let observable: Observable<Int> = output.doubled
        let (values, heard) = (Recorder<Int>(), Recorder<Int>())
        var driven: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            property.subscribe(values), observable.subscribe(heard),
            property.asDriver().drive(onNext: { driven.append($0) }),
            output.doubled.asSharedSequence().drive(onNext: { driven.append($0 * 100) }))
        expectEqual(output.doubled.value, 2)
        parts.doubled.relay.accept(5)
        expectEqual(property.value, 10)
        expectEqual(values.elements, [2, 10])
        expectEqual(heard.elements, [2, 10])
        expectEqual(driven, [2, 200, 10, 1_000])
    }

    @Test("the error of such a source is a mistake where a driver is made of it")
    func propertyThatFails() {
        final class Failing: ValueAccessibleObservable {
            typealias Element = Int
            let subject = PublishSubject<Int>()
            var value: Int { 0 }
            func asObservable() -> Observable<Int> { subject.asObservable() }
        }
        let failing = Failing()
        var completions = 0
        _ = Property(failing).asDriver().drive(onCompleted: { completions += 1 })
        #if !DEBUG
            let warnings = collectingWarnings { failing.subject.onError(TestError()) }
            expectEqual(warnings.count, 1)
        #else
            failing.subject.onCompleted()
        #endif
        expectEqual(completions, 1)
    }

    @Test("one that may fail is a ThrowableProperty")
    func throwableProperty() throws {
        struct Output: OutputType {
            let checked = Checked()
        }
        let parts = Output()
        let output = OutputWrapper(parts)
        let property: ThrowableProperty<Int> = output.checked
        let values = Recorder<Int>()
        _ = property.subscribe(values)
        #expect(try output.checked.throwableValue() == 101)
        parts.checked.subject.onError(TestError())
        #expect(throws: TestError()) { try property.throwableValue() }
        expectEqual(values.elements, [101])
        expectEqual(values.error as? TestError, TestError())
    }

    @Test("what can be read is so by one name, whatever it is")
    func accessible() throws {
        func read(_ source: some ValueAccessible<Int>) -> Int { source.value }
        func readThrowing(_ source: some ThrowableValueAccessible<Int>) throws -> Int { try source.throwableValue() }
        let relay = BehaviorRelay(value: 3)
        let subject = BehaviorSubject(value: 4)
        expectEqual([read(relay), read(Property(relay)), read(Doubled())], [3, 3, 2])
        #expect(try [readThrowing(subject), readThrowing(ThrowableProperty(subject))] == [4, 4])
    }

    @Test("a relay and a ReplayRelay of an input take values from outside")
    func relays() {
        struct Input: InputType {
            let logging = LoggingRelay()
            let replay = ReplayRelay<Int>.createUnbound()
        }
        let parts = Input()
        let input = InputWrapper(parts)
        input.logging("a")
        input.replay(1)
        let replayed = Recorder<Int>()
        _ = parts.replay.subscribe(replayed)
        expectEqual(parts.logging.log.elements, ["a"])
        expectEqual(replayed.elements, [1])
    }

    @Test("Computed: by a getter, of a value that stays, of another one, of a function")
    func computed() {
        var count = 1
        func next() -> Int { count + 1 }
        let byGetter = Computed(getter: { count })
        let captured = Computed(capture: count)
        let copy = Computed(byGetter)
        let ofFunction = Computed(next)
        let trailing = Computed { count * 10 }
        count = 5
        expectEqual([byGetter, captured, copy, ofFunction, trailing].map(\.value), [5, 1, 5, 6, 50])
    }

    @Test("AnyUnioStream of a stream, and of a stand-in of one's own")
    func anyStream() {
        func results(_ stream: AnyUnioStream<AdderStream.Input, AdderStream.Output>) -> Recorder<Int> {
            let recorder = Recorder<Int>()
            _ = stream.output.result.subscribe(recorder)
            stream.input.left(1)
            stream.input.right(2)
            return recorder
        }
        expectEqual(results(AnyUnioStream(AdderStream())).elements, [3])

        let mock = MockAdderStream()
        let sent = Recorder<Int>()
        _ = mock.parts.left.subscribe(sent)
        let recorder = results(AnyUnioStream(mock))
        expectEqual(recorder.elements, [])
        expectEqual(sent.elements, [1])
        mock.result.accept(123)
        expectEqual(recorder.elements, [123])
    }

    @Test("AnyUnioStream keeps what it stands for alive, and is a stream itself")
    func alive() {
        let living = Counter()
        var stream: AdderStream? = AdderStream(living)
        var any: AnyUnioStream? = AnyUnioStream(stream!)
        var outer: AnyUnioStream? = AnyUnioStream(any!)
        stream = nil
        any = nil
        expectEqual(living.value, 1)
        #expect(outer != nil)
        outer = nil
        expectEqual(living.value, 0)
    }

    @Test("a view takes any stream with its input and output")
    func existential() {
        let streams: [any UnioStreamType<AdderStream.Input, AdderStream.Output>] = [AdderStream(), MockAdderStream()]
        let recorder = Recorder<Int>()
        let bag = DisposeBag()
        for stream in streams {
            bag.insert(stream.output.result.subscribe(recorder))
            stream.input.left(2)
            stream.input.right(3)
        }
        expectEqual(recorder.elements, [5])
    }
}
