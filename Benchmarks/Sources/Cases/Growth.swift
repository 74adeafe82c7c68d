/// How the cost of something grows with its size.
public struct Growth: Sendable {
    public let name: String

    /// The smallest of three sizes; the others are 10 and 100 times that.
    public let smallest: Int

    /// The exponent that cannot be undercut: 0 for a cost that does not depend on the size, 1 for one in proportion.
    public let exponent: Double

    /// The work at a size. What Binding does of it is measured.
    public let work: @Sendable (Int) -> Case

    init(_ name: String, from smallest: Int, exponent: Double, _ work: @escaping @Sendable (Int) -> Case) {
        self.name = name
        self.smallest = smallest
        self.exponent = exponent
        self.work = work
    }

    public var sizes: [Int] { [smallest, smallest * 10, smallest * 100] }
}

/// Everything whose growth is measured.
public let allGrowth: [Growth] = Sizes.all
