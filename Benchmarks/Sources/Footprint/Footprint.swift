import CountedAllocations

/// The memory that making one of something costs.
@MainActor
struct Footprint {
    let what: String
    let allocations: Double
    let bytes: Double

    /// - Parameters:
    ///   - what: The name of what is made.
    ///   - make: Makes one. What it returns is kept until all have been made.
    init<Kept>(_ what: String, _ make: (Int) -> Kept) {
        self.init(what, count: 1_000, parts: 1, make)
    }

    /// - Parameters:
    ///   - what: The name of a part.
    ///   - parts: The number of parts of one; the figures are for one part.
    ///   - make: Makes one.
    init<Kept>(_ what: String, parts: Int, _ make: (Int) -> Kept) {
        self.init(what, count: 4, parts: parts, make)
    }

    private init<Kept>(_ what: String, count: Int, parts: Int, _ make: (Int) -> Kept) {
        var kept: [Kept] = []
        kept.reserveCapacity(count)
        // Allocations that happen once in a program, such as type metadata, happen here.
        for number in 0..<min(10, count) { _ = make(number) }
        let before = countedAllocations()
        for number in 0..<count { kept.append(make(number)) }
        let after = countedAllocations()
        withExtendedLifetime(kept) {}
        self.what = what
        allocations = Double(after.allocations - before.allocations) / Double(count * parts)
        bytes = Double(after.liveBytes - before.liveBytes) / Double(count * parts)
    }

    /// The memory that doing something costs; it keeps nothing.
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
