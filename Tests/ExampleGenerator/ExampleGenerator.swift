import DocumentExamples
import Glibc

/// Puts the examples of documents into tests.
///
/// `DOCUMENT... -- TEMPLATE TEST...` writes a test for each template. The name of its file has to be another one: the
/// compiler is told that the test's lines are those of the template, and wants each file's name once.
@main
enum ExampleGenerator {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().split(separator: "--", omittingEmptySubsequences: false)
        guard arguments.count == 2, arguments[1].count.isMultiple(of: 2) else {
            fail("usage: ExampleGenerator DOCUMENT... -- TEMPLATE TEST...")
        }
        let examples = Examples(of: arguments[0].map { ($0, contents(of: $0)) })
        let files = Array(arguments[1])
        let tests = stride(from: 0, to: files.count, by: 2).map { index in
            (template: Template(path: files[index], text: contents(of: files[index])), path: files[index + 1])
        }
        let mistakes = examples.mistakes + tests.flatMap { $0.template.mistakes(with: examples) }
        guard mistakes.isEmpty else { fail(mistakes.map(\.description).joined(separator: "\n")) }
        for test in tests { write(test.template.source(with: examples, isLocated: true), to: test.path) }
    }

    private static func contents(of path: String) -> String {
        guard let text = text(of: path) else { fail("\(path): error: \(String(cString: strerror(errno)))") }
        return text
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Leaves a file that has this text already as it is: what did not change is not compiled again.
    private static func write(_ text: String, to path: String) {
        guard self.text(of: path) != text else { return }
        guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
            fail("\(path): error: \(String(cString: strerror(errno)))")
        }
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        exit(1)
    }
}
