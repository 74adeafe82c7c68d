import Binding
import BindingControls
import BindingOperators
import Foundation
import Model
import TestSupport
import Testing

/// Threads that set, observe and leave relays that are bound to each other, to a part and to a control, while the main actor
/// edits the control and makes bindings. C15, C17 to C21.
@Suite("Threads that race for two-way bindings")
@MainActor
struct RacingBindingsTests {
    private struct Pair: Equatable, Sendable {
        var text = ""
        var other = 0
    }

    /// A part, three relays and a control in a row, and one binding more that is made anew from time to time.
    @MainActor
    private struct Row {
        let pair = BehaviorRelay(value: Pair())
        let relays = (0..<3).map { _ in BehaviorRelay(value: "") }
        let field = TextField()
        let bag = DisposeBag()

        init(answers: Bool) {
            bag.insert(
                pair[\.text] <=> relays[0], relays[0] <=> relays[1], relays[1] <=> relays[2],
                relays[2] <=> field.rx.text)
            guard answers else { return }
            let relay = relays[1]
            bag.insert(relay.asDriver().drive(onNext: { if $0 != $0.uppercased() { relay.accept($0.uppercased()) } }))
        }

        var contents: [String] { [pair.value.text] + relays.map(\.value) + [field.text] }
    }

    private nonisolated static let count = 60

    @Test("threads that only observe: each edit and each value is everywhere", arguments: [false, true])
    func observing(answers: Bool) async {
        await race("observing", answers: answers, setting: false)
    }

    @Test("threads that set: in the end all agree, on the last value of one of them", arguments: [false, true])
    func setting(answers: Bool) async {
        await race("setting", answers: answers, setting: true)
    }

    private func race(_ title: String, answers: Bool, setting: Bool) async {
        await RandomTurn.begin()
        defer { RandomTurn.end() }
        var spending = Spending()
        var seed = Effort.seed
        while !spending.isEnough {
            let problem = await spending.measure { await firstProblem(seed: seed, answers: answers, setting: setting) }
            if let problem {
                Issue.record("BINDING_SEED=\(seed): \(problem)")
                return
            }
            seed &+= 1
            spending.steps += 5 * Self.count
        }
        print("robustness: racing bindings, \(title): \(spending.steps) values and edits, from seed \(Effort.seed)")
    }

    /// - Returns: What went wrong.
    private func firstProblem(seed: UInt64, answers: Bool, setting: Bool) async -> String? {
        let row = Row(answers: answers)
        // A binding that is made is a change, to whatever its left side has by then.
        let binds = seed.isMultiple(of: 2)
        let (pair, relays) = (row.pair, row.relays)
        let running = Shared(4)
        for thread in 0..<4 {
            Thread.detachNewThread {
                var generator = SplitMix(state: seed &* 4 &+ UInt64(thread))
                var subscriptions: [any Disposable] = []
                for number in 0..<Self.count {
                    let value = "t\(thread) \(number)"
                    switch generator.next() % 6 {
                    case 0, 1: subscriptions.append(relays[number % 3].asDriver().drive(onNext: { _ in }))
                    case 2: subscriptions.popLast()?.dispose()
                    case 3 where setting: pair.modify { $0.text = value }
                    case 4 where setting: relays[number % 3].accept(value)
                    default: pair.modify { $0.other += 1 }
                    }
                }
                // The last value of each.
                if setting { relays[thread % 3].accept("t\(thread) last") }
                for subscription in subscriptions { subscription.dispose() }
                running.update { $0 -= 1 }
            }
        }
        var generator = SplitMix(state: seed)
        var last = ""
        var number = 0
        let extra = SerialDisposable()
        while running.value > 0 || number < Self.count {
            number += 1
            switch generator.next() % 4 {
            case 0 where binds:
                let binding = relays[number % 3] <=> relays[(number + 1) % 3]
                extra.disposable = binding
            case 1:
                last = "m \(number)"
                pair[\.text].value = last
            default:
                last = "m \(number)"
                row.field.type(last)
            }
            let expected = answers ? last.uppercased() : last
            if !setting {
                // At once, unless values of other threads come first and a turn of the main actor is over.
                await eventually("\(expected) is lost") { row.contents.allSatisfy { $0 == expected } }
            }
            await mainActorIsFree()
        }
        await eventually { Set(row.contents).count == 1 }
        await mainActorIsFree()
        let contents = row.contents
        if Set(contents).count != 1 { return "at rest: \(contents)" }
        if answers, contents[0] != contents[0].uppercased() { return "\(contents[0]) has not been answered" }
        // An answer is a change of its own, perhaps to a value that another one has overtaken meanwhile.
        if !setting || binds || answers { return nil }
        let candidates = (0..<4).map { "t\($0) last" } + [last]
        return candidates.contains(contents[0]) ? nil : "\(contents[0]) is none of \(candidates)"
    }
}
