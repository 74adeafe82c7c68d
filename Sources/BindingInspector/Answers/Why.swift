public import Binding

/// What the inspector answers. Its description is the answer, in several lines.
public struct Explanation: Sendable, CustomStringConvertible {
    /// The first line: what it is about.
    public let summary: String
    /// What has happened, the first one first.
    public let steps: [String]
    /// What else there is to say.
    public let notes: [String]
    /// If it is about something that one misses: the notes without those that only say that nothing has come since the
    /// latest value.
    public let reasons: [String]

    public var description: String {
        let first = steps.first.map { ["  \($0)"] } ?? []
        return ([summary] + first + steps.dropFirst().map { "  → \($0)" } + notes).joined(separator: "\n")
    }
}

extension BindingInspector {
    /// Says why a control shows what it shows: what has led to the latest value, from its origin to the control.
    ///
    /// - Parameter property: The property of the control, as it is bound: `label.rx.text`.
    @MainActor
    public func why<Value>(_ property: Binder<Value>) -> Explanation { why(property.serializerObject) }

    /// Says why a control shows what it shows: what has led to the latest value, from its origin to the control.
    ///
    /// - Parameter property: The property of the control, as it is bound: `field.rx.text`.
    @MainActor
    public func why<Value>(_ property: ControlProperty<Value>) -> Explanation { why(property.serializerObject) }

    /// Says where the latest value of a property of a view model comes from.
    ///
    /// - Parameter relay: The property, as it is bound: `viewModel.$userName`.
    public func why<Value>(_ relay: BehaviorRelay<Value>) -> Explanation { explain(relay.node(in: self)) }

    /// Says where the latest value of a property of a view model comes from.
    ///
    /// - Parameter driver: The property, as it is bound: `viewModel.$userName`.
    public func why<Value>(_ driver: Driver<Value>) -> Explanation { explain(driver.node(in: self)) }

    /// Says why a control does not show what one expects: what has kept the latest value from it.
    ///
    /// - Parameter property: The property of the control, as it is bound: `label.rx.text`.
    @MainActor
    public func whyNot<Value>(_ property: Binder<Value>) -> Explanation { whyNot(property.serializerObject) }

    /// Says why a control does not show what one expects: what has kept the latest value from it.
    ///
    /// - Parameter property: The property of the control, as it is bound: `field.rx.text`.
    @MainActor
    public func whyNot<Value>(_ property: ControlProperty<Value>) -> Explanation {
        whyNot(property.serializerObject)
    }

    private func why(_ object: AnyObject) -> Explanation { explain(node(noted: object)) }

    func explain(_ number: UInt32) -> Explanation {
        withRecording { recording in
            guard let node = recording.node(number) else { return .notRecorded }
            let name = recording.name(of: node)
            guard let event = recording.ring[node.last] else {
                let reason = node.last == 0 ? "Nothing has set \(name)" : "What has set \(name) is no longer recorded"
                return Explanation(
                    reason + ".", silence: recording.reasonsForSilence(of: node, in: recording.live, recording.ended))
            }
            let verb = node.isControl ? "shows" : "is"
            let value = recording.text(of: event) ?? "something"
            return Explanation(
                summary: "\(name) \(verb) \(value):", steps: recording.sentences(of: recording.chain(to: node.last)),
                notes: recording.notes(about: node), reasons: [])
        }
    }

    private func whyNot(_ object: AnyObject) -> Explanation {
        explainSilence(of: node(noted: object))
    }

    func explainSilence(of number: UInt32) -> Explanation {
        withRecording { recording in
            guard let node = recording.node(number) else { return .notRecorded }
            let value = recording.ring[node.last].flatMap { recording.text(of: $0) }
            let summary = "\(recording.name(of: node)) " + (value.map { "shows \($0)." } ?? "has not been set.")
            return Explanation(
                summary, silence: recording.reasonsForSilence(of: node, in: recording.live, recording.ended))
        }
    }
}

extension Explanation {
    fileprivate static var notRecorded: Explanation {
        Explanation(
            summary: "Nothing is known about this: the inspector records what is bound after its start.", steps: [],
            notes: [], reasons: [])
    }

    fileprivate init(_ summary: String, silence notes: [Silence]) {
        self.init(
            summary: summary, steps: [], notes: notes.map(\.text),
            reasons: notes.filter { $0.kind != .upToDate }.map(\.text))
    }
}

extension Recording {
    /// The other bindings of a control, which also set it.
    fileprivate func notes(about node: NodeRecord) -> [String] {
        let live = live
        let bindings = bindings(of: node.number, in: live)
        guard bindings.count > 1 else { return [] }
        return ["\(bindings.count) bindings set it:"] + bindings.map { "  \(line(of: $0, in: live))" }
    }

    private func line(of binding: NodeRecord, in nodes: [NodeRecord]) -> String {
        origin(of: binding, in: nodes) + place(of: binding)
    }

    /// For each binding of a control, why nothing more has come.
    ///
    /// - Parameters:
    ///   - live: What there is.
    ///   - ended: What is gone.
    ///   - isShort: Whether what a binding's values come from is left out if its place is known.
    func reasonsForSilence(
        of node: NodeRecord, in live: [NodeRecord], _ ended: [NodeRecord], isShort: Bool = false
    ) -> [Silence] {
        func line(of binding: NodeRecord, in nodes: [NodeRecord]) -> String {
            let place = isShort ? binding.place.map { NodeNames.place($0) } : nil
            return place ?? self.line(of: binding, in: nodes)
        }
        let bindings = bindings(of: node.number, in: live).map { binding in
            let reason = reason(forSilenceOf: binding, in: live)
            return Silence(reason.kind, "\(line(of: binding, in: live)): \(reason.text)")
        }
        let former = self.bindings(of: node.number, in: ended).suffix(3).map { binding in
            let line = line(of: binding, in: ended)
            if let missed = missed(by: binding, in: live + ended) {
                return Silence(.missed, "\(line): \(farewell(to: binding)), and has missed \(missed)")
            }
            // What has been sent before is not missed because of that.
            let reason = reason(forSilenceOf: binding, in: ended)
            return Silence(reason.kind, "\(line): \(reason.text); \(farewell(to: binding))")
        }
        return bindings.isEmpty && former.isEmpty ? [Silence(.unsent, "Nothing is bound to it.")] : bindings + former
    }

    private func reason(forSilenceOf binding: NodeRecord, in nodes: [NodeRecord]) -> Silence {
        if let reason = silence(of: binding, in: nodes) { return reason }
        guard let last = ring[binding.last].flatMap({ text(of: $0) }) else {
            return Silence(.unsent, "nothing has come")
        }
        return Silence(.upToDate, "\(last) has come, and nothing since")
    }

    /// What has been sent to a binding that is gone, since it is.
    private func missed(by binding: NodeRecord, in nodes: [NodeRecord]) -> String? {
        var (found, seen): (NodeRecord?, Set<UInt32>) = (nil, [])
        func look(at node: NodeRecord) {
            guard seen.insert(node.number).inserted else { return }
            let inputs = inputs(of: node, in: nodes) + node.reads.compactMap { self.node($0) }
            inputs.forEach(look)
            guard node.isSource, !isStage(node), node.last >= max(1, binding.goneEvent),
                let event = ring[node.last], event.kind != .completed
            else { return }
            if node.last > found?.last ?? 0 { found = node }
        }
        look(at: binding)
        return found.map { "\(placedName(of: $0)) = \(ring[$0.last].flatMap { text(of: $0) } ?? "a value")" }
    }

    private func farewell(to binding: NodeRecord) -> String {
        let end = binding.end ?? "it has been disposed of"
        let time = milliseconds(binding.goneTime - binding.madeTime)
        let cause = sentences(of: chain(to: binding.endingEvent)).first.map { ", because of this: \($0)" } ?? ""
        return "\(end), \(time) after it was made\(cause)"
    }

    private func milliseconds(_ nanoseconds: UInt64) -> String {
        nanoseconds < 10_000_000 ? "within 10 ms" : "\(nanoseconds / 1_000_000) ms"
    }
}
