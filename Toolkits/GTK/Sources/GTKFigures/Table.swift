import Glibc

/// The figures, row by row, and which of them are off their bars.
struct Table {
    private(set) var failures: [String] = []

    init() {
        print("| what | BindingGTK | GTK alone | ratio | bar |")
        print("| --- | --: | --: | --: | --: |")
    }

    /// Adds what was measured in turn with the same in plain calls of C.
    ///
    /// - Parameter bar: What the ratio may be at most.
    mutating func add(_ name: String, _ unit: String, _ ours: [Double], _ plain: [Double], bar: Double? = nil) {
        let ratio = zip(ours, plain).map { $0 / $1 }.median
        row(name, "\(ours.median.text) \(unit)", "\(plain.median.text) \(unit)", ratio.text, bar.map { "≤ \($0.text)" })
        if let bar, ratio > bar { failures.append("\(name): \(ratio.text) times as much, instead of \(bar.text)") }
    }

    /// Adds a time, in milliseconds.
    ///
    /// - Parameters:
    ///   - bar: What it may be at most on a machine that has nothing else to do.
    ///   - beside: What the same took with none of the library's work: so much the machine takes away, which is why a time
    ///     counts as broken only where it is more than twice the bar and that together.
    mutating func add(_ name: String, _ time: Double, beside: Double, bar: Double? = nil) {
        let text = bar.map { "≤ \($0.text) ms" + (time > $0 ? ", missed" : "") }
        row(name, "\(time.text) ms", "\(beside.text) ms", "", text)
        if let bar, time > bar * 2 + beside { failures.append("\(name): \(time.text) ms instead of \(bar.text)") }
    }

    /// Adds a number that may be a certain one at most.
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
    /// With three digits or more.
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
    /// The one that goes on by itself, which is also the X server's.
    static var now: Double { read(CLOCK_MONOTONIC) }
    /// What this thread has used of a processor.
    static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// Waits on the main actor until something is so.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
