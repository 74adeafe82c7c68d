import Foundation

/// Prints a row for each piece of work, with the bars that hold under a flood.
struct Table {
    /// What is off its bar by so much that it counts as broken.
    private(set) var failures: [String] = []

    init() {
        print("| work on the main actor | other threads | median, µs | 99 %, µs | worst, µs |")
        print("| --- | --: | --: | --: | --: |")
    }

    /// - Parameter beside: What the same took where the other threads were as busy and had nothing to do with it: so much
    ///   the machine takes away.
    mutating func add(_ name: String, _ others: Others, _ times: Times, _ bars: Bars = Bars(), beside: Times = Times())
    {
        let work = "\(name), \(others)"
        let median = cell(times.median, bars.median, beside.median, work)
        let at99 = cell(times.at99, bars.at99, beside.at99, work)
        print("| \(name) | \(others) | \(median) | \(at99) | \(text(times.worst)) |")
        fflush(nil)
    }

    private mutating func cell(_ value: Double, _ bar: Double?, _ beside: Double, _ work: String) -> String {
        guard let bar else { return text(value) }
        if value > bar * Bars.tolerance + beside {
            failures.append("\(work): \(text(value)) µs instead of \(text(bar))")
        }
        return "\(text(value)) (≤ \(text(bar))\(value <= bar ? "" : ", missed"))"
    }

    private func text(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(value < 10 ? 0...1 : 0...0)).locale(Locale(identifier: "en")))
    }
}
