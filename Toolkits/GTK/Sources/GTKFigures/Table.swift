import Glibc

/// The figures, row by row, and the limits that were exceeded.
struct Table {
    private(set) var failures: [String] = []

    init() {
        print("| what | BindingGTK | GTK alone | ratio | bar |")
        print("| --- | --: | --: | --: | --: |")
    }

    /// Adds a measurement that was taken in turn with the same one of plain C calls.
    ///
    /// - Parameter bar: The largest ratio allowed.
    mutating func add(_ name: String, _ unit: String, _ ours: [Double], _ plain: [Double], bar: Double? = nil) {
        let ratio = zip(ours, plain).map { $0 / $1 }.median
        row(name, "\(ours.median.text) \(unit)", "\(plain.median.text) \(unit)", ratio.text, bar.map { "≤ \($0.text)" })
        if let bar, ratio > bar { failures.append("\(name): \(ratio.text) times as much, instead of \(bar.text)") }
    }

    /// Adds a time, in milliseconds.
    ///
    /// - Parameters:
    ///   - bar: The largest time allowed on an otherwise idle machine.
    ///   - beside: The time without any work of the library. The machine itself takes that much, so a time fails only
    ///     if it is more than the sum of this and twice the bar.
    mutating func add(_ name: String, _ time: Double, beside: Double, bar: Double? = nil) {
        let text = bar.map { "≤ \($0.text) ms" + (time > $0 ? ", missed" : "") }
        row(name, "\(time.text) ms", "\(beside.text) ms", "", text)
        if let bar, time > bar * 2 + beside { failures.append("\(name): \(time.text) ms instead of \(bar.text)") }
    }

    /// Adds a number that must not exceed a bar.
    mutating func add(_ name: String, _ number: Double, _ unit: String, plain: Double?, bar: Double) {
        row(name, "\(number.text) \(unit)", plain.map { "\($0.text) \(unit)" } ?? "", "", "≤ \(bar.text)")
        if number > bar { failures.append("\(name): \(number.text) \(unit) instead of \(bar.text)") }
    }

    private func row(_ name: String, _ ours: String, _ plain: String, _ ratio: String, _ bar: String?) {
        print("| \(name) | \(ours) | \(plain) | \(ratio) | \(bar ?? "") |")
        fflush(nil)
    }
}

extension [Double] {
    var median: Double { quantile(0.5) }

    func quantile(_ share: Double) -> Double {
        let sorted = sorted()
        return sorted.isEmpty ? 0 : sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

extension Double {
    /// The number with at least three digits.
    var text: String {
        let digits = self >= 100 ? 0 : self >= 10 ? 1 : 2
        let unit = [1.0, 10, 100][digits]
        let whole = Int((self * unit).rounded())
        guard digits > 0 else { return "\(whole)" }
        let fraction = "\(whole % Int(unit))"
        return "\(whole / Int(unit))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}

/// Clocks, in milliseconds.
enum Clock {
    /// The monotonic clock, which the X server uses as well.
    static var now: Double { read(CLOCK_MONOTONIC) }
    /// The processor time that this thread has used.
    static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// Waits on the main actor until a condition holds.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
