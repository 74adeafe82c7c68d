/// What an observer is called with.
package enum Happening: Equatable, Sendable {
    case next(Int)
    case error
    case completed

    /// Whether nothing comes after it.
    package var isStop: Bool { if case .next = self { false } else { true } }
}

/// The thread, or rather the place, where an observer is called.
package enum Place: Sendable {
    /// On the thread that sends.
    case here
    /// On the main actor.
    case mainActor
}

/// An observer of a model, with what it has yet to see.
package final class ModelObserver: @unchecked Sendable {
    // Sound: a model is touched by the one thread that has the turn in the interpreter.
    package let number: Int
    package let place: Place
    package let source: SourceModel

    /// What was accepted while it was subscribed, and it was not called with yet, with the number of acceptance.
    package fileprivate(set) var pending: [(number: Int, what: Happening, isReplay: Bool)] = []
    /// Whether it may still be called.
    package fileprivate(set) var isLive = true
    /// Whether a call to it is under way.
    package fileprivate(set) var isInside = false
    /// Whether a value that it has not been called with yet gives way to the next one.
    package let conflates: Bool
    /// Up to which acceptance others may be ahead of it: what was accepted while it was being subscribed reaches it once
    /// it stands in the row.
    package var mayLagUpTo = 0

    fileprivate init(_ number: Int, _ place: Place, of source: SourceModel, conflates: Bool) {
        self.number = number
        self.place = place
        self.source = source
        self.conflates = conflates
    }
}

/// The model of a source with several observers, as plain as can be: a list of observers, and for each a list of what it
/// must see next.
///
/// It does not simulate how the real thing delivers. It is told of what is accepted and of each call that an observer
/// gets, and says whether that is what the contract allows.
package final class SourceModel {
    /// What a new observer is handed.
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
    /// Those that see what is accepted.
    package private(set) var observers: [ModelObserver] = []
    /// Those that were there when the source ended, and do not know it yet.
    private var ending: [ModelObserver] = []
    package private(set) var memory: [Int] = []
    package private(set) var end: Happening?
    /// Of a stage: its place among the observers of the source that it shares.
    package var connection: ModelObserver?

    private let ledger: Ledger

    package init(_ role: Role, _ replay: Replay, in ledger: Ledger) {
        self.role = role
        self.replay = replay
        self.ledger = ledger
    }

    // MARK: What the program does

    /// A value or an end is sent. Once the source has ended nothing is accepted.
    package func accept(_ what: Happening) {
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
            // Whoever subscribes next connects anew.
            memory = []
            connection = nil
        } else {
            end = what
            if case .last = replay { return }
            memory = []
        }
    }

    /// The value that is set at the start.
    package func begin(with value: Int) { memory = [value] }

    /// An observer subscribes; what it is handed comes first.
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

    /// A subscription is disposed of: its observer is called no more.
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

    /// Lets go of all observers, which hold their source.
    package func forget() {
        observers = []
        ending = []
        connection = nil
    }

    // MARK: What the real thing does

    /// An observer is called. Says what is wrong with that, if anything is.
    package func begins(_ observer: ModelObserver, _ what: Happening) -> String? {
        guard observer.isLive else { return "C9/C4: \(observer) is called with \(what) after its end" }
        guard !observer.isInside else { return "C2: \(observer) is called with \(what) within a call" }
        if observer.conflates, let latest = observer.pending.firstIndex(where: { $0.what == what }) {
            // What waited before it has given way.
            observer.pending.removeFirst(latest)
        }
        guard let next = observer.pending.first else { return "C3: \(observer) is called with \(what) out of nothing" }
        guard next.what == what else { return "C1/C3: \(observer) is called with \(what) instead of \(next.what)" }
        for other in [observers, ending].joined() where other !== observer && !next.isReplay {
            // Of what waits for one that conflates, all but the last may give way.
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

    /// The call is over.
    package func ends(_ observer: ModelObserver) { observer.isInside = false }

    /// Says whether anything is left that should have been delivered in some places by now.
    ///
    /// - Parameters:
    ///   - limit: Up to which acceptance.
    ///   - conflating: Whether those that conflate are asked, too.
    package func leftover(_ places: Set<Place>, upTo limit: Int = .max, conflating: Bool = true) -> String? {
        for observer in [observers, ending].joined()
        where places.contains(observer.place) && (conflating || !observer.conflates) {
            // Of what waits for one that conflates, the last is what it must get.
            let due = observer.conflates ? observer.pending.last : observer.pending.first
            if let late = due, late.number <= limit {
                return "C3: \(observer) was not called with \(late.what)"
            }
        }
        return nil
    }
}

/// What the models of one program have in common.
package final class Ledger {
    /// How many events were accepted.
    package fileprivate(set) var accepted = 0
    fileprivate var observers = 0
    /// Whether all is done by one thread, on the main actor.
    let isOneThread: Bool

    package init(isOneThread: Bool) {
        self.isOneThread = isOneThread
    }
}

extension ModelObserver: CustomStringConvertible {
    package var description: String { "observer \(number) (\(place) of a \(source.role))" }
}
