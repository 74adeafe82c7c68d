import ViewModels

extension Repository {
    /// The text of its row: the name, the stars and the language, in columns.
    var rowText: String {
        let count = String(stars)
        let space = String(repeating: " ", count: max(0, 5 - count.count))
        return name.padded(to: 26) + space + "\(count) ★ \(language)" + (isArchived ? " · archived" : "")
    }
}
