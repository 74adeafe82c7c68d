import Binding
import BindingAdwaita
import BindingForms
import BindingGTK
import BindingOperators
import LettersViewModels

/// A window in which a letter is written.
package final class ComposeWindow: AdwWindow, BindingContext {
    package let disposeBag = DisposeBag()

    package let recipient = AdwEntryRow().with(\.title, translated("To"))
    package let subject = AdwEntryRow().with(\.title, translated("Subject"))
    package let text = TextView().with(\.topMargin, 12).with(\.leftMargin, 12).with(\.rightMargin, 12).with(
        \.bottomMargin, 12)
    package let send = Button(translated("_Send")).addClass("suggested-action")

    private enum Ending { case goOn, discard, keep }

    init(_ viewModel: ComposeViewModel, _ program: LettersProgram) {
        super.init(translated("New Letter"), application: program.application, width: 560, height: 520)
        properties.iconName = LettersProgram.id
        let header = AdwHeaderBar()
        header.packStart(send)
        let fields = AdwPreferencesGroup()
        fields.add(recipient)
        fields.add(subject)
        let page = ScrolledWindow(text).with(\.vexpand, true).addClass("card").with(\.overflow, .hidden)
        text.accessible(.label, translated("Text"))
        content = Box(.vertical, spacing: 0, [header, Box(.vertical, spacing: 12, [fields, page]).margin(12)])
        binding {
            viewModel.$recipient <=> recipient.rx.text
            viewModel.$subject <=> subject.rx.text
            viewModel.$text <=> text.rx.text
            viewModel.$recipient.messageText => recipient.rx.error
            viewModel.$subject.values.map { $0.isEmpty ? translated("New Letter") : $0 } => rx.title
            send.rx.command(viewModel.send)
            rx.shortcut("<Control>Return", scope: .global) => viewModel.send
            rx.shortcut("<Control>w", scope: .global) => { [weak self] in self?.close() }
            viewModel.send.values => { [weak self] in self?.destroy() }
            rx.mayClose { window in await window.mayClose(viewModel, program) }
        }
    }

    /// Asks what becomes of a letter that has not been sent.
    private func mayClose(_ viewModel: ComposeViewModel, _ program: LettersProgram) async -> Bool {
        guard viewModel.hasChanges else { return true }
        let ending = await ask(
            translated("Keep the Draft?"), detail: translated("The letter has not been sent."),
            choices: [
                Choice(translated("_Cancel"), Ending.goOn), .destructive(translated("_Discard"), .discard),
                .suggested(translated("_Keep"), .keep),
            ])
        if ending == .keep { program.keep(viewModel, in: .drafts) }
        return ending != .goOn
    }
}
