import Binding
import BindingOperators
import Observation
import TestSupport
import Testing

@Observable @MainActor
private final class Model {
    var title = "a"
    var count = 0
    var unrelated = 0
}

@Observable
private final class FreeModel: @unchecked Sendable {
    var count = 0
}

@Suite("tracking")
@MainActor
struct TrackingTests {
    @Test("the value at once, then each that comes of a change")
    func values() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { "\(model.title) \(model.count)" } => label.rx.text
        #expect(label.history == ["a 0"])
        model.title = "b"
        await eventually { label.history.count == 2 }
        model.count = 1
        await eventually { label.history.count == 3 }
        #expect(label.history == ["a 0", "b 0", "b 1"])
        subscription.dispose()
    }

    @Test("several changes at a time are one value, and what was not read is none")
    func several() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { model.title } => label.rx.text
        model.title = "b"
        model.title = "c"
        await eventually { label.text == "c" }
        model.unrelated = 1
        await mainActorIsFree()
        #expect(label.history == ["a", "c"])
        subscription.dispose()
    }

    @Test("nothing after disposal, also of a change that was made before")
    func disposal() async {
        let model = Model()
        let label = Label()
        let subscription = Driver.tracking { model.title } => label.rx.text
        model.title = "b"
        subscription.dispose()
        model.title = "c"
        await mainActorIsFree()
        #expect(label.history == ["a"])
    }

    @Test("a disposed subscription is not kept by the model")
    func release() {
        let model = Model()
        weak var weakToken: Counter?
        do {
            let token = Counter()
            weakToken = token
            let subscription = Driver.tracking { model.count + token.value }.drive(onNext: { _ in })
            subscription.dispose()
        }
        // Observation keeps its own closure until the next change.
        model.count = 1
        #expect(weakToken == nil)
    }

    @Test("an observable on a scheduler of its own, where the model is changed")
    func observable() async {
        let model = FreeModel()
        let scheduler = SerialDispatchQueueScheduler()
        let recorder = Recorder<Int>()
        let subscription = Observable.tracking(scheduler: scheduler) { model.count }.subscribe(recorder)
        #expect(recorder.elements == [0])
        for number in 1...100 {
            _ = scheduler.schedule { model.count = number }
            await eventually { recorder.elements.last == number }
        }
        subscription.dispose()
    }
}
