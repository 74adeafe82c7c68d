import Cases
import Dispatch
import Foundation

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print(Options.usage)
    exit(2)
}
if options.isOnWorker {
    // Workers drain the main queue once the first thread has ended.
    DispatchQueue.main.async { exit(run(options)) }
    dispatchMain()
} else {
    exit(run(options))
}

/// - Returns: The exit status: 0 if no ratio misses its bar by more than the tolerance.
@MainActor
func run(_ options: Options) -> Int32 {
    dispatchPrecondition(condition: .onQueue(.main))
    guard Thread.isMainThread != options.isOnWorker else { fail("not on the thread that was asked for") }
    let sampler =
        options.isShort
        ? Sampler(rounds: 15, limit: .milliseconds(500), sampleTime: .microseconds(500))
        : Sampler(rounds: 101, limit: .seconds(4), sampleTime: .milliseconds(2))
    if let side = options.profiled {
        profile(side, options)
        return 0
    }
    return options.isGrowth ? printGrowth(sampler, options) : printRatios(sampler, options)
}

@MainActor
private func printRatios(_ sampler: Sampler, _ options: Options) -> Int32 {
    print(Row.head)
    var broken: [String] = []
    for work in allCases where options.includes(work.name) {
        let row = Row(work, sampler.samples(of: work))
        print(row.line)
        fflush(nil)
        if row.shortfall > Bar.tolerance {
            broken.append("\(work.name): off its bar by a factor of \(text(row.shortfall, digits: 2))")
        }
    }
    return report(broken)
}

@MainActor
private func printGrowth(_ sampler: Sampler, _ options: Options) -> Int32 {
    print(MeasuredGrowth.head)
    var broken: [String] = []
    for growth in allGrowth where options.includes(growth.name) {
        let measured = MeasuredGrowth(growth, sampler)
        print(measured.line)
        fflush(nil)
        if measured.isBroken { broken.append("\(growth.name): grows faster than it must") }
    }
    return report(broken)
}

@MainActor
private func profile(_ side: String, _ options: Options) {
    for work in allCases where options.includes(work.name) {
        for contender in work.contenders where contender.side.rawValue == side {
            let prepared = Prepared(contender, of: work)
            let times = prepared.calibrate(to: .milliseconds(10))
            let end = ContinuousClock.now + .seconds(3)
            while ContinuousClock.now < end { _ = prepared.measure(times) }
        }
    }
}

private func report(_ broken: [String]) -> Int32 {
    for line in broken { print("\nbroken: \(line)") }
    return broken.isEmpty ? 0 : 1
}
