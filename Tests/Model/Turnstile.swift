import Dispatch

/// Lets one of several threads go on at a time, so that how they interleave is decided by a program and not by chance.
///
/// A thread that is inside hands the turn on where it likes, inside of a callback as well, and waits until it gets it
/// back. A wait that takes too long means that whoever has the turn waits for a lock that another holds: that no lock is
/// held in callbacks is a clause of the contract (C5).
package final class Turnstile: @unchecked Sendable {
    // Sound: the properties are touched by the one thread that has the turn; handing it on is a semaphore's.
    private let gates: [DispatchSemaphore]
    private var isOver: [Bool]
    /// Whose turn it is.
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

    /// Hands the turn on, if the other one is not done, and waits for it.
    package func pass(to other: Int) {
        let own = current
        guard other != own, !isOver[other] else { return }
        current = other
        gates[other].signal()
        wait(own)
    }

    /// Hands the turn on to anybody else who is not done.
    package func passOn() {
        let others = isOver.indices.filter { $0 != current && !isOver[$0] }
        if let other = others.first { pass(to: other) }
    }

    /// Leaves for good, and hands the turn on to anybody who is not done.
    package func leave() {
        isOver[current] = true
        guard let next = isOver.firstIndex(of: false) else { return }
        current = next
        gates[next].signal()
    }

    /// Whether everybody else has left.
    package var isAlone: Bool { isOver.enumerated().allSatisfy { $0.element || $0.offset == current } }

    private func wait(_ participant: Int) {
        // As long as the whole run may take: the main actor may have other tests to run before it goes on.
        if gates[participant].wait(timeout: .now() + 1_800) == .timedOut {
            fatalError("C5: no turn for half an hour: a thread waits for a lock that is held during a callback")
        }
    }
}
