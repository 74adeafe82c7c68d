import Binding
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Streams.md; see DocumentationTests in BindingTests.

// EXAMPLE: stream
final class GreetingStream: UnioStream<GreetingStream> {
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

    static func bind(
        from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag
    ) -> Output {
        let greeting = dependency.inputObservables.name
            .map { "Hello, \($0)!" }
            .asDriver(onErrorJustReturn: "")
        return Output(greeting: greeting)
    }
}
// END

// EXAMPLE: stream, both ways
final class CounterStream: UnioStream<CounterStream> {
    typealias Output = State
    typealias Extra = NoExtra

    struct Input: BindableInputType {
        let increment = PublishRelay<Void>()
        @Mutable var step = 1
    }

    struct State: StateType, StoredOutputType {
        @Bindable var count = 0
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(
        from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag
    ) -> Output {
        let (input, state) = (dependency.inputObservables, dependency.state)
        input.increment
            .withLatestFrom(input.step)
            .bind(onNext: { state.count += $0 })
            .disposed(by: disposeBag)
        return state
    }
}
// END

@Suite("Examples of the documentation of streams")
@MainActor
struct StreamsDocumentTests {
    private let print = Printer()

    @Test("A stream")
    func stream() throws {
        // EXAMPLE: stream, use
        let stream = GreetingStream()
        let label = Label()
        let bag = DisposeBag()
        bag.insert {
            stream.output.greeting => label.rx.text
        }
        stream.input.name("Ada")
        print(label.text)  // prints Hello, Ada!
        // END
        #expect(try print.lines == Example.named("stream, use").output)
    }

    @Test("Input")
    func input() throws {
        // EXAMPLE: stream, input
        struct Input: InputType {
            let query = PublishRelay<String>()
            let tap = PublishSubject<Void>()
        }
        let parts = Input()
        let field = TextField("Ada")
        let bag = DisposeBag()
        bag.insert(
            parts.query.subscribe(onNext: { print($0) }),
            parts.tap.subscribe(onNext: { print("tap") }))

        let input = InputWrapper(parts)  // what `stream.input` is
        input.query("Grace")  // prints Grace
        input.tap()  // prints tap
        input.tap.onNext(())  // prints tap
        field.rx.text.bind(to: input.query).disposed(by: bag)  // prints Ada
        // END
        #expect(try print.lines == Example.named("stream, input").output)
    }

    @Test("Output")
    func output() throws {
        // EXAMPLE: stream, output
        struct Output: OutputType {
            let items: BehaviorRelay<[String]>
            let isEmpty: Computed<Bool>
        }
        let items = BehaviorRelay(value: ["bread"])
        let output = OutputWrapper(Output(items: items, isEmpty: Computed { items.value.isEmpty }))
        let bag = DisposeBag()

        output.items.subscribe(onNext: { print($0) }).disposed(by: bag)  // prints ["bread"]
        print(output.items.value, output.isEmpty)  // prints ["bread"] false
        let driver: Driver<[String]> = output.items
        driver.drive(onNext: { print($0.count) }).disposed(by: bag)  // prints 1
        // END
        #expect(try print.lines == Example.named("stream, output").output)
    }

    @Test("Both ways, and a state that is the output")
    func bothWays() throws {
        // EXAMPLE: stream, both ways, use
        let stream = CounterStream()
        let bag = DisposeBag()
        stream.output.$count.drive(onNext: { print($0) }).disposed(by: bag)  // prints 0
        stream.input.increment()  // prints 1
        stream.input.step.accept(10)
        stream.input.increment()  // prints 11
        print(stream.output.count)  // prints 11
        // END
        #expect(try print.lines == Example.named("stream, both ways, use").output)
    }

    @Test("Mocks")
    func mocks() throws {
        // EXAMPLE: stream, mock
        let sent = GreetingStream.Input()
        let greeting = BehaviorRelay(value: "nobody")
        let bag = DisposeBag()
        let mock = AnyUnioStream(input: sent, output: GreetingStream.Output(greeting: greeting.asDriver()))
        sent.name.subscribe(onNext: { print($0) }).disposed(by: bag)
        mock.input.name("Ada")  // prints Ada
        // END
        #expect(try print.lines == Example.named("stream, mock").output)
    }
}
