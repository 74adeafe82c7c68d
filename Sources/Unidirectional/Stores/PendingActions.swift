/// The actions that wait until the one under way has been handled, first in first.
@usableFromInline
struct PendingActions<Action: Sendable> {
    @usableFromInline
    struct Entry {
        @usableFromInline let action: Action
        @usableFromInline let shouldTrace: Bool?
        /// The stream that sent it. Once that is cancelled, the action is void.
        @usableFromInline let run: EffectRun?

        @inlinable
        init(_ action: Action, _ shouldTrace: Bool?, _ run: EffectRun?) {
            self.action = action
            self.shouldTrace = shouldTrace
            self.run = run
        }
    }

    /// Those before `next` are taken and `nil`: so nothing of the user's is released while the array is being changed.
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var next = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { entries.isEmpty }

    @inlinable
    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func popFirst() -> Entry? {
        guard next < entries.count else { return nil }
        let entry = entries[next].take()
        next += 1
        if next == entries.count {
            entries.removeAll(keepingCapacity: entries.count <= 64)
            next = 0
        } else if next > 64, next * 2 > entries.count {
            entries.removeFirst(next)
            next = 0
        }
        return entry
    }
}
