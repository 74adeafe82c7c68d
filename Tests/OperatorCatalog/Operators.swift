import Binding
import BindingTesting

/// An operator: a row of the table in Documentation/Operators.md, or a way to make sequences that is named below it.
package struct Operator<Sharing: SharedForm>: Sendable {
    /// The row's first column.
    package let name: String
    package let makesSequences: Bool
    package fileprivate(set) var examples: [OperatorExample] = []
    package fileprivate(set) var uses: [OperatorUse<Sharing>] = []
}

/// What an operator sends, given 1, 2 and 3.
package struct OperatorExample: Sendable {
    /// Whether the operator is that of drivers and signals.
    package let isShared: Bool
    package let expected: String
    package let actual: @MainActor @Sendable () -> String
    /// The line that says so, in the file of the operator's topic.
    package let line: Int
}

/// All operators, as tests use them: each has one entry, in the file of its topic.
///
/// An entry begins with the operator's name. `sends` says what it sends, and `use` makes a stage of it between two
/// sequences of numbers, each for observables and for drivers and signals, if they have the operator.
package struct Operators<Sharing: SharedForm>: Sendable {
    package typealias Shared<Element: Sendable> = SharedSequence<Sharing, Element>

    package private(set) var all: [Operator<Sharing>] = []

    package init() {
        addTransforming()
        addFiltering()
        addTaking()
        addCombining()
        addFlattening()
        addTiming()
        addObserving()
        addSharing()
        addErrors()
        addMaking()
    }

    package var uses: [OperatorUse<Sharing>] { all.flatMap(\.uses) }

    /// The uses that pass on every value.
    package var links: [OperatorUse<Sharing>] { uses.filter { $0.passing == .all } }

    mutating func entry(_ name: String, makesSequences: Bool = false) {
        all.append(Operator(name: name, makesSequences: makesSequences))
    }

    /// Adds what the operator sends, as text: `1 2 |`, with `#` for an error.
    mutating func sends<Element>(
        _ expected: String, _ observable: @escaping @Sendable (Observable<Int>) -> Observable<Element>,
        shared: (@MainActor @Sendable (Shared<Int>) -> Shared<Element>)? = nil,
        line: Int = #line
    ) {
        gives(expected, line) { text(observable($0)) }
        if let shared { givesShared(expected, line) { text(shared($0)) } }
    }

    /// The same for what it sends within ten seconds.
    mutating func sendsInTime<Element>(
        _ expected: String, _ observable: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Element>,
        shared: (@MainActor @Sendable (Shared<Int>, TestScheduler) -> Shared<Element>)? = nil,
        line: Int = #line
    ) {
        gives(expected, line) { numbers in text(in: { observable(numbers, $0) }) }
        if let shared { givesShared(expected, line) { numbers in text(in: { shared(numbers, $0) }) } }
    }

    /// Adds any other text that tells what the operator does.
    mutating func gives(
        _ expected: String, _ line: Int = #line,
        _ observable: @escaping @MainActor @Sendable (Observable<Int>) -> String
    ) {
        add(
            OperatorExample(
                isShared: false, expected: expected, actual: { observable(.of(1, 2, 3)) },
                line: line))
    }

    /// The same for the operator of drivers and signals.
    mutating func givesShared(
        _ expected: String, _ line: Int = #line,
        _ shared: @escaping @MainActor @Sendable (Shared<Int>) -> String
    ) {
        add(
            OperatorExample(
                isShared: true, expected: expected, actual: { shared(.of(1, 2, 3)) }, line: line))
    }

    private mutating func add(_ example: OperatorExample) { all[all.count - 1].examples.append(example) }

    /// Adds a use of the operator.
    ///
    /// - Parameters:
    ///   - name: The part of the entry's name that it is a use of, or that and what is special; the entry's name if `nil`.
    ///   - passing: The values that it passes on.
    mutating func use(
        of name: String? = nil, passing: Passing = .all, traits: Set<Trait> = [],
        _ observable: @escaping @Sendable (Observable<Int>) -> Observable<Int>,
        shared: (@MainActor @Sendable (Shared<Int>) -> Shared<Int>)? = nil
    ) {
        var timed: (@MainActor @Sendable (Shared<Int>, OperatorTime) -> Shared<Int>)?
        if let shared { timed = { source, _ in shared(source) } }
        timedUse(of: name, passing: passing, traits: traits, { source, _ in observable(source) }, shared: timed)
    }

    /// The same for an operator that needs a scheduler.
    mutating func timedUse(
        of name: String? = nil, passing: Passing = .all, traits: Set<Trait> = [],
        _ observable: @escaping @Sendable (Observable<Int>, OperatorTime) -> Observable<Int>,
        shared: (@MainActor @Sendable (Shared<Int>, OperatorTime) -> Shared<Int>)? = nil
    ) {
        let last = all.count - 1
        all[last].uses.append(
            OperatorUse(
                name: name ?? all[last].name, passing: passing, traits: traits, observable: observable, shared: shared))
    }
}
