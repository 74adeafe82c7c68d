import Binding
import Foundation
import Synchronization

/// The main actor at work, in a loop with `poll`, while threads set a property that it shows as fast as they can; or
/// while all of them are as busy with unrelated work, which shows the machine's share of the time.
@MainActor
final class Flood {
    enum Work: String, CaseIterable {
        case reading = "reading a property that is flooded"
        case setting = "setting it"
        case key = "another thing that waits for the main queue (a key)"
        case other = "setting and showing another property"

        var bars: Bars {
            switch self {
            case .reading: Bars(median: 5, at99: 1_000)
            case .setting: Bars(at99: 8_000)
            case .key: Bars(at99: 8_000)
            case .other: Bars(at99: 1_000)
            }
        }
    }

    private let flooded = Bindable(wrappedValue: 0)
    private let other = Bindable(wrappedValue: 0)
    private let bag = DisposeBag()
    let others: Others
    private var times: [Work: Times] = [:]
    private var shown = 0
    private var otherShown = 0
    private var set = 0

    init(beside others: Others) {
        self.others = others
        bag.insert(flooded.projectedValue.drive(onNext: { [unowned self] _ in shown += 1 }))
        bag.insert(other.projectedValue.drive(onNext: { [unowned self] in otherShown = $0 }))
    }

    func times(of work: Work) -> Times { times[work] ?? Times() }

    func run(for length: Duration) {
        let isOver = Flag()
        let (shownBefore, setBefore) = (shown, set)
        let sent = (0..<others.threads).map { _ in Count() }
        for count in sent {
            let flooded = others.floods ? flooded : Bindable(wrappedValue: 0)
            Thread.detachNewThread {
                var number = 0
                while !isOver.isSet {
                    number += 1
                    flooded.wrappedValue = number
                }
                count.number.store(number, ordering: .releasing)
            }
        }
        let keys = Count()
        Thread.detachNewThread {
            while !isOver.isSet {
                Thread.sleep(forTimeInterval: 0.01)
                let pressed = ContinuousClock.now
                keys.number.add(1, ordering: .relaxed)
                DispatchQueue.main.async { self.key(pressed, keys) }
            }
        }
        if others.threads > 0, !others.floods { workInTurns(until: isOver) }
        Loop.run(until: .now + length)
        isOver.isSet = true
        // Everything arrives.
        Loop.run {
            sent.allSatisfy { $0.number.load(ordering: .acquiring) > 0 } && keys.number.load(ordering: .relaxed) == 0
                && shown - shownBefore
                    == sent.reduce(set - setBefore) {
                        $0 + (others.floods ? $1.number.load(ordering: .acquiring) : 0)
                    }
        }
    }

    /// Keeps the main actor as busy as the flood does.
    private func workInTurns(until isOver: Flag) {
        workForATurn()
        if !isOver.isSet { DispatchQueue.main.async { self.workInTurns(until: isOver) } }
    }

    private func workForATurn() {
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end {}
    }

    /// The main actor's work for a key press.
    private func key(_ pressed: ContinuousClock.Instant, _ keys: Count) {
        keys.number.subtract(1, ordering: .relaxed)
        times[.key, default: Times()].add(.now - pressed)
        // First the work that is unrelated to the flood: after the rest, the system may have just given the processor
        // to a thread that was woken.
        measure(.other) { other.wrappedValue = set + 1 }
        precondition(otherShown == set + 1, "what was set on the main actor was not shown")
        measure(.reading) { _ = flooded.wrappedValue }
        measure(.setting) {
            flooded.wrappedValue = -1
            if others.threads > 0, !others.floods { workForATurn() }
        }
        set += 1
    }

    private func measure(_ work: Work, _ body: () -> Void) {
        let start = ContinuousClock.now
        body()
        times[work, default: Times()].add(.now - start)
    }
}

/// The other threads during a measurement.
struct Others: CustomStringConvertible {
    var threads: Int
    var floods: Bool

    var description: String { threads == 0 ? "none" : "\(threads) \(floods ? "flooding" : "busy")" }
}

/// How soon the last of many values that threads set is shown, with `conflate()`.
@MainActor
final class Conflation {
    private let relay = BehaviorRelay(value: 0)
    private let bag = DisposeBag()
    private let threads: Int
    private var shownAt = ContinuousClock.now
    private var shown = 0

    init(threads: Int) {
        self.threads = threads
        bag.insert(
            relay.conflate().drive(onNext: { [unowned self] in
                shown = $0
                shownAt = .now
            }))
    }

    func run(rounds: Int) -> Times {
        var times = Times()
        for round in 1...rounds {
            let last = Shared<ContinuousClock.Instant?>(nil)
            let (relay, threads) = (relay, threads)
            Thread.detachNewThread {
                DispatchQueue.concurrentPerform(iterations: threads) { _ in
                    for number in 1...(1_000_000 / threads) { relay.accept(number) }
                }
                relay.accept(-round)
                last.value = .now
            }
            Loop.run { last.value != nil && shown == -round }
            times.add(max(.zero, shownAt - last.value!))
        }
        return times
    }
}
