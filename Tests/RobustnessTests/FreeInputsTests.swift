import Binding
import Dispatch
import Foundation
import Model
import TestSupport
import Testing
import Unidirectional

/// Threads that look up, read, set and change the properties of a stream's input without coordination.
///
/// The relay of each property is looked up once for each type of input. So each round has a type of its own, which all
/// threads look up at once.
@Suite("Inputs of streams, from threads that run as they like")
struct FreeInputsTests {
    /// The input that the threads use. `Round` makes types of it that have not been used yet.
    struct Parts<Round>: BindableInputType, Sendable {
        @Mutable var first = 0
        @Mutable var second = 0
        @Mutable var label = ""
        let tap = PublishRelay<Int>()
        @Mutable var third = 0
        @Mutable var flag: Bool?
        @Mutable var fourth = 0
    }

    class Base<Round>: BindableInputType, @unchecked Sendable {
        // Safe: wrapped properties may be used from any thread.
        @Mutable var third = 0
        @Mutable var fourth = 0
    }

    final class Derived<Round>: Base<Round>, @unchecked Sendable {
        @Mutable var label = ""
        @Mutable var first = 0
        @Mutable var second = 0
    }

    /// The properties that are counted up, by the names they are looked up by, and their relays.
    private struct Properties: Sendable {
        let ask: @Sendable (Int) -> BehaviorRelay<Int>
        let relays: [BehaviorRelay<Int>]
        let askForLabel: @Sendable () -> BehaviorRelay<String>
        let label: BehaviorRelay<String>

        init<Round>(_ parts: Parts<Round>) {
            ask = {
                let input = InputWrapper(parts)
                return [{ input.first }, { input.second }, { input.third }, { input.fourth }][$0]()
            }
            relays = [parts.$first, parts.$second, parts.$third, parts.$fourth]
            askForLabel = { InputWrapper(parts).label }
            label = parts.$label
        }

        init<Round>(_ parts: Derived<Round>) {
            ask = {
                let input = InputWrapper(parts)
                return [{ input.first }, { input.second }, { input.third }, { input.fourth }][$0]()
            }
            relays = [parts.$first, parts.$second, parts.$third, parts.$fourth]
            askForLabel = { InputWrapper(parts).label }
            label = parts.$label
        }

        private static let tags: [Any.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, Float.self, Double.self, Bool.self,
        ]

        /// How many rounds have a type of their own.
        static let rounds = 2 * tags.count * tags.count * tags.count

        /// Makes an input with a different type in each round, structures and classes in turn.
        init(round: Int) {
            let tags = Self.tags
            func tag(_ place: Int) -> Any.Type { tags[(round / 2 / place) % tags.count] }
            func make<First, Second, Third>(_: First.Type, _: Second.Type, _: Third.Type) -> Properties {
                round.isMultiple(of: 2)
                    ? Properties(Parts<(First, Second, Third)>()) : Properties(Derived<(First, Second, Third)>())
            }
            self = make(tag(1), tag(tags.count), tag(tags.count * tags.count))
        }
    }

    /// The work of a thread in a round, with its model: how often it has counted up each property.
    private static func use(
        _ properties: Properties, steps: Int, _ generator: inout SplitMix, _ problem: (String) -> Void
    ) -> [Int] {
        var added = Array(repeating: 0, count: properties.relays.count)
        var seen = added
        func ask(_ index: Int) -> BehaviorRelay<Int> {
            let relay = properties.ask(index)
            if relay !== properties.relays[index] { problem("property \(index) is another relay") }
            return relay
        }
        for _ in 0..<steps {
            let index = Int(generator.next() % UInt64(added.count))
            let later = (index..<added.count).randomElement(using: &generator) ?? index
            switch generator.next() % 8 {
            case 0: _ = ask(index)
            case 1, 2:
                let value = ask(index).value
                if value < seen[index] { problem("property \(index) went from \(seen[index]) to \(value)") }
                seen[index] = value
            case 3:
                // In the same order everywhere: two threads that wait for each other's values in different orders would
                // deadlock.
                properties.relays[index].modify { value in
                    if later > index, ask(later).value < seen[later] { problem("property \(later) went down") }
                    value += 1
                }
                added[index] += 1
            case 4:
                ask(index).modify { $0 += 1 }
                added[index] += 1
            case 5:
                let relay = properties.askForLabel()
                if relay !== properties.label { problem("the label is another relay") }
                relay.accept("\(index)")
            case 6:
                let first = Shared<Int?>(nil)
                ask(index).subscribe(onNext: { value in first.update { $0 = $0 ?? value } }).dispose()
                if (first.value ?? -1) < seen[index] { problem("property \(index) began with an older value") }
            default:
                properties.label.modify { text in
                    text += "\(ask(index).value)"
                    text = String(text.suffix(4))
                }
            }
        }
        return added
    }

    @Test("a property is always its own relay, nobody waits for ever, and nothing is lost", arguments: [2, 3])
    func properties(threads: Int) {
        var spending = Spending()
        var rounds = 0
        // As many as there are types.
        while !spending.isEnough, rounds < Properties.rounds {
            if let failure = spending.measure({ use(rounds, threads: threads) }) {
                Issue.record("BINDING_SEED=\(Effort.seed), \(threads) threads, round \(rounds): \(failure)")
                return
            }
            rounds += 1
            spending.steps += Self.steps * threads
        }
        print("robustness: inputs, \(threads) threads: \(spending.steps) steps, from seed \(Effort.seed)")
    }

    /// What each thread does in a round.
    private static let steps = 40

    /// - Returns: What went wrong in a round.
    private func use(_ round: Int, threads: Int) -> String? {
        let properties = Properties(round: round)
        let problems = Recorder<String>()
        let added = Shared(Array(repeating: 0, count: properties.relays.count))
        let isDone = DispatchGroup()
        let start = DispatchSemaphore(value: 0)
        for thread in 0..<threads {
            isDone.enter()
            Thread.detachNewThread {
                var generator = SplitMix(state: Effort.seed &+ UInt64(round * threads + thread))
                start.wait()
                let own = Self.use(properties, steps: Self.steps, &generator) { problems($0) }
                added.update { sums in for index in own.indices { sums[index] += own[index] } }
                isDone.leave()
            }
        }
        for _ in 0..<threads { start.signal() }
        guard isDone.wait(timeout: .now() + 60) == .success else { return "threads wait for each other" }
        guard properties.relays.map(\.value) == added.value else { return "the properties' values are not the sums" }
        return problems.elements.isEmpty ? nil : "\(problems.elements)"
    }
}
