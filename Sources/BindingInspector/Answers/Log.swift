/// Something that happened, with what followed from it.
public struct LoggedChange: Sendable, Identifiable, CustomStringConvertible {
    /// Its number among all that was recorded; that of a value that was there from the start is negative.
    public let id: Int
    /// What happened: `SignUpViewModel.userName = "alice"`.
    public let text: String
    /// When it began, in seconds since the system started.
    public let time: Double
    /// How long it took until all that followed at once had happened, in seconds.
    public let duration: Double
    /// The number of the thread in the system's terms; `nil` for the main actor.
    public let thread: UInt?
    /// What followed from it.
    public let consequences: [LoggedChange]

    public var description: String { lines("").joined(separator: "\n") }

    private func lines(_ indent: String) -> [String] {
        [indent + text] + consequences.flatMap { $0.lines(indent + "  ") }
    }
}

extension BindingInspector {
    /// The changes that followed from nothing else, in order, each with all that followed from it.
    ///
    /// - Parameters:
    ///   - name: Only those that have to do with something whose name contains this, such as `userName`, `Label.text`.
    ///   - count: The number of changes, the last ones.
    ///   - events: The number of events to look at, the last ones; what followed from earlier ones stands alone then. All of
    ///     them by default.
    /// - Complexity: O(*n*) in the number of events that are looked at; without a name, as a rule in those since the first
    ///   change of the result.
    public func log(of name: String? = nil, last count: Int = 10_000, ofEvents events: Int? = nil) -> [LoggedChange] {
        withRecording { $0.log(of: name, last: count, ofEvents: events) }
    }
}

extension Recording {
    func log(of name: String?, last count: Int, ofEvents limit: Int?) -> [LoggedChange] {
        let first = ring.next - min(UInt64(max(0, limit ?? .max)), ring.next - ring.first)
        // Most often a few changes are asked for, and most changes are of interest.
        var start = name == nil ? max(first, ring.start(ofLastChanges: min(count, 65_536) * 2)) : first
        while true {
            let changes = log(of: name, last: count, from: start, asIfFirst: first)
            if changes.count >= count || start <= first { return changes }
            start = first
        }
    }

    /// - Parameters:
    ///   - start: The first event to look at. What followed from earlier ones is left out.
    ///   - first: The first event of all: what followed from earlier ones stands alone.
    private func log(
        of name: String?, last count: Int, from start: UInt64, asIfFirst first: UInt64
    ) -> [LoggedChange] {
        let events = ring.events(from: start)
        var children: [UInt64: [EventRecord]] = [:]
        var roots: [EventRecord] = []
        for event in events {
            if event.cause >= first, ring.contains(event.cause) {
                children[event.cause, default: []].append(event)
            } else {
                roots.append(event)
            }
        }
        var changes: [LoggedChange] = []
        for root in roots.reversed() where changes.count < count {
            let logged = self.changes(root, children, depth: 0)
            if let name, !logged.contains(where: { $0.mentions(name) }) { continue }
            changes += logged.reversed()
        }
        return changes.reversed()
    }

    /// An event with its consequences, in place of which these stand if the event itself is of no interest.
    private func changes(_ event: EventRecord, _ children: [UInt64: [EventRecord]], depth: Int) -> [LoggedChange] {
        // Deeper than any program that can be read.
        guard depth < 300 else { return [] }
        let following = children[event.number] ?? []
        let consequences = following.flatMap { changes($0, children, depth: depth + 1) }
        guard let text = title(of: event, following), !isSignalOfEdit(event, children) else { return consequences }
        let change = change(text, event, consequences)
        guard depth == 0, event.kind == .initial, let source = node(node(of: event)?.source ?? 0), !isStage(source)
        else {
            return [change]
        }
        return [
            self.change(
                "\(placedName(of: source)) is \(self.text(of: event) ?? "set") from the start", event, [change],
                id: -Int(event.number))
        ]
    }

    private func change(_ text: String, _ event: EventRecord, _ consequences: [LoggedChange], id: Int? = nil)
        -> LoggedChange
    {
        LoggedChange(
            id: id ?? Int(event.number), text: text, time: Double(event.start) / 1e9,
            duration: Double(event.duration ?? 0) / 1e9,
            thread: event.thread == 0 ? nil : event.thread, consequences: consequences)
    }

    /// Whether an event is no more than that by which a control says that it was edited.
    private func isSignalOfEdit(_ event: EventRecord, _ children: [UInt64: [EventRecord]]) -> Bool {
        guard event.kind == .sent || event.kind == .received, event.value.text == nil else { return false }
        return (children[event.number] ?? []).contains { $0.kind == .edited || isSignalOfEdit($0, children) }
    }

    /// What an event is called in a log; `nil` if it is of the library's own.
    func title(of event: EventRecord, _ following: [EventRecord] = []) -> String? {
        let node = node(of: event)
        let value = text(of: event).map { " = \($0)" }
        switch event.kind {
        case .edited: return "\(text(of: event) ?? "a value") was entered in \(name(of: node))"
        case .sent, .derived:
            if let node, isStage(node) { return nil }
            return placedName(of: node) + (value ?? "")
        case .shown: return name(of: node) + (value ?? " was set")
        case .action: return "\(text(of: event) ?? "an action") was sent to \(name(of: node))"
        case .received, .initial:
            guard let node else { return nil }
            if node.isBinding {
                // What it sets says more.
                return following.isEmpty ? placedName(of: node) : node.place.map { "=> (\(NodeNames.place($0)))" }
            }
            guard let name = node.operatorName else { return nil }
            let result = following.first.flatMap { text(of: $0) }
            return name + (following.isEmpty ? ": nothing passed on" : result.map { ": \($0)" } ?? "")
        case .completed: return "\(name(of: node)) has completed"
        case .failed: return "\(name(of: node)) has failed: \(text(of: event) ?? "")"
        }
    }
}

extension LoggedChange {
    fileprivate func mentions(_ name: String) -> Bool {
        text.contains(name) || consequences.contains { $0.mentions(name) }
    }
}
