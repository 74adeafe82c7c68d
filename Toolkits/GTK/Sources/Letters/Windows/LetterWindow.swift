import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import LettersViewModels

/// A letter in a window of its own, which shows what is done to it elsewhere, and closes when it has gone.
package final class LetterWindow: AdwWindow, BindingContext {
    package let disposeBag = DisposeBag()

    package let letter: LetterView

    init(_ program: LettersProgram, _ id: Letter.ID) {
        let shown = program.mail.letter(id)
        letter = LetterView(program.mail, shown)
        super.init("", application: program.application, width: 640, height: 560)
        properties.iconName = LettersProgram.id
        let (header, title) = (AdwHeaderBar(), AdwWindowTitle(title: "", subtitle: ""))
        header.properties.titleWidget = title
        content = Box(.vertical, spacing: 0, [header, letter.with(\.vexpand, true)])
        binding {
            shown.map { $0?.subject ?? "" } => title.rx.title
            shown.map { $0?.subject } => rx.title
            shown.map { $0?.folder.title ?? "" } => title.rx.subtitle
            shown => { [weak self] letter in if letter == nil { self?.destroy() } }
            rx.shortcut("Escape|<Control>w") => { [weak self] in self?.close() }
            rx.shortcut("<Control>z", scope: .global) => program.mail.history.undo
        }
    }
}
