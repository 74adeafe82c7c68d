/// Parses the lines of a script.
///
/// Words end at spaces and tabs, which are matched as scalars: a space followed by a combining mark is one character,
/// and would not be found as a space.
enum ScriptParser {
    private typealias Text = Substring.UnicodeScalarView

    /// The largest number of steps for one `wait`.
    static let waitLimit = 1_000

    /// Parses one line.
    ///
    /// - Parameter bytes: The line without its line feed. A trailing carriage return and a byte order mark are ignored.
    /// - Returns: The command, or `nil` for an empty line or a comment.
    /// - Throws: ``ScriptProblem`` if the line is wrong.
    static func command(in bytes: [UInt8]) throws(ScriptProblem) -> ScriptCommand? {
        var bytes = bytes[...]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            throw ScriptProblem("the line is not UTF-8", remedy: "Save the script as UTF-8")
        }
        let (first, rest) = word(in: line[...].unicodeScalars)
        guard !first.isEmpty, first.utf8.first != UInt8(ascii: "#") else { return nil }
        guard let word = ScriptCommand.Word(rawValue: first) else {
            let words = ScriptCommand.Word.allCases.map(\.rawValue)
            throw .unknown("command", first, among: words)
        }
        return try command(word, arguments: rest)
    }

    private static func command(
        _ word: ScriptCommand.Word, arguments: Text
    ) throws(ScriptProblem) -> ScriptCommand {
        switch word {
        case .type:
            let (control, text) = try nameAndText(word, arguments)
            return .type(control: control, text: text)
        case .choose:
            let (control, text) = try nameAndText(word, arguments)
            return .choose(control: control, option: trimmed(text[...].unicodeScalars))
        case .set:
            let (value, text) = try nameAndText(word, arguments, mayBeEmpty: true)
            return .set(value: value, text: text)
        case .clear: return .clear(control: try onlyName(word, arguments))
        case .toggle: return .toggle(control: try onlyName(word, arguments))
        case .press: return .press(control: try onlyName(word, arguments))
        case .say: return .say(String(arguments.dropFirst()))
        case .wait:
            let text = trimmed(arguments)
            if text.isEmpty { return .wait(steps: nil) }
            guard let steps = Int(text), (1...waitLimit).contains(steps) else {
                let remedy = "A number from 1 to \(waitLimit), or nothing: \(word.usage)"
                throw ScriptProblem("'\(text)' is no number of steps", remedy: remedy)
            }
            return .wait(steps: steps)
        case .until:
            let text = trimmed(arguments)
            guard !text.isEmpty else {
                throw ScriptProblem("TEXT is missing", remedy: "Usage: \(word.usage)")
            }
            return .until(text: text)
        case .undo: return try alone(.undo, word, arguments)
        case .redo: return try alone(.redo, word, arguments)
        case .show: return try alone(.show, word, arguments)
        case .changes: return try alone(.changes, word, arguments)
        case .model: return try alone(.model, word, arguments)
        case .unbind: return try alone(.unbind, word, arguments)
        case .bind: return try alone(.bind, word, arguments)
        }
    }

    /// Splits a name from the text after the one space or tab behind it; the text is taken as it is.
    private static func nameAndText(
        _ command: ScriptCommand.Word, _ arguments: Text, mayBeEmpty: Bool = false
    ) throws(ScriptProblem) -> (name: String, text: String) {
        let (name, rest) = word(in: arguments)
        let text = rest.dropFirst()
        guard !name.isEmpty, mayBeEmpty || !text.isEmpty else {
            let missing = command.usage.split(separator: " ")[name.isEmpty ? 1 : 2]
            throw ScriptProblem("\(missing) is missing", remedy: "Usage: \(command.usage)")
        }
        return (name, String(text))
    }

    private static func onlyName(
        _ command: ScriptCommand.Word, _ arguments: Text
    ) throws(ScriptProblem) -> String {
        let (name, rest) = word(in: arguments)
        guard !name.isEmpty else {
            throw ScriptProblem("CONTROL is missing", remedy: "Usage: \(command.usage)")
        }
        _ = try alone(.show, command, rest)
        return name
    }

    private static func alone(
        _ result: ScriptCommand, _ command: ScriptCommand.Word, _ rest: Text
    ) throws(ScriptProblem) -> ScriptCommand {
        let surplus = trimmed(rest)
        guard surplus.isEmpty else {
            throw ScriptProblem("'\(surplus)' is not expected here", remedy: "Usage: \(command.usage)")
        }
        return result
    }

    /// Splits the first word from the rest, which includes the space after the word.
    private static func word(in text: Text) -> (word: String, rest: Text) {
        let start = text.drop(while: isSpace)
        let word = start.prefix { !isSpace($0) }
        return (String(word), start[word.endIndex...])
    }

    private static func trimmed(_ text: Text) -> String {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }
}
