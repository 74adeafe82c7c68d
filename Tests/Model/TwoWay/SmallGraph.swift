/// A small program on relays, controls and parts that are bound to each other.
package struct SmallGraph: Sendable {
    /// Something that can be bound.
    package enum End: Hashable, Sendable {
        case relay(Int)
        case control(Int)
        /// A part of the one relay of pairs.
        case part(Part)
    }

    package enum Part: Int, CaseIterable, Sendable {
        case first, second
        /// A part whose setter cuts what it is given.
        case short
    }

    /// What a control does with what it is given.
    package enum ControlKind: Int, CaseIterable, Sendable {
        case silent
        /// It emits each value that it is given.
        case echoing
        /// It cuts, and emits what it has changed.
        case cutting
        /// It cuts, and emits nothing.
        case silentlyCutting
    }

    /// What the observer does with each value that it is called with; those with a number of times, only once.
    package enum Reaction: Equatable, Sendable {
        case capitals
        case cuts
        /// Sets another relay to the value with a mark, unless it has one.
        case marks(Int)
        case sets(End, times: Int)
        case edits(Int, times: Int)
        case subscribes(Int)
        case binds(End, End)
        case disposes(Int)
    }

    package enum Statement: Equatable, Sendable {
        case bind(End, End)
        /// Disposes of a binding, by the order in which they were made, and makes another one in its place, if nested
        /// from within an observer of another source.
        case rebind(Int, End, End, isNested: Bool)
        case dispose(Int)
        case observe(Int, [Reaction])
        /// Sets or edits an end.
        case change(End)
        /// Sets a relay to what another one holds.
        case copy(from: Int, to: Int)
        /// Sets or edits ends from within an observer of another source.
        case several([End])
        /// Sets all parts.
        case changeWhole
    }

    package var relays = 0
    package var controls: [ControlKind] = []
    package var hasParts = false
    package var statements: [Statement] = []
    /// The texts that the relays hold at first, if they are not distinct.
    package var texts: [String]?
    /// The names of the relays, if they have a meaning.
    package var names = ["left", "right", "third", "fourth"]

    package init() {}

    /// Whether it is for values that are `Equatable` only: parts are, and without equality a control that emits nothing is
    /// not asked what it has made of a value.
    package var needsEquality: Bool { hasParts || controls.contains(.silentlyCutting) }

    /// Whether some end cuts what it is given.
    package var cuts: Bool {
        hasParts || controls.contains { $0 == .cutting || $0 == .silentlyCutting } || reactions.contains(.cuts)
    }

    /// Whether two ends are bound to each other, over however many others.
    package func areConnected(_ one: End, _ other: End) -> Bool {
        var reached: Set<End> = [one]
        var size = 0
        while size < reached.count, !reached.contains(other) {
            size = reached.count
            for case .bind(let left, let right) in statements where reached.contains(left) || reached.contains(right) {
                reached.formUnion([left, right])
            }
        }
        return reached.contains(other)
    }

    package var reactions: [Reaction] {
        statements.flatMap { if case .observe(_, let reactions) = $0 { reactions } else { [Reaction]() } }
    }
}

extension SmallGraph: CustomStringConvertible {
    package var description: String {
        let kinds: [ControlKind: String] = [
            .echoing: "emits what it is given", .cutting: "cuts, and emits that", .silentlyCutting: "cuts",
        ]
        let notes = controls.enumerated().compactMap { number, kind in
            kinds[kind].map { "\(name(.control(number))) \($0)" }
        }
        let beginning = texts.map { texts in [zip(names, texts).map { "\($0) = \"\($1)\"" }.joined(separator: ", ")] }
        return (notes + (beginning ?? []) + statements.map(describe)).joined(separator: "; ")
    }

    package func name(_ end: End) -> String {
        switch end {
        case .relay(let number): names[number]
        case .control(let number): ["field", "other field", "third field"][number]
        case .part(let part): "pair.\(part)"
        }
    }

    private func describe(_ statement: Statement) -> String {
        switch statement {
        case .bind(let left, let right): "\(name(left)) <=> \(name(right))"
        case .rebind(let number, let left, let right, let isNested):
            "\(isNested ? "in an observer: " : "")\(name(left)) <=> \(name(right)) instead of binding \(number + 1)"
        case .dispose(let number): "binding \(number + 1) is disposed of"
        case .observe(let relay, let reactions):
            "\(names[relay]) \(reactions.map(describe).joined(separator: " and "))"
        case .change(.control(let number)): "\(name(.control(number))) is edited"
        case .change(let end): "\(name(end)) is set"
        case .copy(let from, let to): "\(names[to]) is set to what \(names[from]) holds"
        case .several(let ends): "in one call: \(ends.map { describe(.change($0)) }.joined(separator: ", "))"
        case .changeWhole: "pair is set"
        }
    }

    private func describe(_ reaction: Reaction) -> String {
        switch reaction {
        case .capitals: "answers in capitals"
        case .cuts: "cuts"
        case .marks(let relay): "sets \(names[relay]) to the same with a mark"
        case .sets(let end, let times): "sets \(name(end)) \(times) times, once"
        case .edits(let control, let times): "edits \(name(.control(control))) \(times) times, once"
        case .subscribes(let relay): "subscribes to \(names[relay]), once"
        case .binds(let left, let right): "binds \(name(left)) <=> \(name(right)), once"
        case .disposes(let number): "disposes of binding \(number + 1), once"
        }
    }
}
