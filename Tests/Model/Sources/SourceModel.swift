/// An event that an observer is called with.
package enum SourceEvent: Equatable, Sendable {
    case next(Int)
    case error
    case completed

    /// Whether it is the last one.
    package var isStop: Bool { if case .next = self { false } else { true } }
}

/// The thread, or rather the place, where an observer is called.
package enum Place: Sendable {
    /// On the thread that sends.
    case here
    /// On the main actor.
    case mainActor
}

/// An observer of a model, and the events that it has yet to receive.
package final class ModelObserver: @unchecked Sendable {
    // Safe: only the thread that has the turn in the interpreter uses a model.
    package let number: Int
    package let place: Place
    package let source: SourceModel

    /// The events that were accepted while it was subscribed and that it has not been called with, with their
    /// acceptance numbers.
    package fileprivate(set) var pending: [(number: Int, what: SourceEvent, isReplay: Bool)] = []
    /// Whether it may still be called.
    package fileprivate(set) var isLive = true
    /// Whether a call is in progress.
    package fileprivate(set) var isInside = false
    /// Whether a value that it has not been called with is replaced by the next one.
    package let conflates: Bool
    /// The acceptance number up to which others may be ahead of it: events accepted while it was being subscribed reach
    /// it once it is in the list.
    package var mayLagUpTo = 0

    fileprivate init(_ number: Int, _ place: Place, of source: SourceModel, conflates: Bool) {
        self.number = number
        self.place = place
        self.source = source
        self.conflates = conflates
    }
}

/// A simple model of a source with several observers: a list of observers, and for each a list of the events that it
/// must receive.
///
/// It does not simulate the delivery of the real source. It is told what is accepted and which calls observers get, and
/// reports whether the contract allows them.
package final class SourceModel {
    /// What a new observer receives immediately.
    package enum Replay: Equatable, Sendable {
        case nothing
        case latest
        case last(Int)
    }

    /// A stage is connected to the source that it shares for as long as it has observers.
    package enum Role: Equatable, Sendable {
        case root
        case stage
    }

    package let role: Role
    package let replay: Replay
    /// The observers that receive accepted events.
    package private(set) var observers: [ModelObserver] = []
    /// The observers that were subscribed when the source ended, and have not received the end.
    private var ending: [ModelObserver] = []
    package private(set) var memory: [Int] = []
    package private(set) var end: SourceEvent?
    /// For a stage: its observer of the source that it shares.
    package var connection: ModelObserver?

    private let ledger: Ledger

    package init(_ role: Role, _ replay: Replay, in ledger: Ledger) {
        self.role = role
        self.replay = replay
        self.ledger = ledger
    }

    // MARK: What the program does

    /// A value or an end is sent. Once the source has ended, nothing is accepted.
    package func accept(_ what: SourceEvent) {
        guard end == nil else { return }
        ledger.accepted += 1
        for observer in observers { observer.pending.append((ledger.accepted, what, false)) }
        if case .next(let value) = what {
            if replay != .nothing { memory.append(value) }
            let limit = if case .last(let count) = replay { count } else { 1 }
            if memory.count > limit { memory.removeFirst(memory.count - limit) }
            return
        }
        ending += observers
        observers = []
        if role == .stage {
            // The next subscriber connects again.
            memory = []
            connection = nil
        } else {
            end = what
            if case .last = replay { return }
            memory = []
        }
    }

    /// Sets the initial value.
    package func begin(with value: Int) { memory = [value] }

    /// An observer subscribes; it receives the replay first.
    package func subscribe(_ place: Place, conflates: Bool = false) -> ModelObserver {
        ledger.observers += 1
        let observer = ModelObserver(ledger.observers, place, of: self, conflates: conflates)
        for value in memory {
            ledger.accepted += 1
            observer.pending.append((ledger.accepted, .next(value), true))
        }
        if let end {
            ledger.accepted += 1
            observer.pending.append((ledger.accepted, end, true))
            ending.append(observer)
        } else {
            observers.append(observer)
        }
        return observer
    }

    /// A subscription is disposed of: its observer is no longer called.
    package func dispose(_ observer: ModelObserver) {
        guard observer.isLive else { return }
        observer.isLive = false
        observer.pending = []
        observers.removeAll { $0 === observer }
        ending.removeAll { $0 === observer }
        disconnectIfAlone()
    }

    private func disconnectIfAlone() {
        guard role == .stage, observers.isEmpty, let connection else { return }
        self.connection = nil
        memory = []
        connection.source.dispose(connection)
    }

    /// Releases all observers, which hold their source.
    package func forget() {
        observers = []
        ending = []
        connection = nil
    }

    // MARK: What the real source does

    /// An observer is called. Returns the error in that, if any.
    package func begins(_ observer: ModelObserver, _ what: SourceEvent) -> String? {
        guard observer.isLive else { return "C9/C4: \(observer) is called with \(what) after its end" }
        guard !observer.isInside else { return "C2: \(observer) is called with \(what) within a call" }
        if observer.conflates, let latest = observer.pending.firstIndex(where: { $0.what == what }) {
            // Values that were waiting before it have been replaced.
            observer.pending.removeFirst(latest)
        }
        guard let next = observer.pending.first else { return "C3: \(observer) is called with \(what) out of nothing" }
        guard next.what == what else { return "C1/C3: \(observer) is called with \(what) instead of \(next.what)" }
        for other in [observers, ending].joined() where other !== observer && !next.isReplay {
            // With conflation, all waiting values but the last may be replaced.
            guard let late = other.conflates ? other.pending.last : other.pending.first, late.number < next.number,
                late.number > other.mayLagUpTo
            else { continue }
            if ledger.isOneThread || other.place == observer.place && other.conflates == observer.conflates {
                return "C1: \(observer) is called with \(what) before \(other) with \(late.what)"
            }
        }
        observer.pending.removeFirst()
        if what.isStop {
            observer.isLive = false
            ending.removeAll { $0 === observer }
        }
        observer.isInside = true
        return nil
    }

    /// The call has returned.
    package func ends(_ observer: ModelObserver) { observer.isInside = false }

    /// Returns a description of an event that should have been delivered in some places by now, if there is one.
    ///
    /// - Parameters:
    ///   - limit: The acceptance number to check up to.
    ///   - conflating: Whether observers that conflate are checked, too.
    package func leftover(_ places: Set<Place>, upTo limit: Int = .max, conflating: Bool = true) -> String? {
        for observer in [observers, ending].joined()
        where places.contains(observer.place) && (conflating || !observer.conflates) {
            // With conflation, only the last waiting value must be received.
            let due = observer.conflates ? observer.pending.last : observer.pending.first
            if let late = due, late.number <= limit {
                return "C3: \(observer) was not called with \(late.what)"
            }
        }
        return nil
    }
}

/// The state shared by the models of one program.
package final class Ledger {
    /// The number of accepted events.
    package fileprivate(set) var accepted = 0
    fileprivate var observers = 0
    /// Whether everything is done by one thread, on the main actor.
    let isOneThread: Bool

    package init(isOneThread: Bool) {
        self.isOneThread = isOneThread
    }
}

extension ModelObserver: CustomStringConvertible {
    package var description: String { "observer \(number) (\(place) of a \(source.role))" }
}
