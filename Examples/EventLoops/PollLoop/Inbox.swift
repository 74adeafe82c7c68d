// EXAMPLE: poll inbox
import Glibc
import Synchronization

/// Takes what the library hands to the main actor, from any thread, in place of dispatch's main queue.
final class Inbox: Sendable {
    private let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])
    private let ends: [Int32]

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        self.ends = ends
    }

    /// Readable while something waits.
    var descriptor: Int32 { ends[0] }

    func add(_ action: @escaping @MainActor @Sendable () -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(action)
            return waiting.count == 1
        }
        if isFirst { ring() }
    }

    /// Runs what came first. One at a time: a loop that is nested in it continues with the rest.
    @MainActor
    func runFirst() {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(ends[0], &bytes, MemoryLayout.size(ofValue: bytes))
        let (first, isMore) = waiting.withLock { waiting in
            (waiting.isEmpty ? nil : waiting.removeFirst(), !waiting.isEmpty)
        }
        if isMore { ring() }
        first?()
    }

    private func ring() { _ = write(ends[1], "!", 1) }
}
// END
