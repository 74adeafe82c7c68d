/// What of a text may be sent to a terminal.
///
/// A text that comes from outside may hold escape sequences, line breaks or marks that turn the direction of writing
/// around. Drawn as they are, they would leave the cell that they belong in; so nothing reaches the screen but through
/// here.
extension StringProtocol {
    /// The text as it may be kept in a field of one line: without control characters and without what changes the
    /// direction of writing. Tabs and line breaks become spaces.
    var enterable: String {
        var scalars = String.UnicodeScalarView()
        var previousIsReturn = false
        for scalar in unicodeScalars {
            let isSecondHalf = previousIsReturn && scalar == "\n"
            previousIsReturn = scalar == "\r"
            if isSecondHalf { continue }
            if scalar.isBreak {
                scalars.append(" ")
            } else if !scalar.isUnprintable {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The text as it may be drawn: what must not reach the terminal is shown as `�`, a mark with nothing to stand on
    /// stands on a dotted circle, and a cluster of endless marks is cut.
    var drawable: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
        return reduce(into: "") { $0 += $1.drawable }
    }
}

extension Character {
    /// The most scalars of one cluster that are drawn. The longest emoji in use have ten; beyond that there is only
    /// what people pile up to overflow lines.
    private static var scalarLimit: Int { 16 }

    fileprivate var drawable: String {
        var scalars = String.UnicodeScalarView()
        if let first = unicodeScalars.first, first.isMark { scalars.append("◌") }
        for scalar in unicodeScalars.prefix(Self.scalarLimit) {
            scalars.append(scalar.isUnprintable || scalar.isBreak ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    fileprivate var isBreak: Bool {
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    fileprivate var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0 and C1 controls, ESC and CSI among them.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // Direction marks and overrides.
        case 0xFEFF, 0xFFF9...0xFFFB: true  // Byte order mark, interlinear annotations.
        default: false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
