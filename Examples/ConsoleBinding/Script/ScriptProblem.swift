/// An error in a line of a script, and how to correct it.
struct ScriptProblem: Error, Equatable {
    /// The error.
    let complaint: String
    /// The correction.
    let remedy: String

    /// Describes a problem. Either text may quote the script: unprintable characters are replaced.
    init(_ complaint: String, remedy: String) {
        self.complaint = complaint.drawable
        self.remedy = remedy.drawable
    }

    /// Makes a problem for a name that is not among `names`.
    ///
    /// - Parameters:
    ///   - kind: What the name should be, in the singular: "command", "control".
    ///   - name: The name in the script.
    ///   - names: The allowed names.
    static func unknown(_ kind: String, _ name: String, among names: [String]) -> ScriptProblem {
        let suggestion = Suggestion.nearest(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
        let list = names.joined(separator: ", ")
        return ScriptProblem("there is no \(kind) '\(name)'", remedy: "\(suggestion)The \(kind)s are: \(list)")
    }
}

/// A problem and its location, formatted as compilers do.
struct ScriptError: Error, Equatable, CustomStringConvertible {
    /// The name of the script, as the user gave it.
    let script: String
    /// The line number, counted from 1.
    let line: Int
    let problem: ScriptProblem

    var description: String {
        """
        \(script):\(line): error: \(problem.complaint)
        \(script):\(line): note: \(problem.remedy)
        """
    }
}
