/// Computes the bytes that update a terminal's screen from the last frame to the next.
///
/// Rows that have not changed are left alone. After each run that is not plain ASCII, the cursor is placed where the
/// form computed it to be: a terminal that draws an emoji narrower or wider than expected then spoils only that emoji,
/// not the row.
struct ScreenPainter {
    /// Whether styles may use colors.
    let usesColors: Bool

    private var shown: [Line] = []
    private var shownSize: WindowSize?

    /// Starts with a screen of unknown content.
    init(usesColors: Bool) {
        self.usesColors = usesColors
    }

    /// Forgets what the screen shows, so that the next frame is drawn in full.
    mutating func invalidate() {
        shownSize = nil
    }

    /// The bytes that show `frame` in a window of `size`.
    mutating func paint(_ frame: Frame, in size: WindowSize) -> String {
        var output = "\u{1B}[?25l"
        if shownSize != size {
            output += "\u{1B}[0m\u{1B}[2J"
            shown = []
        }
        for (row, line) in frame.lines.enumerated() where row >= shown.count || shown[row] != line {
            output += "\u{1B}[\(row + 1);1H\u{1B}[2K" + render(line)
        }
        if frame.lines.count < shown.count { output += "\u{1B}[\(frame.lines.count + 1);1H\u{1B}[0m\u{1B}[J" }
        if let cursor = frame.cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        shown = frame.lines
        shownSize = size
        return output
    }

    private func render(_ line: Line) -> String {
        var output = ""
        var column = 0
        for span in line.spans where !span.text.isEmpty {
            output += "\u{1B}[0\(attributes(span.style))m" + span.text
            column += span.text.displayWidth
            if !span.text.utf8.allSatisfy({ $0 < 0x80 }) { output += "\u{1B}[\(column + 1)G" }
        }
        return output + "\u{1B}[0m"
    }

    private func attributes(_ style: Style) -> String {
        switch style {
        case .plain: ""
        case .faint: ";2"
        case .strong: ";1"
        case .good: usesColors ? ";32" : ""
        case .bad: usesColors ? ";31" : ";1"
        case .selected: ";7"
        }
    }
}
