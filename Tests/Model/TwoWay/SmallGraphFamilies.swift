/// Small programs that have something in common, all of which can be run.
///
/// Relays and controls are numbered in the order in which a program names them, so that no two programs differ only in
/// their names.
package struct SmallGraphFamily: Sendable {
    /// The kinds of statements, besides the observer.
    package enum Kind: Sendable {
        case bind, change, copy, dispose, several, whole
    }

    /// The kinds of what the observer does.
    package enum Reaction: Sendable {
        case capitals, cuts, marks, subscribes, disposes
        /// Binds any two ends, or any end to one that has not been bound.
        case binds, bindsNew
        case sets(Target, times: Int)
        case edits(times: Int)
    }

    /// What the observer sets: a relay, or a part.
    package enum Target: Sendable {
        case any
        /// A relay that is not bound to the one that it observes, over however many others.
        case elsewhere
        case part
    }

    package var kinds: [Kind] = [.bind, .change]
    package var controls: [SmallGraph.ControlKind] = [.silent, .echoing, .cutting]
    package var mostRelays = 3
    package var mostControls = 2
    package var parts: [SmallGraph.Part] = []
    /// What the observer may do: some of it, one after the other.
    package var reactions: [[Reaction]] = []
    /// Whether there is a relay for the observer that need not be bound.
    package var hasUnboundRelay = false
    /// How often a control may be bound.
    package var mostBindingsOfControl = 1

    /// Whether a relay may be bound to itself.
    package var bindsToItself = false
    /// Whether the first part and the second one may be bound to each other, over however many others.
    package var bindsPartsToEachOther = false
    /// How many values are set in one call.
    package var several = [2, 12]
    /// Up to how many statements the observer may have been there before the bindings.
    package var observesFirstUpTo = Int.max

    package init() {}

    /// Draws a program of a number of statements, besides the observer.
    package func draw(_ size: Int, _ choices: Choices) -> SmallGraph? {
        var drawing = SmallGraphDrawing(family: self, choices: choices)
        return drawing.draw(size)
    }
}

private struct SmallGraphDrawing {
    let family: SmallGraphFamily
    let choices: Choices
    var program = SmallGraph()
    var bindings = 0
    var bindingsOfControls: [Int] = []

    init(family: SmallGraphFamily, choices: Choices) {
        self.family = family
        self.choices = choices
        program.hasParts = !family.parts.isEmpty
        program.relays = family.hasUnboundRelay ? 1 : 0
    }

    mutating func draw(_ size: Int) -> SmallGraph? {
        for place in 0..<size {
            let isLast = place == size - 1
            guard let statement = statement(isLast: isLast) else { return nil }
            program.statements.append(statement)
            let areBound = program.areConnected(.part(.first), .part(.second))
            if areBound, !family.bindsPartsToEachOther { return nil }
        }
        guard family.reactions.isEmpty || insertObserver() else { return nil }
        return program
    }

    // MARK: Statements

    private mutating func statement(isLast: Bool) -> SmallGraph.Statement? {
        let kinds = family.kinds.filter { kind in
            switch kind {
            case .bind: !isLast || family.reactions.isEmpty || family.kinds == [.bind]
            case .change, .several, .whole: bindings > 0
            case .copy: program.relays > 1
            case .dispose: bindings > 0 && !isLast
            }
        }
        guard !kinds.isEmpty else { return nil }
        switch choices.pick(kinds) {
        case .bind:
            guard let left = left(), let right = right(), left != right || family.bindsToItself else { return nil }
            bindings += 1
            return .bind(left, right)
        case .change: return .change(end())
        case .copy:
            let to = choices.next(below: program.relays)
            let from = choices.next(below: program.relays - 1)
            return .copy(from: from < to ? from : from + 1, to: to)
        case .dispose: return .dispose(choices.next(below: bindings))
        case .several:
            let count = choices.pick(family.several)
            if count > 3 { return .several(Array(repeating: end(), count: count)) }
            return .several((0..<count).map { _ in end() })
        case .whole: return .changeWhole
        }
    }

    /// What the program has named so far.
    private var ends: [SmallGraph.End] {
        (0..<program.relays).map { .relay($0) } + program.controls.indices.map { .control($0) }
            + family.parts.map { .part($0) }
    }

    private func end() -> SmallGraph.End { choices.pick(ends) }

    private mutating func left() -> SmallGraph.End? {
        let hasNew = program.relays < family.mostRelays
        let known = program.relays + family.parts.count
        guard known > 0 || hasNew else { return nil }
        let choice = choices.next(below: known + (hasNew ? 1 : 0))
        if choice < program.relays { return .relay(choice) }
        if choice < known { return .part(family.parts[choice - program.relays]) }
        program.relays += 1
        return .relay(program.relays - 1)
    }

    private mutating func right() -> SmallGraph.End? {
        let controls = program.controls.indices.filter { bindingsOfControls[$0] < family.mostBindingsOfControl }
        let new = program.controls.count < family.mostControls ? family.controls : []
        let choice = choices.next(below: 1 + (controls.count + new.count > 0 ? 1 : 0))
        if choice == 0 { return left() }
        let control = choices.next(below: controls.count + new.count)
        if control < controls.count {
            bindingsOfControls[controls[control]] += 1
            return .control(controls[control])
        }
        program.controls.append(new[control - controls.count])
        bindingsOfControls.append(1)
        return .control(program.controls.count - 1)
    }

    // MARK: The observer

    /// Makes an observer before everything else, or after the first bindings.
    private mutating func insertObserver() -> Bool {
        let reactions = choices.pick(family.reactions)
        guard program.relays > 0 else { return false }
        let relay = choices.next(below: program.relays)
        let isFirst = program.statements.count <= family.observesFirstUpTo && choices.next(below: 2) == 0
        let first = program.statements.firstIndex { if case .bind = $0 { false } else { true } }
        var drawn: [SmallGraph.Reaction] = []
        for reaction in reactions {
            guard let reaction = draw(reaction, of: relay) else { return false }
            drawn.append(reaction)
        }
        program.statements.insert(.observe(relay, drawn), at: isFirst ? 0 : first ?? program.statements.count)
        return true
    }

    private mutating func draw(
        _ reaction: SmallGraphFamily.Reaction, of relay: Int
    ) -> SmallGraph.Reaction? {
        switch reaction {
        case .capitals: return .capitals
        case .cuts: return .cuts
        case .marks:
            guard program.relays > 1 else { return nil }
            let other = choices.next(below: program.relays - 1)
            return .marks(other < relay ? other : other + 1)
        case .sets(let target, let times):
            let relays = (0..<program.relays).map { SmallGraph.End.relay($0) }
            let targets =
                switch target {
                case .any: relays
                case .elsewhere: relays.filter { !program.areConnected(.relay(relay), $0) }
                case .part: family.parts.map { SmallGraph.End.part($0) }
                }
            return targets.isEmpty ? nil : .sets(choices.pick(targets), times: times)
        case .edits(let times):
            guard !program.controls.isEmpty else { return nil }
            return .edits(choices.next(below: program.controls.count), times: times)
        case .subscribes: return .subscribes(choices.next(below: program.relays))
        case .binds:
            guard let left = left(), let right = right(), left != right || family.bindsToItself else { return nil }
            return .binds(left, right)
        case .bindsNew:
            guard let left = left() else { return nil }
            let known = ends
            guard let right = right(), !known.contains(right) else { return nil }
            return .binds(left, right)
        case .disposes: return .disposes(choices.next(below: bindings))
        }
    }
}
