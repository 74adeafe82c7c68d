/// What is wrong with a line of a script, and what would be right.
struct ScriptProblem: Error, Equatable {
    /// What is wrong.
    let complaint: String
    /// What would be right.
    let remedy: String

    /// States a problem. Either text may quote the script: what cannot be printed is replaced.
    init(_ complaint: String, remedy: String) {
        self.complaint = complaint.drawable
        self.remedy = remedy.drawable
    }

    /// States that `name` is none of `names`.
    ///
    /// - Parameters:
    ///   - kind: What the name should be one of, in the singular: "command", "control".
    ///   - name: What stands there.
    ///   - names: What may stand there.
    static func unknown(_ kind: String, _ name: String, among names: [String]) -> ScriptProblem {
        let suggestion = Suggestion.nearest(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
        let list = names.joined(separator: ", ")
        return ScriptProblem("there is no \(kind) '\(name)'", remedy: "\(suggestion)The \(kind)s are: \(list)")
    }
}

/// A problem and where it is, the way compilers put it.
struct ScriptError: Error, Equatable, CustomStringConvertible {
    /// The script, as its user called it.
    let script: String
    /// The line, counted from 1.
    let line: Int
    let problem: ScriptProblem

    var description: String {
        """
        \(script):\(line): error: \(problem.complaint)
        \(script):\(line): note: \(problem.remedy)
        """
    }
}
