import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

private struct Pair: Equatable, Sendable {
    var left = ""
    var right = ""
}

@Suite("C21 Wholes and parts that are bound in one graph")
@MainActor
struct C21ContradictionTests {
    private let pairs = (0..<3).map { _ in BehaviorRelay(value: Pair()) }
    private let text = BehaviorRelay(value: "")
    private let bag = DisposeBag()

    /// How many warnings a contradiction gives.
    private static var one: Int {
        #if DEBUG
            1
        #else
            0
        #endif
    }

    /// The number of warnings that binding gives.
    private func warnings(_ bind: () -> [any Disposable]) -> Int {
        collectingWarnings { for binding in bind() { bag.insert(binding) } }
            .count { if case .contradictoryTwoWayBindings = $0 { true } else { false } }
    }

    private func expectAgreement() {
        pairs[0].accept(Pair(left: "a", right: "b"))
        expectEqual(pairs[0].value, pairs[1].value)
        expectEqual(pairs[0].value.left, pairs[1].value.right)
    }

    @Test("two different parts: a warning when the last of the bindings is made", arguments: [false, true])
    func direct(isWholeLast: Bool) {
        var order: [() -> any Disposable] = [
            { pairs[0] <=> pairs[1] }, { pairs[0][\.left] <=> pairs[1][\.right] },
        ]
        if isWholeLast { order.reverse() }
        expectEqual(warnings { [order[0]()] }, 0)
        expectEqual(warnings { [order[1]()] }, Self.one)
        expectAgreement()
    }

    @Test("over other relays, and over several wholes")
    func indirect() {
        expectEqual(warnings { [pairs[0] <=> pairs[2], pairs[2] <=> pairs[1], pairs[0][\.left] <=> text] }, 0)
        expectEqual(warnings { [text <=> pairs[1][\.right]] }, Self.one)
        expectAgreement()
    }

    @Test("two parts of one relay whose whole is bound")
    func oneRelay() {
        expectEqual(warnings { [pairs[0] <=> pairs[1]] }, 0)
        expectEqual(warnings { [pairs[0][\.left] <=> pairs[0][\.right]] }, Self.one)
        expectAgreement()
    }

    @Test("the same parts, parts alone, controls, and what has ended: none")
    func none() {
        let (first, second) = (TextField(), TextField())
        expectEqual(
            warnings {
                [
                    pairs[0] <=> pairs[1], pairs[0][\.left] <=> pairs[1][\.left], pairs[0][\.left] <=> first.rx.text,
                    pairs[1][\.right] <=> second.rx.text, pairs[2][\.left] <=> pairs[2][\.right],
                ]
            }, 0)
        let ended = pairs[0] <=> pairs[2]
        ended.dispose()
        expectEqual(warnings { [pairs[0][\.left] <=> text, text <=> pairs[1][\.left]] }, 0)
    }

    @Test("a thousand bindings that have ended are no part of it")
    func manyEnded() {
        for _ in 0..<1_000 {
            let bindings = [pairs[0] <=> pairs[1], pairs[2][\.left] <=> text]
            for binding in bindings { binding.dispose() }
        }
        expectEqual(warnings { [pairs[0][\.left] <=> pairs[1][\.right]] }, 0)
        expectEqual(warnings { [pairs[0] <=> pairs[1]] }, Self.one)
    }

    // MARK: All small programs

    /// A relay, or a part of one, that is bound.
    private enum Place: Equatable, CustomStringConvertible {
        case whole(Int)
        case part(Int, isLeft: Bool)
        case text

        static let all: [Place] =
            (0..<3).map { .whole($0) }
            + (0..<2).flatMap { [.part($0, isLeft: true), .part($0, isLeft: false)] } + [.text]

        var description: String {
            switch self {
            case .whole(let index): "\(index)"
            case .part(let index, let isLeft): "\(index).\(isLeft ? "left" : "right")"
            case .text: "text"
            }
        }

        var isWhole: Bool { if case .whole = self { true } else { false } }
    }

    /// Two pairs or three, a text, and what binds them.
    @MainActor
    private struct Graph {
        let pairs = (0..<3).map { _ in BehaviorRelay(value: Pair()) }
        let text = BehaviorRelay(value: "")
        let bindings: [(Place, Place)]
        let bag = DisposeBag()

        init(_ bindings: [(Place, Place)], answers: Bool) {
            self.bindings = bindings
            for (left, right) in bindings { bag.insert(bind(left, right)) }
            guard answers else { return }
            let pair = pairs[1]
            bag.insert(
                pair.asDriver().drive(onNext: {
                    if $0.left.count > 1 { pair[\.left].value = String($0.left.prefix(1)) }
                }))
        }

        private func bind(_ left: Place, _ right: Place) -> any Disposable {
            switch (left, right) {
            case (.whole(let left), .whole(let right)): pairs[left] <=> pairs[right]
            case (.text, .text): text <=> text
            case (.text, _): text <=> part(right)
            case (_, .text): part(left) <=> text
            default: part(left) <=> part(right)
            }
        }

        private func part(_ place: Place) -> Lens<String> {
            guard case .part(let index, let isLeft) = place else { fatalError("\(place) is no part") }
            return isLeft ? pairs[index][\.left] : pairs[index][\.right]
        }

        func change(_ change: Int, _ number: Int) {
            switch change {
            case 0, 1: pairs[change].accept(Pair(left: "a\(number)", right: "b\(number)"))
            case 2: pairs[0][\.left].value = "c\(number)"
            case 3: pairs[1][\.right].value = "d\(number)"
            default: text.accept("e\(number)")
            }
        }

        static let changes = 5

        private func content(_ place: Place) -> String {
            switch place {
            case .whole(let index): "\(pairs[index].value.left) \(pairs[index].value.right)"
            case .text: text.value
            case .part: part(place).value
            }
        }

        /// The bindings whose ends differ.
        var disagreements: [String] {
            bindings.filter { content($0) != content($1) }.map { "\($0): \(content($0)), \($1): \(content($1))" }
        }
    }

    private func disagreement(_ graph: Graph, _ changes: [Int]) -> String? {
        for (number, change) in changes.enumerated() {
            graph.change(change, number)
            let found = graph.disagreements
            if !found.isEmpty { return "\(changes[...number]): \(found)" }
        }
        return nil
    }

    @Test("at rest the ends of each binding agree, whatever is bound to whatever", arguments: [false, true])
    func agreement(answers: Bool) {
        let bindings = Place.all.flatMap { left in
            Place.all.filter { $0 != left && $0.isWhole == left.isWhole }.map { (left, $0) }
        }
        var (atRest, cutOff) = (0, 0)
        for first in bindings.indices {
            for second in bindings.indices {
                for third in bindings.indices where (first + second * 7 + third * 3).isMultiple(of: 5) {
                    let bound = [first, second, third].map { bindings[$0] }
                    let changes = (0..<Graph.changes).map { ($0 + first + third) % Graph.changes }
                    var found: String?
                    let warnings = collectingWarnings { found = disagreement(Graph(bound, answers: answers), changes) }
                    // What a whole reverts each time is cut off.
                    let isCutOff = warnings.contains { if case .unsettledTwoWayBinding = $0 { true } else { false } }
                    if isCutOff { cutOff += 1 } else { atRest += 1 }
                    if let found, !isCutOff {
                        Issue.record("\(bound.map { "\($0) <=> \($1)" }), \(found)")
                    }
                }
            }
        }
        #expect(atRest > cutOff * (answers ? 10 : 100), "\(atRest) at rest, \(cutOff) cut off")
    }
}
