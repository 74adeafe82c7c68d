/// The times of repeated work, in microseconds.
struct Times {
    private var all: [Double] = []

    mutating func add(_ time: Duration) { all.append(time / .microseconds(1)) }

    var count: Int { all.count }
    var median: Double { quantile(0.5) }
    var at99: Double { quantile(0.99) }
    var worst: Double { quantile(1) }

    private func quantile(_ share: Double) -> Double {
        let sorted = all.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// The largest times allowed, in microseconds.
struct Bars {
    var median: Double?
    var at99: Double?

    /// The factor by which a time may miss its bar before the run fails.
    static let tolerance = 2.0
}
