/// One piece of work that several contenders do, each in its own way.
public struct Case: Sendable {
    /// What is done, the same for all contenders.
    public let name: String

    /// How many parts a unit of the work has; figures are given for one.
    public let parts: Int

    /// Who does it.
    public let contenders: [Contender]

    /// What the observers have added up after the work was done a number of times: proof that it was done.
    public let expected: @Sendable (Int) -> Int

    /// - Parameters:
    ///   - name: What is done.
    ///   - parts: How many parts a unit of the work has.
    ///   - expected: What the observers have added up after the work was done a number of times.
    ///   - contenders: Who does it.
    init(
        _ name: String, parts: Int = 1, expected: @escaping @Sendable (Int) -> Int = sumBelow,
        _ contenders: [Contender]
    ) {
        self.name = name
        self.parts = parts
        self.expected = expected
        self.contenders = contenders
    }
}

/// One way to do the work of a case.
public struct Contender: Sendable {
    public enum Side: String, Sendable, CaseIterable {
        /// What somebody would write by hand, or the same work in circumstances that are to make no difference.
        case floor
        case binding
        case openCombine
        case observation
    }

    public let side: Side

    /// How many times over it does the work, where that is so little beside what others do that a sample would begin anew, with
    /// nothing of its own in the caches, all the time. Figures are given for one time.
    public let repetitions: Int

    /// Sets everything up, on the main actor, and returns the work, which holds on to what it needs.
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

/// 0 + 1 + … up to a number, itself not included.
@Sendable
func sumBelow(_ count: Int) -> Int { count * (count - 1) / 2 }
