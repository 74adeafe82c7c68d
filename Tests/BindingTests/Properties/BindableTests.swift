import Binding
import BindingControls
import TestSupport
import Testing

/// An actor that is not the main one.
@globalActor
actor BackgroundActor {
    static let shared = BackgroundActor()
}

@MainActor
@Suite("@Bindable")
struct BindableTests {
    struct Card: Sendable {
        @Bindable var title: String
        @Bindable var count = 0
        @Bindable var subtitle: String?
    }

    // Safe: the wrapper itself is never replaced, and its value may be set on any thread.
    final class FreeViewModel: @unchecked Sendable {
        @Bindable var name = ""
        @Bindable var subtitle: String?
    }

    @MainActor
    final class MainViewModel {
        @Bindable private(set) var name = "first"
        @Bindable var subtitle: String?

        func rename(_ name: String) { self.name = name }
    }

    @BackgroundActor
    final class BackgroundViewModel {
        @Bindable private(set) var progress = 0
        @Bindable var failure: String?

        /// Code that binds it on the main actor cannot reach `$progress` without waiting.
        var progressDriver: Driver<Int> { $progress }

        func work() {
            for step in 1...3 { progress = step }
        }
    }

    actor Worker {
        @Bindable private(set) var progress = 0
        var progressDriver: Driver<Int> { $progress }
        func advance() { progress += 1 }
    }

    @Test("in a struct: the memberwise initialiser takes the plain values; setters need no `var`")
    func inStruct() {
        let card = Card(title: "a", count: 3)
        let other = Card(title: "b", subtitle: "c")
        card.title = "changed"
        card.count += 1
        expectEqual(card.title, "changed")
        expectEqual(card.count, 4)
        #expect(card.subtitle == nil)
        expectEqual(other.title, "b")
        expectEqual(other.count, 0)
        expectEqual(other.subtitle, "c")
    }

    @Test("copies share one value; two that are made separately do not")
    func copiesShare() {
        let card = Card(title: "a")
        let copy = card
        let separate = Card(title: "a")
        let recorder = Recorder<String>()
        _ = copy.$title.asObservable().subscribe(recorder)
        card.title = "b"
        separate.title = "c"
        expectEqual(copy.title, "b")
        expectEqual(recorder.elements, ["a", "b"])
    }

    @Test("C14: in a class on the main actor, the view shows a value when the setter returns")
    func onMainActor() {
        let viewModel = MainViewModel()
        let label = Label()
        let subscription = viewModel.$name.drive(label.rx.text)
        expectEqual(label.text, "first")
        viewModel.rename("second")
        expectEqual(label.text, "second")
        subscription.dispose()
        viewModel.rename("third")
        expectEqual(label.history, ["first", "second"])
    }

    @Test("in a class on no actor: set on any thread, shown on the main actor")
    func onNoActor() async {
        let viewModel = FreeViewModel()
        let label = Label()
        let subscription = viewModel.$name.drive(label.rx.text)
        viewModel.name = "here"
        onAnotherThread { viewModel.name = "elsewhere" }
        expectEqual(viewModel.name, "elsewhere")
        await eventually { label.text == "elsewhere" }
        expectEqual(label.history, ["", "here", "elsewhere"])
        subscription.dispose()
    }

    @Test("in a class on another actor, and in an actor")
    func onAnotherActor() async {
        let viewModel = BackgroundViewModel()
        let worker = Worker()
        let bag = DisposeBag()
        var progress: [Int] = []
        var workers: [Int] = []
        await viewModel.progressDriver.drive(onNext: { progress.append($0) }).disposed(by: bag)
        await worker.progressDriver.drive(onNext: { workers.append($0) }).disposed(by: bag)
        await viewModel.work()
        await worker.advance()
        await eventually { progress.last == 3 && workers.last == 1 }
        expectEqual(progress, [0, 1, 2, 3])
        expectEqual(workers, [0, 1])
        #expect(await viewModel.failure == nil)
    }

    @Test("an optional without an initial value is nil")
    func optionals() {
        let free = FreeViewModel()
        let main = MainViewModel()
        let label = Label()
        label.caption = "before"
        let subscription = main.$subtitle.drive(label.rx.caption)
        #expect(free.subtitle == nil)
        #expect(label.caption == nil)
        main.subtitle = "now"
        expectEqual(label.caption, "now")
        subscription.dispose()
    }

    @Test("equal values are sent again")
    func repeatsEqualValues() {
        let card = Card(title: "a")
        var shown: [String] = []
        let subscription = card.$title.drive(onNext: { shown.append($0) })
        card.title = "a"
        card.title = "a"
        expectEqual(shown, ["a", "a", "a"])
        subscription.dispose()
    }

    @Test("C6: a new observer is handed the latest value only")
    func latestOnly() {
        let card = Card(title: "a")
        card.title = "b"
        card.title = "c"
        var shown: [String] = []
        let subscription = card.$title.drive(onNext: { shown.append($0) })
        expectEqual(shown, ["c"])
        subscription.dispose()
    }

    @Test("a collection is changed in place, and each change is sent once")
    func changedInPlace() {
        let list = Bindable(wrappedValue: CopyCounting())
        var told = -1
        let subscription = list.projectedValue.drive(onNext: { _ in told += 1 })
        for _ in 0..<100 { list.wrappedValue.change() }
        expectEqual(list.wrappedValue.changes, 100)
        expectEqual(list.wrappedValue.copies, 0)
        expectEqual(told, 100)
        subscription.dispose()
    }

    @Test("C5: setting from inside an observer of the property itself")
    func setInside() {
        let card = Card(title: "a")
        var first: [Int] = []
        var second: [Int] = []
        let bag = DisposeBag()
        card.$count.drive(onNext: { value in
            first.append(value)
            if value == 1 { card.count += 1 }
        })
        .disposed(by: bag)
        card.$count.drive(onNext: { second.append($0) }).disposed(by: bag)
        card.count = 1
        expectEqual(card.count, 2)
        expectEqual(first, [0, 1, 2])
        expectEqual(second, [0, 1, 2])
    }
}

/// A stand-in for a collection that records when it is copied because it is not uniquely referenced.
struct CopyCounting: Sendable {
    private final class Storage: Sendable {}

    private var storage = Storage()
    private(set) var copies = 0
    private(set) var changes = 0

    mutating func change() {
        changes += 1
        if !isKnownUniquelyReferenced(&storage) {
            copies += 1
            storage = Storage()
        }
    }
}
