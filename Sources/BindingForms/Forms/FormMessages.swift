import Binding

extension Form {
    /// The messages of all fields that have any, in order, whether or not the user has visited them.
    ///
    /// - Complexity: O(*m* log *m*) in the number of fields that have messages for each change of one, while it is observed.
    public var messages: Driver<[FieldMessages]> {
        sentReport.asDriver { $0.revision }.mapCompactly { [weak self] _ in self?.currentMessages ?? [] }
    }

    /// The messages of its fields, as a plain value.
    public var currentMessages: [FieldMessages] {
        noteRead()
        var messages: [FieldMessages] = []
        visitPartsWithMessages { part in
            guard let field = part as? FormField, !field.report.messages.isEmpty else { return }
            messages.append(FieldMessages(field: field, messages: field.report.messages))
        }
        return messages
    }

    /// All that is wrong, for a summary of errors: the errors of the form itself and of all forms and fields within it, in
    /// order, whether or not the user has visited them.
    ///
    /// ```swift
    /// form.problems.map { $0.map(\.description).joined(separator: "\n") } => summary.rx.text
    /// ```
    ///
    /// - Complexity: O(*m* log *m*) in the number of fields that have messages for each change of one, while it is observed.
    public var problems: Driver<[FormProblem]> {
        sentReport.asDriver { ProblemsRevision($0) }.mapCompactly { [weak self] _ in self?.currentProblems ?? [] }
            .distinctUntilChanged()
    }

    /// All that is wrong, as a plain value.
    public var currentProblems: [FormProblem] {
        noteRead()
        var problems: [FormProblem] = []
        visitPartsWithMessages { part in
            for message in part.report.messages where message.severity == .error {
                problems.append(FormProblem(part: part, message: message))
            }
        }
        return problems
    }
}

/// What changes when problems do.
private struct ProblemsRevision: Equatable {
    let own: [ValidationMessage]
    let parts: Int

    init(_ report: FormPart.Report) {
        own = report.messages
        parts = report.revision
    }
}

/// The messages of a field.
public struct FieldMessages: Sendable {
    /// The field.
    public let field: FormField
    /// Its messages, errors before hints; never empty.
    public let messages: [ValidationMessage]
}

/// An error of a field or of a form; see ``Form/problems``.
public struct FormProblem: Hashable, Sendable {
    /// The field, or the form if the message is about that.
    public let part: FormPart
    /// What the field is called; `nil` for a form, or if it has no name. See ``FormField/name``.
    public let name: String?
    /// What is wrong.
    public let message: ValidationMessage

    @MainActor
    init(part: FormPart, message: ValidationMessage) {
        self.part = part
        name = (part as? FormField)?.name
        self.message = message
    }

    /// The field; `nil` if the message is about a form.
    public var field: FormField? { part as? FormField }
}

extension FormProblem: CustomStringConvertible {
    /// The name, if there is one, and the text: "E-mail: This must not be empty".
    public var description: String { name.map { "\($0): \(message)" } ?? "\(message)" }
}

extension FieldMessages: InspectableValue {
    package var inspected: Any { messages.map(\.text) }
}
