import Binding

// Everything here is called under the lock of the inspector, and calls nobody.
extension Recording {
    // MARK: Names

    /// The name of a node, as a user knows it.
    func name(of node: NodeRecord?) -> String {
        guard let node else { return "something that is gone" }
        if let name = node.name { return name }
        switch node.kind {
        case .source(let type): return node.reads.isEmpty ? NodeNames.type(type) : "a derived value"
        case .control: return "a control"
        case .step(let function):
            if let name = node.operatorName { return name }
            if function == "<=>" { return "<=>" }
            return node.isBinding ? "an observer" : function
        }
    }

    /// The same with its place.
    func placedName(of node: NodeRecord?) -> String {
        name(of: node) + place(of: node)
    }

    /// The place of a node in parentheses, if it is known, to follow its name.
    func place(of node: NodeRecord?) -> String { node?.place.map { " (\(NodeNames.place($0)))" } ?? "" }

    /// The text of an event's value, unless it is secret.
    func text(of event: EventRecord) -> String? {
        shownText(event.value, at: node(of: event))
    }

    func shownText(_ value: InspectedValue, at node: NodeRecord?) -> String? {
        value.text.map { node?.isSecret == true && value.isText ? "•••" : $0 }
    }

    // MARK: Chains

    /// The events that have led to one, with it, the first one first.
    func chain(to number: UInt64) -> [EventRecord] {
        var chain: [EventRecord] = []
        var next = ring[number]
        while let event = next, chain.count < 500 {
            chain.append(event)
            next = ring[event.cause]
        }
        return chain.reversed()
    }

    /// The sentences that tell a chain.
    func sentences(of chain: [EventRecord]) -> [String] {
        var sentences: [String] = []
        var binding: NodeRecord?
        let chain = withoutSignals(chain)
        if let first = chain.first, first.kind == .initial || first.kind == .received,
            let source = node(node(of: first)?.source ?? 0)
        {
            sentences.append("\(placedName(of: source)) is \(text(of: first) ?? "set") from the start")
        }
        for (index, event) in chain.enumerated() {
            let node = node(of: event)
            let value = text(of: event)
            switch event.kind {
            case .edited:
                sentences.append("\(value ?? "a value") was entered in \(name(of: node))")
            case .sent:
                sentences.append(placedName(of: node) + (value.map { " = \($0)" } ?? " was sent"))
            case .derived:
                sentences.append(placedName(of: node) + (value.map { " = \($0)" } ?? " was computed"))
            case .action:
                sentences.append("\(value ?? "an action") was sent to \(name(of: node))")
            case .shown:
                sentences.append(name(of: node) + (value.map { " = \($0)" } ?? " was set") + place(of: binding))
                binding = nil
            case .received, .initial:
                if node?.isBinding == true {
                    binding = node
                    if let answer = answer(to: event, chain.dropFirst(index + 1)) { sentences.append(answer) }
                    if index == chain.count - 1 { sentences.append(placedName(of: node)) }
                } else if let name = node?.operatorName {
                    let result = index + 1 < chain.count ? self.text(of: chain[index + 1]) : nil
                    sentences.append(name + (result.map { ": \($0)" } ?? ""))
                }
            case .completed: sentences.append("\(name(of: node)) has completed")
            case .failed: sentences.append("\(name(of: node)) has failed: \(value ?? "")")
            }
        }
        return sentences
    }

    /// What a control has made of a value that a two-way binding brought, if that is what came of it.
    private func answer(to event: EventRecord, _ following: ArraySlice<EventRecord>) -> String? {
        guard let binding = node(of: event), binding.source != 0, let control = node(binding.target),
            let next = following.first, next.kind == .sent, next.node == binding.source
        else { return nil }
        return "\(name(of: control)) made \(text(of: next) ?? "another value") of it\(place(of: binding))"
    }

    /// The events without those by which a control says no more than that it was edited.
    func withoutSignals(_ chain: [EventRecord]) -> [EventRecord] {
        var result: [EventRecord] = []
        for event in chain {
            if event.kind == .edited {
                while let last = result.last, last.kind == .sent || last.kind == .received, last.value.text == nil {
                    result.removeLast()
                }
            }
            result.append(event)
        }
        return result
    }

    // MARK: What is bound

    /// The steps and sources that a node gets its values from.
    ///
    /// - Parameter nodes: The nodes among which to look: what there is, or, for a binding that is gone, what has ended.
    func inputs(of node: NodeRecord, in nodes: [NodeRecord]) -> [NodeRecord] {
        var inputs = nodes.filter { $0.isStep && $0.outer == node.number }
        if let source = self.node(node.source) { inputs.append(source) }
        return inputs
    }

    /// The bindings that set a control.
    func bindings(of control: UInt32, in nodes: [NodeRecord]) -> [NodeRecord] {
        nodes.filter { $0.isBinding && $0.target == control }
    }

    /// The bindings that exist and were made for a counter of objects, each in a line.
    func bindings(madeFor counter: ObjectIdentifier) -> [String] {
        let live = live
        return live.filter { $0.isBinding && $0.counter == counter }.map { binding in
            let target = binding.target == 0 ? [] : [name(of: node(binding.target))]
            return ([origin(of: binding, in: live)] + target).joined(separator: " => ") + place(of: binding)
        }
    }

    /// The names of what a binding's values come from, in the order in which they pass.
    func origin(of node: NodeRecord, in nodes: [NodeRecord], depth: Int = 0) -> String {
        let inputs = inputs(of: node, in: nodes)
        var name = node.isBinding ? nil : node.operatorName
        if node.isSource, !isStage(node) { name = placedName(of: node) }
        guard depth < 30, !inputs.isEmpty, node.isStep || isStage(node) else { return name ?? self.name(of: node) }
        let before = inputs.map { origin(of: $0, in: nodes, depth: depth + 1) }
        let joined = before.count == 1 ? before[0] : "(" + before.joined(separator: ", ") + ")"
        return name.map { "\(joined) → \($0)" } ?? joined
    }

    /// Whether a source is one of the library's own, between an operator and its observers.
    func isStage(_ node: NodeRecord) -> Bool {
        guard case .source(let type) = node.kind, node.name == nil, node.place == nil, node.reads.isEmpty else {
            return false
        }
        let name = String(describing: type)
        return name.hasPrefix("SharedSequence<") || name.hasPrefix("Observable<")
    }

    // MARK: Silence

    /// Why nothing has come to a binding since its last value; `nil` if it has all that there is.
    func silence(of node: NodeRecord, in nodes: [NodeRecord], depth: Int = 0) -> Silence? {
        if let end = node.end { return Silence(.ended, "\(placedName(of: node)): \(end)") }
        let inputs = inputs(of: node, in: nodes)
        for input in inputs where input.isStep || isStage(input) {
            if depth < 30, let reason = silence(of: input, in: nodes, depth: depth + 1) { return reason }
            // Steps of the library's own pass everything on, if not one by one.
            if input.last > node.last, let name = input.operatorName, let event = ring[input.last] {
                return Silence(
                    name == "distinctUntilChanged" ? .equal : .keptBack,
                    "\(name) has received \(text(of: event) ?? "a value") and passed nothing on")
            }
        }
        for source in inputs where source.isSource && !isStage(source) {
            if source.last > node.last, let event = ring[source.last] {
                // What the control itself has said is not told it again.
                if node.target != 0, chain(to: source.last).contains(where: { $0.node == node.target }) { continue }
                let value = text(of: event) ?? "a value"
                return Silence(.onItsWay, "\(placedName(of: source)) = \(value) has not been delivered yet")
            }
            if source.last == 0, node.last == 0 {
                return Silence(.unsent, "\(placedName(of: source)) has sent nothing")
            }
        }
        return nil
    }
}

/// Why nothing has come to a binding.
struct Silence {
    enum Kind {
        /// Nothing has been sent.
        case unsent
        /// What was sent has not been delivered.
        case onItsWay
        /// An operator has passed nothing on, because it was equal to the value before.
        case equal
        /// An operator has passed nothing on.
        case keptBack
        /// The source has completed or failed.
        case ended
        /// It was disposed of before its source sent something.
        case missed
        /// It has the latest value.
        case upToDate
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind, text)
    }
}
