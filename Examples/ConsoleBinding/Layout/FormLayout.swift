/// Draws a form: a function from its controls and a width to rows of text.
///
/// It has no side effects and depends only on its arguments, so that the screen and the frames of a script show the
/// same.
@MainActor
struct FormLayout {
    /// The narrowest form that is still readable.
    static let minimumWidth = 70
    /// A wider form is only harder to read.
    static let maximumWidth = 100

    private let content: FormContent
    private let focus: String?
    private let width: Int

    private var lines: [Line] = []
    private var cursor: Frame.Position?

    /// The width of what precedes the caption: border, space, focus mark, space.
    private static let captionStart = 4
    private static let captionWidth = 12
    private static let controlWidth = 28

    /// Draws `content` for a window.
    ///
    /// - Parameters:
    ///   - content: The content of the form.
    ///   - focus: The name of the focused control.
    ///   - size: The size of the window. If it is too small for the form, the frame says so.
    static func frame(of content: FormContent, focus: String?, in size: WindowSize) -> Frame {
        // The form has the same rows in a window that is too narrow as in a wide one.
        let width = max(minimumWidth, min(size.columns, maximumWidth))
        var layout = FormLayout(content: content, focus: focus, width: width)
        layout.draw()
        // A message may replace rows of the form.
        let rows = layout.lines.count - (content.alert?.isOpen == true ? alertHeight : 0)
        let needed = WindowSize(columns: minimumWidth, rows: rows)
        guard size.columns >= needed.columns, size.rows >= needed.rows else { return tooSmall(size, needed: needed) }
        layout.removeSurplus(beyond: size.rows)
        return Frame(lines: layout.lines, cursor: layout.cursor)
    }

    private init(content: FormContent, focus: String?, width: Int) {
        self.content = content
        self.focus = focus
        self.width = width
    }

    /// The frame for a window that is too small: its size and the size needed. A window without room for sentences gets
    /// only the numbers, the more useful ones first.
    private static func tooSmall(_ size: WindowSize, needed: WindowSize) -> Frame {
        let sentences = [
            Line("This window is too small.", .strong), Line("It has \(size) cells,"),
            Line("the form needs \(needed)."), Line("Ctrl-C leaves.", .faint),
        ]
        let numbers = [
            Line("needs \(needed.columns)×\(needed.rows)", .strong), Line("has \(size.columns)×\(size.rows)"),
            Line("Ctrl-C", .faint),
        ]
        let haveRoom = size.rows >= sentences.count && sentences.allSatisfy { $0.width <= size.columns }
        let lines = (haveRoom ? sentences : numbers).prefix(max(0, size.rows))
        return Frame(lines: lines.map { $0.padded(to: max(0, size.columns)) }, showsForm: false)
    }

    private mutating func draw() {
        rule("┌", "┐", title: content.title)
        for row in content.rows { draw(row) }
        if let alert = content.alert, alert.isOpen {
            rule("├", "┤")
            var line = Line()
            let button = buttonLine([alert.button])
            line.append(alert.message.text.drawable.padded(to: innerWidth - button.width - 2), alert.message.style)
            line.append("  ")
            line.append(button)
            add(line, isFocused: alert.button.name == focus)
        }
        rule("└", "┘")
        lines.append(Line(" \(content.hint)", .faint).padded(to: width))
    }

    /// The rows of a message: a rule above it, and the message itself.
    private static let alertHeight = 2

    /// Removes rows above a message if there is no room for both, so that it can be read and answered in any window
    /// that has room for the form.
    private mutating func removeSurplus(beyond rows: Int) {
        let surplus = lines.count - rows
        guard surplus > 0 else { return }
        // The lower border and the hint follow the message.
        let end = lines.count - Self.alertHeight - 2
        lines.removeSubrange((end - surplus)..<end)
    }

    private mutating func draw(_ row: FormRow) {
        switch row {
        case .blank: add(Line())
        case .heading(let label): add(Line(label.text, label.style))
        case .field(let caption, let control, let message):
            let isFocused = control.name == focus
            let drawing = ControlDrawing(control, isFocused: isFocused)
            if isFocused, let column = drawing.cursorColumn {
                let start = Self.captionStart + Self.captionWidth
                cursor = Frame.Position(row: lines.count, column: start + column)
            }
            var line = Line(caption.drawable.padded(to: Self.captionWidth), isFocused ? .strong : .plain)
            line.append(drawing.line.padded(to: Self.controlWidth))
            if let message { line.append(message.text, message.style) }
            add(line, isFocused: isFocused)
        case .buttons(let controls):
            add(buttonLine(controls), isFocused: controls.contains { $0.name == focus })
        case .progress(let bar):
            add(bar.isHidden ? Line() : ControlDrawing.line(of: bar, width: min(50, innerWidth)))
        case .list(let list):
            for line in ControlDrawing.lines(of: list) { add(line) }
        case .listing(let caption, let control, let list):
            drawListing(of: list, caption: caption, isFocused: control.name == focus)
        case .results(let list, let failure, let retry): drawResults(of: list, failure: failure, retry: retry)
        }
    }

    /// Draws a list below its field, always the same number of rows. The failure replaces its first row. The button is
    /// at the end of that row, unless it is hidden, while it can be pressed, or while it has the focus, which must be
    /// visible somewhere.
    private mutating func drawResults(of list: List, failure: Label, retry: FormControl) {
        let isFocused = retry.name == focus && !retry.isHidden
        let indent = Line("".padded(to: Self.captionWidth))
        var rows = ControlDrawing.lines(of: list)
        if !failure.text.isEmpty { rows[0] = Line(failure.text, failure.style) }
        if !retry.isHidden, isFocused || retry.control.isEnabled {
            let button = ControlDrawing(retry, isFocused: isFocused).line
            rows[0] = rows[0].padded(to: innerWidth - indent.width - button.width - 2)
            rows[0].append("  ")
            rows[0].append(button)
        }
        for (number, row) in rows.enumerated() {
            var line = indent
            line.append(row)
            add(line, isFocused: isFocused && number == 0)
        }
    }

    /// Draws a list that can be scrolled. The number of rows beyond its ends is before it, below the caption.
    private mutating func drawListing(of list: List, caption: String, isFocused: Bool) {
        let (before, behind) = (list.top, list.rows.count - list.visiblePlaces.upperBound)
        let rows = ControlDrawing.visibleLines(of: list, isFocused: isFocused)
        for (number, row) in rows.enumerated() {
            var margin = Line()
            if number == 0 {
                margin = Line(caption.drawable, isFocused ? .strong : .plain)
            } else if number == 1, before > 0 {
                margin = Line("↑ \(before) more", .faint)
            } else if number == rows.count - 1, behind > 0 {
                margin = Line("↓ \(behind) more", .faint)
            }
            var line = margin.padded(to: Self.captionWidth)
            line.append(row)
            add(line, isFocused: isFocused && number == 0)
        }
    }

    private func buttonLine(_ controls: [FormControl]) -> Line {
        var line = Line()
        for control in controls {
            if line.width > 0 { line.append("  ") }
            line.append(ControlDrawing(control, isFocused: control.name == focus).line)
        }
        return line
    }

    /// The cells between the focus mark and the right border.
    private var innerWidth: Int { width - Self.captionStart - 2 }

    private mutating func add(_ content: Line, isFocused: Bool = false) {
        var line = Line("│ ", .faint)
        line.append(isFocused ? "› " : "  ", .strong)
        line.append(content.padded(to: innerWidth))
        line.append(" │", .faint)
        lines.append(line)
    }

    private mutating func rule(_ left: String, _ right: String, title: String? = nil) {
        var line = Line(left, .faint)
        if let title {
            line.append("─ ", .faint)
            line.append(title, .strong)
            line.append(" ", .faint)
        }
        line.append(String(repeating: "─", count: max(0, width - line.width - 1)) + right, .faint)
        lines.append(line)
    }
}
