import Binding
import BindingGTK
import BindingOperators
import LettersViewModels

/// A folder in the list of folders.
package final class FolderRowView: Box {
    private let (icon, title, count) = (Image(icon: "folder-symbolic"), Label(), Label())

    init() {
        super.init(.horizontal, spacing: 12, [icon, title.with(\.hexpand, true), count])
        count.addClass("dim-label").addClass("numeric")
        margin(6)
    }

    func show(_ row: FolderRow) {
        icon.properties.iconName = row.folder.icon
        title.properties.label = row.folder.title
        count.properties.label = row.unreadCount > 0 ? "\(row.unreadCount)" : ""
        count.accessible(.label, row.unreadCount > 0 ? translated("%d unread", "%d unread", row.unreadCount) : "")
    }
}

/// A letter in the list of letters.
package final class LetterRowView: Box {
    private let dot = Label("●").addClass("accent").addClass("caption")
    private let sender = Label().with(\.hexpand, true).with(\.ellipsize, .end)
    private let star = Image(icon: "starred-symbolic").addClass("star")
    private let sent = Label().addClass("dim-label").addClass("caption").addClass("numeric")
    private let subject = Label().with(\.ellipsize, .end)
    private let preview = Label().with(\.ellipsize, .end).addClass("dim-label").addClass("caption")

    init() {
        super.init(.vertical, spacing: 3)
        append(Box(.horizontal, spacing: 6, [dot, sender, star, sent]))
        append(subject)
        append(preview)
        margin(8)
        star.accessible(.label, translated("Starred"))
        dot.accessible(.label, translated("Unread"))
    }

    /// Shows a letter, until the bag is disposed of.
    func show(_ letter: Letter, in mail: MailViewModel, now: Int, _ bag: DisposeBag) {
        let isOwn = [.sent, .drafts].contains(letter.folder)
        let other = isOwn ? translated("To: %s").filled(with: letter.recipient) : letter.sender
        sender.properties.label = other.isEmpty ? translated("Nobody") : other
        sent.properties.label = letter.sentText(now: now)
        subject.properties.label = letter.subject.isEmpty ? translated("No subject") : letter.subject
        preview.properties.label = letter.preview
        star.properties.visible = letter.isStarred
        let isUnread = mail.isUnread(letter.id)
        bag.insert {
            isUnread => dot.rx.visible
            isUnread => sender.rx.hasClass("unread")
            mail.preferences.$showsPreview => preview.rx.visible
        }
    }
}
