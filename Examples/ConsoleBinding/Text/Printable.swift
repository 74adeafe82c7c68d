/// Filters text for a terminal.
///
/// Text from outside may contain escape sequences, line breaks, or marks that reverse the writing direction. Drawn as
/// they are, they would affect more than their cell, so all text for the screen passes through here.
extension StringProtocol {
    /// The text for a single-line field: without control characters and characters that change the writing direction.
    /// Tabs and line breaks become spaces.
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

    /// The text for drawing: characters that must not reach the terminal are shown as `�`, a mark without a base is
    /// drawn on a dotted circle, and a cluster with too many marks is cut.
    var drawable: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
        return reduce(into: "") { $0 += $1.drawable }
    }
}

extension Character {
    /// The largest number of scalars of one cluster that are drawn. The longest emoji in use have ten; longer clusters
    /// are made only to overflow lines.
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
        case 0x00...0x1F, 0x7F...0x9F: true  // C0 and C1 controls, including ESC and CSI.
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
