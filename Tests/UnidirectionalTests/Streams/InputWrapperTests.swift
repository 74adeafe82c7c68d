import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

@Suite("Input of a stream, from outside")
@MainActor
struct InputWrapperTests {
    struct Input: InputType {
        let search = PublishRelay<String?>()
        let level = BehaviorRelay(value: 0)
        let tap = PublishRelay<Void>()
        let press = PublishSubject<Void>()
        let name = PublishSubject<String>()
        let latest = BehaviorSubject(value: 1)
        let last = ReplaySubject<Int>.create(bufferSize: 2)
        let observer: AnyObserver<Int>
    }

    private let observed = Recorder<Int>()
    private let parts: Input
    private let input: InputWrapper<Input>

    init() {
        parts = Input(observer: AnyObserver(observed))
        input = InputWrapper(parts)
    }

    @Test("A relay is called with a value, as a function")
    func relayAsFunction() {
        let searches = Recorder<String?>()
        _ = parts.search.subscribe(searches)
        input.search("query")
        input.search(nil)
        input.level(3)
        expectEqual(searches.elements, ["query", nil])
        expectEqual(parts.level.value, 3)
    }

    @Test("What takes no argument is called without one")
    func withoutArgument() {
        let taps = Recorder<Void>()
        _ = parts.tap.subscribe(taps)
        _ = parts.press.subscribe(taps)
        input.tap()
        input.press()
        input.tap(())
        input.press(())
        input.tap.onNext(())
        input.press.onNext(())
        expectEqual(taps.count, 6)
    }

    @Test("The context says whether a function or an observer is given")
    func byContext() {
        let searches = Recorder<String?>()
        _ = parts.search.subscribe(searches)
        let function: (String?) -> Void = input.search
        let sendable: @Sendable (String?) -> Void = input.search
        let observer: AnyObserver<String?> = input.search
        function("a")
        sendable("b")
        observer.onNext("c")
        expectEqual(searches.elements, ["a", "b", "c"])
    }

    @Test("A subject takes its end as well, as an observer")
    func subjectAsObserver() {
        let names = Recorder<String>()
        _ = parts.name.subscribe(names)
        input.name.onNext("Ada")
        input.name("Grace")
        input.name.onCompleted()
        expectEqual(names.elements, ["Ada", "Grace"])
        #expect(names.isCompleted)
    }

    @Test("Subjects of all kinds and observers can be sent to")
    func allKinds() throws {
        input.latest(2)
        input.last(3)
        input.observer(4)
        input.observer.onNext(5)
        #expect(try parts.latest.value() == 2)
        let last = Recorder<Int>()
        _ = parts.last.subscribe(last)
        expectEqual(last.elements, [3])
        expectEqual(observed.elements, [4, 5])
    }

    @Test("Controls, observables, drivers and signals are bound to it, as methods and as operators")
    func bound() {
        let searches = Recorder<String?>()
        let taps = Recorder<Void>()
        let names = Recorder<String>()
        _ = parts.search.subscribe(searches)
        _ = parts.tap.subscribe(taps)
        _ = parts.name.subscribe(names)
        let (field, button) = (TextField("a"), Button())
        let (texts, title) = (PublishSubject<String>(), BehaviorRelay(value: "b"))
        let bag = DisposeBag()
        bag.insert {
            field.rx.text.bind(to: input.search)  // a String goes where a String? is taken
            field.rx.optionalText.bind(to: input.search)
            texts.bind(to: input.name)
            title.asDriver().drive(input.name)
            button.rx.tap.bind(to: input.tap)
            field.rx.text => input.search
            texts => input.name
            title => input.name
            button.rx.tap => input.tap
            button.rx.tap => input.press
        }
        expectEqual(searches.elements, ["a", "a", "a"])
        expectEqual(names.elements, ["b", "b"])
        texts.onNext("c")
        title.accept("d")
        button.press()
        expectEqual(names.elements, ["b", "b", "c", "c", "d", "d"])
        expectEqual(taps.count, 2)
    }

    @Test("Sending is allowed on any thread, where the input is Sendable")
    func fromThreads() {
        let sum = Counter()
        _ = parts.level.subscribe(onNext: { sum.add($0) })
        let input = input
        onThreads(4) { _ in
            for _ in 0..<1000 { input.level(1) }
        }
        expectEqual(sum.value, 4000)
    }

    #if DEBUG
        @Test("An error that is sent to a relay is a programming error, as with any binding to a relay")
        func errorToRelay() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run {
                    let observer: AnyObserver<Int> = InputWrapper(Input(observer: AnyObserver { _ in })).level
                    observer.onError(TestError())
                }
            }
        }
    #endif

    @Test("The completion of what is bound to a relay does not reach it")
    func completionToRelay() {
        let observer: AnyObserver<Int> = input.level
        observer.onCompleted()
        input.level(7)
        expectEqual(parts.level.value, 7)
    }
}
