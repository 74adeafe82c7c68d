/// How the sequences that a sequence sends are flattened.
@usableFromInline
enum Flattening: Sendable {
    /// As many at a time as the limit allows, the others in order after them.
    case merge(limit: Int)
    /// The latest only.
    case latest
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
    /// The number of the inner sequence that counts, for ``Flattening/latest``.
    @usableFromInline var latest = 0
    @usableFromInline var isStarting = false

    /// An inner sequence to subscribe to, and its number.
    @usableFromInline
    struct Next {
        @usableFromInline let inner: Inner
        @usableFromInline let number: Int

        @inlinable
        init(inner: Inner, number: Int) {
            self.inner = inner
            self.number = number
        }
    }

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
    /// - Returns: The one that it displaces, to be released outside the lock.
    @inlinable
    mutating func add(_ inner: Inner) -> Inner? {
        var displaced: Inner?
        switch kind {
        case .merge: break
        case .latest:
            displaced = waiting.popFirst()
            // The active one no longer counts.
            latest += 1
            active = 0
        case .first:
            if isDropping { return inner }
        }
        waiting.append(inner)
        return displaced
    }

    /// The next inner sequence to subscribe to, and its number; `nil` if there is none, or if another call is already
    /// starting them.
    @inlinable
    mutating func next(continuing: Bool) -> Next? {
        guard continuing || !isStarting else { return nil }
        let limit =
            switch kind {
            case .merge(let limit): limit
            case .latest, .first: 1
            }
        guard active < limit, let inner = waiting.popFirst() else {
            isStarting = false
            return nil
        }
        isStarting = true
        active += 1
        return Next(inner: inner, number: latest)
    }

    /// Whether what an inner sequence sends is passed on.
    @inlinable
    func counts(_ number: Int) -> Bool { number == latest }

    /// Notes that an inner sequence has completed.
    ///
    /// - Returns: Whether the result completes.
    @inlinable
    mutating func innerCompleted(_ number: Int) -> Bool {
        if number == latest { active -= 1 }
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
