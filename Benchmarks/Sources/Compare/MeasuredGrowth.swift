import Cases
import Glibc

/// The cost of work at several sizes: a row of the table of growth.
@MainActor
struct MeasuredGrowth {
    private let growth: Growth
    private let costs: [Double]

    init(_ growth: Growth, _ sampler: Sampler) {
        self.growth = growth
        let prepared = growth.sizes.map { size in
            let work = growth.work(size)
            // Present: the library has a part in every case of growth.
            return Prepared(work.contenders.first { $0.side == .binding }!, of: work)
        }
        let times = prepared.map { $0.calibrate(to: sampler.sampleTime) }
        var samples: [[Double]] = prepared.map { _ in [] }
        for _ in 0..<max(5, sampler.rounds / 5) {
            for index in prepared.indices { samples[index].append(prepared[index].measure(times[index])) }
        }
        // The minimum, not the median: several sizes cannot be compared round by round, and disturbances only add time.
        // Present: samples have been taken.
        costs = samples.map { $0.min()! }
    }

    /// The slope of the straight line from the first cost to the last, both axes logarithmic.
    private var exponent: Double { log10(costs[costs.count - 1] / costs[0]) / Double(costs.count - 1) }

    /// Whether it grows faster than it must, by more than the effect of data that no longer fits into the caches.
    var isBroken: Bool { exponent > growth.exponent + MeasuredGrowth.tolerance }

    private static let tolerance = 0.5

    static let head = """
        | work | n | ns at n | at 10 n | at 100 n | at 1,000 n | exponent | must be |
        | --- | --: | --: | --: | --: | --: | --: | --: |
        """

    var line: String {
        let cells =
            [growth.name, grouped(growth.sizes[0])] + costs.map { text($0, digits: 0) }
            + Array(repeating: "", count: 4 - costs.count) + [
                (exponent < -0.005 ? "-" : "") + text(abs(exponent), digits: 2), text(growth.exponent, digits: 0),
            ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
