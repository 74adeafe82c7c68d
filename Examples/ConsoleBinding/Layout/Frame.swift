/// What there is to see at one moment: rows of text, and where the cursor stands.
struct Frame: Sendable, Equatable {
    /// A cell, counted from the top left corner, which is (0, 0).
    struct Position: Sendable, Equatable {
        var row: Int
        var column: Int
    }

    var lines: [Line]
    var cursor: Position?
    /// Whether it is the form that is to be seen, and not why it is not. Keys are for a form that is.
    var showsForm = true

    /// The frame as plain text, a line feed after each row and no spaces before it.
    var text: String {
        lines.reduce(into: "") { $0 += $1.trimmedText + "\n" }
    }
}

/// The extent of a window in cells.
struct WindowSize: Sendable, Equatable, CustomStringConvertible {
    var columns: Int
    var rows: Int

    var description: String { "\(columns) × \(rows)" }
}
