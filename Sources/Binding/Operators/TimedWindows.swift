/// The state of an operator that cuts a sequence into parts by time.
protocol TimedWindows: SendableMetatype {
    /// What is sent at the end of a part.
    associatedtype Output

    /// The number of the part under way.
    var window: Int { get }

    /// Ends a part whose time is up.
    ///
    /// - Returns: `nil` if that part has ended already.
    mutating func due(_ window: Int) -> Output?
}

extension TimedRun where State: TimedWindows, State.Output == Output {
    /// Ends a part, and then each that follows it, when its time is up.
    func waitForWindow(_ first: Int, _ timeSpan: Duration) {
        var window = first
        var latest = first
        repeat {
            window = latest
            // Never at once: a scheduler that runs things in place would not come back.
            wait(max(timeSpan, .nanoseconds(1))) { [self, window] in
                var next: Int?
                output.send {
                    guard let last = state.value.due(window) else { return .nothing }
                    next = state.value.window
                    return .next(last)
                }
                if let next { waitForWindow(next, timeSpan) }
            }
            // A window that began meanwhile, by time or by number, may have set its timer before this one did.
            output.send {
                latest = state.value.window
                return .nothing
            }
        } while latest > window
    }
}
