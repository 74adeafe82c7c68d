import Binding
import BindingTesting
import TestSupport
import Testing
import Unidirectional

/// Adds up the numbers that it gets.
private final class SumStream: UnioStream<SumStream> {
    struct Input: InputType {
        let add = PublishRelay<Int>()
    }

    struct Output: OutputType {
        let sum: BehaviorRelay<Int>
    }

    struct State: StateType {
        let sum = BehaviorRelay(value: 0)
    }

    struct Extra: ExtraType {
        let bindings: Counter
        let factor: Int
    }

    convenience init(bindings: Counter = Counter(), factor: Int = 1, input: Input = Input()) {
        self.init(input: input, state: State(), extra: Extra(bindings: bindings, factor: factor))
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let sum = dependency.state.sum
        let factor = dependency.extra.factor
        dependency.extra.bindings.add()
        dependency.inputObservables.add
            .bind(onNext: { number in sum.modify { $0 += number * factor } })
            .disposed(by: disposeBag)
        return Output(sum: sum)
    }
}

/// Uses another stream for adding.
private final class OuterStream: UnioStream<OuterStream> {
    typealias State = NoState
    typealias Input = SumStream.Input
    typealias Output = SumStream.Output

    struct Extra: ExtraType {
        let inner: SumStream
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let inner = dependency.extra.inner
        dependency.inputObservables.add.bind(to: inner.input.add).disposed(by: disposeBag)
        let sum = BehaviorRelay(value: 0)
        inner.output.sum.bind(to: sum).disposed(by: disposeBag)
        return Output(sum: sum)
    }
}

/// A separate logic, for a stream without a subclass.
private enum UppercaseLogic: LogicType {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let text = PublishSubject<String>()
    }

    struct Output: OutputType {
        let text: Observable<String>
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        Output(text: dependency.inputObservables.text.map { $0.uppercased() })
    }
}

@MainActor private var greeting = "Hello"

/// A main actor stream whose logic is not isolated.
@MainActor
private final class TitleStream: UnioStream<TitleStream> {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let name = PublishRelay<String>()
    }

    struct Output: OutputType {
        let title: Driver<String>
    }

    private let disposeBag = DisposeBag()
    private(set) var titles: [String] = []

    convenience init() {
        self.init(input: Input())
        output.title.drive(with: self) { $0.titles.append($1) }.disposed(by: disposeBag)
    }

    nonisolated static func bind(
        from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag
    ) -> Output {
        Output(
            title: dependency.inputObservables.name.asDriver(onErrorJustReturn: "").map { "\(greeting), \($0)!" }
                .startWith("Who are you?"))
    }
}

/// A main actor stream whose logic is on the main actor, too.
@MainActor
private final class WelcomeStream: PrimitiveStream<WelcomeStream>, @MainActor LogicType {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let name = PublishRelay<String>()
    }

    struct Output: OutputType {
        let greeting: Driver<String>
    }

    convenience init() {
        self.init(input: Input())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let greeting = greeting
        return Output(
            greeting: dependency.inputObservables.name.asDriver(onErrorJustReturn: "").map { "\(greeting), \($0)!" })
    }
}

@Suite("Streams")
@MainActor
struct StreamTests {
    @Test("What goes in comes out, through the state")
    func inAndOut() {
        let stream = SumStream(factor: 2)
        let sums = Recorder<Int>()
        _ = stream.output.sum.subscribe(sums)
        stream.input.add(1)
        stream.input.add(2)
        expectEqual(stream.output.sum.value, 6)
        expectEqual(sums.elements, [0, 2, 6])
    }

    @Test("The logic is bound once, when the stream is made")
    func boundOnce() {
        let bindings = Counter()
        let stream = SumStream(bindings: bindings)
        expectEqual(bindings.value, 1)
        stream.input.add(1)
        _ = stream.output.sum.value
        expectEqual(bindings.value, 1)
    }

    @Test("The bindings end when the stream is dropped, and its parts are released")
    func lifetime() {
        let input = SumStream.Input()
        weak let add = input.add
        var stream: SumStream? = SumStream(input: input)
        let sums = Recorder<Int>()
        let output = stream!.output
        _ = output.sum.subscribe(sums)
        input.add.accept(1)
        weak let weakStream = stream
        stream = nil
        input.add.accept(2)
        #expect(weakStream == nil)
        expectEqual(sums.elements, [0, 1])
        #expect(add != nil)
    }

    @Test("What a stream needs lives as long as the stream does, though nothing else holds it")
    func lifetimeOfExtra() {
        var stream: OuterStream?
        weak var inner: SumStream?
        do {
            let made = SumStream()
            inner = made
            stream = OuterStream(input: .init(), extra: .init(inner: made))
        }
        stream?.input.add(3)
        expectEqual(stream?.output.sum.value, 3)
        #expect(inner != nil)
        stream = nil
        #expect(inner == nil)
    }

    @Test("A stream that is dropped on another thread ends its bindings")
    func droppedElsewhere() {
        let input = SumStream.Input()
        let sums = Recorder<Int>()
        onAnotherThread {
            let stream = SumStream(input: input)
            _ = stream.output.sum.subscribe(sums)
            stream.input.add(1)
        }
        input.add.accept(2)
        expectEqual(sums.elements, [0, 1])
    }

    @Test("A stream on no actor takes values from several threads")
    func threads() {
        let stream = SumStream()
        let input = stream.input
        onThreads(8) { _ in
            for _ in 0..<1000 { input.add(1) }
        }
        expectEqual(stream.output.sum.value, 8000)
    }

    @Test("A logic can be a type of its own")
    func ownLogic() {
        let stream = PrimitiveStream<UppercaseLogic>(input: .init())
        let texts = Recorder<String>()
        _ = stream.output.text.subscribe(texts)
        stream.input.text("a")
        expectEqual(texts.elements, ["A"])
    }

    @Test("A stream of the main actor drives what belongs there, and is released")
    func onTheMainActor() {
        var stream: TitleStream? = TitleStream()
        weak let weakStream = stream
        stream?.input.name("Ada")
        expectEqual(stream?.titles, ["Who are you?", "Hello, Ada!"])
        stream = nil
        #expect(weakStream == nil)
    }

    @Test("A stream's logic can belong to the main actor")
    func logicOnTheMainActor() {
        let stream = WelcomeStream()
        let greetings = Recorder<String>()
        _ = stream.output.greeting.drive(onNext: { greetings($0) })
        stream.input.name("Grace")
        expectEqual(greetings.elements, ["Hello, Grace!"])
    }

    @Test("The main actor's stream takes values from other threads, in order")
    func fromOtherThreads() async {
        let stream = TitleStream()
        let input = stream.input
        onAnotherThread {
            for number in 1...100 { input.name("\(number)") }
        }
        await eventually { stream.titles.count == 101 }
        #expect(stream.titles.dropFirst() == (1...100).map { "Hello, \($0)!" }[...])
    }

    @Test("An erased stream is the stream, and keeps it alive")
    func erased() {
        var stream: SumStream? = SumStream()
        let erased = AnyUnioStream(stream!)
        weak let weakStream = stream
        stream = nil
        erased.input.add(4)
        expectEqual(erased.output.sum.value, 4)
        #expect(weakStream != nil)
    }

    @Test("A mock is made of an input and an output, which the test keeps")
    func mock() {
        let input = SumStream.Input()
        let sum = BehaviorRelay(value: 0)
        let mock = AnyUnioStream(input: input, output: SumStream.Output(sum: sum))
        let sent = Recorder<Int>()
        _ = input.add.subscribe(sent)
        mock.input.add(3)
        sum.accept(9)
        expectEqual(sent.elements, [3])
        expectEqual(mock.output.sum.value, 9)
    }

    @Test("The input's observables are those of the input's properties")
    func inputObservables() throws {
        struct Input: InputType {
            let relay = PublishRelay<Int>()
            let subject = PublishSubject<Int>()
            let state = BehaviorRelay(value: 1)
            let behavior = BehaviorSubject(value: 2)
        }
        enum Logic: LogicType {
            typealias State = NoState
            typealias Extra = NoExtra

            struct Output: OutputType {
                let all: Observable<Int>
                let sum: Int
            }

            static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
                let observables = dependency.inputObservables
                let property: Property<Int> = observables.state
                let relay: Observable<Int> = observables.relay
                let subject: Observable<Int> = observables.subject
                let sum = property.value + ((try? observables.behavior.throwableValue()) ?? 0)
                return Output(all: .merge(relay, subject), sum: sum)
            }
        }
        let stream = PrimitiveStream<Logic>(input: Input())
        let numbers = Recorder<Int>()
        _ = stream.output.all.subscribe(numbers)
        stream.input.relay(1)
        stream.input.subject(2)
        expectEqual(numbers.elements, [1, 2])
    }
}
