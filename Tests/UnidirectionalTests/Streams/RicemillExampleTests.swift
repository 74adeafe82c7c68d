import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Ricemill's documentation, written with this library. A Machine is a stream, its Resolver the stream's
// logic, a Store the stream's state; a class with `@Published` is a struct with `@Bindable` or `@Mutable`.

// MARK: Resolver: a counter

private final class CountingStream: UnioStream<CountingStream> {
    typealias Extra = NoExtra

    struct Input: InputType {
        let increment = PublishRelay<Void>()
        let decrement = PublishRelay<Void>()
        let isOn = PublishRelay<Bool>()
    }

    struct Output: OutputType {
        let count: Driver<String?>
        @Bindable var isIncrementEnabled: Bool
    }

    struct State: StateType {
        @Bindable var count = 0
        @Mutable var isIncrementEnabled = false
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let (input, state) = (dependency.inputObservables, dependency.state)
        let output = Output(
            count: state.$count.map(String.init).map(Optional.some), isIncrementEnabled: state.isIncrementEnabled)

        let increment = input.increment.filter { state.isIncrementEnabled }.map { 1 }
        let decrement = input.decrement.map { -1 }
        disposeBag.insert {
            Observable.merge(increment, decrement).bind(onNext: { state.count += $0 })
            input.isOn.bind(to: state.$isIncrementEnabled)
            state.$isIncrementEnabled.subscribe(onNext: { output.isIncrementEnabled = $0 })
        }
        return output
    }
}

// MARK: SwiftUI usage: an input that goes both ways, a state that is the output

private final class SwitchStream: UnioStream<SwitchStream> {
    typealias Output = State
    typealias Extra = NoExtra

    struct Input: BindableInputType {
        let increment = PublishRelay<Void>()
        @Mutable var isOn = false
    }

    struct State: StateType, StoredOutputType {
        @Bindable var count: Int = 0
    }

    convenience init() {
        self.init(input: Input(), state: State())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let (input, state) = (dependency.inputObservables, dependency.state)
        input.increment
            .withLatestFrom(input.isOn)
            .filter { $0 }
            .bind(onNext: { _ in state.count += 1 })
            .disposed(by: disposeBag)
        return state
    }
}

@MainActor
private final class Toggle: ReactiveCompatible {
    nonisolated let flips = PublishRelay<Void>()
    var isOn = false

    func flip() {
        isOn.toggle()
        flips.accept(())
    }
}

extension Reactive where Base: Toggle {
    fileprivate var isOn: ControlProperty<Bool> {
        controlProperty(changes: base.flips, getter: { $0.isOn }, setter: { $0.isOn = $1 })
    }
}

@Suite("Ricemill's examples")
@MainActor
struct RicemillExampleTests {
    @Test("Input: subjects that can only be sent to")
    func input() {
        struct Input: InputType {
            let increment = PublishSubject<Void>()
            let isOn = PublishSubject<Bool>()
        }
        let parts = Input()
        let (increments, states) = (Recorder<Void>(), Recorder<Bool>())
        _ = parts.increment.subscribe(increments)
        _ = parts.isOn.subscribe(states)

        let input: InputWrapper<Input> = InputWrapper(parts)
        let increment: AnyObserver<Void> = input.increment
        increment.onNext(())
        let isOn: AnyObserver<Bool> = input.isOn
        isOn.onNext(true)
        expectEqual(increments.count, 1)
        expectEqual(states.elements, [true])
    }

    @Test("Resolver: a counter whose label and button follow the state")
    func counter() {
        let stream = CountingStream()
        let (label, plus, minus) = (Label(), Button(), Button())
        let bag = DisposeBag()
        bag.insert {
            plus.rx.tap => stream.input.increment
            minus.rx.tap => stream.input.decrement
            stream.output.count => label.rx.caption
            stream.output.$isIncrementEnabled => plus.rx.isEnabled
        }
        plus.press()
        expectEqual(label.caption, "0")
        stream.input.isOn(true)
        plus.press()
        plus.press()
        minus.press()
        expectEqual(label.caption, "1")
        stream.input.isOn(false)
        plus.press()
        expectEqual(label.caption, "1")
        #expect(!plus.isEnabled)
    }

    @Test("SwiftUI usage: the input's property is a two-way handle, the state is the output")
    func handleAndStored() {
        let viewModel = SwitchStream()
        let toggle = Toggle()
        let bag = DisposeBag()
        bag.insert {
            viewModel.input.isOn <=> toggle.rx.isOn  // a BehaviorRelay<Bool>
        }
        let counts = Recorder<Int>()
        viewModel.output.$count.drive(onNext: { counts($0) }).disposed(by: bag)  // a Driver<Int>

        viewModel.input.increment()
        expectEqual(viewModel.output.count, 0)  // an Int
        toggle.flip()
        #expect(viewModel.input.isOn.value)
        viewModel.input.increment()
        expectEqual(viewModel.output.count, 1)
        viewModel.input.isOn.accept(false)
        #expect(!toggle.isOn)
        viewModel.input.increment()
        expectEqual(counts.elements, [0, 1])
    }
}
