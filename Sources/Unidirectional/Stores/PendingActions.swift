/// What waits until the action under way has been handled, first in, first out.
@usableFromInline
struct PendingActions<Action: Sendable> {
    @usableFromInline
    struct Entry {
        @usableFromInline let content: Content
        @usableFromInline let shouldTrace: Bool?
        /// The stream that sent it. Once that is cancelled, the entry is void.
        @usableFromInline let run: EffectRun?

        @inlinable
        init(_ content: Content, _ shouldTrace: Bool?, _ run: EffectRun?) {
            self.content = content
            self.shouldTrace = shouldTrace
            self.run = run
        }
    }

    @usableFromInline
    enum Content {
        case action(Action)
        /// The error that has ended a stream of a feature. It waits as well, so that it does not overtake what the
        /// stream has sent before.
        case failure(Any.Type, StoreFailure.Reason)
    }

    /// Those before `next` have been taken and are `nil`, so that no user value is released while the array is being
    /// changed.
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var next = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { entries.isEmpty }

    @inlinable @MainActor
    mutating func append(_ entry: Entry) {
        entry.run?.beginWaiting()
        entries.append(entry)
    }

    /// Takes out the first one. The stream that sent it has to be told; see ``EffectRun/takeTurn()``.
    ///
    /// - Complexity: O(1) amortized.
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
