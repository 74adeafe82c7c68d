/// What leads from one sequence to the next one.
enum SuccessionLink {
    case completion
    case error
}

extension Observable {
    /// Sequences that are subscribed to one after the other. Their values go straight to the observer, however many
    /// sequences go on with others in this way.
    ///
    /// - Parameters:
    ///   - link: What leads from one to the next; what does not, ends the whole.
    ///   - servesMainActor: Whether all of them call a sink of the main actor there.
    ///   - sequences: Makes, for each observer, the closure that returns the next sequence, or `nil` to end the whole
    ///     as the last one has ended. That closure is called by one thread at a time.
    static func succession(
        after link: SuccessionLink, servesMainActor: Bool = false,
        _ sequences: @escaping @Sendable () -> @Sendable () -> Successor<Element>?
    ) -> Observable {
        Observable(servesMainActor: servesMainActor) { down, subscription in
            SuccessionRun(link, sequences(), down, subscription.lifetime).go(on: .completed, subscription)
        }
    }
}

/// A sequence that follows another one.
struct Successor<Element: Sendable>: Sendable {
    var sequence: Observable<Element>
    /// Whether it is known that none follows it. Then it is subscribed to as if it were alone, and may go on with itself
    /// as often as it likes.
    var isLast = false

    init(_ sequence: Observable<Element>) { self.sequence = sequence }

    /// The first of some sequences that are in reverse order. It is removed, and with it what holds its source.
    init?(ofReversed sequences: inout [Observable<Element>]) {
        guard let first = sequences.popLast() else { return nil }
        sequence = first
        isLast = sequences.isEmpty
    }
}

/// One subscription to several sequences, one after the other.
private final class SuccessionRun<Element: Sendable>: Sendable {
    private struct State {
        var isAttaching = false
        var termination: Termination?
    }

    private let link: SuccessionLink
    private let next: @Sendable () -> Successor<Element>?
    private let down: Sink<Element>
    private let lifetime: Lifetime
    private let state = Guarded(State())

    init(
        _ link: SuccessionLink, _ next: @escaping @Sendable () -> Successor<Element>?, _ down: Sink<Element>,
        _ lifetime: Lifetime
    ) {
        self.link = link
        self.next = next
        self.down = down
        self.lifetime = lifetime
    }

    /// Goes on with the next sequence: at once, unless there is little stack; see ``NestedSubscriptions``.
    ///
    /// - Parameters:
    ///   - last: How the sequence before has ended.
    ///   - subscription: The subscription, if the call comes from there.
    func go(on last: Termination, _ subscription: Subscription? = nil) {
        if NestedSubscriptions.enter() {
            subscribe(after: last, subscription)
            NestedSubscriptions.leave()
        } else {
            NestedSubscriptions.wait { self.subscribe(after: last, subscription) }
        }
    }

    /// Subscribes, in a loop for as long as sequences end while they are being subscribed to.
    private func subscribe(after last: Termination, _ subscription: Subscription?) {
        var last: Termination? = last
        while let termination = last, !lifetime.isEnded {
            guard let successor = next() else { return down.stop(termination) }
            if successor.isLast { return successor.sequence.attach(down, subscription ?? lifetime.child()) }
            state.withLock { $0.isAttaching = true }
            successor.sequence.attach(down, under: lifetime) { [self] in stopped($0) }
            last = state.withLock { state in
                state.isAttaching = false
                return state.termination.take()
            }
        }
    }

    private func stopped(_ termination: Termination) {
        guard leadsOn(termination) else { return down.stop(termination) }
        let isLater = state.withLock { state in
            if state.isAttaching { state.termination = termination }
            return state.isAttaching
        }
        if !isLater { go(on: termination) }
    }

    private func leadsOn(_ termination: Termination) -> Bool {
        switch (termination, link) {
        case (.completed, .completion), (.error, .error): true
        default: false
        }
    }
}
