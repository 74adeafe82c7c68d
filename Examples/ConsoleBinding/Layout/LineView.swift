/// The part of a line that fits into its field: the part around the cursor while it is edited, otherwise the beginning.
struct LineView: Equatable {
    /// The visible text, exactly as wide as the field.
    let text: String
    /// The column of the cursor in it.
    let cursorColumn: Int
}

extension LineView {
    /// Looks at `editor` through a window of `width` cells.
    ///
    /// While the line is edited, the view starts as far left as the cursor allows. If that would cut a character of two
    /// cells in half, it starts after that character.
    init(of editor: LineEditor, isMasked: Bool, isFocused: Bool, width: Int) {
        let cells: [(text: String, width: Int)] = editor.text.map { character in
            guard !isMasked else { return ("•", 1) }
            let drawable = String(character).drawable
            return (drawable, drawable.displayWidth)
        }
        guard isFocused else {
            text = cells.reduce(into: "") { $0 += $1.text }.padded(to: width)
            cursorColumn = 0
            return
        }
        // The cursor takes a cell of its own after the last character.
        var start = 0
        var before = cells.prefix(editor.cursor).reduce(0) { $0 + $1.width }
        let underCursor = editor.cursor < cells.count ? max(1, cells[editor.cursor].width) : 1
        while start < editor.cursor, before + underCursor > width {
            before -= cells[start].width
            start += 1
        }
        var shown = ""
        var used = 0
        for cell in cells[start...] {
            guard used + cell.width <= width else { break }
            shown += cell.text
            used += cell.width
        }
        text = shown + String(repeating: " ", count: max(0, width - used))
        cursorColumn = min(before, max(0, width - 1))
    }
}
