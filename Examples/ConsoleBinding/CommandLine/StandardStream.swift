import Glibc

/// The streams that a program is given by whoever starts it.
enum StandardStream: Int32, CaseIterable {
    case input, output, error

    /// Opens what is closed, so that nothing else that the program opens takes its place, and is read or written instead.
    ///
    /// To be called before anything else opens a file, as the queues of dispatch do.
    ///
    /// - Returns: Which were closed.
    static func fillGaps() -> Set<StandardStream> {
        // In the order of their numbers: the lowest that is free is the one that is taken.
        var closed: Set<StandardStream> = []
        for stream in allCases where fcntl(stream.rawValue, F_GETFD) < 0 {
            closed.insert(stream)
            _ = open("/dev/null", O_RDWR)
        }
        return closed
    }
}

/// A stream is needed that was closed when the program started.
struct ClosedStream: Error, Equatable, CustomStringConvertible {
    let stream: StandardStream

    var description: String {
        switch stream {
        case .input:
            "standard input is closed, and a script is to be read from it: send one with < FILE, or name it with --script FILE"
        case .output:
            "standard output is closed, and there is something to print: leave it open, or send it to a file with > FILE"
        case .error:
            "standard error is closed"
        }
    }
}
