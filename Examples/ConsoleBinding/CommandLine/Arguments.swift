/// What the program was asked to do.
enum Request: Equatable, Sendable {
    /// The form on the terminal, or a script from standard input where there is none.
    case run
    /// A script in a file; `-` is standard input.
    case script(path: String)
    case demo
    case help

    /// Reads the arguments behind the program's name.
    ///
    /// - Throws: What is wrong with them.
    init(arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        var request: Request?
        while let argument = rest.popFirst() {
            let next: Request
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--demo": next = .demo
            case "--script":
                guard let path = rest.popFirst() else { throw UsageError("--script needs a file's name, or -") }
                next = .script(path: path)
            case _ where argument.hasPrefix("--script="):
                let path = String(argument.dropFirst("--script=".count))
                guard !path.isEmpty else { throw UsageError("--script needs a file's name, or -") }
                next = .script(path: path)
            default:
                let options = ["--script", "--demo", "--help"]
                let suggestion = Suggestion.nearest(to: argument, among: options).map { "; did you mean \($0)?" } ?? ""
                throw UsageError("there is no option '\(argument)'\(suggestion)")
            }
            guard request == nil else { throw UsageError("'\(argument)' is too much: one of --script and --demo") }
            request = next
        }
        self = request ?? .run
    }
}

/// The arguments make no sense.
struct UsageError: Error, Equatable {
    let complaint: String

    /// States what is wrong; what cannot be printed is replaced.
    init(_ complaint: String) {
        self.complaint = complaint.drawable
    }
}
