import Binding
import BindingForms

/// A value behind a form's controls that a script can read and change, as the code of a program would.
@MainActor
struct ModelValue {
    let name: String
    /// Returns the current value as text.
    let read: @MainActor () -> String
    /// Sets the value.
    let write: @MainActor (String) throws(ScriptProblem) -> Void

    private init<Value: Sendable>(
        _ name: String, _ relay: BehaviorRelay<Value>, print: @escaping @MainActor (Value) -> String,
        parse: @escaping @MainActor (String) throws(ScriptProblem) -> Value
    ) {
        self.name = name
        read = { print(relay.value).drawable }
        write = { (text) throws(ScriptProblem) in relay.accept(try parse(text)) }
    }

    private init<Value>(
        _ name: String, _ field: Field<some Any, Value>, print: @escaping @MainActor (Value) -> String,
        parse: @escaping @MainActor (String) throws(ScriptProblem) -> Value
    ) {
        self.name = name
        read = { print(field.value).drawable }
        write = { (text) throws(ScriptProblem) in field.value = try parse(text) }
    }

    /// A text.
    static func text(_ name: String, _ field: Field<String, String>) -> ModelValue {
        ModelValue(name, field, print: { "\"\($0)\"" }, parse: { (text) throws(ScriptProblem) in text })
    }

    /// A text that is not a form's field.
    static func text(_ name: String, _ relay: BehaviorRelay<String>) -> ModelValue {
        ModelValue(name, relay, print: { "\"\($0)\"" }, parse: { (text) throws(ScriptProblem) in text })
    }

    /// A text of which only the length is printed.
    static func secret(_ name: String, _ field: Field<String, String>) -> ModelValue {
        ModelValue(name, field, print: { "of \($0.count) characters" }, parse: { (text) throws(ScriptProblem) in text })
    }

    /// A whole number, or none. A number out of range becomes the nearest one in it.
    static func number<Number: FixedWidthInteger>(_ name: String, _ field: Field<String, Number?>) -> ModelValue {
        ModelValue(
            name, field, print: { $0.map { "\($0)" } ?? "none" },
            parse: { (text) throws(ScriptProblem) in
                if text.isEmpty { return nil }
                if let number = Int(text) { return Number(clamping: number) }
                throw ScriptProblem("'\(text)' is no number", remedy: "A number, or nothing, as in: set \(name) 36")
            })
    }

    /// One of a few options.
    static func option(_ name: String, _ relay: BehaviorRelay<String>, among options: [String]) -> ModelValue {
        ModelValue(
            name, relay, print: { $0 },
            parse: { (text) throws(ScriptProblem) in
                if options.contains(text) { return text }
                throw .unknown(name, text, among: options)
            })
    }

    /// One of the cases of an enumeration.
    static func option<Option>(_ name: String, _ field: Field<String, Option>) -> ModelValue
    where Option: CaseIterable & RawRepresentable<String> {
        ModelValue(
            name, field, print: \.rawValue,
            parse: { (text) throws(ScriptProblem) in
                if let option = Option(rawValue: text) { return option }
                throw .unknown(name, text, among: Option.allCases.map(\.rawValue))
            })
    }

    /// Yes or no.
    static func answer(_ name: String, _ relay: BehaviorRelay<Bool>) -> ModelValue {
        ModelValue(name, relay, print: { $0 ? "yes" : "no" }, parse: answer)
    }

    /// Yes or no.
    static func answer(_ name: String, _ field: Field<Bool, Bool>) -> ModelValue {
        ModelValue(name, field, print: { $0 ? "yes" : "no" }, parse: answer)
    }

    private static func answer(_ text: String) throws(ScriptProblem) -> Bool {
        switch text {
        case "yes": return true
        case "no": return false
        default: throw .unknown("answer", text, among: ["yes", "no"])
        }
    }
}
