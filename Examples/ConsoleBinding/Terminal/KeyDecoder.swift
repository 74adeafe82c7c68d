/// Decodes the bytes that a terminal in raw mode delivers into keys.
///
/// A read may end anywhere: inside a character, an escape sequence, or a paste. Incomplete input stays in the decoder
/// until the rest comes. Two cases are decided by time, see ``needsTimeout`` and ``timeout()``: the Escape key sends
/// the byte that every sequence begins with, and Ctrl-C has to work in a paste whose end never comes.
struct KeyDecoder {
    private enum State {
        case ground
        case escape
        /// After `ESC [`, with the parameters so far.
        case control([UInt8])
        /// After `ESC O`.
        case singleShift
        /// After `ESC [ [`, which the Linux console sends for function keys.
        case consoleFunction
        /// Inside a reply of the terminal (OSC, DCS and their like), up to BEL or `ESC \`.
        case reply(afterEscape: Bool)
        /// Inside a paste, up to `ESC [ 201 ~`.
        case paste([UInt8])
    }

    /// The part of a paste that is kept: no field takes as much, and a terminal may send without end.
    private static let pasteLimit = 65_536
    /// A sequence longer than any terminal sends is noise.
    private static let sequenceLimit = 64
    private static let interrupt: UInt8 = 0x03
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    private var utf8 = UTF8Accumulator()

    /// Whether the input so far may be either the Escape key or the start of a sequence; or either Ctrl-C or a part of
    /// a paste.
    var needsTimeout: Bool {
        switch state {
        case .escape, .control, .singleShift, .consoleFunction, .reply: true
        case .paste(let pasted): pasted.last == Self.interrupt
        case .ground: false
        }
    }

    /// Takes the bytes of one read.
    ///
    /// - Returns: The keys that they complete, in order.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            take(byte, into: &keys)
        }
        return keys
    }

    /// Decides that a sequence will not be completed.
    ///
    /// - Returns: The Escape key, if an escape stood alone; Ctrl-C, if a paste stops at it; nothing for an incomplete
    ///   sequence.
    mutating func timeout() -> [Key] {
        guard needsTimeout else { return [] }
        defer { state = .ground }
        return switch state {
        case .escape: [.escape]
        case .paste: [.interrupt]
        default: []
        }
    }

    private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground: takeGround(byte, into: &keys)
        case .escape: takeEscape(byte, into: &keys)
        case .control(let parameters): takeControl(byte, parameters, into: &keys)
        case .singleShift:
            state = .ground
            if byte == 0x1B { state = .escape } else { append(Self.cursorKey(byte), to: &keys) }
        case .consoleFunction: state = .ground
        case .reply(let afterEscape):
            switch byte {
            case 0x07: state = .ground
            case 0x1B: state = .reply(afterEscape: true)
            default: state = afterEscape ? .ground : .reply(afterEscape: false)
            }
        case .paste(var pasted):
            state = .ground  // So that the array is not shared and grows in place.
            pasted.append(byte)
            if byte == 0x7E, pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
                pasted.removeLast(Self.pasteEnd.count)
                keys.append(.paste(String(decoding: pasted.prefix(Self.pasteLimit), as: UTF8.self)))
            } else {
                // Beyond the limit only the tail matters: it may be the start of the end marker.
                if pasted.count > Self.pasteLimit + 2 * Self.pasteEnd.count {
                    pasted.remove(at: Self.pasteLimit)
                }
                state = .paste(pasted)
            }
        }
    }

    private mutating func takeGround(_ byte: UInt8, into keys: inout [Key]) {
        guard byte < 0x20 || byte == 0x7F else {
            for text in utf8.take(byte) { appendText(text, to: &keys) }
            return
        }
        for text in utf8.finish() { appendText(text, to: &keys) }
        if byte == 0x1B { state = .escape } else { append(Self.controlKey(byte), to: &keys) }
    }

    private mutating func takeEscape(_ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .reply(afterEscape: false)
        case 0x1B: keys.append(.escape)  // Escape twice; the second may begin something.
        case 0..<0x20, 0x7F:
            // Escape and then another key, faster than the timeout.
            state = .ground
            keys.append(.escape)
            takeGround(byte, into: &keys)
        default: state = .ground  // A letter with Alt held. The form has no use for it.
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ parameters: [UInt8], into keys: inout [Key]) {
        switch byte {
        case 0x1B: state = .escape  // The sequence was broken off, another begins.
        case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleFunction
        case 0x20..<0x40 where parameters.count < Self.sequenceLimit: state = .control(parameters + [byte])
        case 0x20..<0x40: break  // Too long to be anything: swallowed up to its final byte.
        case 0x40..<0x7F:
            state = .ground
            let first = parameters.prefix { $0 != UInt8(ascii: ";") }
            if byte == UInt8(ascii: "~") {
                switch String(decoding: first, as: UTF8.self) {
                case "1", "7": keys.append(.home)
                case "3": keys.append(.delete)
                case "4", "8": keys.append(.end)
                case "5": keys.append(.pageUp)
                case "6": keys.append(.pageDown)
                case "24": keys.append(.inspect)
                case "200": state = .paste([])
                default: break
                }
            } else if byte == UInt8(ascii: "Z") {
                keys.append(.backTab)
            } else {
                append(Self.cursorKey(byte), to: &keys)
            }
        default:
            state = .ground
            takeGround(byte, into: &keys)
        }
    }

    private func append(_ key: Key?, to keys: inout [Key]) {
        if let key { keys.append(key) }
    }

    private func appendText(_ text: String, to keys: inout [Key]) {
        if case .text(let previous)? = keys.last {
            keys[keys.count - 1] = .text(previous + text)
        } else {
            keys.append(.text(text))
        }
    }

    private static func cursorKey(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        default: nil
        }
    }

    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01: .home  // Ctrl-A
        case interrupt: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end  // Ctrl-E
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0B: .eraseToEnd
        case 0x0C: .redraw
        case 0x15: .eraseToStart
        case 0x19: .redo
        case 0x1A: .undo
        default: nil
        }
    }
}
