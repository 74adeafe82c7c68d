/// A program for a store: bytes, each of which is a decision, or a small one among all that there are.
///
/// A small program is about the root, the header and the sheet, which is there at first. It acts a number of times: from
/// outside, from within an observer, or by the answer of a middleware.
package struct StoreProgram {
    /// The acts of small programs.
    package enum Alphabet {
        /// All that are about the header and the sheet.
        case full
        /// Those about the sheet: actions from outside and from an observer of the actions, streams that send an action at
        /// once and go on, and cancellations.
        case sheet
    }

    /// What is decided.
    enum Decision {
        /// What happens from outside, and how a middleware answers: that of a child, or that of the root.
        case step, answer, answerOfRoot
        /// What happens in an observer of the states, in one of the actions, and in a middleware.
        case nestedInState, nestedInAction, nestedInAnswer
        case address, kind
        /// Whether the sheet is removed, and which one is shown.
        case sheetLeaves, sheet
        /// Which stream goes on, and how.
        case sender, continuation
        /// A new stream: its identifier, how many values it sends at once, how it goes on, and whether it sends when it is
        /// disposed of.
        case identifier, valuesAtOnce, end, farewell
        case cancelled
        /// What small programs do not have: rows, and stores of rows.
        case rows
    }

    private enum Source {
        case bytes(Program)
        case choices(Choices, acts: Int, Alphabet)
    }

    private var source: Source

    package init(_ program: Program) { source = .bytes(program) }

    /// - Parameter acts: The number of acts.
    package init(_ choices: Choices, acts: Int, _ alphabet: Alphabet) {
        source = .choices(choices, acts: acts, alphabet)
    }

    /// The state that the store begins with.
    var initialState: RootFeature.State {
        switch source {
        case .bytes: RootFeature.State()
        case .choices: RootFeature.State(sheet: LeafFeature.State(id: 0))
        }
    }

    /// Whether all of it has happened.
    var isOver: Bool {
        switch source {
        case .bytes(let program): program.isOver
        case .choices(_, let acts, _): acts == 0
        }
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - limit: The number of possibilities.
    ///   - hasSenders: Whether there are streams that may go on.
    mutating func decide(_ decision: Decision, below limit: Int, hasSenders: Bool = false) -> Int {
        switch source {
        case .bytes(var program):
            defer { source = .bytes(program) }
            return program.next(below: limit)
        case .choices(let choices, let acts, let alphabet):
            let options =
                acts == 0 && decision.isAct
                ? [0] : Self.options(decision, of: alphabet, below: limit, hasSenders: hasSenders)
            let option = choices.pick(options)
            if decision == .step || decision.isAct && option > 0 {
                source = .choices(choices, acts: acts - 1, alphabet)
            }
            return option
        }
    }

    /// The numbers of the possibilities that small programs have.
    private static func options(
        _ decision: Decision, of alphabet: Alphabet, below limit: Int, hasSenders: Bool
    ) -> [Int] {
        let isFull = alphabet == .full
        switch decision {
        // Sends an action to a child, or one that shows or removes the sheet; a stream goes on.
        case .step: return [0] + (isFull ? [7] : []) + (hasSenders ? [4] : [])
        // Nothing, an action, a stream that goes on.
        case .nestedInState, .nestedInAnswer: return isFull ? [0, 1] + (hasSenders ? [2] : []) : [0]
        case .nestedInAction: return [0, 1] + (hasSenders ? [2] : [])
        // Nothing, a cancellation, a stream, an action.
        case .answer: return isFull ? [0, 4, 6, 9] : [0, 4, 6]
        case .answerOfRoot: return isFull ? [0, 4, 6, 9] : [0]
        // The header, the sheet.
        case .address: return isFull ? [1, 2] : [2]
        // To count, to leave.
        case .kind: return [1, 3]
        case .sheetLeaves: return [0, 1]
        case .sender: return Array(0..<limit)
        // It completes, fails, sends.
        case .continuation: return isFull ? [0, 1, 2] : [2]
        // Nothing, an action.
        case .valuesAtOnce: return isFull ? [0, 1] : [1]
        // It goes on, completes, fails.
        case .end: return isFull ? [0, 1, 3] : [0]
        case .farewell: return isFull ? [0, 5] : [0]
        case .sheet, .identifier, .cancelled, .rows: return [0]
        }
    }
}

extension StoreProgram.Decision {
    /// Whether it is about an act, so that 0 stands for none, or, from outside, for the first one.
    fileprivate var isAct: Bool {
        switch self {
        case .step, .answer, .answerOfRoot, .nestedInState, .nestedInAction, .nestedInAnswer: true
        default: false
        }
    }
}
