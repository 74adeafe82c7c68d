import Binding
import BindingGTK
import BindingOperators

/// A page for a file that is loaded in the background.
final class FilePage: Box, BindingContext {
    let disposeBag = DisposeBag()

    private let path = Entry()
    private let choose = Button("C_hoose…")
    private let load = Button("_Load").addClass("suggested-action")
    private let spinner = Spinner()
    private let summary = Label().addClass("dim-label")
    private let text = TextView()

    init(_ viewModel: FileViewModel) {
        super.init(.vertical, spacing: 12)
        margin(24)
        append(Box(.horizontal, spacing: 8, [path.with(\.hexpand, true), choose, load]))
        append(Box(.horizontal, spacing: 8, [summary, spinner]))
        append(
            ScrolledWindow(text.with(\.editable, false).with(\.monospace, true)).with(\.vexpand, true)
                .with(\.hasFrame, true))
        binding {
            viewModel.$path <=> path.rx.text
            load.rx.command(viewModel.load)
            path.rx.activate => viewModel.load
            viewModel.load.isExecuting => spinner.rx.spinning
            viewModel.$summary => summary.rx.label
            viewModel.$text => text.rx.text
            viewModel.$alert => { [weak self] in self?.window?.alert("Not loaded", detail: $0) }
            choose.rx.clicked => { [weak self] in self?.chooseFile(for: viewModel) }
        }
    }

    private func chooseFile(for viewModel: FileViewModel) {
        guard let window else { return }
        Task {
            if let path = await window.chooseFile("A text to show") { viewModel.path = path }
        }
    }
}
