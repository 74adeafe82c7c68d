import Glibc
import Synchronization

/// The settings of the terminal before the form took it over, and how to restore them.
///
/// Restoring must work at any moment: from a signal handler in the middle of anything, from `atexit`, twice. So it uses
/// only memory that was allocated beforehand, atomics, and system calls that POSIX allows in handlers.
enum SavedTerminal {
    /// Alternate screen, no wrapping at the right edge (a terminal that draws a character wider than computed must not
    /// push the frame into the next row), bracketed paste.
    static let enterSequence: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
    private static let leaveSequence: StaticString = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Safe although any thread and any handler may read it: it is written only while `isActive` is false, and read
    /// only by whoever has turned `isActive` from true to false.
    nonisolated(unsafe) private static let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private static let isActive = Atomic(false)

    /// Whether the form currently has the terminal.
    static var isTaken: Bool { isActive.load(ordering: .sequentiallyConsistent) }

    /// Saves the settings for ``restore()``.
    static func save(_ settings: termios) {
        isActive.store(false, ordering: .sequentiallyConsistent)
        attributes.initialize(to: settings)
        isActive.store(true, ordering: .sequentiallyConsistent)
    }

    /// Restores the terminal's settings. Does nothing if that has been done.
    static func restore() {
        guard isActive.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let code = errno
        _ = write(STDOUT_FILENO, leaveSequence.utf8Start, leaveSequence.utf8CodeUnitCount)
        // A background process is stopped for changing the terminal, unless it blocks the signal for that.
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        // Discards unread input: it was meant for the form, not for the shell.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, attributes)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        errno = code
    }
}
