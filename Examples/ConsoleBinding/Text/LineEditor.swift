/// The text of a single-line field, and its cursor.
///
/// Positions count grapheme clusters. A combining mark or a skin tone that arrives after its base joins it, even if the
/// terminal delivers the two in separate reads.
struct LineEditor: Equatable {
    /// The text that has been entered.
    private(set) var text = ""

    /// The number of clusters before the cursor.
    private(set) var cursor = 0

    /// The largest number of clusters.
    let maximumLength: Int

    /// Makes an empty line.
    ///
    /// - Parameter maximumLength: The largest number of clusters.
    init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Inserts the allowed characters of `newText` at the cursor, as far as there is room.
    ///
    /// - Returns: Whether the text has changed.
    mutating func insert(_ newText: String) -> Bool {
        let before = text
        // One cluster at a time, so that a text that is too long fills the field instead of being refused. A mark that
        // joins the cluster before it needs no room, so the count is taken afterwards.
        for character in newText.enterable.prefix(maximumLength + 1) {
            let split = index(cursor)
            let head = text[..<split] + String(character)
            let candidate = String(head + text[split...])
            guard candidate.count <= maximumLength else { break }
            text = candidate
            cursor = Self.clusters(of: candidate, coveringUTF8: head.utf8.count)
        }
        return text.utf8.elementsEqual(before.utf8) == false
    }

    /// Replaces everything by the allowed characters of `newText`.
    ///
    /// A cursor at the end stays at the end. Elsewhere it keeps its place, so that a program that changes the case of
    /// letters does not move the cursor out of the middle of a word.
    mutating func replace(with newText: String) {
        let wasAtEnd = cursor == text.count
        text = String(newText.enterable.prefix(maximumLength))
        cursor = wasAtEnd ? text.count : min(cursor, text.count)
    }

    /// Deletes the cluster before the cursor.
    ///
    /// - Returns: Whether there was one.
    mutating func deleteBackward() -> Bool {
        guard cursor > 0 else { return false }
        let utf8Offset = text.utf8.distance(from: text.startIndex, to: index(cursor - 1))
        text.remove(at: index(cursor - 1))
        // If the neighbors join into one cluster, the cursor is placed after it.
        cursor = Self.clusters(of: text, coveringUTF8: utf8Offset)
        return true
    }

    /// Deletes the cluster after the cursor.
    ///
    /// - Returns: Whether there was one.
    mutating func deleteForward() -> Bool {
        guard cursor < text.count else { return false }
        let utf8Offset = text.utf8.distance(from: text.startIndex, to: index(cursor))
        text.remove(at: index(cursor))
        cursor = Self.clusters(of: text, coveringUTF8: utf8Offset)
        return true
    }

    /// Deletes everything before the cursor.
    ///
    /// - Returns: Whether there was anything.
    mutating func deleteToStart() -> Bool {
        guard cursor > 0 else { return false }
        text.removeSubrange(..<index(cursor))
        cursor = 0
        return true
    }

    /// Deletes everything after the cursor.
    ///
    /// - Returns: Whether there was anything.
    mutating func deleteToEnd() -> Bool {
        guard cursor < text.count else { return false }
        text.removeSubrange(index(cursor)...)
        cursor = text.count
        return true
    }

    /// Moves the cursor by `offset` clusters, but not beyond the text.
    mutating func moveCursor(by offset: Int) {
        cursor = min(max(0, cursor + offset), text.count)
    }

    /// Moves the cursor before the first cluster.
    mutating func moveToStart() { cursor = 0 }

    /// Moves the cursor after the last cluster.
    mutating func moveToEnd() { cursor = text.count }

    private func index(_ clusters: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: clusters, limitedBy: text.endIndex) ?? text.endIndex
    }

    /// The number of clusters that the first `length` bytes of `text` reach into.
    private static func clusters(of text: String, coveringUTF8 length: Int) -> Int {
        var covered = 0
        var count = 0
        for character in text {
            guard covered < length else { break }
            covered += character.utf8.count
            count += 1
        }
        return count
    }
}
