import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Key decoder")
struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8)
    }

    @Test(
        "Each key's sequence is that key",
        arguments: [
            ("\u{1B}[A", Key.up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}OA", .up), ("\u{1B}OH", .home), ("\u{1B}OF", .end), ("\u{1B}[1;5C", .right),
            ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
            ("\u{1B}[3~", .delete), ("\u{1B}[3;2~", .delete),
            ("\u{1B}[Z", .backTab), ("\t", .tab), ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace),
            ("\u{08}", .backspace), ("\u{03}", .interrupt), ("\u{04}", .endOfInput), ("\u{1A}", .undo),
            ("\u{19}", .redo),
            ("\u{0C}", .redraw), ("\u{1B}[24~", .inspect), ("\u{15}", .eraseToStart), ("\u{0B}", .eraseToEnd),
            ("\u{01}", .home),
            ("\u{05}", .end),
        ])
    func sequences(bytes: String, key: Key) {
        expectEqual(keys(bytes), [key])
    }

    @Test("A sequence split at any place over two reads is the same key")
    func splitSequences() {
        for sequence in ["\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}OH", "\u{1B}[Z"] {
            let bytes = Array(sequence.utf8)
            for split in 1..<bytes.count {
                var decoder = KeyDecoder()
                let first = decoder.decode(bytes[..<split])
                #expect(first.isEmpty)
                #expect(decoder.needsTimeout)
                expectEqual(decoder.decode(bytes[split...]), keys(sequence))
                #expect(!decoder.needsTimeout)
            }
        }
    }

    @Test("Text split inside a character over several reads is the same text")
    func splitCharacters() {
        let text = "aé漢👩‍👩‍👧e\u{301}"
        var decoder = KeyDecoder()
        let typed = text.utf8.flatMap { decoder.decode([$0]) }
        let joined = typed.reduce(into: "") { if case .text(let part) = $1 { $0 += part } }
        expectEqual(joined, text)
        expectEqual(keys(text), [.text(text)])
    }

    @Test("What is not UTF-8 becomes a replacement character, and what follows is read")
    func invalidText() {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode([0xFF, 0x61]), [.text("\u{FFFD}a")])
        expectEqual(decoder.decode([0xC3, 0x61]), [.text("\u{FFFD}a")])
        expectEqual(decoder.decode([0xE2, 0x82, 0x1B, 0x5B, 0x41]), [.text("\u{FFFD}"), .up])
        expectEqual(decoder.decode([0xED, 0xA0, 0x80]), [.text("\u{FFFD}\u{FFFD}\u{FFFD}")])
        expectEqual(decoder.decode([0xC0, 0x80]), [.text("\u{FFFD}\u{FFFD}")])
        expectEqual(decoder.decode([0xF4, 0x90]), [.text("\u{FFFD}\u{FFFD}")])
    }

    @Test("An escape is the Escape key once nothing follows it")
    func loneEscape() {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode([0x1B]), [])
        #expect(decoder.needsTimeout)
        expectEqual(decoder.timeout(), [.escape])
        #expect(!decoder.needsTimeout)
        expectEqual(decoder.timeout(), [])
        expectEqual(decoder.decode([0x61]), [.text("a")])
    }

    @Test("A sequence that is broken off is nothing, and does not swallow what comes later")
    func brokenSequence() {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode("\u{1B}[1;".utf8), [])
        expectEqual(decoder.timeout(), [])
        expectEqual(decoder.decode("x".utf8), [.text("x")])
        expectEqual(keys("\u{1B}[1\u{1B}[A"), [.up])
        expectEqual(keys("\u{1B}\r"), [.escape, .enter])
        expectEqual(keys("\u{1B}\u{1B}[A"), [.escape, .up])
    }

    @Test("Sequences that mean nothing to the form leave no text behind")
    func unknownSequences() {
        expectEqual(keys("\u{1B}[15~\u{1B}[?2026;1$y\u{1B}[[A\u{1B}OP\u{1B}ba"), [.text("a")])
        expectEqual(keys("\u{1B}]11;rgb:00/00/00\u{07}a"), [.text("a")])
        expectEqual(keys("\u{1B}]11;rgb:00/00/00\u{1B}\\a"), [.text("a")])
        expectEqual(keys("\u{1B}P1$r0m\u{1B}\\a"), [.text("a")])
        expectEqual(keys("\u{1B}[" + String(repeating: "1;", count: 1_000) + "mA"), [.text("A")])
        expectEqual(keys("\u{00}\u{1C}a"), [.text("a")])
    }

    @Test("A paste is one key, with its line breaks and escapes as they are")
    func paste() {
        expectEqual(keys("\u{1B}[200~a\tb\u{1B}[Ac\r\u{1B}[201~d"), [.paste("a\tb\u{1B}[Ac\r"), .text("d")])
        var decoder = KeyDecoder()
        let typed = "\u{1B}[200~漢字\u{1B}[201~".utf8.flatMap { decoder.decode([$0]) }
        expectEqual(typed, [.paste("漢字")])
    }

    @Test("A paste under way waits for its end, however late")
    func slowPaste() {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode("\u{1B}[200~ab".utf8), [])
        #expect(!decoder.needsTimeout)
        expectEqual(decoder.timeout(), [])
        expectEqual(decoder.decode("c\u{1B}[201~".utf8), [.paste("abc")])
    }

    @Test("Ctrl-C in a paste whose end never comes leaves, once nothing follows it")
    func interruptInPaste() {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode("\u{1B}[200~ab".utf8), [])
        expectEqual(decoder.decode([0x03]), [])
        #expect(decoder.needsTimeout)
        expectEqual(decoder.timeout(), [.interrupt])
        #expect(!decoder.needsTimeout)
        expectEqual(decoder.decode("a".utf8), [.text("a")])
        expectEqual(decoder.decode("\u{1B}[200~".utf8), [])
        expectEqual(decoder.decode(repeatElement(UInt8(ascii: "x"), count: 200_000)), [])
        expectEqual(decoder.decode([0x03]), [])
        expectEqual(decoder.timeout(), [.interrupt])
    }

    @Test("Ctrl-C that was pasted is a part of the paste")
    func pastedInterrupt() {
        expectEqual(keys("\u{1B}[200~a\u{03}b\u{1B}[201~"), [.paste("a\u{03}b")])
        var decoder = KeyDecoder()
        expectEqual(decoder.decode("\u{1B}[200~a\u{03}".utf8), [])
        expectEqual(decoder.decode("b".utf8), [])
        #expect(!decoder.needsTimeout)
        expectEqual(decoder.timeout(), [])
        expectEqual(decoder.decode("\u{1B}[201~".utf8), [.paste("a\u{03}b")])
    }

    @Test("Whatever came before, Ctrl-C leaves once nothing follows it")
    func interruptAfterAnything() {
        let parts: [[UInt8]] = [
            [0x1B], Array("[".utf8), Array("[200~".utf8), Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [0x03],
            Array("]11;".utf8), Array("P".utf8), Array("O".utf8), Array("[[".utf8), Array("1;5".utf8), [0xE2, 0x82],
            Array("a漢".utf8), [0x0D], [0x7F], [0xFF],
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...8)).flatMap { _ in parts.randomElement() ?? [] }
            var decoder = KeyDecoder()
            _ = decoder.decode(bytes)
            _ = decoder.timeout()
            let keys = decoder.decode([0x03]) + decoder.timeout()
            guard keys.last == .interrupt else {
                Issue.record("after \(bytes) Ctrl-C is \(keys)")
                return
            }
        }
    }

    @Test("Of an endless paste only the beginning is kept, and its end is still seen")
    func hugePaste() throws {
        var decoder = KeyDecoder()
        expectEqual(decoder.decode("\u{1B}[200~".utf8), [])
        expectEqual(decoder.decode(repeatElement(UInt8(ascii: "x"), count: 200_000)), [])
        let keys = decoder.decode("\u{1B}[201~y".utf8)
        expectEqual(keys, [.paste(String(repeating: "x", count: 65_536)), .text("y")])
    }
}
