/// A key or a paste that the form handles.
enum Key: Equatable, Sendable {
    /// Typed characters; several if one read delivered several.
    case text(String)
    /// Text that the terminal marks as pasted.
    case paste(String)
    case enter, tab, backTab, escape
    case backspace, delete
    case left, right, up, down, home, end, pageUp, pageDown
    /// Ctrl-U and Ctrl-K: erase to the start and to the end of the line.
    case eraseToStart, eraseToEnd
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-Z and Ctrl-Y.
    case undo, redo
    /// Ctrl-L.
    case redraw
    /// F12.
    case inspect
}
