import Glibc
import Synchronization

/// The handling of signals that concern the terminal.
///
/// - A signal that ends the process, by request or by a crash, first restores the terminal, then does what it would
///   have done without the form.
/// - A signal that stops the process restores the terminal in the meantime.
/// - A signal that reports a change of the terminal is passed on as a byte in a pipe, which the event loop reads. That
///   works with any thread the system chooses for the handler; a dispatch source for signals would need them blocked in
///   all threads.
enum TerminalSignals {
    private static let deadly = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
    ]
    private static let changes = [SIGWINCH, SIGCONT]

    /// The descriptor that handlers write to; -1 while there is none.
    fileprivate static let pipeEnd = Atomic<Int32>(-1)

    /// The previous action of each signal. Written once, before the handler that reads it is installed.
    nonisolated(unsafe) fileprivate static let previous: UnsafeMutablePointer<sigaction> = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return actions
    }()

    /// Installs the handlers.
    ///
    /// - Returns: The end of a pipe from which each change of the terminal can be read as one byte.
    static func install() throws(SystemError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
        // A handler must not wait for the event loop, and a full pipe already wakes it.
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        for signal in deadly { install(endProcess, for: signal) }
        for signal in changes { install(reportChange, for: signal) }
        install(stopProcess, for: SIGTSTP)
        atexit { SavedTerminal.restore() }
        return ends[0]
    }

    /// Stops this thread, and the process with it, if that is the signal's action, before it returns.
    ///
    /// The threads of a dispatch queue block signals. There, reading in the background fails, and changing the
    /// terminal's settings succeeds, where a process with one thread would be stopped.
    static func stop(by signal: Int32) {
        var stopping = sigset_t()
        var previous = sigset_t()
        sigemptyset(&stopping)
        sigaddset(&stopping, signal)
        pthread_sigmask(SIG_UNBLOCK, &stopping, &previous)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    fileprivate static func install(_ handler: @escaping @convention(c) (Int32) -> Void, for signal: Int32) {
        let old = previous + Int(signal)
        guard sigaction(signal, nil, old) == 0 else { return }
        // A signal that was ignored from the start remains ignored: that is how `nohup` works. The C library's SIG_IGN
        // is the address 1, and functions compare only as addresses.
        if let handler = old.pointee.__sigaction_handler.sa_handler,
            unsafeBitCast(handler, to: Int.self) == 1
        {
            return
        }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }
}

/// Restores the terminal and lets the signal do what it did before. The signal is blocked while its handler runs, so
/// the new one arrives when this returns.
private func endProcess(_ signal: Int32) {
    SavedTerminal.restore()
    sigaction(signal, TerminalSignals.previous + Int(signal), nil)
    raise(signal)
}

/// Restores the terminal, stops, and has the screen redrawn when the process continues.
private func stopProcess(_ signal: Int32) {
    let code = errno
    SavedTerminal.restore()
    sigaction(signal, TerminalSignals.previous + Int(signal), nil)
    TerminalSignals.stop(by: signal)
    // The process has been continued.
    TerminalSignals.install(stopProcess, for: signal)
    // If no shell could continue it, the system does not stop the process, and no SIGCONT arrives.
    reportChange(SIGCONT)
    errno = code
}

/// Wakes the event loop.
private func reportChange(_ signal: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(TerminalSignals.pipeEnd.load(ordering: .relaxed), &byte, 1)
    errno = code
}
