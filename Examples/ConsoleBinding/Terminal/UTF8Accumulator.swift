/// Assembles characters from bytes that arrive one by one.
///
/// Invalid UTF-8 becomes `�`, once for every run of bytes that could have begun a character, as the Unicode standard
/// recommends.
struct UTF8Accumulator {
    private var pending: [UInt8] = []
    private var expected = 0

    private static let replacement = "\u{FFFD}"

    /// Takes one byte.
    ///
    /// - Returns: What the byte completes: nothing, a character, or a `�` for invalid bytes before it, and what the
    ///   byte itself makes.
    mutating func take(_ byte: UInt8) -> [String] {
        if pending.isEmpty { return begin(with: byte) }
        guard isContinuation(byte) else { return finish() + begin(with: byte) }
        pending.append(byte)
        guard pending.count == expected else { return [] }
        defer { pending.removeAll(keepingCapacity: true) }
        return [String(decoding: pending, as: UTF8.self)]
    }

    /// Decides that the incomplete character will not be completed.
    mutating func finish() -> [String] {
        guard !pending.isEmpty else { return [] }
        pending.removeAll(keepingCapacity: true)
        return [Self.replacement]
    }

    private mutating func begin(with byte: UInt8) -> [String] {
        switch byte {
        case 0x00..<0x80: return [String(UnicodeScalar(byte))]
        case 0xC2..<0xE0: expected = 2
        case 0xE0..<0xF0: expected = 3
        case 0xF0..<0xF5: expected = 4
        default: return [Self.replacement]
        }
        pending.append(byte)
        return []
    }

    /// Whether `byte` continues the incomplete character: the second byte's range depends on the first (no overlong
    /// forms, no surrogates, nothing beyond U+10FFFF).
    private func isContinuation(_ byte: UInt8) -> Bool {
        guard pending.count == 1, let lead = pending.first else { return (0x80..<0xC0).contains(byte) }
        return switch lead {
        case 0xE0: (0xA0..<0xC0).contains(byte)
        case 0xED: (0x80..<0xA0).contains(byte)
        case 0xF0: (0x90..<0xC0).contains(byte)
        case 0xF4: (0x80..<0x90).contains(byte)
        default: (0x80..<0xC0).contains(byte)
        }
    }
}
