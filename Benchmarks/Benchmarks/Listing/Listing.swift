import Benchmark
import Cases

// Registers every contender of every case as a separate benchmark, with the harness's percentiles, for baselines and
// for comparing two commits. The ratios come not from these figures but from Compare, which interleaves its samples.

let benchmarks: @Sendable () -> Void = {
    for work in allCases {
        for contender in work.contenders {
            // For a case with many observers, a few units of work take long enough.
            let times = work.parts < 1_000 ? 1_000 : 4
            Benchmark(
                "\(work.name), \(contender.side)",
                configuration: .init(
                    metrics: [.wallClock], scalingFactor: times == 1_000 ? .kilo : .one, maxDuration: .milliseconds(300)
                )
            ) { benchmark in
                // Safe: the harness waits until this closure is done.
                nonisolated(unsafe) let benchmark = benchmark
                // The harness runs elsewhere; the work and the clock are on the main actor.
                await MainActor.run {
                    let tally = Tally()
                    let work = contender.prepare(tally)
                    work(times)
                    benchmark.startMeasurement()
                    work(times)
                    benchmark.stopMeasurement()
                }
            }
        }
    }
}
