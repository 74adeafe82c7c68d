/// A value of the view model that a script can read and change, as the code of a program would.
@MainActor
struct ModelValue {
    let name: String
    /// What the value is now, as it is printed.
    let read: @MainActor () -> String
    /// Changes it.
    let write: @MainActor (String) throws(ScriptProblem) -> Void

    private init(
        _ name: String, read: @escaping @MainActor () -> String,
        write: @escaping @MainActor (String) throws(ScriptProblem) -> Void
    ) {
        self.name = name
        self.read = { read().drawable }
        self.write = write
    }

    /// The values that the two sides of the form share.
    static func all(of model: SignUpViewModel) -> [ModelValue] {
        [
            ModelValue(
                "username", read: { "\"\(model.userName)\"" },
                write: { (text) throws(ScriptProblem) in model.userName = text }),
            ModelValue(
                "email", read: { "\"\(model.email)\"" },
                write: { (text) throws(ScriptProblem) in model.email = text }),
            ModelValue(
                "password", read: { "of \(model.password.count) characters" },
                write: { (text) throws(ScriptProblem) in model.password = text }),
            ModelValue(
                "age", read: { model.age.map { "\($0)" } ?? "none" },
                write: { (text) throws(ScriptProblem) in model.age = try number(text) }),
            ModelValue(
                "plan", read: { model.plan },
                write: { (text) throws(ScriptProblem) in
                    model.plan = try one(of: Plan.allCases.map(\.rawValue), "plan", text)
                }),
            ModelValue(
                "terms", read: { model.acceptsTerms ? "yes" : "no" },
                write: { (text) throws(ScriptProblem) in
                    model.acceptsTerms = try one(of: ["yes", "no"], "answer", text) == "yes"
                }),
        ]
    }

    private static func number(_ text: String) throws(ScriptProblem) -> Int? {
        if text.isEmpty { return nil }
        if let number = Int(text) { return number }
        throw ScriptProblem("'\(text)' is no number", remedy: "A number, or nothing, as in: set age 36")
    }

    private static func one(of names: [String], _ kind: String, _ text: String) throws(ScriptProblem) -> String {
        if names.contains(text) { return text }
        throw .unknown(kind, text, among: names)
    }
}
