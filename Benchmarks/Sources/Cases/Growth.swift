/// How the cost of something grows with its size.
public struct Growth: Sendable {
    public let name: String

    /// The sizes, each ten times as large as the one before.
    public let sizes: [Int]

    /// The lowest possible exponent: 0 for a cost that does not depend on the size, 1 for a linear one.
    public let exponent: Double

    /// The work at a size. Only its `binding` contender is measured.
    public let work: @Sendable (Int) -> Case

    /// - Parameters:
    ///   - name: The work, with its size as n.
    ///   - smallest: The smallest size.
    ///   - count: The number of sizes, each ten times as large as the one before.
    ///   - exponent: The lowest possible exponent.
    ///   - work: The work at a size.
    init(
        _ name: String, from smallest: Int, sizes count: Int = 3, exponent: Double,
        _ work: @escaping @Sendable (Int) -> Case
    ) {
        self.name = name
        sizes = (0..<count).reduce(into: []) { sizes, _ in sizes.append((sizes.last.map { $0 * 10 }) ?? smallest) }
        self.exponent = exponent
        self.work = work
    }
}

/// All work whose growth is measured.
public let allGrowth: [Growth] = Sizes.all
