import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Commands.md; see DocumentationTests.

@MainActor
final class PostButton: ReactiveCompatible, CommandControl {
    let taps = PublishRelay<Void>()
    var isEnabled = true
    var activations: ControlEvent<Void> { ControlEvent(events: taps) }
}

// EXAMPLE: commands, view model and view
@MainActor final class LetterViewModel {
    @Mutable var draft = ""
    let send: @MainActor (String) async throws -> Int

    init(send: @escaping @MainActor (String) async throws -> Int) {
        self.send = send
    }

    private(set) lazy var post = Command(of: self) { me in try await me.send(me.draft) }
        .enabled(by: $draft.asDriver().map { !$0.isEmpty })
}

@MainActor final class LetterView: BindingContext {
    let disposeBag = DisposeBag()
    let button = PostButton()
    let status = Label()

    init(_ viewModel: LetterViewModel) {
        binding {
            button.rx.command(viewModel.post)
            viewModel.post.isExecuting.map { $0 ? "On its way" : "" } => status.rx.text
            viewModel.post.values => { [weak self] number in self?.status.text = "Sent as number \(number)" }
            viewModel.post.errors => { [weak self] error in self?.status.text = "Not sent: \(error)" }
        }
    }
}
// END

// EXAMPLE: commands, progress
@MainActor final class ExportViewModel {
    private(set) lazy var export = Command(of: self) { (me, progress: CommandProgress) in
        for page in 1...4 {
            try Task.checkCancellation()
            await me.write(page)
            progress(Double(page) / 4)
        }
    }

    func write(_ page: Int) async { await Task.yield() }
}

@MainActor final class ExportView: BindingContext {
    let disposeBag = DisposeBag()
    let (export, cancel, fraction) = (PostButton(), PostButton(), Label())

    init(_ viewModel: ExportViewModel) {
        binding {
            export.rx.command(viewModel.export)
            viewModel.export.progress.map { "\(Int($0 * 100)) %" } => fraction.rx.text
            viewModel.export.isExecuting => { [weak self] in self?.cancel.isEnabled = $0 }
            cancel.taps => { [weak viewModel] in viewModel?.export.cancel() }
        }
    }
}
// END

@Suite("Commands, as the document has them")
@MainActor
struct CommandsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() async throws {
        let viewModel = LetterViewModel { text in
            if text == "?" { throw TestError("no address") }
            return text.count
        }
        let view = LetterView(viewModel)
        #expect(!view.button.isEnabled)
        viewModel.draft = "Dear Ada"
        #expect(view.button.isEnabled)
        view.button.taps.accept(())
        #expect(view.status.text == "On its way")
        #expect(!view.button.isEnabled)
        await viewModel.post.finished()
        #expect(view.status.text == "Sent as number 8")
        viewModel.draft = "?"
        view.button.taps.accept(())
        await viewModel.post.finished()
        #expect(view.status.text == "Not sent: TestError(no address)")
        view.disposeBag.dispose()
    }

    @Test("a progress, and a button that cancels")
    func progress() async throws {
        let viewModel = ExportViewModel()
        let view = ExportView(viewModel)
        #expect(view.fraction.text == "0 %" && !view.cancel.isEnabled)
        view.export.taps.accept(())
        #expect(view.cancel.isEnabled)
        await viewModel.export.finished()
        await eventually { view.fraction.text == "100 %" }
        #expect(!view.cancel.isEnabled)
        view.export.taps.accept(())
        view.cancel.taps.accept(())
        await viewModel.export.finished()
        #expect(view.export.isEnabled && view.fraction.text != "100 %")
        view.disposeBag.dispose()
    }

    @Test("an activity tracker")
    func activity() throws {
        // EXAMPLE: commands, activity
        let activity = ActivityTracker()
        let spinner = Label()
        let bag = DisposeBag()
        let answer = PublishSubject<String>()
        bag.insert(activity.asSharedSequence().map { $0 ? "…" : "" } => spinner.rx.text)
        bag.insert(answer.trackActivity(activity) => { print(spinner.text, $0) })
        answer.onNext("42")  // prints … 42
        answer.onCompleted()
        print(spinner.text.isEmpty)  // prints true
        // END
        #expect(try print.lines == Example.named("commands, activity").output)
    }

    @Test("a question to the view")
    func interaction() async throws {
        // EXAMPLE: commands, interaction
        let confirm = Interaction<String, Bool>()  // in the view model
        let answering = confirm.answer { question in question == "Send without a subject?" }  // in the view
        print(try await confirm.ask("Send without a subject?"))  // prints true
        answering.dispose()
        // END
        #expect(try print.lines == Example.named("commands, interaction").output)
    }
}
