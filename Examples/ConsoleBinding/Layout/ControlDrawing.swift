/// The appearance of a single control.
@MainActor
struct ControlDrawing {
    /// The control's row.
    private(set) var line: Line
    /// The column of the terminal's cursor in the row, for a control with text input.
    private(set) var cursorColumn: Int?

    /// Draws a control that the user can reach.
    init(_ control: FormControl, isFocused: Bool) {
        line = Line()
        switch control.kind {
        case .text(let field):
            let view = LineView(
                of: field.editor, isMasked: field.isMasked, isFocused: isFocused, width: field.width)
            draw(view, isEnabled: field.isEnabled)
        case .checkBox(let box):
            let style: Style = box.isEnabled ? (isFocused ? .selected : .plain) : .faint
            line.append(box.isOn ? "[x]" : "[ ]", style)
            line.append(" \(box.title)", box.isEnabled ? .plain : .faint)
            cursorColumn = 1
        case .choice(let choice):
            for option in choice.options {
                let isSelected = option == choice.selection
                let style: Style = isSelected && isFocused ? .selected : choice.isEnabled ? .plain : .faint
                line.append(isSelected ? "(\(option))" : " \(option) ", style)
                line.append(" ")
            }
        case .button(let button):
            let style: Style = button.isEnabled ? (isFocused ? .selected : .strong) : .faint
            // Focus and state show not only by color, because the frames of a script have none.
            let title = isFocused ? "›\(button.title)‹" : " \(button.title) "
            line.append(button.isEnabled ? "[\(title)]" : "(\(title))", style)
        case .list(let list):
            if let row = Self.visibleLines(of: list, isFocused: isFocused).first { line = row }
        }
    }

    /// Draws a progress bar.
    static func line(of bar: ProgressBar, width: Int) -> Line {
        let cells = max(0, width - 7)
        let fraction = bar.fraction.isNaN ? 0 : min(max(0, bar.fraction), 1)
        let done = Int((Double(cells) * fraction).rounded())
        let percent = String(Int((fraction * 100).rounded()))
        var line = Line("[")
        line.append(String(repeating: "#", count: done), .good)
        line.append(String(repeating: ".", count: cells - done), .faint)
        line.append("]" + String(repeating: " ", count: 4 - percent.count) + percent + "%")
        return line
    }

    /// Draws the rows of a list that are in view: always the same number. The selection shows not only by color.
    static func visibleLines(of list: List, isFocused: Bool) -> [Line] {
        var lines: [Line] = []
        for place in list.visiblePlaces {
            let isSelected = place == list.selectedPlace
            let style: Style = isSelected ? (isFocused ? .selected : .strong) : list.isEnabled ? .plain : .faint
            lines.append(Line((isSelected ? "• " : "  ") + list.rows[place].text, style))
        }
        if lines.isEmpty { lines.append(Line("  " + list.placeholder, .faint)) }
        return lines + Array(repeating: Line(), count: max(0, list.visibleCount - lines.count))
    }

    /// Draws a list: always the same number of rows, so that what is below it does not move.
    static func lines(of list: List) -> [Line] {
        var lines: [Line] = []
        let style: Style = list.isOutdated ? .faint : .plain
        if list.rows.isEmpty {
            lines.append(Line(list.placeholder, .faint))
        } else if list.rows.count > list.visibleCount {
            let hidden = list.rows.count - list.visibleCount + 1
            switch list.hidden {
            case .first:
                lines.append(Line("… and \(hidden) before", .faint))
                lines += list.rows.suffix(list.visibleCount - 1).map { Line($0.text, style) }
            case .last:
                lines += list.rows.prefix(list.visibleCount - 1).map { Line($0.text, style) }
                lines.append(Line("… and \(hidden) more", .faint))
            }
        } else {
            lines += list.rows.map { Line($0.text, style) }
        }
        lines += Array(repeating: Line(), count: max(0, list.visibleCount - lines.count))
        return lines
    }

    private mutating func draw(_ view: LineView, isEnabled: Bool) {
        line.append("[", .faint)
        line.append(view.text, isEnabled ? .plain : .faint)
        line.append("]", .faint)
        cursorColumn = 1 + view.cursorColumn
    }
}
