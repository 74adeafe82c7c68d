import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "A cluster takes the cells that a terminal gives it",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｅ", 2), ("ｱ", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("☔", 2),
            ("☔\u{FE0E}", 2), ("│", 1), ("•", 1), ("\u{200B}", 0), ("\u{301}", 0), ("\u{0}", 0), ("ש", 1), ("𠀀", 2),
            ("…", 1), ("\u{AD}", 1),
        ])
    func clusters(text: String, cells: Int) {
        expectEqual(text.count, 1)
        expectEqual(text.displayWidth, cells)
    }

    @Test("A text that is cut never takes more cells than it may, and says that it was cut")
    func truncation() {
        expectEqual("abc".truncated(to: 3), "abc")
        expectEqual("abcd".truncated(to: 3), "ab…")
        expectEqual("漢字".truncated(to: 3), "漢…")
        expectEqual("漢字".truncated(to: 2), "…")
        expectEqual("👩‍👩‍👧👩‍👩‍👧".truncated(to: 3), "👩‍👩‍👧…")
        expectEqual("abc".truncated(to: 0), "")
        expectEqual("".truncated(to: 0), "")
    }

    @Test("A padded text takes exactly the cells it was given", arguments: 0...8)
    func padding(width: Int) {
        for text in ["", "abc", "漢字仮名", "a漢👍🏽", "e\u{301}e\u{301}"] {
            expectEqual(text.padded(to: width).displayWidth, width)
            expectEqual(Line(text).padded(to: width).width, width)
        }
    }

    @Test("A row of several runs is cut once, at the edge")
    func cutRow() {
        var line = Line("ab")
        line.append("漢")
        line.append("cd")
        expectEqual(line.padded(to: 6).text, "ab漢cd")
        expectEqual(line.padded(to: 5).text, "ab漢…")
        expectEqual(line.padded(to: 4).text, "ab… ")
        expectEqual(line.padded(to: 0).text, "")
    }

    @Test("What would move the terminal's cursor is neither kept nor drawn")
    func control() {
        let text = "a\u{1B}[2J\u{9B}b\r\nc\td\u{202E}e\u{7F}"
        expectEqual(text.enterable, "a[2Jb c de")
        let drawn = text.drawable
        #expect(drawn.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x9B })
        #expect(!drawn.unicodeScalars.contains("\u{202E}"))
        expectEqual("plain".drawable, "plain")
    }

    @Test("A mark with nothing to stand on gets something, and endless marks get an end")
    func marks() {
        expectEqual("\u{301}".drawable.displayWidth, 1)
        let pile = "e" + String(repeating: "\u{301}", count: 5_000)
        expectEqual(pile.drawable.unicodeScalars.count, 16)
        expectEqual("👩‍👩‍👧‍👦".drawable, "👩‍👩‍👧‍👦")
    }
}
