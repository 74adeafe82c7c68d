import Foundation
import TestSupport
import Testing

/// Programs that are built together with the tests: those with event loops of their own, which check themselves, and
/// that of Getting Started.
enum LoopProgram {
    /// Runs a program, and waits for it without blocking a thread.
    static func run(
        _ name: String, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let text = try await start(name, arguments, input: "", sourceLocation)
        #expect(text.contains("\(name): all is well"), "\(name) says:\n\(text)", sourceLocation: sourceLocation)
    }

    /// The lines that a program prints when it reads a text.
    static func output(
        of name: String, input: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await start(name, [], input: input, sourceLocation).split(separator: "\n").map(String.init)
    }

    /// Runs a program that is built together with the tests, and returns its output.
    private static func start(
        _ name: String, _ arguments: [String], input: String, _ sourceLocation: SourceLocation
    ) async throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folders = [tests, CommandLine.arguments[0]].map { URL(filePath: $0).deletingLastPathComponent() }
        let program = try #require(
            folders.map { $0.appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "\(name) does not lie beside the tests", sourceLocation: sourceLocation)
        let files = ["log", "input"].map {
            FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID()).\($0)")
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        _ = FileManager.default.createFile(atPath: files[0].path, contents: nil)
        try Data(input.utf8).write(to: files[1])
        let output = try FileHandle(forWritingTo: files[0])

        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: files[1])
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = try String(contentsOf: files[0], encoding: .utf8)
        expectEqual(process.terminationStatus, 0, "\(name) says:\n\(text)", sourceLocation: sourceLocation)
        return text
    }
}
