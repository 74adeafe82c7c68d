import Foundation
import TestSupport
import Testing

/// A program with an event loop of its own, which checks itself; it lies beside the tests.
enum LoopProgram {
    /// Runs a program, and waits for it without keeping a thread.
    static func run(
        _ name: String, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folders = [tests, CommandLine.arguments[0]].map { URL(filePath: $0).deletingLastPathComponent() }
        let program = try #require(
            folders.map { $0.appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "\(name) does not lie beside the tests", sourceLocation: sourceLocation)
        let log = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID()).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: log) }
        let output = try FileHandle(forWritingTo: log)

        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(name) says:\n\(text)", sourceLocation: sourceLocation)
        #expect(text.contains("\(name): all is well"), "\(name) says:\n\(text)", sourceLocation: sourceLocation)
    }
}
