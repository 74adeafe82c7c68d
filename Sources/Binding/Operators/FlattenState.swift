/// How the sequences that a sequence sends are flattened.
@usableFromInline
enum Flattening: Sendable {
    /// As many at a time as the limit allows, the others in order after them.
    case merge(limit: Int)
    /// One at a time, and no other while it lasts.
    case first
}

/// The state of a flattening operator: which inner sequences are active, which wait, whether the outer one has ended.
@usableFromInline
struct FlattenState<Inner> {
    @usableFromInline let kind: Flattening
    @usableFromInline var active = 0
    @usableFromInline var waiting = Queue<Inner>()
    @usableFromInline var isOuterDone = false
    @usableFromInline var isStarting = false

    @inlinable
    init(_ kind: Flattening) {
        self.kind = kind
    }

    /// Whether another inner sequence would be dropped now.
    @inlinable
    var isDropping: Bool {
        if case .first = kind { active > 0 || !waiting.isEmpty } else { false }
    }

    /// Takes in an inner sequence.
    ///
    /// - Returns: The same sequence if it is dropped, to be released outside the lock.
    @inlinable
    mutating func add(_ inner: Inner) -> Inner? {
        if isDropping { return inner }
        waiting.append(inner)
        return nil
    }

    /// The next inner sequence to subscribe to; `nil` if there is none, or if another call is already
    /// starting them.
    @inlinable
    mutating func next(continuing: Bool) -> Inner? {
        guard continuing || !isStarting else { return nil }
        let limit =
            switch kind {
            case .merge(let limit): limit
            case .first: 1
            }
        guard active < limit, let inner = waiting.popFirst() else {
            isStarting = false
            return nil
        }
        isStarting = true
        active += 1
        return inner
    }

    /// Notes that an inner sequence has completed.
    ///
    /// - Returns: Whether the result completes.
    @inlinable
    mutating func innerCompleted() -> Bool {
        active -= 1
        return isOver
    }

    /// Notes that the outer sequence has completed.
    ///
    /// - Returns: Whether the result completes.
    @inlinable
    mutating func outerCompleted() -> Bool {
        isOuterDone = true
        return isOver
    }

    @inlinable
    var isOver: Bool { isOuterDone && active == 0 && waiting.isEmpty }
}
