/// The style of a text. The screen decides how it looks; frames of a script ignore it.
enum Style: Sendable, Hashable {
    case plain, faint, strong, good, bad, selected
}

/// A run of text in one style.
struct Span: Sendable, Equatable, CustomStringConvertible {
    let text: String
    let style: Style

    var description: String { text }

    /// Makes a run of the drawable characters of `text`.
    init(_ text: String, _ style: Style = .plain) {
        self.text = text.drawable
        self.style = style
    }
}

/// One row of a frame.
struct Line: Sendable, Equatable {
    private(set) var spans: [Span] = []

    /// The width of the spans in cells.
    var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// The text of the row, without styles.
    var text: String { spans.reduce(into: "") { $0 += $1.text } }

    /// The text of the row, without trailing spaces.
    var trimmedText: String {
        let text = text
        return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
    }

    /// Makes a row of spans.
    init(_ spans: Span...) { self.spans = spans }

    /// Makes a row in one style.
    init(_ text: String, _ style: Style = .plain) { self.init(Span(text, style)) }

    /// Adds a run at the end.
    mutating func append(_ text: String, _ style: Style = .plain) {
        spans.append(Span(text, style))
    }

    /// Adds another row's runs at the end.
    mutating func append(_ other: Line) {
        spans += other.spans
    }

    /// The row cut or filled up with spaces to exactly `width` cells, with an ellipsis if something was cut.
    func padded(to width: Int) -> Line {
        let isCut = self.width > width
        var result = Line()
        var left = isCut ? width - 1 : width
        for span in spans where left > 0 {
            let text = span.text.fitting(left)
            left -= text.displayWidth
            result.append(text, span.style)
            // Text after a character that did not fit must not take its place.
            if text.utf8.count < span.text.utf8.count { break }
        }
        if isCut, width > 0 { result.append("…", .faint) }
        if left > 0 { result.append(String(repeating: " ", count: left)) }
        return result
    }
}
