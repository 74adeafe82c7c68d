import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import LettersViewModels

/// What a letter says, and a note about it that can be edited.
package final class LetterView: Box, BindingContext {
    package let disposeBag = DisposeBag()
    /// The field for the note.
    package let note = Entry(placeholder: translated("Add a note"))

    private let subject = Label().with(\.wrap, true).with(\.selectable, true).addClass("title-2")
    private let avatar = AdwAvatar(size: 40, showInitials: true)
    private let sender = Label().with(\.ellipsize, .end).addClass("heading")
    private let recipient = Label().with(\.ellipsize, .end).addClass("dim-label")
    private let sent = Label().with(\.valign, .start).addClass("dim-label").addClass("caption")
    private let text = Label().with(\.wrap, true).with(\.selectable, true).with(\.yalign, 0).with(\.vexpand, true)
    /// What is bound to the letter that is shown.
    private let noteBag = DisposeBag()

    /// Makes a view of the latest letter of a driver.
    init(_ mail: MailViewModel, _ letter: Driver<Letter?>) {
        super.init(.vertical, spacing: 0)
        let people = Box(.vertical, spacing: 2, [sender, recipient])
        let head = Box(.horizontal, spacing: 12, [avatar, people.with(\.hexpand, true), sent])
        let all = Box(.vertical, spacing: 18, [subject, head, Separator(.horizontal), text]).margin(24)
        let clamp = AdwClamp().with(\.maximumSize, 720)
        clamp.properties.child = all
        append(ScrolledWindow(clamp).with(\.vexpand, true))
        append(Separator(.horizontal))
        let caption = Label(translated("N_ote"), for: note).addClass("dim-label")
        append(Box(.horizontal, spacing: 12, [caption, note.with(\.hexpand, true)]).margin(12))
        text.accessible(.label, translated("Text"))
        binding {
            letter.map { $0?.subject ?? "" } => subject.rx.label
            letter.map { $0?.sender ?? "" } => sender.rx.label
            letter.map { $0?.sender ?? "" } => avatar.rx.text
            letter.map { letter in letter.map { translated("To: %s").filled(with: $0.recipient) } ?? "" }
                => recipient.rx.label
            letter.map { $0?.sentFully ?? "" } => sent.rx.label
            letter.map { $0?.text ?? "" } => text.rx.label
            letter.map { $0?.id }.distinctUntilChanged() => { [note, noteBag, weak mail] id in
                noteBag.dispose()
                if let lens = id.flatMap({ mail?.note(of: $0) }) { noteBag.insert(lens <=> note.rx.text) }
            }
        }
    }
}
