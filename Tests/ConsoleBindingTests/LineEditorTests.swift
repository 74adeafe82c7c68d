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
        #expect(editor.insert("bc") == true)
        #expect(editor.text == "abcd")
        #expect(editor.cursor == 3)
    }

    @Test("A text that is too long fills the line")
    func maximum() {
        var editor = editor("abc", cursor: 1, maximumLength: 5)
        #expect(editor.insert("1234") == true)
        #expect(editor.text == "a12bc")
        #expect(editor.insert("x") == false)
        #expect(editor.text == "a12bc")
        editor.replace(with: "123456789")
        #expect(editor.text == "12345")
    }

    @Test("A text that is replaced leaves the cursor where it was, or at the end")
    func replacement() {
        var editor = editor("aBcd", cursor: 2)
        editor.replace(with: "abcd")
        #expect(editor.cursor == 2)
        editor.replace(with: "a")
        #expect(editor.cursor == 1)
        editor.replace(with: "abc")
        #expect(editor.cursor == 3)
    }

    @Test("A mark joins the character before it, even where the line is full")
    func combining() {
        var editor = editor("ae", cursor: 2, maximumLength: 2)
        #expect(editor.insert("\u{301}") == true)
        #expect(editor.text == "ae\u{301}")
        #expect(editor.cursor == 2)
        #expect(editor.deleteBackward() == true)
        #expect(editor.text == "a")
    }

    @Test("An emoji that arrives in pieces is one character to move over and to erase")
    func joined() {
        var editor = LineEditor(maximumLength: 10)
        for piece in ["a", "👩", "\u{200D}", "👧", "b"] { #expect(editor.insert(piece) == true) }
        #expect(editor.text.count == 3)
        #expect(editor.cursor == 3)
        editor.moveCursor(by: -1)
        #expect(editor.deleteBackward() == true)
        #expect(editor.text == "ab")
        #expect(editor.cursor == 1)
    }

    @Test("Where erasing joins what stood apart, the cursor stands behind the whole")
    func joiningByErasing() {
        var editor = editor("🇩x🇪", cursor: 2)
        #expect(editor.deleteBackward() == true)
        #expect(editor.text == "🇩🇪")
        #expect(editor.cursor == 1)
        #expect(editor.deleteBackward() == true)
        #expect(editor.text == "")
    }

    @Test("Erasing and moving stop at the ends")
    func ends() {
        var editor = editor("ab", cursor: 0)
        #expect(editor.deleteBackward() == false)
        #expect(editor.deleteToStart() == false)
        editor.moveCursor(by: -5)
        #expect(editor.cursor == 0)
        editor.moveToEnd()
        #expect(editor.deleteForward() == false)
        #expect(editor.deleteToEnd() == false)
        editor.moveCursor(by: 5)
        #expect(editor.cursor == 2)
    }

    @Test("The line can be erased to either end")
    func erasing() {
        var start = editor("abcd", cursor: 1)
        #expect(start.deleteToStart() == true)
        #expect(start.text == "bcd")
        #expect(start.cursor == 0)
        #expect(start.deleteForward() == true)
        #expect(start.text == "cd")
        var end = editor("abcd", cursor: 1)
        #expect(end.deleteToEnd() == true)
        #expect(end.text == "a")
        #expect(end.cursor == 1)
    }

    @Test("Control characters do not get in; tabs and line breaks become spaces")
    func unprintable() {
        var editor = LineEditor(maximumLength: 20)
        #expect(editor.insert("\u{1B}\u{0}") == false)
        #expect(editor.insert("a\tb\r\nc\u{1B}[0m") == true)
        #expect(editor.text == "a b c[0m")
    }

    @Test("A field shows the part of its line around the cursor")
    func view() {
        #expect(LineView(of: editor("abc"), isMasked: false, isFocused: true, width: 5) == .init(shows: "abc  ", at: 3))
        #expect(
            LineView(of: editor("abcdef"), isMasked: false, isFocused: true, width: 4) == .init(shows: "def ", at: 3))
        #expect(
            LineView(of: editor("abcdef", cursor: 0), isMasked: false, isFocused: true, width: 4)
                == .init(shows: "abcd", at: 0))
        #expect(LineView(of: editor("漢字仮"), isMasked: false, isFocused: true, width: 4) == .init(shows: "仮  ", at: 2))
        #expect(
            LineView(of: editor("漢字", cursor: 1), isMasked: false, isFocused: true, width: 3)
                == .init(shows: "字 ", at: 0))
        #expect(LineView(of: editor("漢字"), isMasked: true, isFocused: true, width: 4) == .init(shows: "••  ", at: 2))
        #expect(
            LineView(of: editor("abcdef"), isMasked: false, isFocused: false, width: 4) == .init(shows: "abc…", at: 0))
        #expect(LineView(of: editor(""), isMasked: false, isFocused: true, width: 0) == .init(shows: "", at: 0))
    }
}

extension LineView {
    fileprivate init(shows text: String, at cursorColumn: Int) {
        self.init(text: text, cursorColumn: cursorColumn)
    }
}
