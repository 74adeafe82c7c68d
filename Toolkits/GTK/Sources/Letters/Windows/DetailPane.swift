import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import LettersViewModels

/// The letter that is selected.
package final class DetailPane: Box, BindingContext {
    package let disposeBag = DisposeBag()
    let header = AdwHeaderBar()
    let back = Button(icon: "go-previous-symbolic").with(\.tooltipText, translated("Letters"))
    package let letter: LetterView

    private let pages = Stack()
    private let nothing = AdwStatusPage().with(\.iconName, "mail-read-symbolic")

    init(_ mail: MailViewModel) {
        letter = LetterView(mail, mail.current)
        super.init(.vertical, spacing: 0)
        header.properties.titleWidget = AdwWindowTitle(title: "", subtitle: "")
        header.packStart(back.accessible(.label, translated("Letters")))
        header.packStart(button("mail-reply-sender-symbolic", "win.reply", translated("Reply")))
        header.packEnd(button("user-trash-symbolic", "win.trash", translated("Move to the Trash")))
        header.packEnd(button("folder-symbolic", "win.archive", translated("Move to the Archive")))
        header.packEnd(button("starred-symbolic", "win.star", translated("Star")))
        pages.add(letter, name: "letter", title: "")
        pages.add(nothing, name: "nothing", title: "")
        append(header)
        append(pages.with(\.vexpand, true))
        with(\.hexpand, true).with(\.widthRequest, 360)
        binding {
            mail.current.map { $0 == nil ? "nothing" : "letter" } => pages.rx.visibleChildName
            mail.selection.$ids.asDriver().map(\.count).map { count in
                count > 1
                    ? translated("%d Letter Selected", "%d Letters Selected", count) : translated("No Letter Selected")
            } => nothing.rx.title
        }
    }
}

/// Makes a button with an icon, for an action, with a text for the pointer and for screen readers.
@MainActor
func button(_ icon: String, _ action: String, _ text: String) -> Button {
    let button = Button(icon: icon).with(\.actionName, action).with(\.tooltipText, text)
    return button.accessible(.label, text)
}
