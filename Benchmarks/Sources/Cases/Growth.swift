/// How the cost of something grows with its size.
public struct Growth: Sendable {
    public let name: String

    /// Each ten times as large as the one before.
    public let sizes: [Int]

    /// The exponent that cannot be undercut: 0 for a cost that does not depend on the size, 1 for one in proportion.
    public let exponent: Double

    /// The work at a size. What Binding does of it is measured.
    public let work: @Sendable (Int) -> Case

    /// - Parameters:
    ///   - name: What grows.
    ///   - smallest: The smallest size.
    ///   - count: How many sizes there are, each ten times as large as the one before.
    ///   - exponent: The exponent that cannot be undercut.
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

/// Everything whose growth is measured.
public let allGrowth: [Growth] = Sizes.all
