import Glibc
import Synchronization

/// The settings that the terminal had before the form took it over, and the way back to them.
///
/// The way back must work at any moment: from a signal handler in the midst of anything, from `atexit`, twice. So it
/// uses nothing but memory that was set aside beforehand, atomics, and system calls that POSIX allows in handlers.
enum SavedTerminal {
    /// Other screen, no wrapping at the right edge (a terminal that draws a character wider than reckoned must not
    /// push the frame into the next row), pasted text marked as such.
    static let enterSequence: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
    private static let leaveSequence: StaticString = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Sound although any thread and any handler may look at it: it is written only while `isActive` is false, and
    /// read only by whoever has turned `isActive` from true to false.
    nonisolated(unsafe) private static let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private static let isActive = Atomic(false)

    /// Whether the terminal is the form's at this moment.
    static var isTaken: Bool { isActive.load(ordering: .sequentiallyConsistent) }

    /// Keeps the settings that ``restore()`` is to bring back.
    static func save(_ settings: termios) {
        isActive.store(false, ordering: .sequentiallyConsistent)
        attributes.initialize(to: settings)
        isActive.store(true, ordering: .sequentiallyConsistent)
    }

    /// Gives the terminal back as it was found. Does nothing if that has been done.
    static func restore() {
        guard isActive.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let code = errno
        _ = write(STDOUT_FILENO, leaveSequence.utf8Start, leaveSequence.utf8CodeUnitCount)
        // A process in the background is stopped for changing the terminal, unless it blocks the signal that says so.
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        // What was typed and not read goes: it was meant for the form, not for the shell.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, attributes)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        errno = code
    }
}
