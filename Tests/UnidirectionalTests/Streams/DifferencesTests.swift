import Binding
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The differences from Unio and Ricemill in Documentation/Migration.md.

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
        #expect(seen.value == [0, 10])
        await eventually { state.ofBindable == 10 }
        state.bindable = 2
        #expect(state.ofBindable == 20)
    }

    @Test("an observer reads the new value")
    func newValue() {
        let state = state
        let seen = Shared<[Int]>([])
        bag.insert(state.$mutable.subscribe(onNext: { _ in seen.value.append(state.mutable) }))
        state.mutable = 1
        #expect(seen.value == [0, 1])
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
        #expect(recorder.elements == [-1])
    }

    @Test("a BehaviorRelay of the input is a Property inside of the stream")
    func inputProperty() {
        struct Input: InputType { let number = BehaviorRelay(value: 1) }
        let property = ReadOnly(Input()).number
        #expect(type(of: property) == Property<Int>.self && property.value == 1)
    }
}
