import Dispatch
import Glibc

/// The terminal that the program runs in: takes it over, reads its size, draws on it, and restores it.
@MainActor
final class Terminal {
    /// An event of the terminal.
    enum Event: Sendable {
        case input([UInt8])
        /// The window has a new size.
        case resized
        /// The program was stopped and has been continued.
        case continued
        /// The terminal is gone.
        case closed
    }

    /// The reason why no form can be shown: input and output must be terminals, and the terminal must be able to place
    /// the cursor. `nil` if there is no such reason.
    static var obstacle: String? {
        guard isatty(STDIN_FILENO) == 1 else { return "standard input is not a terminal" }
        guard isatty(STDOUT_FILENO) == 1 else { return "standard output is not a terminal" }
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        if kind.isEmpty { return "the environment has no TERM" }
        return kind == "dumb" ? "TERM is 'dumb', a terminal that cannot place a cursor" : nil
    }

    /// Whether the user wants colors: see no-color.org.
    static var prefersColors: Bool {
        guard let value = getenv("NO_COLOR") else { return true }
        return value.pointee == 0
    }

    /// Whether keyboard input goes to this program.
    nonisolated private static var isInForeground: Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        return foreground <= 0 || foreground == getpgrp()
    }

    private let inputSource: any DispatchSourceRead
    private let changeSource: any DispatchSourceRead

    /// Takes the terminal over.
    ///
    /// - Parameter onEvent: Called on the main actor with the terminal's events.
    init(onEvent: @escaping @MainActor (Event) -> Void) throws(SystemError) {
        let changes = try TerminalSignals.install()
        inputSource = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        changeSource = DispatchSource.makeReadSource(fileDescriptor: changes, queue: .main)
        try enter()
        inputSource.setEventHandler { [inputSource] in
            // Continued in the background: input that can be read there is the shell's.
            guard Self.isInForeground else { return MainActor.assumeIsolated { onEvent(.continued) } }
            // An error (the window was closed) ends the input as its end does.
            let bytes = (try? SystemCall.read(STDIN_FILENO, upTo: 4_096)) ?? []
            if bytes.isEmpty { inputSource.cancel() }
            MainActor.assumeIsolated { onEvent(bytes.isEmpty ? .closed : .input(bytes)) }
        }
        changeSource.setEventHandler {
            let signals = (try? SystemCall.read(changes, upTo: 64)) ?? []
            let event: Event = signals.contains(UInt8(truncatingIfNeeded: SIGCONT)) ? .continued : .resized
            MainActor.assumeIsolated { onEvent(event) }
        }
        inputSource.activate()
        changeSource.activate()
    }

    /// Puts the terminal into the form's mode: at the start, and again after the program was stopped.
    func enter() throws(SystemError) {
        // In the background the settings are those of the shell's own line editor. Wait for `fg`, stopped like any
        // program that reads from there. If there is nobody left to stop and continue it, give up.
        for _ in 0..<100 where !Self.isInForeground { TerminalSignals.stop(by: SIGTTIN) }
        guard Self.isInForeground else { throw SystemError(code: EIO) }
        // The current settings are those that the shell wants back, unless they are still the form's own because the
        // program was stopped without a chance to restore them.
        SavedTerminal.restore()
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw SystemError(code: errno) }
        SavedTerminal.save(settings)
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { throw SystemError(code: errno) }
        try write("\(SavedTerminal.enterSequence)")
    }

    /// Restores the terminal.
    func leave() {
        inputSource.cancel()
        changeSource.cancel()
        SavedTerminal.restore()
    }

    /// Writes bytes to the terminal.
    func write(_ text: String) throws(SystemError) {
        try SystemCall.write(text, to: STDOUT_FILENO)
    }

    /// The current size of the window.
    static var size: WindowSize {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
            return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
        }
        // A serial line reports no size; use the environment, or the size that terminals have had since 1978.
        return WindowSize(columns: environmentSize("COLUMNS") ?? 80, rows: environmentSize("LINES") ?? 24)
    }

    private static func environmentSize(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
