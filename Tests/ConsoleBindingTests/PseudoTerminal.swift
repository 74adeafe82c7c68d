import Glibc

@testable import ConsoleBinding

/// A pseudo terminal with the program running in it, which a test can use like a user with a keyboard.
final class PseudoTerminal {
    /// An error of the terminal or the program.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let master: Int32
    /// Kept open so that the terminal's settings can be read after the program has ended.
    private let slave: Int32
    /// The settings of the terminal before the program started.
    let originalSettings: [UInt32]

    private var process: pid_t = 0
    private var output: [UInt8] = []
    /// Half an hour, in milliseconds: the limit for a whole run, which only a hang exceeds.
    private static let patience: Int32 = 1_800_000

    // Values for what `unlockpt` and `ptsname` do; the C library's module map exposes neither these nor the constants.
    private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let getNumber: UInt = 0x8004_5430  // TIOCGPTN
    private static let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    private static let ownSignals: Int16 = 0x04  // POSIX_SPAWN_SETSIGDEF

    /// Opens a terminal and starts the program in it.
    ///
    /// - Parameters:
    ///   - columns: The window's width.
    ///   - rows: The window's height.
    ///   - options: The program's arguments.
    ///   - kind: The value of `TERM` in the environment.
    ///   - output: A file for standard output instead of the terminal.
    init(
        columns: UInt16, rows: UInt16, options: [String] = [], kind: String = "xterm-256color", output: String? = nil
    ) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: Int32 = 0
        guard ioctl(master, Self.setLock, &lock) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
            throw Failure(description: "there is no pseudo terminal: \(SystemError(code: errno))")
        }
        let name = "/dev/pts/\(number)"
        slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        originalSettings = Self.settings(of: slave)
        resize(columns: columns, rows: rows)
        process = try Self.spawn(on: name, options: options, kind: kind, output: output)
    }

    deinit {
        if process > 0 {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(slave)
        close(master)
    }

    /// The settings that a shell would find.
    var settings: [UInt32] { Self.settings(of: slave) }

    /// Everything that the program has written to the screen.
    var screen: String { String(decoding: output, as: UTF8.self) }

    /// Types a text.
    func type(_ text: String) throws {
        try SystemCall.write(text, to: master)
    }

    /// Changes the size of the window.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// Waits until the program has written `text` to the screen, after the text that was waited for before.
    ///
    /// - Returns: What it has written in between, and the text.
    @discardableResult
    func expect(_ text: String) throws -> String {
        let wanted = Array(text.utf8)
        while true {
            if let end = Self.end(of: wanted, in: output) {
                defer { output.removeFirst(end) }
                return String(decoding: output.prefix(end), as: UTF8.self)
            }
            guard try readMore() else { throw Failure(description: "no '\(text)' in: \(screen.debugDescription)") }
        }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    func end() throws -> Int32 {
        var status: Int32 = 0
        // The slave is kept open here, so its end does not show on the master: check the process as well.
        var result = waitpid(process, &status, WNOHANG)
        while result == 0 {
            _ = try readMore(patience: 20)
            result = waitpid(process, &status, WNOHANG)
        }
        process = 0
        while try readMore(patience: 0) {}
        return status & 0x7F == 0 ? status >> 8 : -(status & 0x7F)
    }

    private func readMore(patience: Int32 = patience) throws -> Bool {
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, patience) > 0 else { return false }
        let bytes = try SystemCall.read(master, upTo: 65_536)
        output += bytes
        return !bytes.isEmpty
    }

    private static func settings(of terminal: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    private static func end(of wanted: [UInt8], in output: [UInt8]) -> Int? {
        guard output.count >= wanted.count else { return nil }
        let starts = 0...(output.count - wanted.count)
        return starts.first { output[$0..<($0 + wanted.count)].elementsEqual(wanted) }.map { $0 + wanted.count }
    }

    /// Starts the program as the leader of a new session, with the terminal as its controlling terminal.
    private static func spawn(
        on terminal: UnsafePointer<CChar>, options: [String], kind: String, output: String?
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        if let output { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY, 0) }
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The parent process of the tests may ignore signals, as nohup does; the program should get all of them.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, newSession | ownSignals)

        let path = try program()
        var arguments = ([path] + options).map { strdup($0) } + [nil]
        // A crash must end the program by its signal, without a backtrace handler.
        let variables = ["TERM=\(kind)", "SWIFT_BACKTRACE=enable=no", "TSAN_OPTIONS=handle_segv=0"]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw Failure(description: "cannot start \(path): \(SystemError(code: code))") }
        return process
    }

    /// The path of the program, which is built together with the tests.
    private static func program() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let folder = tests.prefix(upTo: tests.lastIndex(of: "/") ?? tests.startIndex)
        let candidates = [String(folder), CommandLine.arguments.first.map(Self.folder) ?? "."]
        let paths = candidates.map { "\($0)/ConsoleBinding" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(description: "the program is in none of: \(paths.joined(separator: ", "))")
        }
        return path
    }

    private static func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }
}
