import Binding

/// The error that `#` stands for in a marble diagram, by default.
public struct MarbleError: Error, Equatable, Sendable {
    /// Creates the error.
    public init() {}
}

/// The error when a marble diagram cannot be read.
public struct MarbleSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The diagram.
    public let diagram: String
    /// The index of the wrong character, from 0.
    public let offset: Int
    /// What is wrong with it, or what would be right.
    public let problem: String

    public var description: String {
        "marble diagram \"\(diagram)\", character \(offset + 1): \(problem)"
    }
}

extension Recorded {
    /// The events of a marble diagram: a drawing of a sequence in one line.
    ///
    /// Each character is one frame of time:
    ///
    /// | character | meaning |
    /// | --- | --- |
    /// | `-` | nothing |
    /// | a letter or digit | a value |
    /// | `\|` | the end |
    /// | `#` | an error |
    /// | `(ab\|)` | several events in the frame of the parenthesis |
    /// | a space | no time at all, to line diagrams up |
    ///
    /// A diagram is one line: no other white space may stand in it.
    ///
    /// - Parameters:
    ///   - diagram: The diagram.
    ///   - values: The values that its letters and digits stand for.
    ///   - error: The error that `#` stands for.
    ///   - start: The time of the first character.
    ///   - frame: The number of ticks that a character lasts.
    /// - Throws: ``MarbleSyntaxError`` if the diagram cannot be read, or a time in it is too large to be represented.
    /// - Complexity: O(*n*) in the length of the diagram.
    public static func events<Element>(
        _ diagram: String, values: [Character: Element], error: any Error = MarbleError(), start: Int = 0,
        frame: Int = 1
    ) throws -> [Recorded] where Value == Event<Element> {
        var events: [Recorded] = []
        // `nil` once it is too large to be represented.
        var nextTime: Int? = start
        var isInGroup = false
        for (offset, character) in diagram.enumerated() {
            func fail(_ problem: String) -> MarbleSyntaxError {
                MarbleSyntaxError(diagram: diagram, offset: offset, problem: problem)
            }
            if character.isWhitespace, character != " " {
                throw fail("a diagram is one line, with spaces as its only white space")
            }
            if character != "-", character != " ", character != ")", events.last?.value.isStopEvent == true {
                throw fail("nothing can come after the end")
            }
            if character == " " { continue }
            guard let time = nextTime else { throw fail("this time is too large") }
            switch character {
            case "-":
                if isInGroup { throw fail("no time passes inside parentheses") }
            case "(":
                if isInGroup { throw fail("parentheses do not nest") }
                isInGroup = true
                continue
            case ")":
                guard isInGroup else { throw fail("there is no \"(\" before it") }
                isInGroup = false
            case "|": events.append(.completed(time))
            case "#": events.append(.error(time, error))
            default:
                guard let value = values[character] else {
                    let known = values.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
                    throw fail("\"\(character)\" stands for no value; there are \(known.isEmpty ? "none" : known)")
                }
                events.append(.next(time, value))
            }
            if !isInGroup {
                let (sum, overflows) = time.addingReportingOverflow(frame)
                nextTime = overflows ? nil : sum
            }
        }
        if isInGroup {
            throw MarbleSyntaxError(diagram: diagram, offset: diagram.count, problem: "a \")\" is missing")
        }
        return events
    }

    /// The events of a marble diagram whose letters and digits stand for themselves.
    public static func events(
        _ diagram: String, error: any Error = MarbleError(), start: Int = 0, frame: Int = 1
    ) throws -> [Recorded] where Value == Event<String> {
        let letters = Set(diagram).subtracting("-()|# ")
        let values = Dictionary(uniqueKeysWithValues: letters.map { ($0, String($0)) })
        return try events(diagram, values: values, error: error, start: start, frame: frame)
    }
}
