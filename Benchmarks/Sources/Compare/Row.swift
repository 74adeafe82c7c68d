import Cases

/// The result of a case: a row of the table.
struct Row {
    let work: String
    private let medians: [Contender.Side: Double]
    private let toFloor: Double?
    private let toOpenCombine: Double?
    private let toObservation: Double?
    private let toRxSwift: Double?

    /// The ratios are medians of the ratios of single rounds, whose samples were taken one right after the other.
    init(_ work: Case, _ samples: [[Double]]) {
        self.work = work.name
        let bySide = Dictionary(uniqueKeysWithValues: zip(work.contenders.map(\.side), samples))
        func ratio(_ above: Contender.Side, to below: Contender.Side) -> Double? {
            guard let above = bySide[above], let below = bySide[below] else { return nil }
            return median(zip(above, below).map { $0 / $1 })
        }
        medians = bySide.mapValues(median)
        toFloor = ratio(.binding, to: .floor)
        toOpenCombine = ratio(.openCombine, to: .binding)
        toObservation = ratio(.observation, to: .binding)
        toRxSwift = ratio(.rxSwift, to: .binding)
    }

    private static let sides = Contender.Side.allCases.filter { $0 != .rxSwift || hasRxSwift }

    static let head = {
        let names = ["floor", "Binding", "OpenCombine", "Observation", "RxSwift"].prefix(sides.count)
        let ratios = ["Binding / floor"] + names.dropFirst(2).map { "\($0) / Binding" }
        let titles = ["work"] + names.map { "\($0), ns" } + ratios
        let line = ["---"] + titles.dropFirst().map { _ in "--:" }
        return [titles, line].map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }()

    var line: String {
        let bar = Bar.of(work)
        let cells =
            [work] + Self.sides.map(time) + [
                bar?.atLeastTimesFasterThanFloor.map { "1 / " + ratio(toFloor.map { 1 / $0 }, $0, sign: "≥") }
                    ?? ratio(toFloor, bar?.atMostTimesFloor, sign: "≤"),
                ratio(toOpenCombine, bar?.atLeastTimesFaster, sign: "≥"),
                text(toObservation, digits: 2),
            ] + (hasRxSwift ? [text(toRxSwift, digits: 2)] : [])
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The factor by which the worst ratio misses its bar: at 1, it is exactly reached.
    var shortfall: Double {
        let bar = Bar.of(work)
        return max(
            Row.quotient(toFloor, bar?.atMostTimesFloor),
            Row.quotient(bar?.atLeastTimesFasterThanFloor, toFloor.map { 1 / $0 }),
            Row.quotient(bar?.atLeastTimesFaster, toOpenCombine),
            Row.quotient(medians[.binding], bar?.atMostNanoseconds))
    }

    private func time(of side: Contender.Side) -> String {
        let time = text(medians[side], digits: 1)
        guard side == .binding, let median = medians[side], let bar = Bar.of(work)?.atMostNanoseconds else {
            return time
        }
        return "\(time) (≤ \(text(bar, digits: 0))\(median <= bar ? "" : ", missed"))"
    }

    private static func quotient(_ above: Double?, _ below: Double?) -> Double {
        guard let above, let below else { return 0 }
        return above / below
    }

    private func ratio(_ ratio: Double?, _ bar: Double?, sign: String) -> String {
        guard let ratio else { return "" }
        guard let bar else { return text(ratio, digits: 2) }
        let isReached = sign == "≤" ? ratio <= bar : ratio >= bar
        return "\(text(ratio, digits: 2)) (\(sign) \(text(bar, digits: 1))\(isReached ? "" : ", missed"))"
    }
}

/// A number with so many digits after the point; empty for `nil`.
func text(_ number: Double?, digits: Int) -> String {
    guard let number else { return "" }
    let scale = [1, 10, 100][digits]
    let scaled = Int((number * Double(scale)).rounded())
    guard digits > 0 else { return grouped(scaled) }
    let fraction = String(scaled % scale + scale).dropFirst()
    return "\(grouped(scaled / scale)).\(fraction)"
}
