import Glibc

/// Where the program starts.
@main
@MainActor
enum Program {
    static func main() async {
        exit(await status().rawValue)
    }

    private static func status() async -> ExitStatus {
        do {
            switch try Request(arguments: CommandLine.arguments.dropFirst()) {
            case .help: try print(Help.text)
            case .demo: try await runScript(Demo.lines, name: "demo")
            case .script("-"): try await runScript(descriptor: STDIN_FILENO, name: "standard input")
            case .script(let path): try await runScript(at: path)
            case .run:
                guard Terminal.isAvailable else {
                    try await runScript(descriptor: STDIN_FILENO, name: "standard input")
                    break
                }
                return try await FormScreen(.signUp).run() == .interrupted ? .interrupted : .success
            }
            return .success
        } catch let error as UsageError {
            return report("ConsoleBinding: \(error.complaint)\nConsoleBinding --help tells what there is.", .misuse)
        } catch let error as ScriptError {
            return report(error.description, .misuse)
        } catch let error as UnreadableScript {
            return report("ConsoleBinding: cannot read \(error.name.drawable): \(error.reason)", .misuse)
        } catch {
            return report("ConsoleBinding: the terminal or the output failed: \(error)", .failure)
        }
    }

    private static func runScript(at path: String) async throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableScript(name: path, reason: SystemError(code: errno)) }
        defer { close(descriptor) }
        try await runScript(descriptor: descriptor, name: path)
    }

    private static func runScript(descriptor: Int32, name: String) async throws {
        try await runScript(LineReader(descriptor: descriptor, name: name), name: name)
    }

    private static func runScript<Lines: AsyncSequence>(
        _ lines: Lines, name: String
    ) async throws where Lines.Element == ScriptLine {
        try await ScriptRunner(.signUp, print: print).run(lines, name: name)
    }

    private static func print(_ text: String) throws(SystemError) {
        try SystemCall.write(text, to: STDOUT_FILENO)
    }

    /// Says what went wrong. Where even that fails, the status still tells.
    private static func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
        try? SystemCall.write(message + "\n", to: STDERR_FILENO)
        return status
    }
}
