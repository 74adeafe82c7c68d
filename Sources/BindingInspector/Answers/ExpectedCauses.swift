public import Binding

/// A step on the way of a value, as a test expects it; see `expectCauses(of:_:)`.
public struct ExpectedCause: Sendable, CustomStringConvertible {
    private enum Kind {
        case edit, property, `operator`, derived, action, control
    }

    private let kind: Kind
    private let name: String?
    private let object: ObjectIdentifier?
    private let value: String?

    private init(_ kind: Kind, name: String? = nil, object: AnyObject? = nil, _ value: Any?) {
        self.kind = kind
        self.name = name ?? object.map { NodeNames.type(type(of: $0)) }
        self.object = object.map { ObjectIdentifier($0) }
        self.value = value.map { ValueDescription.text(of: $0) }
    }

    /// The user has edited a control, or it has made something else of what it was set to.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - value: What was entered, if that matters.
    public static func edit(_ control: AnyObject, _ value: Any? = nil) -> Self { Self(.edit, object: control, value) }

    /// A property, or a relay, has got a value.
    ///
    /// - Parameters:
    ///   - name: `userName`, or `SignUpViewModel.userName`.
    ///   - value: The value, if that matters.
    public static func property(_ name: String, _ value: Any? = nil) -> Self { Self(.property, name: name, value) }

    /// An operator has received a value.
    ///
    /// - Parameter name: Its name: `map`, `debounce`.
    public static func `operator`(_ name: String) -> Self { Self(.operator, name: name, nil) }

    /// A derived value has been computed.
    ///
    /// - Parameter value: The value, if that matters.
    public static func derived(_ value: Any? = nil) -> Self { Self(.derived, value) }

    /// An action was sent to a store.
    ///
    /// - Parameter action: The action.
    public static func action(_ action: Any) -> Self { Self(.action, action) }

    /// A control was set on the way.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - value: What it was set to, if that matters.
    public static func control(_ control: AnyObject, _ value: Any? = nil) -> Self {
        Self(.control, object: control, value)
    }

    public var description: String {
        let what =
            switch kind {
            case .edit: "an edit of \(name ?? "a control")"
            case .property: name ?? "a property"
            case .operator: name ?? "an operator"
            case .derived: "a derived value"
            case .action: "an action"
            case .control: name ?? "a control"
            }
        return what + (value.map { " = \($0)" } ?? "")
    }

    /// Whether an event is this one.
    fileprivate func matches(_ event: EventRecord, in recording: Recording) -> Bool {
        guard let node = recording.node(of: event) else { return false }
        let isOfKind =
            switch (kind, event.kind) {
            case (.edit, .edited), (.derived, .derived), (.action, .action), (.control, .shown): true
            case (.property, .sent), (.property, .derived): recording.isCalled(node, name ?? "")
            case (.operator, .received), (.operator, .initial): node.operatorName == name
            default: false
            }
        guard isOfKind, object == nil || recording.identity(of: node) == object else { return false }
        return value == nil || recording.text(of: event) == value
    }

    /// Whether it is a property that had its value from the start, with which an event begins.
    fileprivate func matches(sourceOf event: EventRecord, in recording: Recording) -> Bool {
        guard kind == .property, event.kind == .initial || event.kind == .received else { return false }
        guard let source = recording.node(recording.node(of: event)?.source ?? 0), source.isSource else { return false }
        return recording.isCalled(source, name ?? "") && (value == nil || recording.text(of: event) == value)
    }
}

/// The error when something else has led to a value than a test expects.
public struct UnexpectedCauses: Error, CustomStringConvertible {
    /// What was expected, the first one first.
    public let expected: [ExpectedCause]
    /// The place in ``expected`` of the first that was not there.
    public let missing: Int
    /// What has led to the value.
    public let explanation: Explanation

    public var description: String {
        let list = expected.prefix(missing + 1).map(\.description).joined(separator: " → ")
        let fault = missing == 0 ? "it does not begin with that" : "there is no \(expected[missing]) after that"
        return "Expected \(list), but \(fault).\n\(explanation)"
    }
}

extension BindingInspector {
    /// Checks what has led to the latest value of a control.
    ///
    /// ```swift
    /// field.type("ada")
    /// try inspector.expectCauses(of: label.rx.text, [.edit(field), .property("userName", "ada")])
    /// ```
    ///
    /// The first cause is that from which all follows; the others come after it in this order. What is between them need
    /// not be named.
    ///
    /// - Parameters:
    ///   - property: The property of the control, as it is bound: `label.rx.text`.
    ///   - causes: What has led to its value.
    /// - Throws: ``UnexpectedCauses``, with what has led to it instead.
    @MainActor
    public func expectCauses<Value>(of property: Binder<Value>, _ causes: [ExpectedCause]) throws(UnexpectedCauses) {
        try expect(causes, of: node(noted: property.serializerObject), why(property))
    }

    /// Checks what has led to the latest value of a control, as for a property that only
    /// bindings set.
    ///
    /// - Parameters:
    ///   - property: The property of the control, as it is bound: `field.rx.text`.
    ///   - causes: What has led to its value.
    /// - Throws: ``UnexpectedCauses``, with what has led to it instead.
    @MainActor
    public func expectCauses<Value>(
        of property: ControlProperty<Value>, _ causes: [ExpectedCause]
    ) throws(UnexpectedCauses) {
        try expect(causes, of: node(noted: property.serializerObject), why(property))
    }

    /// Checks what has led to the latest value of a property, as for one of a
    /// control.
    ///
    /// - Parameters:
    ///   - relay: The property, as it is bound: `viewModel.$userName`.
    ///   - causes: What has led to its value.
    /// - Throws: ``UnexpectedCauses``, with what has led to it instead.
    public func expectCauses<Value>(
        of relay: BehaviorRelay<Value>, _ causes: [ExpectedCause]
    ) throws(UnexpectedCauses) {
        try expect(causes, of: relay.node(in: self), why(relay))
    }

    private func expect(
        _ causes: [ExpectedCause], of number: UInt32, _ explanation: Explanation
    ) throws(UnexpectedCauses) {
        let missing = withRecording { $0.missing(of: causes, at: number) }
        if let missing {
            throw UnexpectedCauses(expected: causes, missing: missing, explanation: explanation)
        }
    }
}

extension Recording {
    /// Whether a node is known by a name, with or without its type.
    fileprivate func isCalled(_ node: NodeRecord, _ name: String) -> Bool {
        let full = self.name(of: node)
        return full == name || full.hasSuffix(".\(name)")
    }

    /// The place among some causes of the first one that has not led to the latest value of a node.
    fileprivate func missing(of causes: [ExpectedCause], at number: UInt32) -> Int? {
        guard let cause = causes.first else { return nil }
        let events = withoutSignals(chain(to: node(number)?.last ?? 0))
        guard let origin = events.first else { return 0 }
        let isOrigin = cause.matches(origin, in: self)
        guard isOrigin || cause.matches(sourceOf: origin, in: self) else { return 0 }
        var found = 1
        for event in events.dropFirst(isOrigin ? 1 : 0) where found < causes.count {
            if causes[found].matches(event, in: self) { found += 1 }
        }
        return found < causes.count ? found : nil
    }
}
