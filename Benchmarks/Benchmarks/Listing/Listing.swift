import Benchmark
import Cases

// Every contender of every case as a benchmark of its own, with the harness's percentiles, for baselines and for
// comparing two commits. The ratios are not made from these figures but by Compare, which interleaves its samples.

let benchmarks: @Sendable () -> Void = {
    for work in allCases {
        for contender in work.contenders {
            // One unit of the work of a case with many observers takes long enough by itself.
            let times = work.parts < 1_000 ? 1_000 : 4
            Benchmark(
                "\(work.name), \(contender.side)",
                configuration: .init(
                    metrics: [.wallClock], scalingFactor: times == 1_000 ? .kilo : .one, maxDuration: .milliseconds(300)
                )
            ) { benchmark in
                // Sound: the harness waits until this closure is done.
                nonisolated(unsafe) let benchmark = benchmark
                // The harness runs somewhere else; the work and the clock are on the main actor.
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
