import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Line editor")
struct LineEditorTests {
    private func editor(_ text: String, cursor: Int? = nil, maximumLength: Int = 10) -> LineEditor {
        var editor = LineEditor(maximumLength: maximumLength)
        editor.replace(with: text)
        if let cursor { editor.moveCursor(by: cursor - editor.cursor) }
        return editor
    }

    @Test("Text goes in at the cursor, and the cursor goes behind it")
    func insertion() {
        var editor = editor("ad", cursor: 1)
        expectEqual(editor.insert("bc"), true)
        expectEqual(editor.text, "abcd")
        expectEqual(editor.cursor, 3)
    }

    @Test("A text that is too long fills the line")
    func maximum() {
        var editor = editor("abc", cursor: 1, maximumLength: 5)
        expectEqual(editor.insert("1234"), true)
        expectEqual(editor.text, "a12bc")
        expectEqual(editor.insert("x"), false)
        expectEqual(editor.text, "a12bc")
        editor.replace(with: "123456789")
        expectEqual(editor.text, "12345")
    }

    @Test("A text that is replaced leaves the cursor where it was, or at the end")
    func replacement() {
        var editor = editor("aBcd", cursor: 2)
        editor.replace(with: "abcd")
        expectEqual(editor.cursor, 2)
        editor.replace(with: "a")
        expectEqual(editor.cursor, 1)
        editor.replace(with: "abc")
        expectEqual(editor.cursor, 3)
    }

    @Test("A mark joins the character before it, even where the line is full")
    func combining() {
        var editor = editor("ae", cursor: 2, maximumLength: 2)
        expectEqual(editor.insert("\u{301}"), true)
        expectEqual(editor.text, "ae\u{301}")
        expectEqual(editor.cursor, 2)
        expectEqual(editor.deleteBackward(), true)
        expectEqual(editor.text, "a")
    }

    @Test("An emoji that arrives in pieces is one character to move over and to erase")
    func joined() {
        var editor = LineEditor(maximumLength: 10)
        for piece in ["a", "👩", "\u{200D}", "👧", "b"] { expectEqual(editor.insert(piece), true) }
        expectEqual(editor.text.count, 3)
        expectEqual(editor.cursor, 3)
        editor.moveCursor(by: -1)
        expectEqual(editor.deleteBackward(), true)
        expectEqual(editor.text, "ab")
        expectEqual(editor.cursor, 1)
    }

    @Test("Where erasing joins what stood apart, the cursor stands behind the whole")
    func joiningByErasing() {
        var editor = editor("🇩x🇪", cursor: 2)
        expectEqual(editor.deleteBackward(), true)
        expectEqual(editor.text, "🇩🇪")
        expectEqual(editor.cursor, 1)
        expectEqual(editor.deleteBackward(), true)
        expectEqual(editor.text, "")
    }

    @Test("Erasing and moving stop at the ends")
    func ends() {
        var editor = editor("ab", cursor: 0)
        expectEqual(editor.deleteBackward(), false)
        expectEqual(editor.deleteToStart(), false)
        editor.moveCursor(by: -5)
        expectEqual(editor.cursor, 0)
        editor.moveToEnd()
        expectEqual(editor.deleteForward(), false)
        expectEqual(editor.deleteToEnd(), false)
        editor.moveCursor(by: 5)
        expectEqual(editor.cursor, 2)
    }

    @Test("The line can be erased to either end")
    func erasing() {
        var start = editor("abcd", cursor: 1)
        expectEqual(start.deleteToStart(), true)
        expectEqual(start.text, "bcd")
        expectEqual(start.cursor, 0)
        expectEqual(start.deleteForward(), true)
        expectEqual(start.text, "cd")
        var end = editor("abcd", cursor: 1)
        expectEqual(end.deleteToEnd(), true)
        expectEqual(end.text, "a")
        expectEqual(end.cursor, 1)
    }

    @Test("Control characters do not get in; tabs and line breaks become spaces")
    func unprintable() {
        var editor = LineEditor(maximumLength: 20)
        expectEqual(editor.insert("\u{1B}\u{0}"), false)
        expectEqual(editor.insert("a\tb\r\nc\u{1B}[0m"), true)
        expectEqual(editor.text, "a b c[0m")
    }

    @Test("A field shows the part of its line around the cursor")
    func view() {
        expectEqual(
            LineView(of: editor("abc"), isMasked: false, isFocused: true, width: 5), .init(shows: "abc  ", at: 3))
        expectEqual(
            LineView(of: editor("abcdef"), isMasked: false, isFocused: true, width: 4), .init(shows: "def ", at: 3))
        #expect(
            LineView(of: editor("abcdef", cursor: 0), isMasked: false, isFocused: true, width: 4)
                == .init(shows: "abcd", at: 0))
        expectEqual(LineView(of: editor("漢字仮"), isMasked: false, isFocused: true, width: 4), .init(shows: "仮  ", at: 2))
        #expect(
            LineView(of: editor("漢字", cursor: 1), isMasked: false, isFocused: true, width: 3)
                == .init(shows: "字 ", at: 0))
        expectEqual(LineView(of: editor("漢字"), isMasked: true, isFocused: true, width: 4), .init(shows: "••  ", at: 2))
        expectEqual(
            LineView(of: editor("abcdef"), isMasked: false, isFocused: false, width: 4), .init(shows: "abc…", at: 0))
        expectEqual(LineView(of: editor(""), isMasked: false, isFocused: true, width: 0), .init(shows: "", at: 0))
    }
}

extension LineView {
    fileprivate init(shows text: String, at cursorColumn: Int) {
        self.init(text: text, cursorColumn: cursorColumn)
    }
}
