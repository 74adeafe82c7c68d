import Dispatch

/// The event loop that runs the library's work for the main actor in place of dispatch's main queue, once a program has
/// called ``MainActorLoop/schedule(by:)``.
enum ForeignQueue {
    typealias Action = @MainActor @Sendable () -> Void

    private enum State {
        case none
        /// The main queue may still hold earlier actions. Later ones wait here.
        case beginning([Action])
        case begun(@Sendable (@escaping Action) -> Void)
    }

    private static let state = Guarded(State.none)

    /// Sends actions to the loop from now on: at once, or as soon as the main queue has run what it holds.
    static func begin(_ schedule: @escaping @Sendable (@escaping Action) -> Void) {
        let isFirst = state.withLock { state in
            guard case .none = state else { return false }
            state = .beginning([])
            return true
        }
        precondition(
            isFirst,
            """
            Binding: MainActorLoop.schedule(by:) was called twice. Call it once, before the loop runs, with what serves \
            all of the program.
            """)
        MainActorDispatcher.known.hasForeignQueue.store(true, ordering: .releasing)
        DispatchQueue.main.async {
            // Actions posted meanwhile must not overtake these, so they wait until none is left.
            while let waiting = takeWaiting(schedule) { waiting.forEach(schedule) }
        }
    }

    /// Removes and returns the actions that wait; `nil` if there are none, and none will wait from now on.
    private static func takeWaiting(_ schedule: @escaping @Sendable (@escaping Action) -> Void) -> [Action]? {
        state.withLock { state in
            guard case .beginning(let waiting) = state, !waiting.isEmpty else {
                state = .begun(schedule)
                return nil
            }
            state = .beginning([])
            return waiting
        }
    }

    static func post(_ action: @escaping Action) {
        let schedule: (@Sendable (@escaping Action) -> Void)? = state.withLock { state in
            switch state {
            case .none: return nil
            case .begun(let schedule): return schedule
            case .beginning(var waiting):
                state = .none  // So that the array is not shared and grows in place.
                waiting.append(action)
                state = .beginning(waiting)
                return nil
            }
        }
        schedule?(action)
    }
}
