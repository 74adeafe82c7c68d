/// A piece of work that several contenders do, each in its own way.
public struct Case: Sendable {
    /// The description of the work, the same for all contenders.
    public let name: String

    /// The number of parts of a unit of work; figures are for one part.
    public let parts: Int

    /// The contenders.
    public let contenders: [Contender]

    /// The sum that the observers have computed after the work was done a number of times: proof that it was done.
    public let expected: @Sendable (Int) -> Int

    /// - Parameters:
    ///   - name: The description of the work.
    ///   - parts: The number of parts of a unit of work.
    ///   - expected: The sum that the observers have computed after the work was done a number of times.
    ///   - contenders: The contenders.
    init(
        _ name: String, parts: Int = 1, expected: @escaping @Sendable (Int) -> Int = sumBelow,
        _ contenders: [Contender]
    ) {
        self.name = name
        self.parts = parts
        self.expected = expected
        self.contenders = contenders
    }

    /// The same with one more contender.
    func adding(_ contender: Contender) -> Case {
        Case(name, parts: parts, expected: expected, contenders + [contender])
    }
}

/// One way to do the work of a case.
public struct Contender: Sendable {
    public enum Side: String, Sendable, CaseIterable {
        /// Code written by hand, or the library's same work under a condition that should make no difference.
        case floor
        case binding
        case openCombine
        case observation
        /// If there is one at all; see ``hasRxSwift``.
        case rxSwift
    }

    public let side: Side

    /// How many times the work is done for each repetition of the others' work, for work so short that each sample
    /// would otherwise start with cold caches. Figures are for one time.
    public let repetitions: Int

    /// Sets everything up, on the main actor, and returns the work, which holds everything it needs.
    public let prepare: @MainActor @Sendable (Tally) -> Work

    static func floor(_ prepare: @escaping @MainActor @Sendable (Tally) -> Work) -> Contender {
        Contender(side: .floor, prepare: prepare)
    }

    static func binding(
        repetitions: Int = 1, _ prepare: @escaping @MainActor @Sendable (Tally) -> Work
    ) -> Contender {
        Contender(side: .binding, repetitions: repetitions, prepare: prepare)
    }

    init(side: Side, repetitions: Int = 1, prepare: @escaping @MainActor @Sendable (Tally) -> Work) {
        self.side = side
        self.repetitions = repetitions
        self.prepare = prepare
    }

    static func openCombine(_ prepare: @escaping @MainActor @Sendable (Tally) -> Work) -> Contender {
        Contender(side: .openCombine, prepare: prepare)
    }

    static func observation(_ prepare: @escaping @MainActor @Sendable (Tally) -> Work) -> Contender {
        Contender(side: .observation, prepare: prepare)
    }
}

/// Does a piece of work a number of times.
public typealias Work = @MainActor (_ times: Int) -> Void

/// 0 + 1 + … up to a number, excluding it.
@Sendable
func sumBelow(_ count: Int) -> Int { count * (count - 1) / 2 }
