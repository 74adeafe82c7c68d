/// A letter.
package struct Letter: Identifiable, Sendable, Equatable {
    package let id: Int
    package var folder: Folder
    package var sender: String
    package var recipient: String
    package var subject: String
    package var text: String
    /// When it was sent, in seconds since 1970.
    package var sent: Int
    package var isStarred = false
    /// What its reader has written about it.
    package var note = ""
    /// The text that searches look at, in lower case.
    package let key: String

    package init(
        id: Int, folder: Folder, sender: String, recipient: String, subject: String, text: String, sent: Int
    ) {
        (self.id, self.folder, self.sender, self.recipient) = (id, folder, sender, recipient)
        (self.subject, self.text, self.sent) = (subject, text, sent)
        key = "\(sender) \(subject)".lowercased()
    }

    /// Where a reply goes: the address in `Ada Lovelace <ada@example.org>`, or one that is made of the name.
    package var address: String {
        if let match = sender.firstMatch(of: /<([^>]+)>/) { return String(match.1) }
        return sender.lowercased().split(separator: " ").joined(separator: ".") + "@example.org"
    }

    /// The beginning of the text, on one line.
    package var preview: String {
        String(text.prefix(160).map { $0.isNewline ? " " : $0 })
    }
}

/// Where a letter is.
package enum Folder: String, CaseIterable, Identifiable, Sendable {
    case inbox, drafts, sent, archive, trash

    package var id: Self { self }
}

/// A folder, and how many of its letters have not been read: a row of the list of folders.
package struct FolderRow: Identifiable, Sendable, Equatable {
    package let folder: Folder
    package let unreadCount: Int

    package var id: Folder { folder }
}
