import Dispatch
import Glibc

/// The entry point of the program.
@main
@MainActor
enum Program {
    /// The standard streams that were closed when the program started.
    private static var closed: Set<StandardStream> = []

    /// Not asynchronous, because the closed streams have to be known before the concurrency runtime starts.
    static func main() {
        closed = StandardStream.fillGaps()
        Task { exit(await status().rawValue) }
        dispatchMain()
    }

    private static func status() async -> ExitStatus {
        do {
            switch try Request(arguments: CommandLine.options) {
            case .help: try print(Help.text)
            case .demo: try await runScript(Demo.lines, name: "demo", on: .signUp)
            case .script("-", let kind): try await runStandardInput(on: kind, because: nil)
            case .script(let path, let kind): try await runScript(at: path, on: kind)
            case .run(let kind):
                if let obstacle = Terminal.obstacle {
                    try await runStandardInput(on: kind, because: obstacle)
                    break
                }
                return try await FormScreen(kind).run() == .interrupted ? .interrupted : .success
            }
            return .success
        } catch let error as UsageError {
            return report("ConsoleBinding: \(error.complaint)\nConsoleBinding --help lists the options.", .misuse)
        } catch let error as ScriptError {
            return report(error.description, .misuse)
        } catch let error as ClosedStream {
            return report("ConsoleBinding: \(error)", error.stream == .input ? .misuse : .failure)
        } catch let error as UnreadableScript {
            return report("ConsoleBinding: cannot read \(error.name.drawable): \(error.reason)", .misuse)
        } catch {
            return report("ConsoleBinding: the terminal or the output failed: \(error)", .failure)
        }
    }

    private static func runScript(at path: Argument, on kind: FormKind) async throws {
        let name = path.text.drawable
        let descriptor = open(path.bytes.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableScript(name: name, reason: SystemError(code: errno)) }
        defer { close(descriptor) }
        try await runScript(LineReader(descriptor: descriptor, name: name), name: name, on: kind)
    }

    private static func runStandardInput(on kind: FormKind, because obstacle: String?) async throws {
        if closed.contains(.input) { throw ClosedStream(stream: .input) }
        // Tell a user at a keyboard what the program is waiting for. With other input, stay quiet for scripts.
        if isatty(STDIN_FILENO) == 1 { report(Help.waiting(for: kind, because: obstacle)) }
        let name = "standard input"
        try await runScript(LineReader(descriptor: STDIN_FILENO, name: name), name: name, on: kind)
    }

    private static func runScript<Lines: AsyncSequence>(
        _ lines: Lines, name: String, on kind: FormKind
    ) async throws where Lines.Element == ScriptLine {
        try await ScriptRunner(kind, print: print).run(lines, name: name)
    }

    private static func print(_ text: String) throws {
        if closed.contains(.output) { throw ClosedStream(stream: .output) }
        try SystemCall.write(text, to: STDOUT_FILENO)
    }

    /// Prints an error. If even that fails, the exit status remains.
    private static func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
        report(message)
        return status
    }

    private static func report(_ message: String) {
        try? SystemCall.write(message + "\n", to: STDERR_FILENO)
    }
}
