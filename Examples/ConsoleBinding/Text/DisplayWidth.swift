/// The width of a text in terminal cells.
///
/// Widths are counted by grapheme cluster, because that is what a user sees, deletes and moves over as one: an `e` with
/// an accent is one cell, a family joined by zero-width joiners is two, a flag of two regional indicators is two.
extension Character {
    /// The width of this grapheme cluster in cells: 0, 1, 2, or more if a script writes several letters as one cluster.
    var displayWidth: Int {
        if let byte = utf8.first, byte < 0x80, utf8.count == 1 { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
        if isDrawnAsEmoji { return 2 }
        return unicodeScalars.reduce(0) { $0 + Self.cells(of: $1) }
    }

    /// Whether a terminal draws the cluster as a picture, whatever the sum of its scalars' widths.
    private var isDrawnAsEmoji: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return false }
        if scalars.count == 1 { return first.properties.isEmojiPresentation && !Self.isRegionalIndicator(first) }
        let selectsPicture = scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
        if selectsPicture { return first.properties.isEmoji }
        if Self.isRegionalIndicator(first) { return true }
        let selectsText = scalars.contains { $0.value == 0xFE0E }
        return first.properties.isEmojiPresentation && !selectsText
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func cells(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0  // Vowels and final consonants of a Hangul syllable.
        case 0xAD: return 1  // A soft hyphen is a format character that terminals draw.
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return WideRanges.contains(scalar) ? 2 : 1
        }
    }
}

extension StringProtocol {
    /// The width of the text in cells.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text shortened to at most `width` cells, with an ellipsis in the last one if something was cut.
    ///
    /// - Parameter width: The number of cells available.
    /// - Returns: A text that takes no more than `width` cells.
    func truncated(to width: Int) -> String {
        guard displayWidth > width else { return String(self) }
        guard width > 0 else { return "" }
        return fitting(width - 1) + "…"
    }

    /// The longest prefix of the text that takes at most `width` cells.
    func fitting(_ width: Int) -> String {
        var result = ""
        var used = 0
        for character in self {
            let cells = character.displayWidth
            guard used + cells <= width else { break }
            used += cells
            result.append(character)
        }
        return result
    }

    /// The text cut or filled up with spaces to exactly `width` cells.
    func padded(to width: Int) -> String {
        let fitted = truncated(to: width)
        return fitted + String(repeating: " ", count: Swift.max(0, width - fitted.displayWidth))
    }
}
