import Binding

/// A source whose value can be read, and perhaps be set, by the type that its user knows.
struct LiveSource {
    private let source: AnyObject
    private let kind: any LiveSourceKind.Type

    /// `nil` if a source of such a type has no value.
    init?(_ kind: Any.Type, _ source: AnyObject) {
        guard let kind = kind as? any LiveSourceKind.Type else { return nil }
        (self.kind, self.source) = (kind, source)
    }

    /// The type of its values.
    var type: String { kind.nameOfValues }

    /// Its value now.
    var value: Any? { kind.current(of: source) }

    /// The value as a text that ``value(from:)`` takes; `nil` if it cannot be set from a text.
    var editableText: String? { kind.isSettable ? kind.text(of: source) : nil }

    /// The value that a text stands for.
    func value(from text: String) throws(RefusedText) -> Any {
        guard let value = kind.value(from: text) else {
            throw RefusedText(description: "“\(text)” is no \(type)." + kind.choices)
        }
        return value
    }

    /// Sets the value to one that ``value(from:)`` has made.
    func set(_ value: Any) { kind.set(value, in: source) }
}

/// The types by which users know sources that have a value.
private protocol LiveSourceKind {
    associatedtype Value: Sendable

    static var isSettable: Bool { get }
    static func value(ofSource source: AnyObject) -> Value?
    static func accept(_ value: Value, inSource source: AnyObject)
}

extension BehaviorRelay: LiveSourceKind {
    fileprivate static var isSettable: Bool { true }
}

extension Bindable: LiveSourceKind {
    // Only its owner sets it.
    fileprivate static var isSettable: Bool { false }
    fileprivate static func accept(_: Value, inSource _: AnyObject) {}
}

extension LiveSourceKind {
    fileprivate static var nameOfValues: String { NodeNames.type(Value.self) }

    fileprivate static func current(of source: AnyObject) -> Any? { value(ofSource: source) }

    fileprivate static func set(_ value: Any, in source: AnyObject) {
        if let value = value as? Value { accept(value, inSource: source) }
    }

    fileprivate static func text(of source: AnyObject) -> String? {
        guard TextForm.isKnown(Value.self), let value = value(ofSource: source) else { return nil }
        return TextForm.text(of: value)
    }

    fileprivate static func value(from text: String) -> Any? { TextForm.value(Value.self, from: text) }

    fileprivate static var choices: String {
        let names = TextForm.names(of: Value.self)
        return names.isEmpty ? "" : " It may be \(names.joined(separator: ", "))."
    }
}

/// How values are written by a user, and read from that.
private enum TextForm {
    static func isKnown(_ type: Any.Type) -> Bool {
        if let type = type as? any OptionalValue.Type { return isKnown(type.wrapped) }
        if type is any LosslessStringConvertible.Type || type is any CaseIterable.Type { return true }
        return (type as? any RawRepresentable.Type).map { isLossless(rawValueOf: $0) } ?? false
    }

    private static func isLossless<Value: RawRepresentable>(rawValueOf _: Value.Type) -> Bool {
        Value.RawValue.self is any LosslessStringConvertible.Type
    }

    static func text(of value: Any) -> String {
        if let optional = value as? any OptionalValue { return optional.content.map { text(of: $0) } ?? "nil" }
        if value is any LosslessStringConvertible || value is any CaseIterable { return "\(value)" }
        return (value as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(value)"
    }

    static func value(_ type: Any.Type, from text: String) -> Any? {
        if let type = type as? any OptionalValue.Type {
            if text == "nil" { return type.noValue }
            return value(type.wrapped, from: text).map { type.value($0) }
        }
        // Which stops the program for any other text.
        if type is Character.Type, text.count != 1 { return nil }
        if let type = type as? any LosslessStringConvertible.Type { return type.init(text) }
        if let type = type as? any CaseIterable.Type { return element(type, named: text) }
        return (type as? any RawRepresentable.Type).flatMap { raw($0, from: text) }
    }

    private static func element<Value: CaseIterable>(_: Value.Type, named name: String) -> Any? {
        Value.allCases.first { "\($0)" == name }
    }

    private static func raw<Value: RawRepresentable>(_: Value.Type, from text: String) -> Any? {
        (value(Value.RawValue.self, from: text) as? Value.RawValue).flatMap { Value(rawValue: $0) }
    }

    /// The names of the values, if there are only some.
    static func names(of type: Any.Type) -> [String] {
        func names<Value: CaseIterable>(_: Value.Type) -> [String] { Value.allCases.prefix(20).map { "\($0)" } }
        if let type = type as? any OptionalValue.Type { return self.names(of: type.wrapped) + ["nil"] }
        if type is Bool.Type { return ["true", "false"] }
        return (type as? any CaseIterable.Type).map { names($0) } ?? []
    }
}

/// An optional, whatever it is one of.
private protocol OptionalValue {
    static var wrapped: Any.Type { get }
    static var noValue: Any { get }
    static func value(_ value: Any) -> Any
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
    fileprivate static var noValue: Any { Wrapped?.none as Any }
    fileprivate static func value(_ value: Any) -> Any { (value as? Wrapped) as Any }
    fileprivate var content: Any? { self }
}
