import Foundation

/// Prints a row for each piece of work, with the bars that apply during a flood.
struct Table {
    /// The times that miss their bars by more than the tolerance.
    private(set) var failures: [String] = []

    init() {
        print("| work on the main actor | other threads | median, µs | 99 %, µs | worst, µs |")
        print("| --- | --: | --: | --: | --: |")
    }

    /// - Parameter beside: The same times while the other threads were as busy with unrelated work: the machine's
    ///   share.
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
