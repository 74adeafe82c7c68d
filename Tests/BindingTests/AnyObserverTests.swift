import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("Observers made of others")
struct AnyObserverTests {
    @Test("mapObserver changes the values, and an error of the closure is one for the observer")
    func mapObserver() {
        let recorder = Recorder<String>()
        let observer = recorder.mapObserver { (number: Int) in
            if number > 1 { throw TestError() }
            return "\(number)"
        }
        observer.onNext(1)
        observer.onNext(2)
        observer.onCompleted()
        expectEqual(recorder.log, ["next(1)", "error(TestError(test))", "completed"])

        let label = Label()
        let numbers = BehaviorRelay(value: 1)
        let binding = numbers.bind(to: label.rx.text.mapObserver { "number \($0)" })
        numbers.accept(2)
        expectEqual(label.history, ["number 1", "number 2"])
        binding.dispose()
    }

    @Test("an observer is made of a closure with and without a label")
    func labels() {
        let recorder = Recorder<Int>()
        let observers = [
            AnyObserver<Int>(eventHandler: recorder.on), AnyObserver(recorder.on), AnyObserver { recorder.on($0) },
        ]
        for observer in observers { observer.onNext(1) }
        expectEqual(recorder.elements, [1, 1, 1])
    }
}
