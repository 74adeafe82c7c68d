import Binding
import BindingRx
import TestSupport
import Testing

@Suite("Binding to functions")
@MainActor
struct BindingToFunctionsTests {
    private let numbers = BehaviorRelay(value: 1)

    /// What a view offers: binds a sequence to what it shows.
    private func shown(_ recorder: Recorder<Int>) -> (Observable<Int>) -> any Disposable {
        { $0.subscribe(onNext: { recorder($0) }) }
    }

    private func shownInWords(
        _ recorder: Recorder<String>
    ) -> (Observable<Int>) -> (@escaping @Sendable (Int) -> String) -> any Disposable {
        { source in { make in source.subscribe(onNext: { recorder(make($0)) }) } }
    }

    @Test("a function receives the sequence, and its result is returned")
    func function() {
        let recorder = Recorder<Int>()
        let subscription = numbers.asObservable().bind(to: shown(recorder))
        let other = numbers.asDriver().drive(shown(recorder))
        numbers.accept(2)
        #expect(recorder.elements.sorted() == [1, 1, 2, 2])
        subscription.dispose()
        other.dispose()
        numbers.accept(3)
        #expect(recorder.elements.count == 4)
    }

    @Test("the function that it returns receives the argument")
    func curried() {
        let recorder = Recorder<String>()
        let (one, two): (@Sendable (Int) -> String, @Sendable (Int) -> String) = ({ "<\($0)>" }, { "(\($0))" })
        let subscription = numbers.asObservable().bind(to: shownInWords(recorder), curriedArgument: one)
        let other = numbers.asDriver().drive(shownInWords(recorder), curriedArgument: two)
        #expect(recorder.elements == ["<1>", "(1)"])
        subscription.dispose()
        other.dispose()
    }

    @Test("a closure in braces is called with each value, not with the sequence")
    func closures() {
        let recorder = Recorder<Int>()
        let all: [any Disposable] = [
            numbers.asObservable().bind { recorder($0) }, numbers.bind { recorder($0) },
            numbers.asDriver().drive { recorder($0) },
        ]
        let bag = DisposeBag()
        numbers.asObservable().bind { recorder($0) }.disposed(by: bag)
        #expect(recorder.elements == [1, 1, 1, 1])
        for subscription in all { subscription.dispose() }
    }
}
