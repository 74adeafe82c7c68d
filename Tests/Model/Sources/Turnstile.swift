import Dispatch

/// Lets one of several threads run at a time, so that a program decides how they interleave, not chance.
///
/// A thread that is running passes the turn on anywhere, also inside a callback, and waits until it gets it back. If a
/// wait takes too long, the thread with the turn is waiting for a lock that another one holds: a clause of the contract
/// says that no lock is held during callbacks (C5).
package final class Turnstile: @unchecked Sendable {
    // Safe: only the thread that has the turn uses the properties; semaphores pass it on.
    private let gates: [DispatchSemaphore]
    private var isOver: [Bool]
    /// The participant that has the turn.
    package private(set) var current = 0

    package init(_ count: Int) {
        gates = (0..<count).map { _ in DispatchSemaphore(value: 0) }
        isOver = Array(repeating: false, count: count)
    }

    package var count: Int { gates.count }

    /// Waits for the first turn. The first participant has it from the start.
    package func begin(_ participant: Int) {
        if participant != 0 { wait(participant) }
    }

    /// Passes the turn on, if the other participant is not done, and waits to get it back.
    package func pass(to other: Int) {
        let own = current
        guard other != own, !isOver[other] else { return }
        current = other
        gates[other].signal()
        wait(own)
    }

    /// Passes the turn to any other participant that is not done.
    package func passOn() {
        let others = isOver.indices.filter { $0 != current && !isOver[$0] }
        if let other = others.first { pass(to: other) }
    }

    /// Leaves for good, and passes the turn to any participant that is not done.
    package func leave() {
        isOver[current] = true
        guard let next = isOver.firstIndex(of: false) else { return }
        current = next
        gates[next].signal()
    }

    /// Whether everybody else has left.
    package var isAlone: Bool { isOver.enumerated().allSatisfy { $0.element || $0.offset == current } }

    private func wait(_ participant: Int) {
        // As long as the whole run may take: the main actor may have other tests to run before it continues.
        if gates[participant].wait(timeout: .now() + 1_800) == .timedOut {
            fatalError("C5: no turn for half an hour: a thread waits for a lock that is held during a callback")
        }
    }
}
