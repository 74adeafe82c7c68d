import Foundation
import Testing

/// A document that tells, in tables with a column "here", what names and code of other libraries are called here, and the
/// files in which they are compiled.
package struct Comparison: Sendable, CustomTestStringConvertible {
    package let document: String
    private let files: [String]

    /// - Parameters:
    ///   - document: Its path in this package.
    ///   - files: The Swift files of this package in which each piece of code of its tables stands.
    package init(_ document: String, in files: [String]) {
        self.document = document
        self.files = files
    }

    package var testDescription: String { document }

    /// The code of the column "here". Where that says that something is the same, the code of the column before it.
    package func code() throws -> [String] {
        try rows().flatMap { row in
            Self.code(in: row.here) + (row.here.hasPrefix("the same") ? Self.code(in: row.theirs) : [])
        }
    }

    /// What of ``code()`` stands in none of the files, apart from comments.
    package func untested() throws -> [String] {
        let sources = try files.map { try Self.source(Example.source(of: $0)) }
        return try code().filter { piece in
            let pattern = try Regex(Self.pattern(of: piece)).wordBoundaryKind(.simple)
            return !sources.contains { $0.contains(pattern) }
        }
    }

    /// The rows of the tables whose second column is "here": its first two cells.
    private func rows() throws -> [(theirs: String, here: String)] {
        var rows: [(theirs: String, here: String)] = []
        var isWanted: Bool?
        for line in try Example.text(of: document).components(separatedBy: "\n") {
            guard line.hasPrefix("|") else {
                isWanted = nil
                continue
            }
            // A bar inside of code is written with a backslash before it.
            let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
                $0.replacing("\u{1}", with: "|").trimmingCharacters(in: .whitespaces)
            }
            try #require(cells.count > 1, "a row with one column in \(document): \(line)")
            if isWanted == true, cells[0] != "---" { rows.append((cells[0], cells[1])) }
            isWanted = isWanted ?? (cells[1] == "here")
        }
        return rows
    }

    /// The code in a cell.
    private static func code(in cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }

    /// A file without comments and the names of tests, with one space where it has several or a line's end, and none
    /// where a call goes on in the next line.
    private static func source(_ text: String) -> String {
        text.split(separator: "\n")
            .filter { !$0.contains(#/^ *(@Test|@Suite|//)/#) }
            .map { $0.replacing(#/ +// .*$/#, with: "") }
            .joined(separator: "\n")
            .replacing(#/\n\s+(?=\.)/#, with: "").replacing(/\s+/, with: " ").replacing("( ", with: "(")
    }

    /// The regular expression for a piece of code: `…` stands for anything whose brackets are closed, a name with labels
    /// for a call or a declaration with these labels, and a type for the same with parameters where something of it follows.
    private static func pattern(of piece: String) -> String {
        let anything = balanced(depth: 4)
        var pattern: String
        if let name = piece.wholeMatch(of: /(.+)\(((?:\w+:)+)\)/) {
            let labels = name.output.2.split(separator: ":").filter { $0 != "_" }
            pattern = escaped(name.output.1) + parameters + #"\("#
            pattern += labels.map { #"\#(anything)\b\#($0)(?: \w+)?:"# }.joined()
        } else {
            pattern = piece.split(separator: "…").map(escaped).joined(separator: anything)
            if piece.last?.isWordCharacter == true { pattern += #"\b"# }
            if piece.allSatisfy(\.isOperatorCharacter) { pattern += " " }
        }
        if piece.first?.isWordCharacter == true { pattern = #"\b"# + pattern }
        if piece.first?.isOperatorCharacter == true { pattern = " " + pattern }
        return pattern
    }

    /// Those of a generic type, or none.
    private static let parameters = "(?:<[^()=]*>)?"

    /// Text as a regular expression.
    private static func escaped(_ text: Substring) -> String {
        NSRegularExpression.escapedPattern(for: String(text))
            .replacing(/(\b[A-Z]\w*)\\\./) { #"\#($0.output.1)\#(parameters)\."# }
    }

    /// Any text whose brackets are closed, as few as possible.
    private static func balanced(depth: Int) -> String {
        if depth == 0 { return "[^(){}]*?" }
        let inner = balanced(depth: depth - 1)
        return #"(?:[^(){}]|\(\#(inner)\)|\{\#(inner)\})*?"#
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
    fileprivate var isOperatorCharacter: Bool { "<=>".contains(self) }
}
