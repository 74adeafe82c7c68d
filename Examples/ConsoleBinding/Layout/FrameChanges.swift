/// The difference between two frames: the rows that have changed, in order, the old one after a `-` and the new one
/// after a `+`.
///
/// A form's rows stay in place, so rows are compared by position. Only if a message opens or closes does their number
/// change, above the rows at the end that both frames share.
struct FrameChanges: Equatable {
    /// The changes, with a line feed after each row; empty if there are none.
    private(set) var text = ""

    /// Compares two frames.
    init(from old: Frame, to new: Frame) {
        var (before, after) = (old.lines.map(\.trimmedText), new.lines.map(\.trimmedText))
        while before.count != after.count, let last = before.last, last == after.last {
            before.removeLast()
            after.removeLast()
        }
        for row in 0..<max(before.count, after.count) {
            let was = row < before.count ? before[row] : ""
            let isNow = row < after.count ? after[row] : ""
            guard was != isNow else { continue }
            if !Self.isEmpty(was) { text += "- \(was)\n" }
            if !Self.isEmpty(isNow) { text += "+ \(isNow)\n" }
        }
    }

    /// Whether the row is empty except for its border.
    private static func isEmpty(_ row: String) -> Bool {
        row.allSatisfy { $0 == " " || $0 == "│" }
    }
}
