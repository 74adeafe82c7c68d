import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/ComingFromAvalonia.md, see DocumentationTests, and the code of its tables, see ComparisonsTests. What
// that has of forms, lists and stores stands in the tests of their own documents.

// EXAMPLE: from Avalonia, view model and view

@MainActor
private final class PersonViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var name = "Ada"
    @Mutable var age = 36
    @Bindable var title = ""
    @Bindable var isBusy = false
    @Mutable var contact = Contact()
    let confirm = Interaction<String, Bool>()

    private(set) lazy var save = Command(of: self) { me in
        guard try await me.confirm.ask("Save?") else { throw TestError("not saved") }
    }
    .enabled(by: $isBusy.map { !$0 })

    init() {
        binding { $name.map { "Countess \($0)" } => _title }
    }
}

@MainActor
@Suite("Coming from Avalonia")
struct ComingFromAvaloniaTests {
    private let print = Printer()
    private let bag = DisposeBag()
    private let viewModel = PersonViewModel()
    private let label = Label()

    @Test("An order")
    func order() async throws {
        let print = print
        // EXAMPLE: from Avalonia, use
        #expect(try print.lines == Example.named("from Avalonia, use").output)
    }

    @Test("View models")
    func viewModels() async {
        #expect(viewModel.title == "Countess Ada")
        viewModel.name = "Grace"
        #expect(viewModel.title == "Countess Grace")
        let both = Recorder<String>()
        bag.insert(Observable.combineLatest(viewModel.$name, viewModel.$age).map { "\($0) \($1)" }.subscribe(both))
        viewModel.age = 37
        #expect(both.elements == ["Grace 36", "Grace 37"])

        let scheduler = TestScheduler()
        let messages = PublishRelay<String>()
        let received = Recorder<String>()
        messages.observe(on: scheduler).subscribe(received).disposed(by: bag)
        messages.accept("a")
        scheduler.start()
        #expect(received.elements == ["a"])
        let isDone = Counter()
        _ = MainScheduler.instance.schedule { isDone.add() }
        #expect(isDone.value == 1)
    }

    @Test("Commands")
    func commands() async {
        let button = Button()
        var (errors, states): ([String], [Bool]) = ([], [])
        bag.insert {
            button.rx.command(viewModel.save)
            viewModel.save.errors => { errors.append("\($0)") }
            viewModel.save.isExecuting => { states.append($0) }
            viewModel.confirm.answer { _ in
                await Task.yield()
                return false
            }
        }
        viewModel.isBusy = true
        #expect(!button.isEnabled)
        viewModel.isBusy = false
        button.press()
        await viewModel.save.finished()
        #expect(errors == ["TestError(not saved)"] && states == [false, true, false])
        button.press()
        viewModel.save.cancel()
        await viewModel.save.finished()
        #expect(errors.count == 1)
    }

    @Test("Bindings")
    func bindings() async {
        let (slider, city, heading) = (Slider(0.5), TextField(), Label())
        var isFree: [Bool] = []
        bag.insert {
            viewModel.$contact.address.city <=> city.rx.text
            viewModel.$isBusy.map { !$0 } => { isFree.append($0) }
            slider.rx.value.map { "\($0)" } => label.rx.text
            Driver.combineLatest(viewModel.$title, viewModel.$age.asDriver()) { "\($0), \($1)" } => heading.rx.text
        }
        city.type("London")
        slider.slide(to: 0.75)
        #expect(viewModel.contact.address.city == "London")
        #expect(isFree == [true] && label.text == "0.75" && heading.text == "Countess Ada, 36")
        bag.insert(Observable.async { "loaded" } => label.rx.text)
        await eventually { label.text == "loaded" }
    }

    @Test("Controls")
    func controls() {
        let (slider, button, window) = (Slider(0.5), Button(), ToolkitWindow())
        let value: ControlProperty<Double> = slider.rx.value
        let taps: ControlEvent<Void> = button.rx.tap
        let request: ControlRequest<String, Bool> = window.rx.closeRequest
        var values: [Double] = []
        bag.insert {
            value => { values.append($0) }
            taps => { viewModel.isBusy = true }
            request => { _ in !viewModel.isBusy }
        }
        button.press()
        #expect(values == [0.5] && !window.close())
        viewModel.isBusy = false
        #expect(window.close())
    }
}
