// The Swift side of `signals`: prints the time of the case that the argument names, in nanoseconds; without one, the names
// of all cases.

import Binding

/// What the observers have computed, so that no work is removed.
private var sum = 0
private let bag = DisposeBag()

/// The median of the times of a case.
@MainActor
private func nanoseconds(_ work: () -> Void) -> Double {
    func time(_ count: Int) -> Double {
        let duration = ContinuousClock().measure { for _ in 0..<count { work() } }
        let (seconds, attoseconds) = duration.components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
    }
    var count = 16
    while time(count) * Double(count) < 2e6 { count *= 2 }
    return (0..<21).map { _ in time(count) }.sorted()[10]
}

/// Prints the time of a case, if it is the one to measure.
@MainActor
private func measure(_ name: String, _ make: () -> () -> Void) {
    guard let chosen = CommandLine.arguments.dropFirst().first else { return print(name) }
    if chosen == name { print(nanoseconds(make())) }
}

/// A value, and columns of values one derived from the other, each with an observer: what the returned closure sets.
@MainActor
private func grid(columns: Int, rows: Int) -> () -> Void {
    let source = BehaviorRelay(value: 1)
    for _ in 0..<columns {
        var last = DerivedValue { source.value + 1 }
        for _ in 1..<rows {
            let former = last
            last = DerivedValue { former.value + 1 }
        }
        last.asDriver().drive(onNext: { sum &+= $0 }).disposed(by: bag)
    }
    return { source.accept(source.value + 1) }
}

for columns in [1, 10, 100] {
    for rows in [1, 10, 100] { measure("\(columns) x \(rows)") { grid(columns: columns, rows: rows) } }
}
measure("1,000 into one, one set") {
    let sources = (0..<1_000).map { BehaviorRelay(value: $0) }
    let total = DerivedValue {
        // A loop, as a closure on the main actor would check each time that it runs there.
        var sum = 0
        for source in sources { sum &+= source.value }
        return sum
    }
    total.asDriver().drive(onNext: { sum &+= $0 }).disposed(by: bag)
    return { sources[500].accept(sources[500].value + 1) }
}
measure("10 of 100, one of the sources that are read, dynamic") {
    let sources = (0..<100).map { BehaviorRelay(value: $0) }
    let first = BehaviorRelay(value: 0)
    let part = DerivedValue {
        let start = first.value % 90
        var sum = 0
        for index in start..<start + 10 { sum &+= sources[index].value }
        return sum
    }
    part.asDriver().drive(onNext: { sum &+= $0 }).disposed(by: bag)
    return { first.accept(first.value + 1) }
}
measure("a read, nothing has changed") {
    let source = BehaviorRelay(value: 1)
    let derived = DerivedValue { source.value + 1 }
    return { sum &+= derived.value }
}
