import Binding

/// What a field or a form shows beside the messages of its own rules: those of rules across fields, and what it has been
/// rejected with.
@MainActor
struct ShownMessages {
    private var rules: [WeakReference<FormRule>] = []
    /// What it has been rejected with, until the next edit.
    var rejections: [ValidationMessage] = []

    /// What is known of a field or a form by its messages.
    struct Verdict {
        /// All messages, errors before hints.
        var messages: [ValidationMessage] = []
        /// Whether one of them is an error.
        var isInvalid = false
        /// Whether an asynchronous rule has yet to answer.
        var isPending = false
        /// Whether all synchronous rules hold.
        var holdsSynchronousRules = true
    }

    mutating func add(_ rule: FormRule) {
        rules.removeAll { $0.object == nil }
        rules.append(WeakReference(rule))
    }

    /// The asynchronous rules among them.
    var asynchronousRules: [AsynchronousRule] { FormRule.living(rules).compactMap { $0 as? AsynchronousRule } }

    /// - Parameter own: The messages of its own rules.
    func verdict(with own: [ValidationMessage]) -> Verdict {
        var verdict = Verdict(messages: own)
        let rules = FormRule.living(rules)
        for rule in rules where !rule.isAsynchronous { verdict.append(rule.message) }
        verdict.holdsSynchronousRules = !verdict.messages.contains { $0.severity == .error }
        verdict.messages += rejections
        for rule in rules where rule.isAsynchronous {
            verdict.append(rule.message)
            verdict.isPending = verdict.isPending || rule.isPending
        }
        let errors = verdict.messages.filter { $0.severity == .error }
        verdict.isInvalid = !errors.isEmpty
        if verdict.isInvalid, errors.count < verdict.messages.count {
            verdict.messages = errors + verdict.messages.filter { $0.severity == .hint }
        }
        return verdict
    }
}

extension ShownMessages.Verdict {
    fileprivate mutating func append(_ message: ValidationMessage?) {
        if let message { messages.append(message) }
    }
}

extension FormRule {
    /// The rules that still exist.
    @inline(__always)
    static func living(_ rules: [WeakReference<FormRule>]) -> [FormRule] {
        rules.isEmpty ? [] : rules.compactMap { $0.object }
    }
}
