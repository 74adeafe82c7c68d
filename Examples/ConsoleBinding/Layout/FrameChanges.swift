/// What is to be seen in one frame and was not in the one before: the rows that have changed, in their order, each as it
/// was behind a `-` and as it is behind a `+`.
///
/// A form's rows stay in their places, so rows are held against each other place by place. Only where a message has come
/// up or gone there are more or fewer, above the rows that both frames end with.
struct FrameChanges: Equatable {
    /// The changes, a line feed after each row; empty where there are none.
    private(set) var text = ""

    /// Finds what has changed from `old` to `new`.
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

    /// Whether there is nothing in the row, or nothing but its frame.
    private static func isEmpty(_ row: String) -> Bool {
        row.allSatisfy { $0 == " " || $0 == "│" }
    }
}
