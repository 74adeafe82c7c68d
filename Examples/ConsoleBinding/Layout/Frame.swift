/// The visible state at one moment: rows of text, and the position of the cursor.
struct Frame: Sendable, Equatable {
    /// A cell, counted from the top left corner, which is (0, 0).
    struct Position: Sendable, Equatable {
        var row: Int
        var column: Int
    }

    var lines: [Line]
    var cursor: Position?
    /// Whether the frame shows the form, and not why it cannot. Keys have an effect only if it does.
    var showsForm = true

    /// The frame as plain text, with a line feed after each row and no trailing spaces.
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
