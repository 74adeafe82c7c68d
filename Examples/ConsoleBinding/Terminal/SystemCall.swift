import Glibc

/// The system's reason why a call failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let code: Int32

    var description: String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

/// Reading and writing that copes with signals and short counts.
enum SystemCall {
    /// Waits for bytes and reads those that are available.
    ///
    /// - Returns: Between one and `count` bytes, or none at the end.
    static func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        while true {
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let result = Glibc.read(descriptor, buffer.baseAddress, count)
                code = result < 0 ? errno : 0
                initialized = max(0, result)
            }
            switch code {
            case 0: return bytes
            case EINTR: continue
            case EAGAIN: try wait(descriptor, for: POLLIN)
            default: throw SystemError(code: code)
            }
        }
    }

    /// Writes all of `text`, in as many calls as needed.
    static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest.removeFirst(written)
            } else if errno == EAGAIN {
                try wait(descriptor, for: POLLOUT)
            } else if errno != EINTR {
                throw SystemError(code: errno)
            }
        }
    }

    /// Waits until the descriptor is ready, because another process may have made a shared terminal non-blocking.
    private static func wait(_ descriptor: Int32, for events: Int32) throws(SystemError) {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw SystemError(code: errno) }
    }
}
