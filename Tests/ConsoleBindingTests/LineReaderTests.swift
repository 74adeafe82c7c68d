import Dispatch
import Glibc
import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("Line reader")
struct LineReaderTests {
    /// Reads all lines from a pipe into which `chunks` are written one by one, each when the reader asks for it.
    private func lines(of chunks: [[UInt8]]) async throws -> [ScriptLine] {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let end = ends[1]
        async let written: Void = write(chunks, to: end)
        var result: [ScriptLine] = []
        for try await line in LineReader(descriptor: ends[0], name: "pipe") { result.append(line) }
        try await written
        return result
    }

    /// Writes on a separate thread, because writing waits when the pipe is full, and closes the pipe.
    private func write(_ chunks: [[UInt8]], to end: Int32) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "writer").async {
                continuation.resume(
                    with: Result {
                        for chunk in chunks { try SystemCall.write(String(decoding: chunk, as: UTF8.self), to: end) }
                        close(end)
                    })
            }
        }
    }

    private func texts(_ lines: [ScriptLine]) -> [String] {
        lines.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("Lines are counted, the empty ones too, and the last needs no line feed")
    func lines() async throws {
        let lines = try await lines(of: [Array("a\n\nb\r\nc".utf8)])
        expectEqual(texts(lines), ["a", "", "b\r", "c"])
        expectEqual(lines.map(\.number), [1, 2, 3, 4])
        #expect(try await self.lines(of: [Array("a\n".utf8)]).count == 1)
        #expect(try await self.lines(of: []).isEmpty)
    }

    @Test("Where the reads end makes no difference")
    func split() async throws {
        let script = "type username ada\nshow\n# end"
        let lines = try await lines(of: script.utf8.map { [$0] })
        expectEqual(texts(lines), ["type username ada", "show", "# end"])
    }

    @Test("A large script is read whole")
    func large() async throws {
        let lines = try await lines(of: [Array(String(repeating: "say 0123456789\n", count: 20_000).utf8)])
        expectEqual(lines.count, 20_000)
        expectEqual(lines.last?.number, 20_000)
    }

    @Test("A line without end is refused instead of kept")
    func endless() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let end = ends[1]
        async let written: Void = write([Array(("show\n" + String(repeating: "x", count: 70_000)).utf8)], to: end)
        let reader = LineReader(descriptor: ends[0], name: "pipe")
        #expect(try await reader.next()?.number == 1)
        let error = await #expect(throws: ScriptError.self) { try await reader.next() }
        expectEqual(error?.line, 2)
        expectEqual(error?.script, "pipe")
        while try SystemCall.read(ends[0], upTo: 16_384).isEmpty == false {}
        try await written
        close(ends[0])
    }

    @Test("What cannot be read says so")
    func unreadable() async {
        let reader = LineReader(descriptor: -1, name: "nothing")
        await #expect(throws: UnreadableScript(name: "nothing", reason: SystemError(code: EBADF))) {
            try await reader.next()
        }
    }
}
