import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/ComingFromSignals.md, see DocumentationTests, and the code of its table, see ComparisonsTests. What
// that has of lists stands in the tests of ComingFromListLibraries.md.

// EXAMPLE: from signals, view model and view

@MainActor
private final class OrderModel {
    struct Order: Equatable {
        var count = 1
        var note = ""
    }

    @Mutable var count = 1
    @Mutable var order = Order()
    @Mutable var sizes = ["S", "M"]
    @Mutable var size = ""
    @Mutable var isOpen = false
    @Bindable private(set) var title = "Intro"
    @Bindable var id = 1
    @ViewAction var notify: (String) -> Void
    @Derived({ (model: OrderModel) in model.count * 2 }) var double: Int

    func retitle() { title = "Verse" }
}

@MainActor
private final class Panel: ReactiveCompatible {
    var isVisible = true
}

@MainActor
private final class PanelView: BindingContext {
    let disposeBag = DisposeBag()
    let (label, panel) = (Label(), Panel())

    init(_ model: OrderModel) {
        binding {
            model.$title => label.rx.text
            model.$isOpen => panel.rx.isVisible
        }
    }
}

@MainActor
@Suite("Coming from signals")
struct ComingFromSignalsTests {
    private let print = Printer()
    private let bag = DisposeBag()
    private let model = OrderModel()

    @Test("A view model and a view")
    func view() throws {
        // EXAMPLE: from signals, use
        #expect(try print.lines == Example.named("from signals, use").output)
    }

    @Test("Values, and what is computed from them")
    func values() {
        let price = BehaviorRelay(value: 1)
        let total = DerivedValue { price.value * model.count }
        price.accept(10)
        model.count = 3
        expectEqual([total.value, model.double], [30, 6])
        let areEqual: @MainActor (Int, Int) -> Bool = { $0 / 10 == $1 / 10 }
        let tens = DerivedValue(areEqual: areEqual) { total.value }
        expectEqual(tens.value, 30)
        price.accept(13)
        expectEqual([tens.value, total.value], [30, 39])
    }

    @Test("Effects: the left side is followed, the right one is not")
    func effects() {
        let other = BehaviorRelay(value: 0)
        var (seen, counts): ([String], [Int]) = ([], [])
        bag.insert {
            Driver.derived { model.double } => { seen.append("\($0) \(other.value)") }
            model.$count => { counts.append($0) }
        }
        other.accept(1)
        model.count = 1
        model.count = 2
        #expect(seen == ["2 0", "4 1"] && counts == [1, 1, 2])
    }

    @Test("Cleaning up: before the next call, and at the end")
    func cleanup() {
        let log = Recorder<String>()
        let cleanup = SerialDisposable()
        let effect =
            Driver.derived { model.count } => { count in
                cleanup.disposable = Disposables.create { log("clean \(count)") }
                log("run \(count)")
            }
        bag.insert(effect, cleanup)
        model.count = 2
        bag.dispose()
        expectEqual(log.elements, ["run 1", "clean 1", "run 2", "clean 2"])
    }

    @Test("Batches, in which events come last, and reads that are not followed")
    func batches() {
        var seen: [String] = []
        bag.insert {
            Driver.derived { "\(model.count) \(untracked { model.size })" } => { seen.append($0) }
            model.$notify => { seen.append($0) }
        }
        batch {
            model.notify("set")
            model.count = 2
            model.size = "M"
            model.count = 3
        }
        model.size = "L"
        expectEqual(seen, ["1 ", "3 M", "set"])
    }

    @Test("A value that another one sets, and that can be edited")
    func linked() {
        bag.insert(model.$sizes.asDriver().map { $0[0] } => model.$size)
        expectEqual(model.size, "S")
        model.size = "M"
        model.sizes = ["36", "38"]
        expectEqual(model.size, "36")
    }

    @Test("Parts of a structure: each is followed alone, and can be set")
    func parts() {
        var counts: [Int] = []
        let count = Driver.derived {
            counts.append(model.$order.count.value)
            return counts.count
        }
        let field = TextField()
        bag.insert {
            count => { _ in }
            model.$order.count <=> field.rx.text.converted(by: .integer)
        }
        model.order.note = "urgent"
        model.$order.count.value = 2
        field.type("3")
        #expect(counts == [1, 2, 3] && model.order.count == 3)
    }

    @Test("What takes time, and what it brings as a value that can be read")
    func resources() async {
        let answers = model.$id.asObservable().flatMapLatest { id in Observable.async { "answer \(id)" } }
        let driver = answers.asDriver(onErrorJustReturn: "none")
        let answer = DerivedValue(following: driver, initially: "none")
        expectEqual(answer.value, "none")
        await eventually { answer.value == "answer 1" }
        model.id = 2
        await eventually { answer.value == "answer 2" }
    }

    @Test("Values for operators")
    func observables() {
        let total = DerivedValue { model.count * 10 }
        var seen: [Int] = []
        bag.insert {
            model.$count.asDriver().skip(1) => { seen.append($0) }
            total.asDriver().filter { $0 > 10 } => { seen.append($0) }
        }
        model.count = 2
        expectEqual(seen, [2, 20])
    }

    @Test("What is shown")
    func shown() {
        let view = PanelView(model)
        #expect(!view.panel.isVisible && view.label.text == "Intro")
        model.isOpen = true
        model.retitle()
        #expect(view.panel.isVisible && view.label.text == "Verse")
    }
}
