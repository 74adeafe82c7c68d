import Binding
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The differences from Unio and Ricemill in Documentation/Migration.md, and the code of its tables that the tests of their
// examples do not have. ComparisonsTests compares the document with these tests.

/// A logic that is no stream.
private enum TotalLogic: LogicType {
    struct Input: BindableInputType {
        let add = PublishRelay<Int>()
        @Mutable var isOn = true
    }

    struct Output: OutputType {
        let totals: Signal<Int>
    }

    struct State: StateType {
        @Mutable var total = 0
    }

    struct Extra: ExtraType {
        let limit: Int
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let (input, state, extra) = (dependency.inputObservables, dependency.state, dependency.extra)
        let totals = input.add.withLatestFrom(input.isOn) { $1 ? $0 : 0 }
            .map { min($0 + state.total, extra.limit) }
            .do(onNext: { state.total = $0 })
        return Output(totals: totals.asSignal(onErrorJustReturn: 0))
    }
}

@MainActor
@Suite("Where streams differ from Unio's and Ricemill's")
struct DifferencesTests {
    private struct State: StateType, StoredOutputType, Sendable {
        @Bindable var bindable = 0
        @Mutable var mutable = 0
        @Mutable var ofBindable = 0
        @Mutable var ofMutable = 0
    }

    private let state = State()
    private let bag = DisposeBag()

    @Test("state derived from a @Mutable is there on any thread, from a @Bindable on the main actor")
    func derivedState() async {
        let state = state
        bag.insert {
            state.$bindable.map { $0 * 10 }.drive(onNext: { state.ofBindable = $0 })
            state.$mutable.map { $0 * 10 }.bind(onNext: { state.ofMutable = $0 })
        }
        let seen = Shared<[Int]>([])
        onAnotherThread {
            state.bindable = 1
            state.mutable = 1
            seen.value = [state.ofBindable, state.ofMutable]
        }
        expectEqual(seen.value, [0, 10])
        await eventually { state.ofBindable == 10 }
        state.bindable = 2
        expectEqual(state.ofBindable, 20)
    }

    @Test("an observer reads the new value")
    func newValue() {
        let state = state
        let seen = Shared<[Int]>([])
        bag.insert(state.$mutable.subscribe(onNext: { _ in seen.value.append(state.mutable) }))
        state.mutable = 1
        expectEqual(seen.value, [0, 1])
    }

    @Test("a subject in an input takes an error, and is over")
    func errorToSubject() {
        struct Input: InputType { let tap = PublishSubject<Int>() }
        let parts = Input()
        let recorder = Recorder<Int>()
        bag.insert(parts.tap.catchAndReturn(-1).subscribe(recorder))
        let input = InputWrapper(parts)
        bag.insert(Observable<Int>.error(TestError()) => input.tap)
        input.tap(1)
        expectEqual(recorder.elements, [-1])
    }

    @Test("a BehaviorRelay of the input is a Property inside of the stream")
    func inputProperty() {
        struct Input: InputType { let number = BehaviorRelay(value: 1) }
        let property = ReadOnly(Input()).number
        #expect(type(of: property) == Property<Int>.self && property.value == 1)
    }

    @Test("a logic of one's own, and a stream in place of another")
    func logic() {
        func wrapped<Input: InputType, Output: OutputType>(
            _ stream: some UnioStreamType<Input, Output>
        ) -> AnyUnioStream<Input, Output> {
            AnyUnioStream(stream)
        }
        let stream = PrimitiveStream<TotalLogic>(input: .init(), state: .init(), extra: .init(limit: 5))
        let any = wrapped(stream)
        let isOn: BehaviorRelay<Bool> = any.input.isOn
        var totals: [Int] = []
        bag.insert(any.output.totals.emit(onNext: { totals.append($0) }))
        any.input.add(2)
        isOn.accept(false)
        any.input.add(2)
        isOn.accept(true)
        any.input.add(4)
        expectEqual(totals, [2, 2, 5])
    }

    @Test("what is assigned in Ricemill")
    func assigned() {
        struct State: StateType {
            @Mutable var a = 1
            @Mutable var b = 0
            @Bindable var count = 0
        }
        let state = State()
        let observable = Observable.of(1, 2)
        @Sendable func f(_ number: Int) -> Int { number * 10 }
        let isLarge: Computed<Bool> = Computed { state.b > 15 }
        bag.insert {
            state.$a.map(f).bind(onNext: { state.b = $0 })
            observable.bind(onNext: { state.count = $0 })
        }
        #expect(state.b == 10 && state.count == 2 && !isLarge.value)
        state.a = 2
        #expect(state.b == 20 && isLarge.value)
    }
}
