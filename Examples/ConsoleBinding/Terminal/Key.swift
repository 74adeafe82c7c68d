/// What a user does on the keyboard, as far as the form knows about it.
enum Key: Equatable, Sendable {
    /// Characters that were typed; several where one read delivered several.
    case text(String)
    /// What the terminal says was pasted rather than typed.
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
}
