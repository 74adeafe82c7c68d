// State that follows from other state.

extension Inspection {
    /// Notes that a derived value is another one, and that its observers are called.
    static func deriving(_ computation: AnyComputation, for stage: AnyBroadcaster, _ send: () -> Void) {
        guard let recorder else { return send() }
        note(readsOf: computation, for: stage)
        let frame = begin(.derived, at: node(of: stage, recorder), .unknown, recorder)
        send()
        end(frame)
    }

    /// Notes what a derived value has been computed from.
    static func note(readsOf computation: AnyComputation, for stage: AnyBroadcaster) {
        guard let recorder else { return }
        recorder.note(reads: computation.inspectedSources, of: node(of: stage, recorder))
    }

    /// Notes that state that follows from other state is another one, and that its observers are called.
    static func settling<Value>(_ value: Value, at source: AnyBroadcaster, _ send: () -> Void) {
        guard let recorder else { return send() }
        let frame = begin(.derived, at: node(of: source, recorder), InspectedValue(value, recorder), recorder)
        send()
        end(frame)
    }
}

extension AnyComputation {
    /// The sources that it has read, and the stages of other derived values; of those that have no observers, what these
    /// have read.
    fileprivate var inspectedSources: [AnyObject] {
        var found: [AnyObject] = []
        var rest: [AnyComputation] = [self]
        while let next = rest.popLast() {
            var edge = next.sources
            while let current = edge {
                let source = current.pointee.source.takeUnretainedValue()
                if let computation = source as? AnyComputation {
                    if let output = computation.output { found.append(output.stage) } else { rest.append(computation) }
                } else {
                    found.append(source)
                }
                edge = current.pointee.nextSource
            }
        }
        return found
    }
}
