import Glibc

/// The streams that a program inherits from its parent.
enum StandardStream: Int32, CaseIterable {
    case input, output, error

    /// Opens closed streams, so that no other file gets their descriptors and is read or written by mistake.
    ///
    /// Call it before anything else opens a file, as dispatch queues do.
    ///
    /// - Returns: The streams that were closed.
    static func fillGaps() -> Set<StandardStream> {
        // In ascending order, because the lowest free descriptor is the one that is assigned.
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
