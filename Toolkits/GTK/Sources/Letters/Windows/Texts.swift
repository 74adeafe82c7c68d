import BindingGTK
import Glibc
import LettersViewModels

extension Folder {
    /// The name of the folder, in the user's language.
    var title: String {
        switch self {
        case .inbox: translated("Inbox")
        case .drafts: translated("Drafts")
        case .sent: translated("Sent", context: "folder")
        case .archive: translated("Archive", context: "folder")
        case .trash: translated("Trash")
        }
    }

    /// The icon of the folder.
    var icon: String {
        switch self {
        case .inbox: "mail-unread-symbolic"
        case .drafts: "document-edit-symbolic"
        case .sent: "mail-send-symbolic"
        case .archive: "folder-symbolic"
        case .trash: "user-trash-symbolic"
        }
    }
}

extension MailViewModel.Notice {
    /// What the user reads.
    var text: String {
        switch self {
        case .moved(let count, let folder):
            translated("%d letter moved to “%s”", "%d letters moved to “%s”", count).filled(with: folder.title)
        case .imported(let count): translated("%d letter imported", "%d letters imported", count)
        case .notImported(let reason): translated("Nothing was imported: %s").filled(with: reason)
        }
    }

    /// Whether it can be undone.
    var canBeUndone: Bool {
        if case .notImported = self { false } else { true }
    }
}

extension Preferences.Appearance {
    /// The name of the choice, in the user's language.
    var title: String {
        switch self {
        case .system: translated("As the System")
        case .light: translated("Light")
        case .dark: translated("Dark")
        }
    }
}

extension String {
    /// The text with another one in place of `%s`.
    func filled(with text: String) -> String {
        guard let place = firstRange(of: "%s") else { return self }
        return self[..<place.lowerBound] + text + self[place.upperBound...]
    }
}

extension Letter {
    /// When it was sent: the time if that was today, else the day.
    func sentText(now: Int) -> String {
        format(sent / 86_400 == now / 86_400 ? "%H:%M" : sent / 31_557_600 == now / 31_557_600 ? "%e %b" : "%e %b %Y")
    }

    /// The day and the time at which it was sent.
    var sentFully: String { format("%A, %e %B %Y, %H:%M") }

    private func format(_ pattern: String) -> String {
        var (seconds, time, text) = (time_t(sent), tm(), [CChar](repeating: 0, count: 128))
        gmtime_r(&seconds, &time)
        let count = strftime(&text, text.count, pattern, &time)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self).trimmed
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
