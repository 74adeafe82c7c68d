/// What there is to see at one moment: rows of text, and where the cursor stands.
struct Frame: Sendable, Equatable {
    /// A cell, counted from the top left corner, which is (0, 0).
    struct Position: Sendable, Equatable {
        var row: Int
        var column: Int
    }

    var lines: [Line]
    var cursor: Position?

    /// The frame as plain text, a line feed after each row and no spaces before it.
    var text: String {
        lines.reduce(into: "") { result, line in
            let text = line.text
            let end = text.lastIndex { $0 != " " }
            result += (end.map { text[...$0] } ?? "") + "\n"
        }
    }
}

/// The extent of a window in cells.
struct WindowSize: Sendable, Equatable {
    var columns: Int
    var rows: Int
}
