import CountedAllocations

/// What making one of something costs in memory.
@MainActor
struct Footprint {
    private let what: String
    private let allocations: Double
    private let bytes: Double

    /// - Parameters:
    ///   - what: What is made.
    ///   - make: Makes one. What it returns is kept until all have been made.
    init<Kept>(_ what: String, _ make: (Int) -> Kept) {
        let count = 1_000
        var kept: [Kept] = []
        kept.reserveCapacity(count)
        // What is made once in a program, such as the descriptions of types, is made here.
        for number in 0..<10 { _ = make(number) }
        let before = countedAllocations()
        for number in 0..<count { kept.append(make(number)) }
        let after = countedAllocations()
        withExtendedLifetime(kept) {}
        self.what = what
        allocations = Double(after.allocations - before.allocations) / Double(count)
        bytes = Double(after.liveBytes - before.liveBytes) / Double(count)
    }

    /// What doing something costs, of which nothing is left.
    init(ofDoing what: String, _ work: (Int) -> Void) {
        self.init(what) { number -> Void in work(number) }
    }

    static let head = """
        | each | allocations | bytes that stay |
        | --- | --: | --: |
        """

    var line: String { "| \(what) | \(tenths(allocations)) | \(tenths(bytes)) |" }

    private func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
