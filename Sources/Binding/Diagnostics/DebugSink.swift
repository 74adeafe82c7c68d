import Glibc

extension BindingDiagnostics {
    /// A structure for the reason why a handler is in one.
    private struct DebugSink {
        let write: @Sendable (String) -> Void
    }

    private static let currentDebugSink = Guarded(DebugSink(write: { print($0) }))

    /// The function that writes the lines of ``ObservableType/debug(_:write:)``, called on the thread of the event. By
    /// default it prints them.
    ///
    /// A line has the time of day, the thread or the main actor, the label, and the event:
    ///
    /// ```
    /// 14:05:09.061 main actor: search -> next(swift)
    /// ```
    public static var debugSink: @Sendable (String) -> Void {
        get { currentDebugSink.withLock { $0 }.write }
        set { currentDebugSink.replace(with: DebugSink(write: newValue)) }
    }

    /// Passes a line to the sink, with the time and the thread in front.
    static func debug(_ line: String) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }.joined(separator: ":")
        let thread = MainActorDispatcher.isCurrent ? "main actor" : "thread \(String(currentThread(), radix: 16))"
        debugSink("\(clock).\(padded(now.tv_nsec / 1_000_000, 3)) \(thread): \(line)")
    }
}
