import Dispatch

/// A line of a script and its number, counted from 1.
struct ScriptLine: Sendable, Equatable {
    let number: Int
    let bytes: [UInt8]
}

/// An error while reading a script.
struct UnreadableScript: Error, Equatable {
    /// The name of the script, as the user gave it.
    let name: String
    let reason: SystemError
}

/// Reads a file or a pipe line by line, each as soon as it arrives.
///
/// Reading blocks, so it happens on a separate queue; the main actor and the program's tasks continue meanwhile.
actor LineReader: AsyncSequence, AsyncIteratorProtocol {
    /// A longer line is refused, so that input without line feeds does not fill the memory.
    private static let lineLimit = 65_536
    private static let queue = DispatchQueue(label: "ConsoleBinding.LineReader")

    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []
    private var consumed = 0
    private var number = 0
    private var isAtEnd = false

    /// Reads from an open file descriptor, which the caller has to close.
    ///
    /// - Parameters:
    ///   - descriptor: The file or pipe.
    ///   - name: The name of the script in messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    nonisolated func makeAsyncIterator() -> LineReader { self }

    /// The next line, or `nil` at the end. The last line need not end with a line feed.
    ///
    /// - Throws: ``UnreadableScript``, and ``ScriptError`` for a line that is too long.
    func next() async throws -> ScriptLine? {
        var searched = consumed
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { consumed = end + 1 }
                return try line(buffer[consumed..<end])
            }
            if isAtEnd {
                defer { consumed = buffer.count }
                return consumed < buffer.count ? try line(buffer[consumed...]) : nil
            }
            buffer.removeFirst(consumed)
            consumed = 0
            searched = buffer.count
            guard searched <= Self.lineLimit else { throw tooLong(line: number + 1) }
            let chunk = try await read()
            isAtEnd = chunk.isEmpty
            buffer += chunk
        }
    }

    private func line(_ bytes: ArraySlice<UInt8>) throws -> ScriptLine {
        number += 1
        guard bytes.count <= Self.lineLimit else { throw tooLong(line: number) }
        return ScriptLine(number: number, bytes: Array(bytes))
    }

    private func tooLong(line: Int) -> ScriptError {
        let problem = ScriptProblem(
            "the line is longer than \(Self.lineLimit) bytes", remedy: "One command a line: --help lists them")
        return ScriptError(script: name, line: line, problem: problem)
    }

    private func read() async throws -> [UInt8] {
        let result = await withCheckedContinuation { [descriptor] continuation in
            Self.queue.async {
                continuation.resume(
                    returning: Result { () throws(SystemError) in try SystemCall.read(descriptor, upTo: 16_384) })
            }
        }
        return try result.mapError { UnreadableScript(name: name, reason: $0) }.get()
    }
}
