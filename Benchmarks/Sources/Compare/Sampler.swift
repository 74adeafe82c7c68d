import Cases
import Foundation

/// Runs the contenders of a case in turn, many short samples of each, so that disturbances affect all of them alike.
@MainActor
struct Sampler {
    /// The number of samples of each contender, if they fit into the limit.
    let rounds: Int
    /// The time limit for one case; at least five samples of each contender are taken in any case.
    let limit: Duration
    /// The minimum length of a sample.
    let sampleTime: Duration

    /// The time of one unit of work in nanoseconds, for each contender in each round.
    func samples(of work: Case) -> [[Double]] {
        let prepared = work.contenders.map { Prepared($0, of: work) }
        let times = prepared.map { $0.calibrate(to: sampleTime) }
        let end = ContinuousClock.now + limit
        var samples = prepared.map { _ in [Double]() }
        for round in 0..<rounds where round < 5 || ContinuousClock.now < end {
            for offset in prepared.indices {
                let index = (round + offset) % prepared.count
                samples[index].append(prepared[index].measure(times[index]) / Double(work.parts))
            }
        }
        return samples
    }
}

/// A contender that is set up.
@MainActor
struct Prepared {
    private let work: Work
    private let tally: Tally
    private let name: String
    private let repetitions: Int
    private let expected: (Int) -> Int

    init(_ contender: Contender, of work: Case) {
        tally = Tally()
        self.work = contender.prepare(tally)
        name = "\(work.name), \(contender.side)"
        repetitions = contender.repetitions
        expected = work.expected
    }

    /// Does the work a number of times and checks that it was done.
    ///
    /// - Returns: The nanoseconds for one time.
    func measure(_ times: Int) -> Double {
        tally.reset()
        let start = ContinuousClock.now
        work(times * repetitions)
        let time = ContinuousClock.now - start
        let (sum, wanted) = (tally.sum, expected(times * repetitions))
        guard sum == wanted else { fail("\(name): the observers have added up \(sum) rather than \(wanted)") }
        return time / .nanoseconds(1) / Double(times * repetitions)
    }

    /// How many times the work has to be done to take at least a given time.
    func calibrate(to time: Duration) -> Int {
        let goal = time / .nanoseconds(1)
        var times = 1
        _ = measure(times)
        while true {
            let taken = measure(times) * Double(times * repetitions)
            if taken >= goal { return times }
            times = min(times * 10, max(times * 2, Int(Double(times) * goal / max(taken, 1)) + 1))
        }
    }
}

/// Ends the program because the work was not done correctly.
func fail(_ what: String) -> Never {
    print("\nwrong: \(what)")
    exit(3)
}

/// The median of some numbers.
func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
